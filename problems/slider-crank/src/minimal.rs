//! The crank angle as the one minimal coordinate.

use crate::Parameters;
use problem::Embedding;
use system::Scalar;

/// The coordinates that close the mechanism at the crank angle `theta`, its rod pointing towards +x.
pub(crate) fn closed<S: Scalar>(p: &Parameters, theta: S) -> [S; 4] {
    let [crank, rod, centre] = [p.crank, p.rod, p.centre].map(S::decimal);
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

/// The motion of the crank angle, from rest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CrankAngle {
    pub(crate) parameters: Parameters,
    /// At the start.
    pub(crate) angle: f64,
}

impl Embedding for CrankAngle {
    fn start<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        (vec![S::decimal(self.angle)], vec![S::from(0.0)])
    }

    fn place<S: Scalar>(&self, u: &[S], q: &mut [S]) {
        q.copy_from_slice(&closed(&self.parameters, u[0]));
    }
}
