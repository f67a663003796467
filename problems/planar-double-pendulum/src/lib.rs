//! Two pinned rods in maximal coordinates.
//!
//! **Sketch.** A uniform rod hangs from a fixed pivot, an equal one from its end. Both are released from rest,
//! stretched out horizontally, and the lower one whips through below the upper one. Each rod carries its own three
//! coordinates, so that both joints are constraints, and the multipliers of one act on those of the other.
//!
//! **Coordinates.** Centre and angle of each rod, `q = (x₁, y₁, θ₁, x₂, y₂, θ₂)`; `v = q'`. The direction of a rod
//! is (sin θ, cos θ). x points down and y sideways.
//!
//! **M** = diag(m, m, J, m, m, J) with `J = m L²/12`. **f** = (m g, 0, 0, m g, 0, 0).
//!
//! **Φ** has four rows, two for each joint:
//!
//! ```text
//! x₁ - (L/2) sin θ₁              x₂ - x₁ - (L/2) sin θ₁ - (L/2) sin θ₂
//! y₁ - (L/2) cos θ₁              y₂ - y₁ - (L/2) cos θ₁ - (L/2) cos θ₂
//! ```
//!
//! the left column first. `-λ` is the force with which the pivot holds the first rod, and the first rod the second.
//!
//! **Parameters.** Length L in m and mass m in kg of a rod, gravity g in m/s². All presets have L = 5, m = 1,
//! g = 10.
//!
//! **Initial state.** θ₁ = θ₂ = 0, at rest: horizontal along +y. The paper gives length, mass and constraints, but
//! neither moment of inertia nor gravity nor the start in its coordinates, and as it linearizes about θ = 0, the rods
//! seem to hang there. The energy balance of its converged values is met by uniform rods under 10 m/s² along +x, and by
//! no gravity along y; with that the published method reproduces its table to at least nine digits in coordinates and
//! velocities. The linearized Jacobian of the paper has a sign error in the third row, and its fourth row is negated.
//!
//! | id | end |
//! | --- | --- |
//! | `planar-double-pendulum` | 2 s |
//! | `planar-double-pendulum/welch-2007` | 10 s |
//! | `planar-double-pendulum/long` | 100 s, the motion known for 2 s |
//!
//! **Known truth.** Stored digits, found with all coordinates and multipliers and again with the two angles alone.
//! They agree with values that others have computed in quadruple precision. The extrapolated column of the paper misses
//! them by 7e-7 in x₁ and by 0.055 in λ₁: its multipliers belong to the middle of the last step.
//!
//! **Difficulty tags.** `stored-digits`, `planar`; `long-run` for 10 s and more; `chaotic` for 100 s.
//!
//! **Origin.** Welch, Hong, Trapp and Choi (2007), Table 1.

mod kernel;
mod presets;
mod sketch;

pub use kernel::DoublePendulumKernel;
pub use presets::problems;

use solvers::kernels;
use system::bits::drawn;
use system::parameters::{all_positive, finite};
use system::{Mechanism, ParameterError, Pattern, Scalar, Shape};

/// The velocities that each joint touches, for which the solver is compiled.
const JOINTS: u64 = drawn(&[
    "x.x...", //
    ".xx...", //
    "x.xx.x", //
    ".xx.xx",
]);

/// The parameters of a double pendulum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Length of a rod in m.
    pub length: f64,
    /// Mass of a rod in kg.
    pub mass: f64,
    /// Gravity in m/s², towards +x.
    pub gravity: f64,
}

impl Default for Parameters {
    /// Two rods of five metres and one kilogram under 10 m/s².
    fn default() -> Self {
        Self {
            length: 5.0,
            mass: 1.0,
            gravity: 10.0,
        }
    }
}

/// The specification: two pinned rods in maximal coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoublePendulum {
    parameters: Parameters,
}

impl DoublePendulum {
    /// A double pendulum with these parameters.
    ///
    /// # Errors
    /// When a parameter is out of range.
    pub fn new(parameters: Parameters) -> Result<Self, ParameterError> {
        let length = parameters.length;
        all_positive([("length", length), ("mass", parameters.mass)])?;
        finite("gravity", parameters.gravity)?;
        let pendulum = Self { parameters };
        if !pendulum.inertia().is_normal() {
            return Err(ParameterError::impossible(
                "length",
                length,
                "the moment of inertia leaves the range of double precision",
            ));
        }
        Ok(pendulum)
    }

    /// The parameters it was made with.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Moment of inertia of a rod about its centre.
    pub fn inertia(&self) -> f64 {
        let p = self.parameters;
        p.mass * p.length * p.length / 12.0
    }
}

impl Mechanism for DoublePendulum {
    fn shape(&self) -> Shape {
        let joints = [vec![0, 2], vec![1, 2], vec![0, 2, 3, 5], vec![1, 2, 4, 5]];
        Shape::new(6, 4)
            .with_constant_forces()
            .with_rows(Pattern::from_rows(6, joints))
            .and_then(|shape| shape.with_solver_kernel(kernels::diagonal::<6, 4, JOINTS>()))
            .expect("the patterns have one row per constraint and per velocity")
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let length = S::decimal(self.parameters.length);
        let zero = S::from(0.0);
        let centre = |rods: f64| length * S::from(rods);
        let q = vec![zero, centre(0.5), zero, zero, centre(1.5), zero];
        (q, vec![zero; 6])
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        let half = S::decimal(self.parameters.length) * S::from(0.5);
        let ((sin1, cos1), (sin2, cos2)) = (q[2].sin_cos(), q[5].sin_cos());
        out[0] = q[0] - half * sin1;
        out[1] = q[1] - half * cos1;
        out[2] = q[3] - q[0] - half * sin1 - half * sin2;
        out[3] = q[4] - q[1] - half * cos1 - half * cos2;
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        let mass = S::decimal(self.parameters.mass);
        let inertia = mass * S::decimal(self.parameters.length).square() / S::from(12.0);
        out.copy_from_slice(&[mass, mass, inertia, mass, mass, inertia]);
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        let weight = S::decimal(self.parameters.mass) * S::decimal(self.parameters.gravity);
        -weight * (q[0] + q[3])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solvers::Kkt;
    use system::{System, Terms};

    #[test]
    fn released_rods_start_with_the_accelerations_and_forces_of_lagranges_equations() {
        // 16/3 θ₁'' + 2 θ₂'' = 6 g/L and 2 θ₁'' + 4/3 θ₂'' = 2 g/L; then Newton's law for each centre.
        let kernel = DoublePendulumKernel::new(DoublePendulum::new(Parameters::default()).unwrap());
        let start = kernel.initial();
        let mut terms = Terms::new(kernel.shape());
        kernel.evaluate(0.0, start.q(), start.v(), &mut terms);
        let mut kkt = Kkt::new(kernel.shape());
        kkt.factor(&terms).unwrap();
        let (mut a, mut lambda) = ([f64::NAN; 6], [f64::NAN; 4]);
        kkt.solve(&terms.force, &terms.gamma, &mut a, &mut lambda);
        let expected_a = [45.0, 0.0, 18.0, 75.0, 0.0, -6.0].map(|x| x / 7.0);
        let expected_lambda = [20.0, 0.0, -5.0, 0.0].map(|x| x / 7.0);
        for (got, expected) in a.iter().zip(expected_a) {
            assert!((got - expected).abs() < 1e-14, "{a:?}");
        }
        for (got, expected) in lambda.iter().zip(expected_lambda) {
            assert!((got - expected).abs() < 1e-14, "{lambda:?}");
        }
    }
}
