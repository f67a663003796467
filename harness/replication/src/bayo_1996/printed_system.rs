//! The systems on which the printed equations are tried: a point on a moving line and a point on a moving circle.
//!
//! The masses of the two coordinates differ, so that the mass metric matters; the constraints depend on time, so that
//! Φ_t matters.

use crate::setup;
use system::{Auto, Mechanism, Scalar, Shape, State, System, Terms};

/// Masses of the two coordinates.
const MASSES: [f64; 2] = [1.0, 2.5];

/// Gravity, towards -y.
const GRAVITY: f64 = 9.81;

/// What the point is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Path {
    /// `x + 2y = s(t)`.
    Line,
    /// `½ (x² + y² - s(t)) = 0`.
    Circle,
}

/// `s(t) = 1 + 2t + 3t²`: the line moves and the circle grows, both ever faster.
const POWERS: [f64; 3] = [1.0, 2.0, 3.0];

/// A point on a path that moves.
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

/// A point with its equations at one state.
pub(super) struct Place {
    pub(super) system: Auto<Point>,
    pub(super) state: State,
    pub(super) terms: Terms,
}

impl Place {
    /// The start, moved by `off` and with the velocity `v`.
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

    /// Evaluates the equations where the point is now.
    pub(super) fn evaluate(&mut self) {
        let Self {
            system,
            state,
            terms,
        } = self;
        system.evaluate(state.t, state.q(), state.v(), terms);
    }

    /// `J x`.
    pub(super) fn row(&self, x: &[f64]) -> f64 {
        self.terms.jacobian.iter().zip(x).map(|(j, x)| j * x).sum()
    }

    /// `M x`, for any x.
    pub(super) fn inertia(&self, x: &[f64]) -> Vec<f64> {
        self.terms.mass.iter().zip(x).map(|(m, x)| m * x).collect()
    }

    /// `Φ̇_t`, the rate of Φ_t: no entry of Φ depends on time and positions together, so it is Φ_tt.
    pub(super) fn phi_tt(&self) -> f64 {
        let half_or_one = match self.system.mechanism().0 {
            Path::Line => 1.0,
            Path::Circle => 0.5,
        };
        -half_or_one * 2.0 * POWERS[2]
    }
}

/// An equation as it stands in the paper, or as it has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// The equation as it is printed.
    Printed,
    /// The equation with what is missing in it.
    Corrected,
}

/// What happens to the matrix of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Matrix {
    /// That of the start serves all iterations, as the paper recommends.
    Kept,
    /// Every iteration has that of its place.
    Anew,
}

setup! {
    /// Which forms are tried: the first is to show what the print does, the second what it should do.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) struct Setup {
        pub(super) printed: Form = Form::Printed,
        pub(super) corrected: Form = Form::Corrected,
        /// What happens to the matrix of an iteration that the paper recommends to keep.
        pub(super) matrix: Matrix = Matrix::Kept,
    }
}

#[cfg(test)]
impl Setup {
    /// Everything the other way round, which is to turn every verdict.
    pub(super) fn swapped() -> Self {
        Self {
            printed: Form::Corrected,
            corrected: Form::Printed,
            matrix: Matrix::Anew,
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
