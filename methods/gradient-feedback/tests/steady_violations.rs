//! What is left of violations: where they settle, and where they grow. All on the unit circle without gravity,
//! at unit speed.

use conformance::fixtures::OnCircle;
use conformance::{Sample, Trial};
use gradient_feedback::GradientFeedback;
use stepping::{EnergyFeedback, Gain, Integrator, Levels, Metric, Placement};
use system::Auto;

fn plain(integrator: Integrator, placement: Placement, alpha: Gain) -> GradientFeedback {
    GradientFeedback::new(integrator, placement, alpha, "").unwrap()
}

/// Φ and Φ' after each step of `h` up to `end`, from a start that moves outwards with the speed `outwards`.
fn run(variant: &GradientFeedback, outwards: f64, h: f64, end: f64) -> Vec<(f64, f64)> {
    let system = Auto::new(OnCircle {
        v: [outwards, 1.0],
        ..OnCircle::new(0.0, 1.0)
    });
    let mut trial = Trial::fixed(variant, &system, h).unwrap();
    let steps = (end / h).round() as usize;
    let step = |_| {
        trial.step().unwrap();
        let Sample { phi, w, .. } = trial.sample();
        (phi[0], w[0])
    };
    (0..steps).map(step).collect()
}

/// Φ at `end`.
fn after(variant: &GradientFeedback, h: f64, end: f64) -> f64 {
    run(variant, 0.0, h, end).last().unwrap().0
}

/// By how much Φ' grows from the time when Φ has settled over 200 s. The start moves outwards a little, far more
/// than RK-4 does wrong, and so little that only what is linear counts.
fn growth(placement: Placement, alpha: f64, h: f64) -> f64 {
    let variant = plain(Integrator::Rk4, placement, Gain::Fixed(alpha));
    let (from, to) = (10.0, 210.0);
    let violations = run(&variant, 1e-6, h, to);
    let (_, first) = violations[(from / h).round() as usize - 1];
    let (_, last) = violations[violations.len() - 1];
    last / first
}

#[test]
fn forward_euler_makes_velocities_leave_at_a_rate_that_no_gain_changes() {
    // Φ'⁺ = Φ' + h² α |v|² Φ with Φ = Φ'/α: the rate is h |v|², so e² at h = 0.01 and e⁴ at h = 0.02.
    for (h, expected) in [(0.01, math::exp(2.0)), (0.02, math::exp(4.0))] {
        for alpha in [10.0, 40.0] {
            let found = growth(Placement::ForwardEuler, alpha, h);
            assert!(
                (found / expected - 1.0).abs() < 0.02,
                "α = {alpha}, h = {h}: {found} instead of {expected}"
            );
        }
    }
}

#[test]
fn a_control_held_over_the_step_lags_half_as_much() {
    // The gradient is of the old state while v turns: over the step half of what forward Euler does.
    for alpha in [10.0, 40.0] {
        let found = growth(Placement::Held, alpha, 0.01);
        let expected = math::exp(1.0);
        assert!(
            (found / expected - 1.0).abs() < 0.01,
            "α = {alpha}: {found}"
        );
    }
}

#[test]
fn gradient_and_velocity_at_the_same_state_do_not_grow() {
    for placement in [Placement::BackwardEuler, Placement::EveryPass] {
        for (alpha, h) in [(10.0, 0.01), (40.0, 0.01), (40.0, 0.02)] {
            let found = growth(placement, alpha, h);
            assert!(
                found < 1.001 && found > 0.95,
                "{placement:?}, α = {alpha}, h = {h}: {found}"
            );
        }
    }
}

#[test]
fn what_is_fed_back_balances_the_truncation_error() {
    // AB-3 turns the circle with a radial error of 3h³/8 per second; in steady state α Φ makes up for it, at the
    // state where the control is taken. Backward Euler leaves it after the correction, 1 - αh times that.
    let (h, alpha) = (0.01, 40.0);
    let energy = EnergyFeedback::new(Gain::Fixed(alpha), Levels::Velocity, Metric::Mass).unwrap();
    let forward = -3.0 / 8.0 * h * h * h / alpha;
    for (placement, expected) in [
        (Placement::ForwardEuler, forward),
        (Placement::BackwardEuler, forward * (1.0 - alpha * h)),
    ] {
        let variant = plain(Integrator::Ab3, placement, Gain::Fixed(alpha)).with_energy(energy);
        let found = after(&variant, h, 2.0);
        assert!(
            (found / expected - 1.0).abs() < 1e-3,
            "{placement:?}: {found} instead of {expected}"
        );
    }
}

#[test]
fn gains_tied_to_the_step_in_every_stage_shift_the_radius_by_the_square_of_the_step() {
    // The stages of RK-4 are off by 0, 1/8, -1/8 and 0 of h²|v|². With gains c/h their mean violation vanishes
    // for Φ = -c² h² |v|² / (16 (6 - 3c + c² - c³/4)) at the ends of steps.
    for c in [0.3, 0.5, 1.0, 2.0] {
        let variant = plain(Integrator::Rk4, Placement::EveryPass, Gain::PerStep(c));
        let h = 1e-3;
        let found = after(&variant, h, 1.0);
        let expected = -c * c * h * h / (16.0 * (6.0 - 3.0 * c + c * c - c * c * c / 4.0));
        assert!(
            (found / expected - 1.0).abs() < 5e-3,
            "c = {c}: {found} instead of {expected}"
        );
    }
}
