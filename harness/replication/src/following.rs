//! One method on one system, step by step.

use crate::ReplicationError;
use stepping::{Multipliers, Resolution, StepSize, Stepper, Tolerance, Variant};
use system::{State, System};

/// A run that is looked at after every step.
pub(crate) struct Following<'a> {
    stepper: Box<dyn Stepper + 'a>,
    /// Where it is.
    pub(crate) state: State,
}

impl<'a> Following<'a> {
    /// Fixed steps of `h` from the stated start, consistent or not.
    pub(crate) fn fixed(
        variant: &'a dyn Variant,
        system: &'a dyn System,
        h: f64,
    ) -> Result<Self, ReplicationError> {
        Self::with(variant, system, Resolution::Fixed(StepSize::new(h)?))
    }

    /// Steps chosen by a tolerance, with a result at every `interval`.
    pub(crate) fn adaptive(
        variant: &'a dyn Variant,
        system: &'a dyn System,
        tolerance: f64,
        interval: f64,
    ) -> Result<Self, ReplicationError> {
        let resolution = Resolution::Adaptive {
            tolerance: Tolerance::new(tolerance)?,
            interval: StepSize::new(interval)?,
        };
        Self::with(variant, system, resolution)
    }

    fn with(
        variant: &'a dyn Variant,
        system: &'a dyn System,
        resolution: Resolution,
    ) -> Result<Self, ReplicationError> {
        Ok(Self {
            stepper: variant.prepare(system, resolution)?,
            state: system.initial(),
        })
    }

    /// One step.
    pub(crate) fn step(&mut self) -> Result<&State, ReplicationError> {
        self.stepper.step(&mut self.state)?;
        Ok(&self.state)
    }

    /// λ at the present state, with the time it belongs to.
    pub(crate) fn multipliers(&mut self) -> Result<Multipliers<'_>, ReplicationError> {
        Ok(self.stepper.multipliers(&self.state)?)
    }
}

/// The number of steps of `h` in `time`.
pub(crate) fn steps(time: f64, h: f64) -> usize {
    (time / h).round() as usize
}
