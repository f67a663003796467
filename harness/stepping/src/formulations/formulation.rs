//! Equations of motion with a control, as integrators and placements use them.

use crate::formulations::vectors::add;
use crate::{StepError, Work};
use system::{Shape, State, System};

/// The time and state at which a right-hand side is evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Point<'a> {
    /// Time in seconds.
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

/// A right-hand side `y' = motion + control` for `y = (q, v, W)`.
///
/// One function gives the rate with the control wherever a [`crate::Placement`] needs it, so one formulation serves
/// every integrator and every placement. A rate never needs an earlier evaluation at the same point. Gains depend on
/// the last [`Formulation::set_step`], and controls that compare with the start depend on the last
/// [`Formulation::start`].
pub trait Formulation {
    /// The system.
    fn system(&self) -> &dyn System;

    /// Sets the state from which a run starts, for controls that compare with it.
    fn start(&mut self, _at: Point<'_>) {}

    /// Sets the size of the steps that follow, for gains that depend on it. Returns whether a rate that is known at a
    /// point holds there for the new step too, which only adaptive steps use.
    fn set_step(&mut self, _h: f64) -> bool {
        false
    }

    /// Writes `y'` at a point, with the control used as `control` says.
    ///
    /// A formulation that evaluates its motion and its control one after the other passes `control` on to
    /// [`ControlUse::apply`]; one that needs only a single solve handles each case itself.
    ///
    /// # Errors
    /// When the equations are singular.
    fn rate(
        &mut self,
        at: Point<'_>,
        control: ControlUse<'_>,
        y_dot: &mut [f64],
    ) -> Result<(), StepError>;

    /// Multipliers of the uncontrolled equation.
    ///
    /// # Errors
    /// When the equations are singular.
    fn multipliers(&mut self, at: Point<'_>) -> Result<&[f64], StepError>;

    /// Evaluations, factorizations and solves so far.
    fn work(&self) -> Work;
}

/// How the control enters a rate.
#[derive(Debug)]
pub enum ControlUse<'a> {
    /// The rate of the motion without control.
    Off,
    /// The control is added to the rate. The sample is a workspace.
    Added(&'a mut ControlSample),
    /// The control is added to the rate and stored in the sample.
    Sampled(&'a mut ControlSample),
    /// The stored control is added to the rate.
    Held(&'a ControlSample),
    /// The rate is uncontrolled, and the control is written to this slice.
    Beside(&'a mut [f64]),
    /// The control is written in place of the rate.
    Alone,
}

impl ControlUse<'_> {
    /// Handles every case for the uncontrolled rate `y_dot`, given a function that writes the control. In the case
    /// [`ControlUse::Alone`] `y_dot` need not be set before.
    ///
    /// # Errors
    /// Those of `write`.
    #[inline]
    pub fn apply(
        self,
        y_dot: &mut [f64],
        write: impl FnOnce(&mut [f64]) -> Result<(), StepError>,
    ) -> Result<(), StepError> {
        match self {
            Self::Off => Ok(()),
            Self::Added(sample) | Self::Sampled(sample) => {
                write(&mut sample.rate)?;
                add(&sample.rate, y_dot);
                Ok(())
            }
            Self::Held(sample) => {
                add(&sample.rate, y_dot);
                Ok(())
            }
            Self::Beside(control) => write(control),
            Self::Alone => write(y_dot),
        }
    }
}

/// A control that was evaluated at one point, for use at others.
#[derive(Clone, Debug)]
pub struct ControlSample {
    /// Accelerations `u` of the constraints, `J v' = γ + u`: the direction follows J.
    pub u: Vec<f64>,
    /// The control as a rate of `y`.
    pub rate: Vec<f64>,
    /// A second control in addition to the first, as a rate of `y`.
    pub overlay: Vec<f64>,
}

impl ControlSample {
    /// A control that is zero.
    pub fn new(shape: &Shape) -> Self {
        let dimension = shape.n_q() + shape.n_v() + usize::from(shape.tracks_work());
        Self {
            u: vec![0.0; shape.constraints()],
            rate: vec![0.0; dimension],
            overlay: vec![0.0; dimension],
        }
    }
}
