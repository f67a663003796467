//! The paper's first example (Table 1): a double pendulum of two point masses in natural coordinates, released
//! from the horizontal, 20 s by the midpoint rule with steps of 1 ms, with `Ω = 10 1/s` and projections now and
//! then. The motion is chaotic, so that only the size of errors means something.

use augmented_lagrangian::AugmentedLagrangian;
use mechanics::{Auto, Mechanism, Scalar, Shape, System};
use stepping::{Integrator, Method, Resolution, StepSize};

const GRAVITY: f64 = 9.81;

struct DoublePendulum;

impl Mechanism for DoublePendulum {
    fn shape(&self) -> Shape {
        Shape::new(4, 2)
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let q = [1.0, 0.0, 2.0, 0.0].map(S::from);
        (q.to_vec(), vec![S::from(0.0); 4])
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        out[0] = q[0].square() + q[1].square() - S::from(1.0);
        out[1] = (q[2] - q[0]).square() + (q[3] - q[1]).square() - S::from(1.0);
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        out.fill(S::from(1.0));
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        (q[1] + q[3]) * S::from(GRAVITY)
    }
}

/// What is wrong with the energy at the end, in percent of the largest kinetic energy.
fn energy_error(every: Option<u32>) -> f64 {
    let alf = AugmentedLagrangian::new(Integrator::ImplicitMidpoint, 1e7, (10.0, 1.0)).unwrap();
    let method = match every {
        Some(every) => alf.projected(every).unwrap(),
        None => alf,
    };
    let system = Auto::new(DoublePendulum);
    let resolution = Resolution::Fixed(StepSize::new(1e-3).unwrap());
    let mut stepper = method.prepare(&system, resolution).unwrap();
    let mut state = system.initial();
    let mut largest_kinetic = 0.0_f64;
    for _ in 0..20_000 {
        stepper.step(&mut state).unwrap();
        let kinetic: f64 = state.v().iter().map(|v| 0.5 * v * v).sum();
        largest_kinetic = largest_kinetic.max(kinetic);
    }
    // The energy is zero at the start.
    100.0 * system.energy(0.0, state.q(), state.v()).abs() / largest_kinetic
}

#[test]
fn the_more_often_it_is_projected_the_better_the_energy_is_kept() {
    // The paper prints 0.0377, 0.0287, 0.0039 and 0.0004 %. Perturbed starts move the first three by 2 %; the last
    // is noise of that size.
    for (every, percent) in [(None, 0.0380), (Some(100), 0.0292), (Some(10), 0.0039)] {
        let error = energy_error(every);
        let apart = (error / percent - 1.0).abs();
        assert!(
            apart < 0.05,
            "{error:.5} % instead of {percent} % every {every:?}"
        );
    }
    let always = energy_error(Some(1));
    assert!(always < 0.0015, "{always} %");
}
