//! The projection of one state.

use solvers::Projector;
use stepping::{Projection, StepError, Work};
use system::{State, System};

/// Moves states to the nearest consistent one in the mass metric.
pub(crate) struct Nearest<'a> {
    system: &'a dyn System,
    projector: Projector,
}

impl<'a> Nearest<'a> {
    /// Buffers for `system`.
    pub(crate) fn new(system: &'a dyn System) -> Self {
        Self {
            system,
            projector: Projector::new(system),
        }
    }
}

impl Projection for Nearest<'_> {
    fn project(&mut self, state: &mut State) -> Result<(), StepError> {
        let done = self.projector.project(self.system, state);
        StepError::unless_finite(state)?;
        done.map_err(|error| StepError::in_projection(state, error))
    }

    fn work(&self) -> Work {
        self.projector.work()
    }
}
