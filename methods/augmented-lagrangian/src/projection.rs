//! Projection of positions and velocities onto the constraints after a step (Eqs. 9-25), which the paper calls cleaning.

use solvers::{PenaltyProjector, RelativePenalty};
use stepping::{Projection, Refusal, StepError, Work};
use system::{State, System, Terms};

pub(crate) struct AfterSteps<'a> {
    system: &'a dyn System,
    projector: PenaltyProjector,
}

impl<'a> AfterSteps<'a> {
    pub(crate) fn new(system: &'a dyn System, kappa: RelativePenalty) -> Result<Self, Refusal> {
        let start = system.initial();
        let mut terms = Terms::new(system.shape());
        system.evaluate(start.t, start.q(), start.v(), &mut terms);
        Ok(Self {
            system,
            projector: PenaltyProjector::new(system.shape(), &terms, kappa)?,
        })
    }
}

impl Projection for AfterSteps<'_> {
    fn project(&mut self, state: &mut State) -> Result<(), StepError> {
        let projected = self.projector.state(self.system, state);
        projected.map_err(|error| StepError::in_projection(state, error))
    }

    fn work(&self) -> Work {
        self.projector.work()
    }
}
