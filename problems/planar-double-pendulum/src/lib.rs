//! Two pinned rods in maximal coordinates.
//!
//! **Sketch.** A uniform rod hangs from a fixed pivot, an equal one from its end. Both are released from rest,
//! stretched out horizontally, and swing through one another's way. Each rod carries its own three coordinates,
//! so that both joints are constraints: the smallest mechanism in which multipliers act on each other.
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
//! in the order left column, right column. `λ` = (force that the pivot, and the first rod, exert on the next rod) with
//! the opposite sign.
//!
//! **Parameters.** Length L in m and mass m in kg of a rod, gravity g in m/s². Both presets have L = 5, m = 1,
//! g = 10.
//!
//! **Initial state.** θ₁ = θ₂ = 0, at rest: horizontal along +y. The paper gives lengths, masses and the constraints,
//! but neither the moment of inertia nor the strength of gravity nor the start in its coordinates; its formulas
//! linearized about θ = 0 suggest that rods hang there. The energy balance of its converged columns is met by uniform
//! rods under 10 m/s² along +x and by no gravity along y, and then the whole table is reproduced digit for digit. In
//! its linearized Jacobian the third row has a sign error (+1 for x₂).
//!
//! | id | end |
//! | --- | --- |
//! | `planar-double-pendulum` | 2 s |
//! | `planar-double-pendulum/welch-2007` | 10 s |
//!
//! **Known truth.** Stored digits, found with all coordinates and multipliers and again with the two angles alone.
//! The extrapolated column of the published table misses the motion in the seventh digit, its multipliers in the
//! third: they belong to the middle of the last step.
//!
//! **Difficulty tags.** `stored-digits`, `planar`; `long-run` for 10 s.
//!
//! **Origin.** Welch, Hong, Trapp and Choi (2007), Table 1.

mod kernel;
mod presets;

pub use kernel::DoublePendulumKernel;
pub use presets::problems;

use mechanics::parameters::{finite, positive};
use mechanics::{Mechanism, ParameterError, Pattern, Scalar, Shape};

/// What makes one double pendulum different from another.
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
        let Parameters {
            length,
            mass,
            gravity,
        } = parameters;
        positive("length", length)?;
        positive("mass", mass)?;
        finite("gravity", gravity)?;
        let pendulum = Self { parameters };
        if !pendulum.inertia().is_normal() {
            return Err(ParameterError::Impossible {
                what: "length",
                value: length,
                why: "the moment of inertia leaves the range of double precision",
            });
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
        let constant = Pattern::empty(6, 6);
        Shape::new(6, 4)
            .with_force_rows(constant)
            .expect("the pattern has one row per velocity")
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

    #[test]
    fn impossible_parameters_are_refused_with_their_value() {
        let refusal = |p: Parameters| DoublePendulum::new(p).unwrap_err().to_string();
        let usual = Parameters::default();
        assert_eq!(
            refusal(Parameters {
                length: 0.0,
                ..usual
            }),
            "length must be positive and finite, got 0"
        );
        assert_eq!(
            refusal(Parameters {
                mass: f64::NAN,
                ..usual
            }),
            "mass must be positive and finite, got NaN"
        );
        assert_eq!(
            refusal(Parameters {
                gravity: f64::INFINITY,
                ..usual
            }),
            "gravity must be finite, got inf"
        );
        for length in [1e-200, 1e200] {
            assert!(
                refusal(Parameters { length, ..usual }).contains("leaves the range"),
                "{length:e}"
            );
        }
    }
}
