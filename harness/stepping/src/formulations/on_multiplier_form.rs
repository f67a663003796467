//! [`MultiplierForm`] as a formulation: the motion without control.

use crate::{ControlUse, Formulation, MultiplierForm, Point, StepError, Work};
use solvers::MotionSolver;
use system::{Feedback, System};

/// A formulation that evaluates through a [`MultiplierForm`], so that another control can be added to it.
pub trait OnMultiplierForm<'a>: Formulation {
    /// The form, with the terms of the last evaluation.
    fn form(&self) -> &MultiplierForm<'a>;
}

impl<S: MotionSolver> Formulation for MultiplierForm<'_, S> {
    fn system(&self) -> &dyn System {
        MultiplierForm::system(self)
    }

    fn set_step(&mut self, _h: f64) -> bool {
        true
    }

    #[inline(always)]
    fn rate(
        &mut self,
        at: Point<'_>,
        control: ControlUse<'_>,
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        match control {
            ControlUse::Beside(control) => control.fill(0.0),
            ControlUse::Alone => {
                self.look(at);
                y_dot.fill(0.0);
                return Ok(());
            }
            _ => {}
        }
        self.feedback_rate(at, Feedback::default(), y_dot)
    }

    fn multipliers(&mut self, at: Point<'_>) -> Result<&[f64], StepError> {
        MultiplierForm::multipliers(self, at)
    }

    fn work(&self) -> Work {
        MultiplierForm::work(self)
    }
}

impl<'a> OnMultiplierForm<'a> for MultiplierForm<'a> {
    fn form(&self) -> &MultiplierForm<'a> {
        self
    }
}
