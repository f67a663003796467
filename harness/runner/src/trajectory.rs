//! One run: one variant, one problem, one resolution.

use crate::task::panic_message;
use results::planted::{self, Defect};
use results::{
    Counter, DriftHistory, FailureKind, Growth, LadderKind, Measured, PerQuantity, Quantity, Run,
    Work,
};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use stepping::{Refusal, Resolution, StepError, Variant};
use system::State;
use trial::{End, Followed, History, Outputs, PreparedProblem, Trial};
use verification::growth;

/// Largest product of evaluations and velocities that one run may take, about a minute. It is a count, so that it does
/// not depend on the machine.
const BUDGET: u64 = 2_000_000_000;

/// No run counts further: a double holds it exactly, and it would take a century.
const LARGEST_COUNT: u64 = 1 << 53;

/// Parts of the time in which the drifts of a run are told.
const PARTS: usize = 16;

/// Drifts below this part of their scale are the noise of rounding and of projections that stop at a tolerance.
const NOISE: f64 = 1e-13;

/// The end of a run.
pub(crate) enum Ended {
    /// The run reached its end time.
    Finished(Box<Finished>),
    /// The run stopped before, for this reason.
    Stopped {
        run: Run,
        why: String,
        kind: FailureKind,
    },
    /// The run needed more work than the budget allows.
    OverBudget { run: Run, why: String },
    /// The method refused the system.
    Refused(Refusal),
}

/// A run that reached its end, with what is not a part of every run in the results.
pub(crate) struct Finished {
    pub(crate) run: Run,
    pub(crate) history: DriftHistory,
    pub(crate) end: End,
}

impl Ended {
    /// The run, whether it came to its end or not; `None` where the method refused the system.
    pub(crate) fn run(self) -> Option<Run> {
        match self {
            Self::Finished(finished) => Some(finished.run),
            Self::Stopped { run, .. } | Self::OverBudget { run, .. } => Some(run),
            Self::Refused(_) => None,
        }
    }
}

enum Stop {
    Refused(Refusal),
    Step(StepError),
    OverBudget { t: f64 },
}

impl From<StepError> for Stop {
    fn from(error: StepError) -> Self {
        Self::Step(error)
    }
}

/// Runs a variant on a problem with a step or tolerance of a ladder. Steps that show orders divide the output grid, and so do
/// the intervals of tolerances but on long motions; others need not.
pub(crate) fn run(
    variant: &dyn Variant,
    prepared: &PreparedProblem,
    resolution: Resolution,
    start: &State,
    ladder: LadderKind,
) -> Ended {
    let interval = resolution.interval();
    let adaptive = matches!(resolution, Resolution::Adaptive { .. });
    let outputs = if ladder == LadderKind::Order || (adaptive && prepared.card.long.is_none()) {
        Arc::new(prepared.outputs_on_grid(interval))
    } else {
        prepared.outputs_near_grid(interval)
    };
    let reached = Cell::new(start.t);
    let work = Cell::new(Work::default());
    // A panic inside of a method is that cell's failure, not the end of the matrix.
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        follow(
            variant, prepared, resolution, start, &outputs, &reached, &work,
        )
    }));
    let counts = work.get();
    let mut run = Run {
        h: mean_step(&prepared.card, resolution, counts.steps, reached.get()),
        tolerance: tolerance(resolution),
        ladder,
        steps: counts.steps,
        measured: Measured::default(),
        predicted_drift: None,
        work: counts,
        growth: None,
        stopped: None,
    };
    let t = reached.get();
    let (kind, why) = match attempt {
        Ok(Err(Stop::Refused(refusal))) => return Ended::Refused(refusal),
        Ok(Ok(Followed {
            measured,
            history,
            end,
        })) => {
            if measured
                .iter()
                .all(|(_, value)| value.is_none_or(f64::is_finite))
            {
                run.measured = measured;
                run.growth = prepared.card.long.map(|_| grown(&history, prepared));
                let history = told(&history, &run);
                return Ended::Finished(Box::new(Finished { run, history, end }));
            }
            let why = format!("t = {t:.6}: an error is too large for a number");
            (FailureKind::Step, why)
        }
        Ok(Err(Stop::Step(error))) => (kind_of(error), error.to_string()),
        Ok(Err(Stop::OverBudget { t })) => {
            let budget = BUDGET as f64;
            let why =
                format!("t = {t:.6}: over the budget of {budget:.1e} evaluations times velocities");
            run.stopped = Some(why.clone());
            return Ended::OverBudget { run, why };
        }
        Err(panic) => {
            let message = panic_message(panic.as_ref());
            let why = format!("t = {t:.6}: panicked: {message}");
            // Whatever the payload does when it is dropped, it must not be a second panic here.
            std::mem::forget(panic);
            (FailureKind::Panic, why)
        }
    };
    run.stopped = Some(why.clone());
    Ended::Stopped { run, why, kind }
}

pub(crate) fn kind_of(error: StepError) -> FailureKind {
    match error {
        StepError::WrongMultipliers { .. } | StepError::WrongCount { .. } => FailureKind::Invalid,
        _ => FailureKind::Step,
    }
}

/// The growth of every drift over a long motion.
fn grown(history: &History, prepared: &PreparedProblem) -> PerQuantity<Option<Growth>> {
    PerQuantity::from_fn(|quantity: Quantity| {
        let floor = NOISE * prepared.scales[quantity];
        growth(history.of(quantity), floor)
    })
}

/// How the drifts of a run developed, in few parts with three digits: enough for a figure.
fn told(history: &History, run: &Run) -> DriftHistory {
    let sizes = |quantity: Quantity| -> Vec<f64> {
        let sizes = history.in_parts(quantity, PARTS).into_iter();
        let rounded = sizes.map(|size| format!("{size:.2e}").parse().unwrap_or(size));
        rounded.collect()
    };
    DriftHistory {
        step: run.h,
        tolerance: run.tolerance,
        end: history.end().unwrap_or_default(),
        position: sizes(Quantity::DriftPosition),
        velocity: sizes(Quantity::DriftVelocity),
        energy: sizes(Quantity::Energy),
    }
}

fn follow(
    variant: &dyn Variant,
    prepared: &PreparedProblem,
    resolution: Resolution,
    start: &State,
    outputs: &Outputs,
    reached: &Cell<f64>,
    work: &Cell<Work>,
) -> Result<Followed, Stop> {
    let system = prepared.system.as_ref();
    let mut trial =
        Trial::from(variant, system, resolution, start.clone()).map_err(Stop::Refused)?;
    let size = system.shape().n_v().max(1) as u64;
    let truth_at = |times: &[f64]| prepared.problem.truth(times);
    trial.over(outputs, &truth_at, |state, counts| {
        reached.set(state.t);
        let before = work.replace(counts);
        let wrong = |c: &Counter| counts[*c] < before[*c] || counts[*c] > LARGEST_COUNT;
        if Counter::ALL.iter().any(wrong) {
            return Err(StepError::WrongCount { t: state.t }.into());
        }
        let budget = match planted::is(Defect::BudgetTooSmall) {
            true => BUDGET / 1_000_000,
            false => BUDGET,
        };
        if counts.evaluations.saturating_mul(size) > budget {
            return Err(Stop::OverBudget { t: state.t });
        }
        Ok(())
    })
}

fn tolerance(resolution: Resolution) -> Option<f64> {
    match resolution {
        Resolution::Fixed(_) => None,
        Resolution::Adaptive { tolerance, .. } => Some(tolerance.value()),
    }
}

fn mean_step(card: &problem::ProblemCard, resolution: Resolution, steps: u64, reached: f64) -> f64 {
    match resolution {
        Resolution::Fixed(h) => h.seconds(),
        Resolution::Adaptive { .. } if steps > 0 => reached / steps as f64,
        Resolution::Adaptive { .. } => card.run_time(),
    }
}
