//! The long run of the paper's second example (Table 2): a pendulum of unit mass and length under unit gravity,
//! released from the horizontal with unit speed, 1000 s by the trapezoidal rule with steps of 0.01 s.

use augmented_lagrangian::AugmentedLagrangian;
use conformance::fixtures::OnCircle;
use mechanics::{Auto, System};
use stepping::{Integrator, Method, Resolution, StepSize};

const PENDULUM: OnCircle = OnCircle::new(1.0, -1.0);

/// How energy and length change over a run.
#[derive(Debug)]
struct Drift {
    energy_at_end: f64,
    largest_energy: f64,
    largest_length: f64,
}

fn run(method: &AugmentedLagrangian, h: f64, steps: usize) -> Drift {
    let system = Auto::new(PENDULUM);
    let resolution = Resolution::Fixed(StepSize::new(h).unwrap());
    let mut stepper = method.prepare(&system, resolution).unwrap();
    let mut state = system.initial();
    let start = system.energy(0.0, state.q(), state.v());
    let (mut energy, mut largest_energy, mut largest_length) = (0.0_f64, 0.0_f64, 0.0_f64);
    for _ in 0..steps {
        stepper.step(&mut state).unwrap();
        let q = state.q();
        energy = system.energy(0.0, q, state.v()) - start;
        largest_energy = largest_energy.max(energy.abs());
        largest_length = largest_length.max((q[0].hypot(q[1]) - 1.0).abs());
    }
    Drift {
        energy_at_end: energy,
        largest_energy,
        largest_length,
    }
}

fn near(value: f64, expected: f64, relative: f64) -> bool {
    (value - expected).abs() <= relative * expected.abs()
}

fn alf(integrator: Integrator, omega: f64) -> AugmentedLagrangian {
    AugmentedLagrangian::new(integrator, 1e7, (omega, 1.0)).unwrap()
}

/// The whole run of the paper.
fn long(method: &AugmentedLagrangian) -> Drift {
    run(method, 0.01, 100_000)
}

#[test]
fn feedback_alone_loses_energy_at_a_steady_rate() {
    // The paper prints 9.0e-3 and 5.0e-6.
    let drift = long(&alf(Integrator::Trapezoid, 10.0));
    assert!(near(drift.energy_at_end, -9.45e-3, 0.01), "{drift:?}");
    assert!(near(drift.largest_energy, 9.45e-3, 0.01), "{drift:?}");
    assert!(near(drift.largest_length, 6.1e-6, 0.02), "{drift:?}");
}

#[test]
fn projected_steps_keep_the_length_and_lose_forty_times_less() {
    // The paper prints 3.0e-4 and 1e-14.
    let drift = long(&alf(Integrator::Trapezoid, 0.0).projected(1).unwrap());
    assert!(near(drift.energy_at_end, -2.28e-4, 0.01), "{drift:?}");
    assert!(near(drift.largest_energy, 3.4e-4, 0.01), "{drift:?}");
    assert!(drift.largest_length <= 1.2e-15, "{drift:?}");
    // The gains do not matter then.
    let with_gains = long(&alf(Integrator::Trapezoid, 10.0).projected(1).unwrap());
    let apart = with_gains.energy_at_end - drift.energy_at_end;
    assert!(apart.abs() < 1e-11, "{apart:.1e}");
}

#[test]
fn the_midpoint_rule_loses_less() {
    // A program of twenty lines with the reaction in closed form gives -8.60762e-5.
    let projected = alf(Integrator::ImplicitMidpoint, 0.0).projected(1).unwrap();
    let drift = long(&projected);
    assert!(near(drift.energy_at_end, -8.60762e-5, 1e-5), "{drift:?}");
    assert!(drift.largest_length <= 1.2e-15, "{drift:?}");
}

#[test]
fn positions_as_unknowns_follow_the_projected_steps() {
    // The paper prints the same numbers for both. They solve the same equations up to terms of higher order.
    for projection in [1e7, 1e3] {
        let drift = long(&AugmentedLagrangian::index3(1e7, projection).unwrap());
        assert!(near(drift.energy_at_end, -2.28e-4, 0.01), "{drift:?}");
        assert!(near(drift.largest_energy, 3.4e-4, 0.01), "{drift:?}");
        assert!(drift.largest_length <= 1e-15, "{drift:?}");
    }
}

#[test]
fn energy_is_lost_with_the_third_power_of_the_step() {
    // A projection makes a step asymmetric, in its term of third order: ten times the step, a thousand times
    // the loss.
    let projected = alf(Integrator::Trapezoid, 0.0).projected(1).unwrap();
    let (coarse, fine) = (run(&projected, 0.1, 10_000), long(&projected));
    let ratio = coarse.energy_at_end / fine.energy_at_end;
    assert!(near(ratio, 1000.0, 0.05), "{ratio}");
}
