//! The pendulum with its angle as the only coordinate, so that it needs no constraint.

use system::{Mechanism, Scalar, Shape, widen};

/// The pendulum whose only coordinate is the angle from the positive x axis, with `θ'' = -cos θ` (Eq. 68).
#[derive(Clone, Copy)]
pub(super) struct Angle {
    /// Rate of the angle at the start, in 1/s.
    pub(super) speed: f64,
}

impl Mechanism for Angle {
    fn shape(&self) -> Shape {
        Shape::new(1, 0)
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        (widen([0.0]), widen([self.speed]))
    }

    fn constraint<S: Scalar>(&self, _t: S, _q: &[S], _out: &mut [S]) {}

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        out[0] = S::from(1.0);
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        q[0].sin_cos().0
    }
}
