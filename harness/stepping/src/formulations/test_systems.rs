//! Mechanisms for the tests of this crate, and a check that a formulation gives the same control in every use.

use crate::{ControlSample, ControlUse, Formulation, Point};
use system::{Mechanism, Scalar, Shape, System, widen};

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

/// A point off the constraint of [`TurningRod`] and off its rate.
pub(crate) const OFF: Point<'static> = Point {
    t: 0.3,
    q: &[0.9, 0.6],
    v: &[0.4, 1.7],
    work: 0.0,
};

/// Rates of a formulation on a [`TurningRod`] at one point, in every use of its control.
pub(crate) struct Parts {
    added: [f64; 5],
    sampled: [f64; 5],
    held: [f64; 5],
    off: [f64; 5],
    beside: [f64; 5],
    pub(crate) control: [f64; 5],
    alone: [f64; 5],
}

impl Parts {
    pub(crate) fn at(at: Point<'_>, system: &dyn System, equations: &mut dyn Formulation) -> Self {
        let [mut workspace, mut sample] = [(); 2].map(|()| ControlSample::new(system.shape()));
        let mut control = [0.0; 5];
        let start = system.initial();
        let mut rate = |used: ControlUse<'_>| {
            let mut y_dot = [0.0; 5];
            // Nothing may be left from an evaluation elsewhere.
            let elsewhere = equations.rate((&start).into(), ControlUse::Off, &mut y_dot);
            elsewhere.unwrap();
            equations.rate(at, used, &mut y_dot).unwrap();
            y_dot
        };
        Self {
            added: rate(ControlUse::Added(&mut workspace)),
            sampled: rate(ControlUse::Sampled(&mut sample)),
            held: rate(ControlUse::Held(&sample)),
            off: rate(ControlUse::Off),
            beside: rate(ControlUse::Beside(&mut control)),
            control,
            alone: rate(ControlUse::Alone),
        }
    }

    /// The control is the same in every use, and rate and control add up to the controlled rate.
    pub(crate) fn check(&self) {
        assert_eq!(self.sampled, self.added);
        assert_eq!(self.held, self.added);
        assert_eq!(self.beside, self.off);
        assert_eq!(self.alone, self.control);
        for k in 0..5 {
            let gap = self.off[k] + self.control[k] - self.added[k];
            assert!(gap.abs() < 1e-12, "component {k} differs by {gap}");
        }
    }
}
