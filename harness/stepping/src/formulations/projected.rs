//! Steps followed by a projection onto the constraints.

use crate::{Multipliers, StepError, Stepper, Work};
use std::num::NonZeroU32;
use system::State;

/// Brings a state back onto the constraints. It owns every buffer and does not allocate.
pub trait Projection {
    /// Changes `state` until the constraints hold.
    ///
    /// # Errors
    /// When no such state is found.
    fn project(&mut self, state: &mut State) -> Result<(), StepError>;

    /// Work done so far.
    fn work(&self) -> Work;
}

/// Adds a projection after every `every` steps to a stepper.
///
/// Integrators evaluate their first stage at the state they are given, so a multistep method stores rates of
/// projected states.
pub fn projected<'a>(
    stepper: Box<dyn Stepper + 'a>,
    projection: impl Projection + 'a,
    every: NonZeroU32,
) -> Box<dyn Stepper + 'a> {
    Box::new(Projected {
        stepper,
        projection,
        every,
        since: 0,
    })
}

struct Projected<'a, P> {
    stepper: Box<dyn Stepper + 'a>,
    projection: P,
    every: NonZeroU32,
    /// Steps since the last projection.
    since: u32,
}

impl<P: Projection> Stepper for Projected<'_, P> {
    fn step(&mut self, state: &mut State) -> Result<(), StepError> {
        self.stepper.step(state)?;
        self.since += 1;
        if self.since == self.every.get() {
            self.since = 0;
            self.projection.project(state)?;
        }
        Ok(())
    }

    fn multipliers(&mut self, state: &State) -> Result<Multipliers<'_>, StepError> {
        self.stepper.multipliers(state)
    }

    fn work(&self) -> Work {
        let mut work = self.stepper.work();
        work += self.projection.work();
        work
    }
}
