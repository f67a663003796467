//! The systems on which the printed equations are tried: a point on a moving line and a point on a moving circle.
//!
//! The masses of the two coordinates differ, so that the mass metric matters; the constraints depend on time, so that
//! Φ_t matters.

use crate::setup;
use system::{Auto, Mechanism, Scalar, Shape, State, System, Terms};

/// Masses of the two coordinates.
const MASSES: [f64; 2] = [1.0, 2.5];

/// Gravity, which acts along -y.
const GRAVITY: f64 = 9.81;

/// The path on which the constraint holds the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Path {
    /// The line `x + 2y = s(t)`.
    Line,
    /// The circle `½ (x² + y² - s(t)) = 0`.
    Circle,
}

/// Coefficients of `s(t) = 1 + 2t + 3t²`, by which the line moves and the circle grows, both ever faster.
const POWERS: [f64; 3] = [1.0, 2.0, 3.0];

/// A point that is held on a moving path.
pub(super) struct Point(pub(super) Path);

impl Mechanism for Point {
    fn shape(&self) -> Shape {
        Shape::new(2, 1).with_time_dependence()
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let q = match self.0 {
            Path::Line => [0.4, 0.3],
            Path::Circle => [0.6, 0.8],
        };
        (q.map(S::decimal).to_vec(), vec![S::from(0.0); 2])
    }

    fn constraint<S: Scalar>(&self, t: S, q: &[S], out: &mut [S]) {
        let [one, speed, growth] = POWERS.map(S::decimal);
        let moved = one + t * (speed + t * growth);
        out[0] = match self.0 {
            Path::Line => q[0] + q[1] + q[1] - moved,
            Path::Circle => S::from(0.5) * (q[0].square() + q[1].square() - moved),
        };
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        for (out, mass) in out.iter_mut().zip(MASSES) {
            *out = S::decimal(mass);
        }
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        S::decimal(GRAVITY) * S::decimal(MASSES[1]) * q[1]
    }
}

/// A point at one state, with the terms of its equations there.
pub(super) struct Place {
    pub(super) system: Auto<Point>,
    pub(super) state: State,
    pub(super) terms: Terms,
}

impl Place {
    /// The point at its start, displaced by `off` and with the velocity `v`.
    pub(super) fn new(path: Path, off: [f64; 2], v: [f64; 2]) -> Self {
        let system = Auto::new(Point(path));
        let mut state = system.initial();
        let (q, velocity) = state.q_v_mut();
        for (q, off) in q.iter_mut().zip(off) {
            *q += off;
        }
        velocity.copy_from_slice(&v);
        let terms = Terms::new(system.shape());
        let mut place = Self {
            system,
            state,
            terms,
        };
        place.evaluate();
        place
    }

    /// Evaluates the terms of the equations at the current state.
    pub(super) fn evaluate(&mut self) {
        let Self {
            system,
            state,
            terms,
        } = self;
        system.evaluate(state.t, state.q(), state.v(), terms);
    }

    /// The product `J x`.
    pub(super) fn row(&self, x: &[f64]) -> f64 {
        self.terms.jacobian.iter().zip(x).map(|(j, x)| j * x).sum()
    }

    /// The product `M x`.
    pub(super) fn inertia(&self, x: &[f64]) -> Vec<f64> {
        self.terms.mass.iter().zip(x).map(|(m, x)| m * x).collect()
    }

    /// The rate of Φ_t, which is Φ_tt because no term of Φ depends on both time and positions.
    pub(super) fn phi_tt(&self) -> f64 {
        let half_or_one = match self.system.mechanism().0 {
            Path::Line => 1.0,
            Path::Circle => 0.5,
        };
        -half_or_one * 2.0 * POWERS[2]
    }
}

/// Whether an equation is used as printed or as corrected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// The equation as printed.
    Printed,
    /// The corrected equation.
    Corrected,
}

/// Which matrix the iterations use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Matrix {
    /// All iterations use the matrix of the start, as the paper recommends.
    Kept,
    /// Every iteration uses the matrix of its own position.
    Anew,
}

setup! {
    /// The forms of an equation that are tried, by default the printed one and the corrected one.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) struct Setup {
        pub(super) printed: Form = Form::Printed,
        pub(super) corrected: Form = Form::Corrected,
        /// The matrix of the iterations for which the paper recommends keeping that of the start.
        pub(super) matrix: Matrix = Matrix::Kept,
        /// The part of the displacement of the other runs from which the kept matrix is said to do. It is off by 1.1e-5
        /// then, as much as the example of the paper is without any projection (Fig. 2).
        pub(super) near: f64 = 0.03,
    }
}

#[cfg(test)]
impl Setup {
    /// The set-up with everything exchanged, which must turn every verdict.
    pub(super) fn swapped() -> Self {
        Self {
            printed: Form::Corrected,
            corrected: Form::Printed,
            matrix: Matrix::Anew,
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_of_the_constraints_are_those_written_out() {
        // Line: Φ'' = J a + Φ_tt. Circle: Φ'' = J a + |v|² + Φ_tt.
        for (path, gamma) in [(Path::Line, 6.0), (Path::Circle, 3.0 - 25.0)] {
            let place = Place::new(path, [0.0; 2], [3.0, -4.0]);
            let turning = match path {
                Path::Line => 0.0,
                Path::Circle => 25.0,
            };
            assert_eq!(place.terms.gamma, [gamma]);
            assert_eq!(place.terms.gamma[0], -(turning + place.phi_tt()));
            assert!(place.terms.phi[0].abs() < 1e-15);
        }
    }
}
