//! The planar pendulum with its exact elliptic-function solution.
//!
//! **Sketch.** A point mass on a massless rod turns about a fixed pivot under gravity, described by the two
//! Cartesian coordinates of the mass, so that the rod is a constraint. It swings or turns over, depending
//! on its energy.
//!
//! **Coordinates.** `q = (x, y)` from the pivot, y upwards, `v = (x', y')`.
//!
//! **M** = diag(m, m). **f** = (0, -m g). **Φ** = ½ (x² + y² - L²), so `J = (x, y)` and `γ = -|v|²`.
//!
//! **Parameters.** Mass m in kg, length L in m, gravity g in m/s², start angle ϑ from hanging down in rad
//! (positive towards +x) and start rate ϑ' in rad/s: see [`Parameters`].
//!
//! **Initial state.** `q = L (sin ϑ, -cos ϑ)`, `v = L ϑ' (cos ϑ, sin ϑ)`. Five presets:
//!
//! | id | m, L | g | start | end |
//! | --- | --- | --- | --- | --- |
//! | `pendulum` | 1 | 9.81 | (-1, 0) at rest | 2 s |
//! | `pendulum/yoon-1993` | 1 | 1 | (1, 0), velocity (0, 2): turns over | 20 s |
//! | `pendulum/bayo-1996` | 1 | 1 | (1, 0), velocity (0, -1) | 1000 s |
//! | `pendulum/iftomm-a01` | 1 | 9.81 | (-1, 0) at rest | 10 s |
//! | `pendulum/long` | 1 | 9.81 | (-1, 0) at rest | 23680 s, ten thousand swings |
//!
//! **Known truth.** Jacobi's elliptic functions ([`Motion`]), and with them `λ = m (|v|² - g y)/L²`, the tension
//! divided by L. Digits are lost only through the rounding of the phase `ω t`.
//!
//! **Difficulty tags.** `closed-form`, `planar`; `rotation` where it turns over, `long-run` for 1000 s and more.
//!
//! **Origin.** The textbook problem; Yoon, Howe and Greenwood (1992), example 1; Bayo and Ledesma (1996),
//! single pendulum; the IFToMM library of computational benchmark problems, A01.

mod kernel;
mod motion;
mod presets;
mod sketch;

pub use kernel::PendulumKernel;
pub use motion::Motion;
pub use presets::problems;

use problem::elliptic::OutOfRange;
use system::parameters::{all_finite, all_positive};
use system::{Mechanism, ParameterError, Scalar, Shape};
use thiserror::Error;

/// The parameters of a pendulum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Mass in kg.
    pub mass: f64,
    /// Length of the rod in m.
    pub length: f64,
    /// Gravity in m/s², towards -y.
    pub gravity: f64,
    /// Start angle from hanging down in rad, positive towards +x.
    pub angle: f64,
    /// Start angular velocity in rad/s.
    pub rate: f64,
}

impl Default for Parameters {
    /// One kilogram on one metre under 9.81 m/s², released from rest at (-1, 0).
    fn default() -> Self {
        Self {
            mass: 1.0,
            length: 1.0,
            gravity: 9.81,
            angle: -std::f64::consts::FRAC_PI_2,
            rate: 0.0,
        }
    }
}

/// Parameters that make no pendulum.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum PendulumError {
    /// A parameter is out of range.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// Each number is in range, but together they exceed the range of double precision.
    #[error(transparent)]
    Overflow(#[from] OutOfRange),
}

/// The specification: a point mass on a massless rod.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pendulum {
    parameters: Parameters,
}

impl Pendulum {
    /// A pendulum with these parameters.
    ///
    /// # Errors
    /// When a parameter is out of range.
    pub fn new(parameters: Parameters) -> Result<Self, PendulumError> {
        let p = &parameters;
        all_positive([
            ("mass", p.mass),
            ("length", p.length),
            ("gravity", p.gravity),
        ])?;
        all_finite([("angle", p.angle), ("rate", p.rate)])?;
        let pendulum = Self { parameters };
        Motion::new(pendulum)?;
        Ok(pendulum)
    }

    /// The parameters it was made with.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The exact motion from the initial state.
    pub fn motion(&self) -> Motion {
        Motion::new(*self).expect("the constructor has checked the parameters")
    }

    /// sin ϑ and cos ϑ at the start. The double next to a quarter turn stands for the quarter turn.
    fn direction<S: Scalar>(&self) -> (S, S) {
        let (sin, cos) = S::decimal(self.parameters.angle).sin_cos();
        if cos.value().abs() < f64::EPSILON {
            (S::from(sin.value().signum()), S::from(0.0))
        } else {
            (sin, cos)
        }
    }
}

impl Mechanism for Pendulum {
    fn shape(&self) -> Shape {
        Shape::new(2, 1).with_constant_forces()
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let p = self.parameters;
        let (sin, cos) = self.direction::<S>();
        let length = S::decimal(p.length);
        let speed = length * S::decimal(p.rate);
        (
            vec![length * sin, -length * cos],
            vec![speed * cos, speed * sin],
        )
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        let length = S::decimal(self.parameters.length);
        out[0] = S::from(0.5) * (q[0].square() + q[1].square() - length.square());
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        out.fill(S::decimal(self.parameters.mass));
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        S::decimal(self.parameters.mass) * S::decimal(self.parameters.gravity) * q[1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_turn_starts_exactly_on_the_axis() {
        let (q, v) = Pendulum::new(Parameters::default())
            .unwrap()
            .initial::<f64>();
        assert_eq!((q, v), (vec![-1.0, 0.0], vec![0.0, 0.0]));
    }
}
