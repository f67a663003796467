//! The projection of one state.

use mechanics::{ProjectionError, Projector, State, System};
use stepping::{Point, Projection, StepError, Work};

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
        done.map_err(|error| match error {
            ProjectionError::NotConverged {
                iterations,
                residual,
            } => StepError::NotConverged {
                t: state.t,
                iterations: iterations as u32,
                change: residual,
            },
            ProjectionError::Singular(cause) => {
                let at = Point {
                    t: state.t,
                    q: state.q(),
                    v: state.v(),
                    work: state.work(),
                };
                StepError::singular(at, cause)
            }
        })
    }

    fn work(&self) -> Work {
        let work = self.projector.work();
        Work {
            evaluations: work.evaluations,
            factorizations: work.factorizations,
            solves: work.iterations,
            iterations: work.iterations,
            ..Work::default()
        }
    }
}
