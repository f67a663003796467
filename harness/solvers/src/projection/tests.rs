use super::*;
use crate::RelativePenalty;
use system::{Auto, Mechanism, Pattern, Scalar, Shape, System, Terms, widen};

/// Two masses on circles of their own, so that a coordinate is in one row only.
struct Apart;

impl Mechanism for Apart {
    fn shape(&self) -> Shape {
        let rows = Pattern::from_rows(4, [vec![0, 1], vec![2, 3]]);
        Shape::new(4, 2).with_rows(rows).expect("two rows")
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        (widen([0.6, -0.8, 0.8, 0.6]), widen([0.8, 0.6, -0.6, 0.8]))
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        for (q, out) in q.chunks(2).zip(out) {
            *out = q[0].square() + q[1].square() - S::from(1.0);
        }
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        out.fill(S::from(1.0));
    }
}

#[test]
fn what_is_not_a_number_is_never_taken_for_convergence() {
    let system = Auto::new(Apart);
    let (start, mut terms) = (system.initial(), Terms::new(system.shape()));
    system.evaluate(0.0, start.q(), start.v(), &mut terms);
    let kappa = RelativePenalty::new(1e7).expect("positive");
    // One coordinate or one velocity, whichever row it is in, or all of them.
    for at in (0..8).map(|k| k..k + 1).chain([0..4, 4..8, 0..8]) {
        let mut state = start.clone();
        state.y_mut()[at.clone()].fill(f64::NAN);
        let projected = Projector::new(&system).project(&system, &mut state.clone());
        assert!(projected.is_err(), "{at:?}");
        let mut projector = PenaltyProjector::new(system.shape(), &terms, kappa).expect("regular");
        let projected = projector.state(&system, &mut state);
        assert!(projected.is_err(), "{at:?} by penalties");
    }
}
