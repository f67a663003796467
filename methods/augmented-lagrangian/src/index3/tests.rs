use super::*;
use conformance::fixtures::{
    Fixture, damped_pendulum, spherical_pendulum, swelling_gravity, turning_rod,
};
use system::{Auto, Mechanism, Scalar, Shape};

fn kappa(kappa: f64) -> RelativePenalty {
    RelativePenalty::new(kappa).unwrap()
}

fn index3(fixture: &Fixture, h: f64, post_step: PostStep) -> Index3<'_> {
    Index3::new(&*fixture.system, h, kappa(1e7), options(post_step)).unwrap()
}

fn options(post_step: PostStep) -> Options {
    Options {
        stiffness: Stiffness::Relative(kappa(1e7)),
        reaction_by: ReactionBy::Multipliers,
        post_step,
    }
}

const PROJECTED: fn() -> PostStep = || PostStep::Project(kappa(1e7));

#[test]
fn without_projections_the_rule_runs_away() {
    let fixture = spherical_pendulum();
    let h = 0.01;
    let survives = |post_step: PostStep, steps: usize| {
        let mut stepper = index3(&fixture, h, post_step);
        let mut state = fixture.system.initial();
        let energy = |state: &State| fixture.system.energy(state.t, state.q(), state.v());
        let start = energy(&state);
        (0..steps).all(|_| stepper.step(&mut state).is_ok() && (energy(&state) - start).abs() < 1.0)
    };
    assert!(survives(PROJECTED(), 2000));
    assert!(!survives(PostStep::Skip, 2000));
}

/// The largest |Φ| in a hundred steps.
fn violation(options: Options) -> f64 {
    let fixture = spherical_pendulum();
    let mut stepper = Index3::new(&*fixture.system, 0.01, kappa(1e7), options).unwrap();
    let mut state = fixture.system.initial();
    let mut worst = 0.0_f64;
    for _ in 0..100 {
        stepper.step(&mut state).unwrap();
        let mut phi = [f64::NAN];
        fixture.system.constraint(state.t, state.q(), &mut phi);
        worst = worst.max(phi[0].abs());
    }
    worst
}

#[test]
fn penalties_alone_give_in_proportion_and_multipliers_do_not() {
    let with = |reaction_by, alpha| {
        violation(Options {
            stiffness: Stiffness::Printed(alpha),
            reaction_by,
            ..options(PROJECTED())
        })
    };
    let [soft, stiff] = [1e7, 1e9].map(|alpha| with(ReactionBy::Penalties, alpha));
    // λ/α, with λ of some 10 N/m.
    assert!(soft > 1e-7 && soft < 1e-4, "{soft}");
    assert!((soft / stiff / 100.0 - 1.0).abs() < 1e-3, "{soft} {stiff}");
    assert!(with(ReactionBy::Multipliers, 1e7) < 1e-13);
}

/// How far the multipliers are off at the end, those of the iteration and those of the state.
fn multiplier_errors(steps: usize) -> (f64, f64) {
    let fixture = spherical_pendulum();
    let mut stepper = index3(&fixture, fixture.end / steps as f64, PROJECTED());
    let mut state = fixture.system.initial();
    for _ in 0..steps {
        stepper.step(&mut state).unwrap();
    }
    let truth = fixture.truth(&[fixture.end]).remove(0).lambda.unwrap()[0];
    let iterated = 4.0 * stepper.memory.lambda[0] / (stepper.h * stepper.h);
    let at_state = stepper.multipliers(&state).unwrap().values[0];
    ((iterated - truth).abs(), (at_state - truth).abs())
}

#[test]
fn multipliers_of_the_iteration_are_of_first_order_and_those_of_the_state_of_second() {
    let (coarse, fine) = (multiplier_errors(1000), multiplier_errors(2000));
    let iterated = math::log2(coarse.0 / fine.0);
    let at_state = math::log2(coarse.1 / fine.1);
    assert!((iterated - 1.0).abs() < 0.1, "{iterated}");
    assert!((at_state - 2.0).abs() < 0.1, "{at_state}");
}

#[test]
fn the_energy_balance_closes_with_second_order() {
    for fixture in [damped_pendulum(), swelling_gravity(), turning_rod()] {
        let error = |steps: usize| {
            let mut stepper = index3(&fixture, fixture.end / steps as f64, PROJECTED());
            let mut state = fixture.system.initial();
            let energy = |state: &State| {
                fixture.system.energy(state.t, state.q(), state.v()) - state.work_done()
            };
            let start = energy(&state);
            let mut largest = 0.0_f64;
            for _ in 0..steps {
                stepper.step(&mut state).unwrap();
                largest = largest.max((energy(&state) - start).abs());
            }
            largest
        };
        let order = math::log2(error(400) / error(800));
        assert!(order > 1.8, "{}: {order}", fixture.name);
    }
}

#[test]
fn a_state_set_by_somebody_starts_anew() {
    let fixture = spherical_pendulum();
    let h = 0.01;
    let mut stepper = index3(&fixture, h, PROJECTED());
    let mut state = fixture.system.initial();
    for _ in 0..10 {
        stepper.step(&mut state).unwrap();
    }
    let (mut again, mut fresh) = (fixture.system.initial(), fixture.system.initial());
    stepper.step(&mut again).unwrap();
    index3(&fixture, h, PROJECTED()).step(&mut fresh).unwrap();
    assert_eq!(again, fresh);
}

/// A unit mass on a line, held by a spring of 1e8 N/m.
struct StiffSpring;

impl Mechanism for StiffSpring {
    fn shape(&self) -> Shape {
        Shape::new(2, 1)
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let point = |y: f64| vec![S::from(0.0), S::from(y)];
        (point(0.0), point(1.0))
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        out[0] = q[0];
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        out.fill(S::from(1.0));
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        q[1].square() * S::from(0.5e8)
    }
}

#[test]
fn stiff_forces_are_part_of_the_tangent() {
    // h² k/4 is 2500: an iteration that left the spring out would grow by that factor each time. The rule keeps
    // the energy of a linear oscillator at any step.
    let system = Auto::new(StiffSpring);
    let mut stepper = Index3::new(&system, 0.01, kappa(1e7), options(PROJECTED())).unwrap();
    let mut state = system.initial();
    let steps = 1000;
    for _ in 0..steps {
        stepper.step(&mut state).unwrap();
        let energy = system.energy(state.t, state.q(), state.v());
        assert!((energy - 0.5).abs() < 1e-9, "{energy}");
    }
    assert!(stepper.work().iterations <= 3 * steps);
}

/// A mass on a slope of 3 in 4 under gravity.
struct Slope;

impl Mechanism for Slope {
    fn shape(&self) -> Shape {
        Shape::new(2, 1)
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let point = |x: f64, y: f64| vec![S::from(x), S::from(y)];
        (point(0.0, 0.0), point(0.8, 0.6))
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        out[0] = S::from(0.8) * q[1] - S::from(0.6) * q[0];
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        out.fill(S::from(2.0));
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        S::from(20.0) * q[1]
    }
}

#[test]
fn where_the_acceleration_is_constant_the_first_guess_is_the_answer() {
    // Down the slope with 10 · 0.6 m/s²: the guess h v + h² a/2 is exact, and one sweep finds nothing to correct.
    let system = Auto::new(Slope);
    let mut stepper = Index3::new(&system, 0.1, kappa(1e7), options(PROJECTED())).unwrap();
    let mut state = system.initial();
    for _ in 0..10 {
        stepper.step(&mut state).unwrap();
        let along = state.t - 3.0 * state.t * state.t;
        assert!((0.8 * state.q()[0] + 0.6 * state.q()[1] - along).abs() < 1e-12);
    }
    assert_eq!(stepper.work.iterations, 10);
}
