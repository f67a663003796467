//! One run: one variant, one problem, one resolution.

use results::{EndState, Growth, LadderKind, Measured, PerQuantity, Quantity, Run, Work};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use stepping::{Refusal, Resolution, StepError, Variant};
use system::State;
use trial::{End, Followed, History, Outputs, PreparedProblem, Trial};
use verification::growth;

/// Largest product of evaluations and velocities that one run may take, about a minute. It is a count, so that it does
/// not depend on the machine.
const BUDGET: u64 = 2_000_000_000;

/// Drifts below this part of their scale are the noise of rounding and of projections that stop at a tolerance.
const NOISE: f64 = 1e-13;

/// The end of a run.
pub(crate) enum Ended {
    /// The run reached its end time.
    Finished(Run),
    /// The run stopped before, for this reason.
    Stopped { run: Run, why: String },
    /// The run needed more work than the budget allows.
    OverBudget { run: Run, why: String },
    /// The method refused the system.
    Refused(Refusal),
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

/// Runs a variant on a problem with a step or tolerance of the ladder that shows orders.
pub(crate) fn run_for_order(
    variant: &dyn Variant,
    prepared: &PreparedProblem,
    resolution: Resolution,
    start: &State,
) -> Ended {
    let outputs = prepared.outputs_on_grid(resolution.interval());
    run(
        variant,
        prepared,
        resolution,
        start,
        &outputs,
        LadderKind::Order,
    )
}

/// Runs a variant on a problem over the given output times.
pub(crate) fn run(
    variant: &dyn Variant,
    prepared: &PreparedProblem,
    resolution: Resolution,
    start: &State,
    outputs: &Outputs,
    ladder: LadderKind,
) -> Ended {
    let reached = Cell::new(start.t);
    let work = Cell::new(Work::default());
    // A panic inside of a method is that cell's failure, not the end of the matrix.
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        follow(
            variant, prepared, resolution, start, outputs, &reached, &work,
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
        end_state: None,
        growth: None,
        stopped: None,
    };
    let t = reached.get();
    let why = match attempt {
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
                // Only the states of the ladder of orders are worth their place in the file.
                run.end_state = (ladder == LadderKind::Order).then(|| end_state(end));
                run.growth = prepared.card.long.map(|_| grown(&history, prepared));
                return Ended::Finished(run);
            }
            format!("t = {t:.6}: an error is too large for a number")
        }
        Ok(Err(Stop::Step(error))) => error.to_string(),
        Ok(Err(Stop::OverBudget { t })) => {
            let budget = BUDGET as f64;
            let why =
                format!("t = {t:.6}: over the budget of {budget:.1e} evaluations times velocities");
            run.stopped = Some(why.clone());
            return Ended::OverBudget { run, why };
        }
        Err(panic) => {
            let message = panic
                .downcast_ref::<&str>()
                .map(|s| (*s).to_owned())
                .or_else(|| panic.downcast_ref::<String>().cloned())
                .unwrap_or_else(|| "no message".to_owned());
            format!("t = {t:.6}: panicked: {message}")
        }
    };
    run.stopped = Some(why.clone());
    Ended::Stopped { run, why }
}

/// The growth of every drift over a long motion.
fn grown(history: &History, prepared: &PreparedProblem) -> PerQuantity<Option<Growth>> {
    PerQuantity::from_fn(|quantity: Quantity| {
        let floor = NOISE * prepared.scales[quantity];
        growth(history.of(quantity), floor)
    })
}

fn end_state(End { state, lambda }: End) -> EndState {
    EndState {
        t: state.t,
        q: state.q().to_vec(),
        v: state.v().to_vec(),
        lambda,
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
        work.set(counts);
        if counts.evaluations * size > BUDGET {
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
