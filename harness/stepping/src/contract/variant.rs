//! The contract between methods and the runner.

use crate::{Card, Refusal, Resolution, StepError, StepSize};
use system::{Feedback, Shape, State, System};
use vocabulary::{ClaimedOrders, Work};

/// One variant of a stabilization method: it makes a [`Stepper`] for one system and one resolution.
pub trait Variant: Sync + Send {
    /// Identifier, gains, claimed orders and the systems it can treat.
    fn card(&self) -> Card;

    /// The orders that theory promises on a system of this shape, where they depend on it. The card shows
    /// those of the simplest systems.
    fn claims(&self, _shape: &Shape) -> ClaimedOrders {
        self.card().claims
    }

    /// The feedback on each row, where the method is nothing but an integrator on the equations of motion under
    /// `Φ'' + α Φ' + β Φ = 0`, in every stage and with fixed steps: zero gains without stabilization. Violations then
    /// follow from the truncation error of the integrator alone. `None` for everything else.
    fn feedback(&self, _shape: &Shape, _h: StepSize) -> Option<Vec<Feedback>> {
        None
    }

    /// Allocates every buffer that the run will need, or refuses the system.
    ///
    /// # Errors
    /// A [`Refusal`] with its reason.
    fn prepare<'a>(&'a self, system: &'a dyn System, resolution: Resolution) -> Prepared<'a>;
}

/// A stepper, or the reason why there is none.
pub type Prepared<'a> = Result<Box<dyn Stepper + 'a>, Refusal>;

/// One method bound to one system. It owns every buffer; `step` does not allocate.
pub trait Stepper {
    /// Advances the state by the interval of the resolution.
    ///
    /// # Errors
    /// When the step cannot be taken; the state is then where the step left it.
    fn step(&mut self, state: &mut State) -> Result<(), StepError>;

    /// The reactions λ that belong to `state`, the last one stepped to, with the time they hold for:
    /// methods that compute λ at half steps say so here.
    ///
    /// For formulations these are the multipliers of the uncontrolled equation at the state. What the
    /// feedback adds is a correction, not a reaction. It is evaluated on demand, outside of the step, since
    /// most users of a step never ask.
    ///
    /// # Errors
    /// When the equations are singular at the state.
    fn multipliers(&mut self, state: &State) -> Result<Multipliers<'_>, StepError>;

    /// Work done so far.
    fn work(&self) -> Work;
}

/// Multipliers and the time they belong to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Multipliers<'a> {
    /// Multiplier of each row.
    pub values: &'a [f64],
    /// The time they hold for.
    pub at_time: f64,
}
