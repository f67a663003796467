//! Right-hand sides with a separate control term.

use crate::formulations::vectors::add;
use crate::{StepError, Work};
use system::{State, System};

/// Where a right-hand side is evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Point<'a> {
    /// Time.
    pub t: f64,
    /// Coordinates; quaternions may be slightly off unit length.
    pub q: &'a [f64],
    /// Velocities.
    pub v: &'a [f64],
    /// Work done on the system since the start; zero where it is not tracked.
    pub work: f64,
}

impl<'a> From<&'a State> for Point<'a> {
    fn from(state: &'a State) -> Self {
        Self {
            t: state.t,
            q: state.q(),
            v: state.v(),
            work: state.work_done(),
        }
    }
}

/// A right-hand side `y' = rate + control` for `y = (q, v, W)`.
///
/// Keeping the two apart lets one implementation serve every integrator and every placement of the
/// control. The combined functions have defaults made of the separate ones; a formulation overrides them
/// where one solve can do the work of two.
pub trait Formulation {
    /// The system.
    fn system(&self) -> &dyn System;

    /// Tells the step size, for gains that depend on it.
    fn set_step(&mut self, h: f64);

    /// Whether the controlled rate depends on more than the point: on the step size, or on what was evaluated before. Where
    /// it does not, adaptive steps use a rate again that is known already.
    fn depends_on_step(&self) -> bool {
        true
    }

    /// Tells the state from which the first step starts, for controls that remember it.
    fn start(&mut self, _at: Point<'_>) {}

    /// The rate without control.
    ///
    /// # Errors
    /// When the equations are singular.
    fn rate(&mut self, at: Point<'_>, y_dot: &mut [f64]) -> Result<(), StepError>;

    /// The control alone, at the point where [`Formulation::rate`] was evaluated last.
    ///
    /// # Errors
    /// When the equations are singular.
    fn control(&mut self, at: Point<'_>, y_dot: &mut [f64]) -> Result<(), StepError>;

    /// The control alone, at a new point. `y_dot` may be used as a workspace first.
    ///
    /// # Errors
    /// When the equations are singular.
    fn control_at(&mut self, at: Point<'_>, y_dot: &mut [f64]) -> Result<(), StepError> {
        self.rate(at, y_dot)?;
        self.control(at, y_dot)
    }

    /// Rate and control together. The control is left in `control`, or in the formulation's own memory,
    /// for [`Formulation::held_rate`].
    ///
    /// # Errors
    /// When the equations are singular.
    fn controlled_rate(
        &mut self,
        at: Point<'_>,
        control: &mut [f64],
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        self.rate(at, y_dot)?;
        self.control(at, control)?;
        add(control, y_dot);
        Ok(())
    }

    /// The rate with the control that the last [`Formulation::controlled_rate`] used.
    ///
    /// # Errors
    /// When the equations are singular.
    fn held_rate(
        &mut self,
        at: Point<'_>,
        control: &[f64],
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        self.rate(at, y_dot)?;
        add(control, y_dot);
        Ok(())
    }

    /// Multipliers of the uncontrolled equation.
    ///
    /// # Errors
    /// When the equations are singular.
    fn multipliers(&mut self, at: Point<'_>) -> Result<&[f64], StepError>;

    /// Evaluations, factorizations and solves so far.
    fn work(&self) -> Work;
}
