//! One cell: a ladder of runs, its outcome, orders and verdict.

use crate::detuned::detuned;
use crate::judge::{Judgement, judge};
use crate::ladders::{Practice, resolutions};
use crate::largest_step::{Search, search};
use crate::observed;
use crate::trajectory::{Ended, run};
use problem::Start;
use results::planted::{self, Defect};
use results::{Cell, FailureKind, LadderKind, Outcome};
use stepping::{Card, Resolution, StepControl, Variant};
use system::State;
use trial::PreparedProblem;

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

/// Runs one variant on one problem.
pub(crate) fn run_cell(pair: Pair<'_>) -> Cell {
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
    let start = match &prepared.start {
        Ok(start) => start,
        Err(error) => {
            (cell.outcome, cell.failure) = (Outcome::Failed, Some(FailureKind::Start));
            cell.why = Some(format!("t = 0: no consistent start: {error}"));
            cell.verdict_why = "the cell did not run".to_owned();
            return cell;
        }
    };
    // Long motions show no orders: all their steps are those of practice.
    let ladder = match prepared.card.long {
        None => LadderKind::Order,
        Some(_) => LadderKind::Practice,
    };
    // The ladder belongs to the discretization, whatever it can promise on this system.
    for resolution in resolutions(&general, prepared) {
        match pair.run(resolution, start, ladder) {
            Ended::Finished(run) => {
                // The finest run decides: a coarse one may lie outside of the stable range.
                (cell.outcome, cell.why, cell.failure) = (Outcome::Ran, None, None);
                cell.runs.push(run);
            }
            Ended::Stopped { run, why, kind } => {
                (cell.outcome, cell.why) = (Outcome::Failed, Some(why));
                cell.failure = Some(kind);
                cell.runs.push(run);
            }
            Ended::OverBudget { run, why } => {
                (cell.outcome, cell.why, cell.failure) = (Outcome::OverBudget, Some(why), None);
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
        return cell;
    }
    for resolution in practice.resolutions(&card, prepared) {
        let ended = pair.run(resolution, start, LadderKind::Practice);
        cell.runs.extend(ended.run());
    }
    if fixed && practice == Practice::Thorough {
        let Search { largest, coarser } = search(pair, start, &cell);
        cell.largest_step = largest;
        cell.runs.extend(coarser);
        cell.detuned = detuned(pair, &cell);
    }
    cell
}
