//! Integrators. Each advances `y` by one step of uncontrolled or controlled stages; [`crate::Placement`] adds the
//! action of the control before and after the step.

mod adams_bashforth;
mod adaptive;
mod dop853;
mod implicit;
mod kind;
mod runge_kutta;
pub mod tableau;

pub(crate) use adams_bashforth::AdamsBashforth;
pub(crate) use adaptive::Adaptive;
pub use implicit::TOLERANCE as IMPLICIT_TOLERANCE;
pub(crate) use implicit::{Implicit, Rule};
pub use kind::Integrator;
pub(crate) use runge_kutta::{Aligned, RungeKutta};

use crate::StepError;
use crate::formulations::placement::Stages;

/// A scheme with a fixed step.
pub(crate) trait Scheme {
    /// Advances `y` from `t` to `t + h` and returns the number of iterations of implicit equations.
    fn advance(
        &mut self,
        stages: &mut impl Stages,
        t: f64,
        h: f64,
        y: &mut [f64],
    ) -> Result<u64, StepError>;
}
