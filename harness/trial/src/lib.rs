//! The instrument of all measurements: a variant on a system gives samples, errors and drifts.
//!
//! A [`Trial`] is a stepper with its state, which can be looked at after every step ([`Trial::sample`]). A [`Meter`]
//! collects samples into the errors and drifts of a run; [`Trial::over`] steps from one output time to the next and
//! does that for the whole run. Runner, conformance, studies of drift, replications and tests of methods all measure
//! with it, so that one word means one number.

mod error;
mod floors;
mod history;
mod meter;
mod outputs;
mod prepared;
mod sample;

pub use error::TrialError;
pub use floors::Floors;
pub use history::History;
pub use meter::{End, Meter};
pub use outputs::{LOOKS, Outputs};
pub use prepared::{PreparedProblem, Special};
pub use sample::{Gauge, Sample};

use problem::Truth;
use stepping::{
    Multipliers, Refusal, Resolution, StepError, StepSize, Stepper, Tolerance, Variant, Work,
};
use system::{State, System};
use vocabulary::Measured;
use vocabulary::planted::{self, Defect};

/// A run that came to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Followed {
    /// Errors and drifts over all output times.
    pub measured: Measured,
    /// Drifts at each of them.
    pub history: History,
    /// The state at the end.
    pub end: End,
}

/// One variant on one system, step by step.
pub struct Trial<'a> {
    system: &'a dyn System,
    stepper: Box<dyn Stepper + 'a>,
    state: State,
    gauge: Gauge,
}

impl<'a> Trial<'a> {
    /// Starts at the initial state of the system, consistent or not.
    ///
    /// # Errors
    /// When the variant refuses the system.
    pub fn new(
        variant: &'a dyn Variant,
        system: &'a dyn System,
        resolution: Resolution,
    ) -> Result<Self, Refusal> {
        Self::from(variant, system, resolution, system.initial())
    }

    /// Starts at `start`.
    ///
    /// # Errors
    /// When the variant refuses the system.
    pub fn from(
        variant: &'a dyn Variant,
        system: &'a dyn System,
        resolution: Resolution,
        start: State,
    ) -> Result<Self, Refusal> {
        let stepper = variant.prepare(system, resolution)?;
        Ok(Self::around(stepper, system, start))
    }

    /// Fixed steps of `h` from the initial state of the system.
    ///
    /// # Errors
    /// When the variant refuses the system, or `h` is not a valid step.
    pub fn fixed(
        variant: &'a dyn Variant,
        system: &'a dyn System,
        h: f64,
    ) -> Result<Self, TrialError> {
        let resolution = Resolution::Fixed(StepSize::new(h)?);
        Ok(Self::new(variant, system, resolution)?)
    }

    /// Steps chosen by a tolerance, with a result at every `interval`, from the initial state of the system.
    ///
    /// # Errors
    /// When the variant refuses the system, or `tolerance` or `interval` is invalid.
    pub fn adaptive(
        variant: &'a dyn Variant,
        system: &'a dyn System,
        tolerance: f64,
        interval: f64,
    ) -> Result<Self, TrialError> {
        let resolution = Resolution::Adaptive {
            tolerance: Tolerance::new(tolerance)?,
            interval: StepSize::new(interval)?,
        };
        Ok(Self::new(variant, system, resolution)?)
    }

    /// A trial of a stepper for `system` that was not made by a variant.
    pub fn around(stepper: Box<dyn Stepper + 'a>, system: &'a dyn System, start: State) -> Self {
        Self {
            system,
            stepper,
            gauge: Gauge::new(system, &start),
            state: start,
        }
    }

    /// The same trial from another start.
    pub fn starting_at(self, start: State) -> Self {
        Self::around(self.stepper, self.system, start)
    }

    /// Takes one interval of the resolution.
    ///
    /// # Errors
    /// When the step cannot be taken.
    pub fn step(&mut self) -> Result<&State, StepError> {
        self.stepper.step(&mut self.state)?;
        Ok(&self.state)
    }

    /// Takes `count` intervals of the resolution.
    ///
    /// # Errors
    /// When a step cannot be taken.
    pub fn steps(&mut self, count: usize) -> Result<&State, StepError> {
        for _ in 0..count {
            self.stepper.step(&mut self.state)?;
        }
        Ok(&self.state)
    }

    /// The present state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Work done so far.
    pub fn work(&self) -> Work {
        self.stepper.work()
    }

    /// Violations and energy at the present state.
    pub fn sample(&mut self) -> Sample<'_> {
        self.gauge.sample(self.system, &self.state)
    }

    /// λ at the present state, with the time it belongs to.
    ///
    /// # Errors
    /// When the equations are singular there.
    pub fn multipliers(&mut self) -> Result<Multipliers<'_>, StepError> {
        self.stepper.multipliers(&self.state)
    }

    /// Steps from one output time to the next and measures there; `check` is called after every step.
    ///
    /// `truth_at` gives the true motion at other times than those of the outputs, for methods whose λ belongs between
    /// them. Errors are absent where the outputs hold no true motion.
    ///
    /// # Errors
    /// When a step cannot be taken, λ cannot be found, or `check` fails.
    pub fn over<E: From<StepError>>(
        &mut self,
        outputs: &Outputs,
        truth_at: &dyn Fn(&[f64]) -> Vec<Truth>,
        mut check: impl FnMut(&State, Work) -> Result<(), E>,
    ) -> Result<Followed, E> {
        let mut meter = Meter::default();
        let mut history = History::default();
        for (k, (&t, &steps)) in outputs.times.iter().zip(&outputs.steps).enumerate() {
            for _ in 0..steps {
                let step = self.stepper.step(&mut self.state);
                let checked = check(&self.state, self.stepper.work());
                step?;
                checked?;
            }
            // Adding up steps leaves rounding in the time; the grid is exact.
            self.state.t = t;
            let mut looked_at = None;
            if planted::is(Defect::DriftAfterProjection) {
                let projected = looked_at.insert(self.state.clone());
                let _ = solvers::Projector::new(self.system).project(self.system, projected);
            }
            let looked_at = looked_at.as_ref().unwrap_or(&self.state);
            let sample = self.gauge.sample(self.system, looked_at);
            meter.add(&sample, outputs.truths.get(k));
            history.add(&sample);
            let lambda = self.stepper.multipliers(&self.state)?;
            let (given, rows) = (lambda.values.len(), self.system.shape().constraints());
            if given != rows {
                return Err(StepError::WrongMultipliers { t, given, rows }.into());
            }
            meter.add_multipliers(lambda);
        }
        let (measured, end) = meter.finish(&self.state, &outputs.truths, truth_at);
        Ok(Followed {
            measured,
            history,
            end,
        })
    }
}
