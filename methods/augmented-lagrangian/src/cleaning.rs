//! Constraint cleaning: positions and velocities back onto the constraints after a step (Eqs. 9-25).

use mechanics::{PenaltyProjector, ProjectionError, RelativePenalty, State, System, Terms};
use stepping::{Point, Projection, Refusal, StepError, Work};

pub(crate) struct Cleaning<'a> {
    system: &'a dyn System,
    projector: PenaltyProjector,
}

impl<'a> Cleaning<'a> {
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

impl Projection for Cleaning<'_> {
    fn project(&mut self, state: &mut State) -> Result<(), StepError> {
        let cleaned = self.projector.state(self.system, state);
        cleaned.map_err(|error| step_error(state, error))
    }

    fn work(&self) -> Work {
        effort(&self.projector)
    }
}

/// What a projector did, in the words of steppers.
pub(crate) fn effort(projector: &PenaltyProjector) -> Work {
    let effort = projector.effort();
    Work {
        evaluations: effort.evaluations,
        factorizations: effort.factorizations,
        solves: effort.sweeps,
        ..Work::default()
    }
}

/// A projection that could not be done, as what happened to the step.
pub(crate) fn step_error(state: &State, error: ProjectionError) -> StepError {
    match error {
        ProjectionError::Singular(cause) => StepError::singular(point(state), cause),
        ProjectionError::NotConverged {
            iterations,
            residual,
        } => StepError::NotConverged {
            t: state.t,
            iterations: u32::try_from(iterations).unwrap_or(u32::MAX),
            change: residual,
        },
    }
}

pub(crate) fn point(state: &State) -> Point<'_> {
    Point {
        t: state.t,
        q: state.q(),
        v: state.v(),
        work: state.work(),
    }
}
