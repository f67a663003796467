//! The equations of motion on the circle, for every scalar type.

use super::{SteadyViolations, Tuning};
use numerics::Scalar;

/// The gains as numbers of the kind in which the motion is computed.
#[derive(Clone, Copy)]
pub(super) struct Motion<S> {
    alpha: S,
    beta: S,
    rho: S,
}

impl<S: Scalar> Motion<S> {
    pub(super) fn new(tuning: &Tuning) -> Self {
        Self {
            alpha: S::from(tuning.alpha),
            beta: S::from(tuning.beta),
            rho: S::from(tuning.rho),
        }
    }

    /// The rate of `(x, y, v_x, v_y)` (Eqs. 33-37).
    pub(super) fn rate(&self, [x, y, vx, vy]: [S; 4]) -> [S; 4] {
        let half = |x: S| S::from(0.5) * (x - S::from(1.0));
        let (radius, speed) = (x.square() + y.square(), vx.square() + vy.square());
        let u = -self.beta * half(radius) - self.alpha * (x * vx + y * vy);
        let pull = (speed - u) / radius;
        let brake = S::from(2.0) * self.rho * half(speed);
        [vx, vy, -pull * x - brake * vx, -pull * y - brake * vy]
    }
}

/// Φ, Φ' and ψ at a state.
pub(super) fn violations<S: Scalar>([x, y, vx, vy]: [S; 4]) -> SteadyViolations {
    let half = |x: S| (S::from(0.5) * (x - S::from(1.0))).value();
    SteadyViolations {
        phi: half(x.square() + y.square()),
        phi_dot: (x * vx + y * vy).value(),
        psi: half(vx.square() + vy.square()),
    }
}
