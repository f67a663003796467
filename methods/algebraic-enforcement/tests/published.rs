//! The printed scheme gives the printed digits: Table 1 of the paper, a planar double pendulum after 10 s.
//!
//! Two uniform rods of 5 m and 1 kg, under 10 m/s² along +x, released from rest along +y. The paper states neither
//! the moment of inertia nor gravity nor its direction; the energy balance of its converged values fixes them.

use algebraic_enforcement::{AlgebraicEnforcement, Scheme};
use mechanics::{Auto, Flow, Mechanism, Scalar, Shape, State, System, Truth, widen};
use stepping::{Method, Resolution, StepSize};

const LENGTH: f64 = 5.0;
const GRAVITY: f64 = 10.0;
const END: f64 = 10.0;

/// The three steps of the table, as numbers of steps.
const STEPS: [usize; 3] = [2000, 4000, 8000];

/// x₁, y₁, θ₁, x₂, y₂, θ₂ at the three steps, and the order n the paper finds in them.
#[rustfmt::skip]
const COORDINATES: [([f64; 3], f64); 6] = [
    ([2.443655269310963, 2.442965464018156, 2.442790656734799], 1.98),
    ([-0.5277783191794895, -0.530961275980072, -0.5317648207729833], 1.99),
    ([1.783508081764363, 1.784810820126253, 1.785139755818101], 1.99),
    ([6.711359930283763, 6.713351016578483, 6.713852953944924], 1.99),
    ([-2.765194090434459, -2.767952427377098, -2.768646375692474], 1.99),
    ([2.323828290259711, 2.32185340891759, 2.321353974979965], 1.98),
];

/// Their rates.
#[rustfmt::skip]
const VELOCITIES: [([f64; 3], f64); 6] = [
    ([-0.1819273871586672, -0.1842799921770659, -0.1848738194541881], 1.99),
    ([-0.8425945695282319, -0.8479370879904064, -0.849277386948345], 1.99),
    ([0.344804340604974, 0.3470922208260153, 0.3476665951459748], 1.99),
    ([8.358047330329132, 8.34086644455984, 8.336508225248394], 1.98),
    ([7.618758619232083, 7.632854935537393, 7.636424552087447], 1.98),
    ([-5.100854444583235, -5.10489678279419, -5.10591213422529], 1.99),
];

/// λ of the last corrector.
#[rustfmt::skip]
const MULTIPLIERS: [([f64; 3], f64); 4] = [
    ([57.64615652238092, 58.68436253318767, 59.13991225254942], 1.19),
    ([-3.734488926265648, -4.05223400911554, -4.179614438038763], 1.32),
    ([42.71195102102794, 43.69108931718181, 44.12375487226354], 1.18),
    ([-25.43944405550502, -25.74329960311427, -25.86977170351205], 1.26),
];

/// Φ.
#[rustfmt::skip]
const CONSTRAINTS: [([f64; 3], f64); 4] = [
    ([2.012649042981707e-7, 2.638058038684221e-8, 3.369676981890279e-9], 2.93),
    ([-4.33734350657744e-8, -5.72747815841268e-9, -7.331477647198881e-10], 2.91),
    ([2.580200099577823e-6, 3.347781205587097e-7, 4.257266783547209e-8], 2.94),
    ([-2.301799984172348e-6, -2.95487679213835e-7, -3.741255971689839e-8], 2.96),
];

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
    state: State,
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
        state,
    }
}

/// The order from three values (Eq. 70).
fn order([a, b, c]: [f64; 3]) -> f64 {
    ((a - b) / (b - c)).log2()
}

#[test]
fn the_table_of_the_paper_is_reproduced_to_nine_digits() {
    let system = Auto::new(DoublePendulum);
    let ends = STEPS.map(|steps| run(&system, steps));
    let column = |pick: &dyn Fn(&End) -> f64| [pick(&ends[0]), pick(&ends[1]), pick(&ends[2])];
    // Rounding enters velocities through 2 Φ/h and reactions through 2 Φ/h², and does not decay.
    for (k, (printed, n)) in COORDINATES.into_iter().enumerate() {
        agree(column(&|end| end.state.q()[k]), printed, n, 1e-11);
    }
    for (k, (printed, n)) in VELOCITIES.into_iter().enumerate() {
        agree(column(&|end| end.state.v()[k]), printed, n, 1e-9);
    }
    for (k, (printed, n)) in MULTIPLIERS.into_iter().enumerate() {
        agree(column(&|end| end.lambda[k]), printed, n, 1e-7);
    }
    for (k, (printed, n)) in CONSTRAINTS.into_iter().enumerate() {
        let phi = column(&|end| {
            let mut phi = [0.0; 4];
            system.constraint(END, end.state.q(), &mut phi);
            phi[k]
        });
        // Φ is a difference of numbers up to seven.
        for (found, printed) in phi.into_iter().zip(printed) {
            assert!((found - printed).abs() < 1e-14, "{found:e} for {printed:e}");
        }
        assert!((order(phi) - n).abs() <= 0.0051, "{}", order(phi));
    }
}

fn agree(found: [f64; 3], printed: [f64; 3], n: f64, tolerance: f64) {
    for (found, printed) in found.into_iter().zip(printed) {
        let gap = (found / printed - 1.0).abs();
        assert!(gap < tolerance, "{found} for {printed}: {gap:.1e}");
    }
    assert!(
        (order(found) - n).abs() <= 0.0051,
        "{} for {n}",
        order(found)
    );
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
