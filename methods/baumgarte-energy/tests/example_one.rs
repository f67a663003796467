//! The pendulum of Yoon's first example: largest violations and errors of 20 s with AB-3, from an independent
//! program in another language that integrates `x'' = -x C`, `y'' = -g - y C` with its own AB-3 and compares
//! with elliptic functions.

use baumgarte_energy::BaumgarteEnergy;
use conformance::fixtures::OnCircle;
use mechanics::elliptic::PendulumMotion;
use mechanics::{Auto, System};
use std::f64::consts::FRAC_PI_2;
use stepping::{
    EnergyFeedback, Gain, Integrator, Levels, Method, Metric, Placement, Resolution, StepSize,
};

/// Started so that it turns over again and again.
const PENDULUM: OnCircle = OnCircle::new(1.0, 2.0);

/// The gains of the example: β = 40 with critical damping.
const BETA: f64 = 40.0;

fn recipe(
    integrator: Integrator,
    placement: Placement,
    beta: f64,
    alpha_e: f64,
) -> BaumgarteEnergy {
    let gains = (Gain::Fixed(2.0 * beta.sqrt()), Gain::Fixed(beta));
    let energy = EnergyFeedback::new(Gain::Fixed(alpha_e), Levels::Velocity, Metric::Euclidean);
    BaumgarteEnergy::new(integrator, placement, gains, energy.unwrap(), "").unwrap()
}

/// Φ, Φ', Ψ and the error of x after each step of 20 s with the time, as far as it comes.
fn history(method: &dyn Method, h: f64) -> Vec<(f64, [f64; 4])> {
    let system = Auto::new(PENDULUM);
    let exact = PendulumMotion::new(1.0, FRAC_PI_2, 2.0).unwrap();
    let resolution = Resolution::Fixed(StepSize::new(h).unwrap());
    let mut stepper = method.prepare(&system, resolution).unwrap();
    let mut state = system.initial();
    (1..=(20.0 / h).round() as i32)
        .map_while(|k| {
            stepper.step(&mut state).ok()?;
            let (&[x, y], &[vx, vy]) = (state.q(), state.v()) else {
                unreachable!("two coordinates")
            };
            let t = f64::from(k) * h;
            let seen = [
                0.5 * (x * x + y * y - 1.0),
                x * vx + y * vy,
                0.5 * (vx * vx + vy * vy) + y - 2.0,
                x - exact.at(t).sin,
            ];
            Some((t, seen))
        })
        .collect()
}

/// The largest of each over the whole run.
fn largest(method: &dyn Method) -> [f64; 4] {
    let mut largest = [0.0_f64; 4];
    for (_, seen) in history(method, 0.01) {
        for (l, s) in largest.iter_mut().zip(seen) {
            *l = l.max(s.abs());
        }
    }
    largest
}

fn assert_digits(found: [f64; 4], expected: [f64; 4]) {
    for (found, expected) in found.into_iter().zip(expected) {
        let off = (found / expected - 1.0).abs();
        assert!(off < 5e-9, "{found:e} instead of {expected:e}");
    }
}

#[test]
fn no_control() {
    let method = recipe(Integrator::Ab3, Placement::EveryPass, 0.0, 0.0);
    assert_digits(
        largest(&method),
        [1.47487842e-4, 1.76233893e-5, 3.48526618e-4, 9.82598495e-4],
    );
}

#[test]
fn constraint_feedback_alone_worsens_energy_and_phase() {
    let method = recipe(Integrator::Ab3, Placement::EveryPass, BETA, 0.0);
    assert_digits(
        largest(&method),
        [6.68078799e-6, 2.24488094e-5, 1.48707271e-3, 9.07528334e-3],
    );
}

#[test]
fn energy_feedback_mends_both() {
    let method = recipe(Integrator::Ab3, Placement::EveryPass, BETA, 40.0);
    assert_digits(
        largest(&method),
        [6.68122291e-6, 2.24507251e-5, 8.45740086e-6, 6.79012504e-5],
    );
}

#[test]
fn energy_feedback_by_forward_euler() {
    let method = recipe(Integrator::Ab3, Placement::ForwardEuler, BETA, 40.0);
    assert_digits(
        largest(&method),
        [6.63871605e-6, 2.25093061e-5, 8.50262990e-6, 6.75934024e-5],
    );
}

/// `α_e h = 0.8` lies outside of AB-3's stable interval, which ends at 6/11: half of the energy is lost at 0.74 s,
/// and soon after 2 s the motion has left all bounds.
#[test]
fn twice_the_step_is_too_large_for_the_gain() {
    let method = recipe(Integrator::Ab3, Placement::EveryPass, BETA, 40.0);
    let run = history(&method, 0.02);
    let off_by = |psi: f64| {
        let found = run.iter().find(|(_, seen)| seen[2].abs() > psi);
        found.map(|(t, _)| *t)
    };
    assert!((off_by(1.0).unwrap() - 0.74).abs() < 1e-9);
    assert!((off_by(100.0).unwrap() - 2.06).abs() < 0.05);
    // By forward Euler the gain is stable up to α_e h = 2.
    let method = recipe(Integrator::Ab3, Placement::ForwardEuler, BETA, 40.0);
    let run = history(&method, 0.02);
    assert_eq!(run.len(), 1000);
    assert!(run.iter().all(|(_, seen)| seen[2].abs() < 1e-4));
}
