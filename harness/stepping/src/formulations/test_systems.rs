//! Mechanisms for the tests of this crate.

use system::{Mechanism, Scalar, Shape, widen};

/// A unit mass on a unit rod under unit gravity.
pub(crate) struct Pendulum;

impl Mechanism for Pendulum {
    fn shape(&self) -> Shape {
        Shape::new(2, 1)
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        (widen([1.0, 0.0]), widen([0.0, 2.0]))
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        out[0] = S::from(0.5) * (q[0].square() + q[1].square() - S::from(1.0));
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        out.fill(S::from(1.0));
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        q[1]
    }
}

/// Two unequal masses on rods, one below the other: an equal push on both is not tangent to the constraints.
pub(crate) struct UnequalMasses;

impl Mechanism for UnequalMasses {
    fn shape(&self) -> Shape {
        Shape::new(4, 2)
    }

    /// At rest; tests choose their own states.
    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        (widen([0.6, -0.8, 1.6, -0.8]), widen([0.0; 4]))
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        let half = S::from(0.5);
        let one = S::from(1.0);
        out[0] = half * (q[0].square() + q[1].square() - one);
        out[1] = half * ((q[2] - q[0]).square() + (q[3] - q[1]).square() - one);
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        out.copy_from_slice(&[1.0, 1.0, 3.0, 3.0].map(S::from));
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        S::from(9.81) * (q[1] + S::from(3.0) * q[3])
    }
}

/// A bead on a rod that turns about the origin at 2 rad/s: a constraint that moves and does work.
pub(crate) struct TurningRod;

impl Mechanism for TurningRod {
    fn shape(&self) -> Shape {
        Shape::new(2, 1).with_time_dependence()
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        (widen([1.0, 0.0]), widen([0.5, 2.0]))
    }

    fn constraint<S: Scalar>(&self, t: S, q: &[S], out: &mut [S]) {
        let (s, c) = (S::from(2.0) * t).sin_cos();
        out[0] = q[1] * c - q[0] * s;
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        out.fill(S::from(1.3));
    }
}
