//! The motion in minimal coordinates.

use crate::ThreeMassOscillator;
use problem::Embedding;
use system::Scalar;

/// Amplitudes of the allowed displacements as minimal coordinates, started from the projected initial state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowed(pub(crate) ThreeMassOscillator);

impl Embedding for Allowed {
    fn start<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let p = self.0.parameters();
        let masses = p.masses.map(S::decimal);
        let displaced = S::decimal(p.displacement);
        // What the displacement has in common with each direction, in the mass metric.
        let along = |direction: &[f64; 3]| {
            let d = direction.map(S::from);
            let mut length = S::from(0.0);
            for (&m, d) in masses.iter().zip(d) {
                length += m * d.square();
            }
            d[0] * masses[0] * displaced / length
        };
        let u: Vec<S> = p.rows.directions().iter().map(along).collect();
        let rest = vec![S::from(0.0); u.len()];
        (u, rest)
    }

    fn place<S: Scalar>(&self, u: &[S], q: &mut [S]) {
        q.fill(S::from(0.0));
        for (direction, &u) in self.0.parameters().rows.directions().iter().zip(u) {
            for (q, d) in q.iter_mut().zip(direction.map(S::from)) {
                *q += d * u;
            }
        }
    }
}
