//! The crank angle as the one minimal coordinate.

use crate::{Initial, Parameters};
use mechanics::{Embedding, Scalar};

/// Places the mechanism for a crank angle, its rod pointing towards +x.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CrankAngle(pub(crate) Parameters);

impl CrankAngle {
    /// All coordinates at the crank angle `theta`.
    pub(crate) fn closed<S: Scalar>(self, theta: S) -> [S; 4] {
        let [crank, rod, centre] = [self.0.crank, self.0.rod, self.0.centre].map(S::decimal);
        let (sin_theta, cos_theta) = theta.sin_cos();
        // The end of the rod is at height zero.
        let sin_phi = -(crank * sin_theta / rod);
        let cos_phi = (S::from(1.0) - sin_phi.square()).sqrt();
        [
            theta,
            sin_phi.atan2(cos_phi),
            crank * cos_theta + centre * cos_phi,
            -((rod - centre) * sin_phi),
        ]
    }
}

impl Embedding for CrankAngle {
    /// The stated crank angle. A stated start that violates the constraints is not projected.
    fn start<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let angle = match self.0.initial {
            Initial::Closed { angle } => angle,
            Initial::Stated([angle, ..]) => angle,
        };
        (vec![S::decimal(angle)], vec![S::from(0.0)])
    }

    fn place<S: Scalar>(&self, u: &[S], q: &mut [S]) {
        q.copy_from_slice(&self.closed(u[0]));
    }
}
