//! A bead of 1 kg slides without friction on the wire `y = x²/2`, under gravity.

use problem::{Embedded, Embedding, Problem, ProblemCard};
use system::{Mechanism, Scalar, Shape, widen};

/// The mechanism.
#[derive(Clone, Copy)]
pub struct Bead;

impl Mechanism for Bead {
    fn shape(&self) -> Shape {
        Shape::new(2, 1) // q = (x, y), one constraint; mass diagonal and constant, forces conservative
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        (widen([1.0, 0.5]), widen([0.0, 0.0])) // at rest
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        out[0] = q[1] - S::from(0.5) * q[0].square();
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        out.fill(S::from(1.0));
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        S::decimal(9.81) * q[1] // the decimal number, in every precision
    }
}

/// The truth: x alone places the bead, and without constraints it can be followed to rounding.
impl Embedding for Bead {
    fn start<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        (widen([1.0]), widen([0.0]))
    }

    fn place<S: Scalar>(&self, u: &[S], q: &mut [S]) {
        q.copy_from_slice(&[u[0], S::from(0.5) * u[0].square()]);
    }
}

const CARD: ProblemCard = ProblemCard {
    id: "bead",
    name: "Bead",
    summary: "A bead slides to and fro on a parabola: one constraint that is not a circle.",
    tags: &["planar"],
    origin: "textbook problem",
    end_time: 2.0,
    sensitivity: 0.39, // |δq(T)|/|δv(0)|: the suite measures it and tells you the number
    ..ProblemCard::BLANK
};

/// Every preset of this crate.
pub fn problems() -> Vec<Box<dyn Problem>> {
    vec![Box::new(Embedded {
        mechanism: Bead,
        card: CARD,
    })]
}
