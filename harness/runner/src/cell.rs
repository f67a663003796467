//! One cell: a ladder of runs, its outcome, orders and verdict.

use crate::detuned::detuned;
use crate::judge::{Judgement, judge};
use crate::ladders::{Practice, resolutions};
use crate::largest_step::{Search, search};
use crate::observed;
use crate::trajectory::{Ended, Finished, run};
use problem::Start;
use results::planted::{self, Defect};
use results::{Cell, DriftHistory, EndState, FailureKind, LadderKind, Outcome, Run};
use stepping::{Card, Resolution, StepControl, Variant};
use system::State;
use trial::{End, PreparedProblem};

/// One variant on one problem.
#[derive(Clone, Copy)]
pub(crate) struct Pair<'a> {
    pub(crate) method: &'a str,
    pub(crate) variant: &'a dyn Variant,
    pub(crate) prepared: &'a PreparedProblem,
    pub(crate) practice: Practice,
    /// Called after every run: a cell may take long, a run may not.
    pub(crate) beat: &'a dyn Fn(),
}

impl Pair<'_> {
    /// One run of the cell.
    pub(crate) fn run(self, resolution: Resolution, start: &State, ladder: LadderKind) -> Ended {
        let ended = run(self.variant, self.prepared, resolution, start, ladder);
        (self.beat)();
        ended
    }
}

/// A cell with what does not stay in it.
pub(crate) struct RanCell {
    pub(crate) cell: Cell,
    /// The states in which its runs of the ladder of orders ended.
    pub(crate) end_states: Vec<EndState>,
}

/// Runs one variant on one problem.
pub(crate) fn run_cell(pair: Pair<'_>) -> RanCell {
    let Pair {
        method,
        variant,
        prepared,
        practice,
        ..
    } = pair;
    let general = variant.card();
    let card = Card {
        claims: variant.claims(prepared.system.shape()),
        ..general.clone()
    };
    let mut cell = Cell {
        claimed_order: (card.claims != general.claims).then_some(card.claims),
        ..Cell::blank(method, &card.id, prepared.card.id)
    };
    let mut end_states = Vec::new();
    let start = match &prepared.start {
        Ok(start) => start,
        Err(error) => {
            (cell.outcome, cell.failure) = (Outcome::Failed, Some(FailureKind::Start));
            cell.why = Some(format!("t = 0: no consistent start: {error}"));
            cell.verdict_why = "the cell did not run".to_owned();
            return RanCell { cell, end_states };
        }
    };
    // Long motions show no orders: all their steps are those of practice.
    let ladder = match prepared.card.long {
        None => LadderKind::Order,
        Some(_) => LadderKind::Practice,
    };
    // How each run developed, as far as it may be told.
    let mut histories: Vec<Option<DriftHistory>> = Vec::new();
    // The ladder belongs to the discretization, whatever it can promise on this system.
    for resolution in resolutions(&general, prepared) {
        match pair.run(resolution, start, ladder) {
            Ended::Finished(finished) => {
                let Finished { run, history, end } = *finished;
                if ladder == LadderKind::Order {
                    end_states.push(end_state(&cell, &run, end));
                }
                histories.push(Some(history));
                // The finest run decides: a coarse one may lie outside of the stable range.
                (cell.outcome, cell.why, cell.failure) = (Outcome::Ran, None, None);
                cell.runs.push(run);
            }
            Ended::Stopped { run, why, kind } => {
                (cell.outcome, cell.why) = (Outcome::Failed, Some(why));
                cell.failure = Some(kind);
                histories.push(None);
                cell.runs.push(run);
            }
            Ended::OverBudget { run, why } => {
                (cell.outcome, cell.why, cell.failure) = (Outcome::OverBudget, Some(why), None);
                histories.push(None);
                cell.runs.push(run);
                break;
            }
            Ended::Refused(refusal) => {
                (cell.outcome, cell.failure) = match planted::is(Defect::RefusalRuns) {
                    true => (Outcome::Ran, None),
                    false => (Outcome::Refused, None),
                };
                cell.why = Some(refusal.to_string());
                break;
            }
        }
    }
    let judged = prepared.card.start == Start::Consistent;
    let fixed = card.step_control == StepControl::Fixed;
    if cell.outcome == Outcome::Ran && fixed && judged && prepared.card.long.is_none() {
        cell.orders = observed::orders(&cell.runs, &card, prepared);
    }
    let Judgement {
        verdict,
        why,
        reasons,
    } = judge(&cell, &card, prepared);
    (cell.verdict, cell.verdict_why, cell.reasons) = (verdict, why, reasons);
    if cell.outcome == Outcome::Refused {
        return RanCell { cell, end_states };
    }
    for resolution in practice.resolutions(&card, prepared) {
        let ended = pair.run(resolution, start, LadderKind::Practice);
        let history = match &ended {
            Ended::Finished(finished) => Some(finished.history.clone()),
            _ => None,
        };
        if let Some(run) = ended.run() {
            histories.push(history);
            cell.runs.push(run);
        }
    }
    let typical = cell.typical_run(!fixed, prepared.card.time_scale);
    cell.history = typical.and_then(|place| histories.get_mut(place)?.take());
    if fixed && practice == Practice::Thorough {
        let Search { largest, coarser } = search(pair, start, &cell);
        cell.largest_step = largest;
        cell.runs.extend(coarser);
        cell.detuned = detuned(pair, &cell);
    }
    RanCell { cell, end_states }
}

fn end_state(cell: &Cell, run: &Run, End { state, lambda }: End) -> EndState {
    EndState {
        variant: cell.variant.clone(),
        problem: cell.problem.clone(),
        h: run.h,
        tolerance: run.tolerance,
        t: state.t,
        q: state.q().to_vec(),
        v: state.v().to_vec(),
        lambda,
    }
}
