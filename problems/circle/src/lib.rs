//! A particle on the unit circle, without forces: the problem of the truncation-error model.
//!
//! **Sketch.** A bead of unit mass slides on a smooth ring of radius one, and nothing else acts on it, so
//! it turns with constant speed for ever. All that a numerical run can get wrong is the phase, the radius
//! and the speed, and all three have closed-form steady states for many methods.
//!
//! **Coordinates.** `q = (x, y)`, `v = (x', y')`.
//!
//! **M** = diag(1, 1). **f** = 0. **Φ** = ½ (x² + y² - 1), so `J = (x, y)` and `γ = -|v|²`.
//!
//! **Parameters.** Radius 1 m, mass 1 kg, speed 1 m/s.
//!
//! **Initial state.** `q = (1, 0)`, `v = (0, 1)`.
//!
//! **Known truth.** With `z = x + i y`: `z = e^{it}`, `z' = i e^{it}`, and `λ = |v|²/|q|² = 1`.
//!
//! **Difficulty tags.** `closed-form`, `planar`, `force-free`.
//!
//! **Origin.** The first example of Yoon, Howe and Greenwood, who predict the steady constraint violations
//! of an integrator from the leading terms of its truncation error.

mod kernel;
mod sketch;

pub use kernel::CircleKernel;

use problem::{Known, Ladder, Preset, Problem, ProblemCard, Reference, Route, Settings, Truth};
use system::{Mechanism, Scalar, Shape, widen};

/// The specification: a particle on the unit circle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Circle;

impl Mechanism for Circle {
    fn shape(&self) -> Shape {
        Shape::new(2, 1).with_constant_forces()
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        (widen([1.0, 0.0]), widen([0.0, 1.0]))
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        out[0] = S::from(0.5) * (q[0].square() + q[1].square() - S::from(1.0));
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        out.fill(S::from(1.0));
    }
}

/// Simulated time: six seconds instead of the period 2π, so that the end is not the start, where errors
/// along the path could pass unseen, and so that step sizes are short decimal numbers.
const END_TIME: f64 = 6.0;

/// Output points, every half second: order 8 wants steps that long.
const GRID: usize = 12;

const CARD: ProblemCard = ProblemCard {
    id: "circle",
    name: "Particle on a circle",
    summary: "A free particle turns on a ring with constant speed; drift and phase are the only possible errors.",
    tags: &["closed-form", "planar", "force-free"],
    origin: "Yoon, Howe and Greenwood, truncation-error model, problem 1",
    end_time: END_TIME,
    reference: Reference::closed_form(15),
    // A push along the ring is carried along for the whole time.
    sensitivity: 6.0,
    ladder: Some(
        Ladder::new(GRID, [1500, 160, 50, 32])
            .with(4, &[32, 50, 80, 125, 200])
            .with(5, &[30, 42, 60, 85, 120])
            .with(8, &[2, 3, 4, 8, 12]),
    ),
    ..ProblemCard::BLANK
};

fn truth(t: f64) -> Truth {
    let (sin, cos) = math::sin_cos(t);
    Truth {
        t,
        q: vec![cos, sin],
        v: vec![-sin, cos],
        lambda: Some(vec![1.0]),
    }
}

/// Every preset of this crate.
pub fn problems() -> Vec<Box<dyn Problem>> {
    vec![Box::new(Preset {
        mechanism: Circle,
        kernel: |_| Box::new(CircleKernel::new()),
        known: Known::Formula(|_, times| times.iter().map(|&t| truth(t)).collect()),
        routes: |_| vec![Route::redundant(Circle, Settings::fine(0.5))],
        published: "",
        limit: None,
        card: CARD,
    })]
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::Terms;

    /// Values of order one pass through a handful of operations.
    const ROUNDING: f64 = 1e-15;

    #[test]
    fn the_truth_lies_on_the_circle_and_keeps_its_energy() {
        let problem = problems().remove(0);
        let system = problem.system();
        let mut terms = Terms::new(system.shape());
        let times: Vec<f64> = (0..=60).map(|k| 0.1 * f64::from(k)).collect();
        for truth in problem.truth(&times) {
            let [x, y] = truth.q[..] else { unreachable!() };
            let [vx, vy] = truth.v[..] else {
                unreachable!()
            };
            system.evaluate(truth.t, &truth.q, &truth.v, &mut terms);
            assert!(terms.phi[0].abs() < ROUNDING);
            assert!((x * vx + y * vy).abs() < ROUNDING);
            assert!((system.energy(truth.t, &truth.q, &truth.v) - 0.5).abs() < ROUNDING);
            // M v' + Jᵀ λ = f with v' = -q.
            assert_eq!(truth.lambda, Some(vec![1.0]));
        }
    }

    #[test]
    fn the_start_is_consistent_and_is_the_truth_at_zero() {
        let problem = problems().remove(0);
        let start = problem.system().initial();
        let truth = &problem.truth(&[0.0])[0];
        assert_eq!((start.q(), start.v()), (&truth.q[..], &truth.v[..]));
        let mut phi = [f64::NAN];
        problem.system().constraint(0.0, start.q(), &mut phi);
        assert_eq!(phi, [0.0]);
    }
}
