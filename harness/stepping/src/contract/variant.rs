//! The contract between methods and the runner.

use crate::{Card, NoLaw, Refusal, Resolution, StepError, StepSize, ViolationLaw};
use system::{Shape, State, System};
use vocabulary::{ClaimedOrders, Work};

/// One variant of a stabilization method: it makes a [`Stepper`] for one system and one resolution.
pub trait Variant: Sync + Send {
    /// Identifier, gains, claimed orders and the systems it can treat.
    fn card(&self) -> Card;

    /// The orders that theory promises on a system of this shape. The card shows those for the simplest systems.
    fn claims(&self, _shape: &Shape) -> ClaimedOrders {
        self.card().claims
    }

    /// The law by which violations develop in steps of `h`, from which drift is predicted without a run.
    ///
    /// # Errors
    /// The reason why there is none.
    fn violation_law(&self, _shape: &Shape, _h: StepSize) -> Result<ViolationLaw, NoLaw> {
        Err(NoLaw::NotStated)
    }

    /// The same variant with a time constant that is wrong by `factor`: gains of first order are multiplied by it, gains
    /// of second order and penalties by its square, under the same id. `None` for variants without gains.
    fn detuned(&self, _factor: f64) -> Option<Box<dyn Variant + '_>> {
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

/// A variant bound to one system. It owns every buffer, and `step` does not allocate.
pub trait Stepper {
    /// Advances the state by the interval of the resolution.
    ///
    /// # Errors
    /// When the step cannot be taken. The state is then whatever the failed step left.
    fn step(&mut self, state: &mut State) -> Result<(), StepError>;

    /// The reactions λ that belong to `state`, the last one stepped to, with the time at which they hold, which for
    /// some methods is a half step.
    ///
    /// For formulations these are the multipliers of the uncontrolled equation at the state, since the part that
    /// comes from feedback is a correction and not a reaction. They are evaluated on demand, outside of the step,
    /// because most users of a step do not need them.
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
    /// The time at which they hold, in seconds.
    pub at_time: f64,
}
