//! Gains per step in every stage: the violations at which the feedback of all stages adds up to nothing.
//!
//! A unit mass goes round the unit circle at unit speed, free of forces, so that Φ'' of a free motion is 1 and
//! normals turn by one radian per second. Without any driving force the speed of a run changes slowly; the
//! violations settle within a few steps.

use baumgarte::Baumgarte;
use conformance::fixtures::OnCircle;
use conformance::{Sample, Trial};
use stepping::{Gain, Integrator, Placement};
use system::Auto;

/// Without gravity, at unit speed.
const CIRCLE: OnCircle = OnCircle::new(0.0, 1.0);

/// `c₁`, `c₂` and, for RK-4, φ and p of the steady state in units of `h²` and `h`. `harness/verification` finds them by
/// elimination from the equations of the stages.
const RK4: [[f64; 4]; 4] = [
    [2.0, 1.0, 2.44444444e-2, -4.11111111e-2],
    [4.0 / 3.0, 2.0 / 3.0, 1.21951220e-2, -1.34146341e-2],
    [1.0, 0.25, 4.07876848e-3, -3.69501338e-3],
    [0.4, 0.04, 5.04195815e-4, -1.92784731e-4],
];

/// `(Φ/h², Φ'/h)` after one second, and the angle by which the run is ahead of the true motion.
fn simulated(integrator: Integrator, c1: f64, c2: f64, h: f64) -> (f64, f64, f64) {
    let system = Auto::new(CIRCLE);
    let gains = (Gain::PerStep(c1), Gain::PerStep(c2));
    let variant = Baumgarte::new(integrator, Placement::EveryPass, gains, "").unwrap();
    let mut trial = Trial::fixed(&variant, &system, h).unwrap();
    trial.steps((1.0 / h).round() as usize).unwrap();
    let Sample { state, phi, w, .. } = trial.sample();
    let angle = math::atan2(state.q()[1], state.q()[0]);
    (phi[0] / (h * h), w[0] / h, angle - 1.0)
}

#[test]
fn violations_settle_where_the_feedback_of_all_stages_adds_up_to_nothing() {
    let h = 1e-4;
    for [c1, c2, phi, p] in RK4 {
        // Heun's rule settles at φ = -(2 - c₁)/(2K), p = -c₂/(2K), the midpoint rule at half of it.
        let k = 4.0 - 2.0 * c1 + c2;
        let heun = [-(2.0 - c1) / (2.0 * k), -c2 / (2.0 * k)];
        for (integrator, [phi, p]) in [
            (Integrator::Rk4, [phi, p]),
            (Integrator::Heun, heun),
            (Integrator::Midpoint, heun.map(|x| 0.5 * x)),
        ] {
            let (found_phi, found_p, _) = simulated(integrator, c1, c2, h);
            // The next term of both series is smaller by h, with factors up to ten.
            let close = |x: f64, y: f64| (x - y).abs() < 10.0 * h;
            assert!(
                close(phi, found_phi) && close(p, found_p),
                "{integrator:?} ({c1}, {c2}): {found_phi} {found_p}, theory {phi} {p}"
            );
        }
    }
}

#[test]
fn only_the_midpoint_rule_is_pushed_along_the_constraint() {
    // With Welch's gains the midpoint rule has p = -1/4 and Σ b c u = 0, and normals of the unit circle turn along the
    // motion: the push h N' (Σ b c u - p) makes it faster by h/4 per second, which is an angle of h/8 after one.
    let ahead = |integrator, h| simulated(integrator, 2.0, 1.0, h).2;
    let h = 1e-4;
    let midpoint = ahead(Integrator::Midpoint, h) / h;
    assert!((midpoint - 0.125).abs() < 10.0 * h, "{midpoint}");
    // What Heun's rule is off by is of order h².
    let heun = ahead(Integrator::Heun, h) / h;
    assert!(heun.abs() < 10.0 * h, "{heun}");
}
