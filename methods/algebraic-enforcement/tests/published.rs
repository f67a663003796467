//! The published example, a planar double pendulum after 10 s: what its multipliers mean, and what its steps cost. The
//! digits of the paper's Table 1 are compared in `harness/replication`.
//!
//! Two uniform rods of 5 m and 1 kg, under 10 m/s² along +x, released from rest along +y. The paper states neither
//! the moment of inertia nor gravity nor its direction; the energy balance of its converged values fixes them.

use algebraic_enforcement::{AlgebraicEnforcement, Scheme};
use mechanics::{Auto, Flow, Mechanism, Scalar, Shape, System, Truth, widen};
use stepping::{Method, Resolution, StepSize};

const LENGTH: f64 = 5.0;
const GRAVITY: f64 = 10.0;
const END: f64 = 10.0;

/// The three steps of the table, as numbers of steps.
const STEPS: [usize; 3] = [2000, 4000, 8000];

struct DoublePendulum;

impl Mechanism for DoublePendulum {
    fn shape(&self) -> Shape {
        Shape::new(6, 4)
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let q = [0.0, 0.5 * LENGTH, 0.0, 0.0, 1.5 * LENGTH, 0.0];
        (widen(q), widen([0.0; 6]))
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        let half = S::from(0.5 * LENGTH);
        let ((sin1, cos1), (sin2, cos2)) = (q[2].sin_cos(), q[5].sin_cos());
        out[0] = q[0] - half * sin1;
        out[1] = q[1] - half * cos1;
        out[2] = q[3] - q[0] - half * sin1 - half * sin2;
        out[3] = q[4] - q[1] - half * cos1 - half * cos2;
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        let inertia = LENGTH * LENGTH / 12.0;
        out.copy_from_slice(&[1.0, 1.0, inertia, 1.0, 1.0, inertia].map(S::from));
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        -S::from(GRAVITY) * (q[0] + q[3])
    }
}

struct End {
    lambda: Vec<f64>,
    at_time: f64,
}

fn run(system: &dyn System, steps: usize) -> End {
    let method = AlgebraicEnforcement {
        scheme: Scheme::PredictorCorrector,
    };
    let h = StepSize::new(END / steps as f64).expect("positive");
    let mut stepper = method
        .prepare(system, Resolution::Fixed(h))
        .expect("independent rows");
    let mut state = system.initial();
    for _ in 0..steps {
        stepper.step(&mut state).expect("regular");
    }
    let found = stepper.multipliers(&state).expect("known");
    End {
        lambda: found.values.to_vec(),
        at_time: found.at_time,
    }
}

#[test]
fn from_rest_the_multipliers_are_of_second_order_in_the_middle_of_the_last_step() {
    // The paper compares them with t = 10 and finds orders of 1.2 to 1.3.
    let system = Auto::new(DoublePendulum);
    let (mut flow, start) = (Flow::new(&system), system.initial());
    let mut exact = |t: f64| {
        let (q, v) = flow.advance(0.0, start.q(), start.v(), t).expect("regular");
        let truth = Truth {
            t,
            q,
            v,
            lambda: None,
        };
        flow.multipliers(&truth).expect("regular")[0]
    };
    let ends = STEPS.map(|steps| run(&system, steps));
    for ((end, steps), expected) in ends.iter().zip(STEPS).zip([-0.3749, -0.0957, -0.02416]) {
        let h = END / steps as f64;
        assert!((end.at_time - (END - 0.5 * h)).abs() < 1e-12);
        let error = end.lambda[0] - exact(end.at_time);
        assert!((error / expected - 1.0).abs() < 2e-3, "{error}");
    }
    let at_the_end = ends.each_ref().map(|end| end.lambda[0] - exact(END));
    let ratio = at_the_end[1] / at_the_end[2];
    assert!((ratio - 2.11).abs() < 0.01, "{at_the_end:?}");
}

#[test]
fn a_step_costs_two_evaluations_and_factorizations_and_the_second_pass_one_more_evaluation() {
    let system = Auto::new(DoublePendulum);
    for (scheme, expected) in [
        (Scheme::Predictor, (1, 1, 1)),
        (Scheme::PredictorCorrector, (2, 2, 2)),
        (Scheme::SecondPass, (3, 2, 3)),
    ] {
        let method = AlgebraicEnforcement { scheme };
        let h = StepSize::new(0.01).expect("positive");
        let mut stepper = method
            .prepare(&system, Resolution::Fixed(h))
            .expect("independent rows");
        stepper.step(&mut system.initial()).expect("regular");
        let work = stepper.work();
        let found = (work.evaluations, work.factorizations, work.solves);
        assert_eq!(found, expected, "{scheme:?}");
    }
}

#[test]
fn before_the_first_step_multipliers_are_those_of_the_equations_of_motion() {
    let system = Auto::new(DoublePendulum);
    let start = system.initial();
    let truth = Truth {
        t: 0.0,
        q: start.q().to_vec(),
        v: start.v().to_vec(),
        lambda: None,
    };
    let expected = Flow::new(&system).multipliers(&truth).expect("regular");
    for variant in algebraic_enforcement::family().variants {
        let h = StepSize::new(0.01).expect("positive");
        let mut stepper = variant
            .prepare(&system, Resolution::Fixed(h))
            .expect("independent rows");
        let found = stepper.multipliers(&start).expect("regular");
        assert_eq!(found.at_time, 0.0);
        for (found, expected) in found.values.iter().zip(&expected) {
            assert!((found - expected).abs() < 1e-13);
        }
    }
}
