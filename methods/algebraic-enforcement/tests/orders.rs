//! Orders that depend on the forces and on the start.

use algebraic_enforcement::{AlgebraicEnforcement, Scheme};
use conformance::fixtures::{Fixture, damped_pendulum, double_pendulum, heavy_top, sleigh};
use conformance::{PerQuantity, Trial, fixed, follow};
use system::{Auto, Mechanism, Scalar, Shape, widen};

/// Slopes of all errors between two steps, small enough for both orders and large enough for Φ of order 3.
fn orders(scheme: Scheme, fixture: &Fixture) -> PerQuantity<f64> {
    let variant = AlgebraicEnforcement { scheme };
    let [a, b] = [2000, 4000]
        .map(|steps| follow(&variant, fixture, fixed(fixture, steps)).expect("runs to its end"));
    PerQuantity::from_fn(|quantity| math::log2(a[quantity] / b[quantity]))
}

fn is(slope: f64, expected: f64) -> bool {
    (slope - expected).abs() < 0.1
}

/// Gyroscopic moments of a spinning top, and centrifugal forces of a sleigh whose mass matrix turns with it.
#[test]
fn forces_that_depend_on_velocities_cost_an_order_and_a_second_pass_returns_it() {
    for fixture in [heavy_top(), sleigh()] {
        for (scheme, expected) in [(Scheme::PredictorCorrector, 1.0), (Scheme::SecondPass, 2.0)] {
            let seen = orders(scheme, &fixture);
            for slope in [seen.position, seen.velocity, seen.multiplier] {
                assert!(is(slope, expected), "{}: {seen:?}", fixture.name);
            }
            assert!(is(seen.drift_velocity, 2.0), "{}: {seen:?}", fixture.name);
        }
    }
}

/// Drag in proportion to the momentum acts along the constraint normal where the velocity is wrong: λ takes the error
/// up, the motion does not see it. That is why nothing is claimed for forces without a potential.
#[test]
fn isotropic_drag_costs_only_the_multipliers_an_order() {
    let seen = orders(Scheme::PredictorCorrector, &damped_pendulum());
    assert!(is(seen.position, 2.0) && is(seen.velocity, 2.0), "{seen:?}");
    assert!(is(seen.multiplier, 1.0), "{:?}", seen.multiplier);
    let seen = orders(Scheme::SecondPass, &damped_pendulum());
    assert!(is(seen.multiplier, 2.0), "{:?}", seen.multiplier);
}

/// From rest it would be 2.
#[test]
fn from_a_start_in_motion_each_reaction_is_of_first_order_and_the_mean_of_two_of_second() {
    let fixture = double_pendulum();
    let printed = orders(Scheme::PredictorCorrector, &fixture);
    assert!(is(printed.multiplier, 1.0), "{:?}", printed.multiplier);
    let averaged = orders(Scheme::SecondPass, &fixture);
    assert!(is(averaged.multiplier, 2.0), "{:?}", averaged.multiplier);
}

#[test]
fn from_a_start_in_motion_predictor_steps_cost_the_velocities_an_order() {
    let seen = orders(Scheme::PredictorStart, &double_pendulum());
    assert!(is(seen.position, 2.0), "{:?}", seen.position);
    assert!(is(seen.velocity, 1.0), "{:?}", seen.velocity);
    assert!(is(seen.drift_position, 3.0), "{:?}", seen.drift_position);
    assert!(is(seen.drift_velocity, 1.0), "{:?}", seen.drift_velocity);
}

/// A blade on an incline that spins at a constant rate ω goes sideways, never down:
/// `x = g/(2ω²) sin² ωt`, `y = g/(2ω²) (ωt - sin ωt cos ωt)` with gravity g down the slope along x.
struct Blade;

const SPIN: f64 = 1.3;
const SLOPE: f64 = 4.0;

impl Mechanism for Blade {
    fn shape(&self) -> Shape {
        Shape::new(3, 0).with_nonholonomic(1)
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        (widen([0.0; 3]), widen([0.0, 0.0, SPIN]))
    }

    fn constraint<S: Scalar>(&self, _t: S, _q: &[S], _out: &mut [S]) {}

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        out.copy_from_slice(&[2.0, 2.0, 0.3].map(S::from));
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        S::from(-2.0 * SLOPE) * q[0]
    }

    fn velocity_constraint<S: Scalar>(&self, _t: S, q: &[S], v: &[S], out: &mut [S]) {
        let (s, c) = q[2].sin_cos();
        out[0] = v[1] * c - v[0] * s;
    }
}

#[test]
fn velocity_rows_are_centred_and_keep_order_two() {
    let system = Auto::new(Blade);
    let end: f64 = 3.0;
    let error = |scheme: Scheme, steps: usize| {
        let variant = AlgebraicEnforcement { scheme };
        let mut trial = Trial::fixed(&variant, &system, end / steps as f64).unwrap();
        let state = trial.steps(steps).expect("regular");
        let (s, c) = math::sin_cos(SPIN * end);
        let size = SLOPE / (2.0 * SPIN * SPIN);
        let (x, y) = (size * s * s, size * (SPIN * end - s * c));
        math::hypot(state.q()[0] - x, state.q()[1] - y)
    };
    for (scheme, expected) in [
        (Scheme::PredictorCorrector, 2.0),
        (Scheme::SecondPass, 2.0),
        (Scheme::Predictor, 1.0),
    ] {
        let order = math::log2(error(scheme, 2000) / error(scheme, 4000));
        assert!((order - expected).abs() < 0.05, "{scheme:?}: {order}");
    }
}
