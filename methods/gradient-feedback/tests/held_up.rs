//! Control of constraints and energy on both levels, where the two hold each other up.
//!
//! A crank whose inertia swings drives a slider; the same mechanism is run slowly and a hundred times as fast. Scaled in
//! time the two runs are the same, but for a control that brings a time of its own.

use conformance::Trial;
use gradient_feedback::GradientFeedback;
use stepping::{EnergyFeedback, Gain, Integrator, Levels, Metric, Placement};
use system::{Auto, Mechanism, Scalar, Shape, System, widen};

/// `M = diag(1 + swing cos θ, slider)`, `Φ = s - throw sin θ`, no forces.
#[derive(Clone, Copy)]
struct Crank {
    swing: f64,
    throw: f64,
    slider: f64,
    /// The rate at the start, in rad/s.
    rate: f64,
}

impl Mechanism for Crank {
    fn shape(&self) -> Shape {
        Shape::new(2, 1).with_configuration_dependent_mass()
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let (sin, cos) = math::sin_cos(0.3);
        let q = [0.3, self.throw * sin];
        (widen(q), widen([self.rate, self.rate * self.throw * cos]))
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        out[0] = q[1] - S::from(self.throw) * q[0].sin_cos().0;
    }

    fn mass<S: Scalar>(&self, q: &[S], out: &mut [S]) {
        out[0] = S::from(1.0) + S::from(self.swing) * q[0].sin_cos().1;
        out[1] = S::from(self.slider);
    }

    fn potential<S: Scalar>(&self, _t: S, _q: &[S]) -> S {
        S::from(0.0)
    }
}

/// Radians of the crank, at its rate at the start.
const TURNED: f64 = 20.0;

const SLOW: f64 = 1.0;
const FAST: f64 = 100.0;

/// A time of 0.1 s between coordinates and velocities, whatever the step.
const FIXED_RATIO: Levels = Levels::PositionAndVelocity {
    rate: Gain::Fixed(10.0),
};

/// The time constant of the gains.
const PER_STEP_RATIO: Levels = Levels::PositionAndVelocity {
    rate: Gain::PerStep(0.5),
};

fn variant(levels: Levels, metric: Metric) -> GradientFeedback {
    let gain = Gain::PerStep(0.5);
    let energy = EnergyFeedback::new(gain, levels, metric).unwrap();
    let plain = GradientFeedback::new(Integrator::Rk4, Placement::BackwardEuler, gain, "");
    plain.unwrap().with_energy(energy)
}

/// The angle at the end of a run of so many steps, and the largest Φ' in units of the rate, from a start whose slider is
/// too fast by `off` times the rate.
fn run(crank: Crank, variant: &GradientFeedback, steps: usize, off: f64) -> (f64, Vec<f64>) {
    let system = Auto::new(crank);
    let mut start = system.initial();
    start.q_v_mut().1[1] += off * crank.rate;
    let h = TURNED / crank.rate / steps as f64;
    let trial = Trial::fixed(variant, &system, h).unwrap();
    let mut trial = trial.starting_at(start);
    let step = |_| {
        trial.step().unwrap();
        trial.sample().w[0] / crank.rate
    };
    let violations = (0..steps).map(step).collect();
    (trial.sample().state.q()[0], violations)
}

/// The order of the angle from 2000, 4000 and 8000 steps.
fn order(rate: f64, levels: Levels) -> f64 {
    let crank = Crank {
        swing: 0.5,
        throw: 2.0,
        slider: 1.0,
        rate,
    };
    let variant = variant(levels, Metric::Euclidean);
    let [a, b, c] = [2000, 4000, 8000].map(|steps| run(crank, &variant, steps, 0.0).0);
    math::log2(((a - b) / (b - c)).abs())
}

/// With `ρ_q/ρ_v = 4h²` for the fast run as for the slow one the orders are the same; with any fixed ratio one of the two
/// runs is too fast for it.
#[test]
fn a_fixed_ratio_of_the_gains_costs_a_fast_mechanism_its_order_and_one_tied_to_the_step_does_not() {
    for levels in [Levels::Velocity, PER_STEP_RATIO] {
        for rate in [SLOW, FAST] {
            let kept = order(rate, levels);
            assert!(
                (kept - 4.0).abs() < 0.15,
                "{levels:?} at {rate} 1/s: {kept}"
            );
        }
    }
    let kept = order(SLOW, FIXED_RATIO);
    assert!((kept - 4.0).abs() < 0.15, "{kept}");
    let lost = order(FAST, FIXED_RATIO);
    assert!(lost < 3.5, "{lost}");
}

/// By how much a small violation of the velocities grows.
fn growth(rate: f64, levels: Levels) -> f64 {
    let crank = Crank {
        swing: -0.5,
        throw: 0.5,
        slider: 5.0,
        rate,
    };
    let variant = variant(levels, Metric::Euclidean);
    let off = 1e-7;
    let [without, with] = [0.0, off].map(|off| run(crank, &variant, 4000, off).1);
    let pairs = without.iter().zip(&with);
    pairs.fold(0.0_f64, |most, (a, b)| most.max((a - b).abs())) / off
}

#[test]
fn violations_of_the_velocities_grow_while_the_controls_hold_each_other_up() {
    for (rate, levels) in [
        (SLOW, Levels::Velocity),
        (FAST, Levels::Velocity),
        (SLOW, FIXED_RATIO),
        (SLOW, PER_STEP_RATIO),
        (FAST, PER_STEP_RATIO),
    ] {
        let found = growth(rate, levels);
        assert!(found < 3.0, "{levels:?} at {rate} 1/s: {found}");
    }
    let found = growth(FAST, FIXED_RATIO);
    assert!(found > 50.0, "{found}");
}
