//! One cell: a ladder of runs, its outcome, orders and verdict.

use crate::detuned::detuned;
use crate::judge::{Judgement, judge};
use crate::matrix::Pair;
use crate::observed;
use crate::practice::{Search, search};
use crate::trajectory::{Ended, run, run_for_order};
use problem::{Long, Start};
use results::{Cell, LadderKind, Orders, Outcome, Reasons, Verdict};
use stepping::{Card, Resolution, StepControl, StepSize, Tolerance};
use trial::{LOOKS, PreparedProblem};

/// Tolerances at which adaptive variants run.
const TOLERANCES: [f64; 4] = [1e-4, 1e-6, 1e-8, 1e-10];

/// Tolerances at which adaptive variants run on long motions.
const LONG_TOLERANCES: [f64; 2] = [1e-6, 1e-8];

/// Runs one variant on one problem.
pub(crate) fn run_cell(pair: Pair<'_>) -> Cell {
    let Pair {
        method,
        variant,
        prepared,
        practice,
    } = pair;
    let general = variant.card();
    let card = Card {
        claims: variant.claims(prepared.system.shape()),
        ..general.clone()
    };
    let mut cell = Cell {
        method: method.to_owned(),
        variant: card.id.clone(),
        problem: prepared.card.id.to_owned(),
        outcome: Outcome::Ran,
        why: None,
        runs: Vec::new(),
        orders: Orders::default(),
        claimed_order: (card.claims != general.claims).then_some(card.claims),
        unpredicted: None,
        speed: None,
        reach: Vec::new(),
        verdict: Verdict::NotRun,
        verdict_why: String::new(),
        reasons: Reasons::default(),
        largest_step: None,
        worse_than_nothing: Vec::new(),
        detuned: Vec::new(),
    };
    let start = match &prepared.start {
        Ok(start) => start,
        Err(error) => {
            cell.outcome = Outcome::Failed;
            cell.why = Some(format!("t = 0: no consistent start: {error}"));
            cell.verdict_why = "the cell did not run".to_owned();
            return cell;
        }
    };
    // The ladder belongs to the discretization, whatever it can promise on this system.
    for resolution in resolutions(&general, prepared) {
        let ended = match prepared.card.long {
            None => run_for_order(variant, prepared, resolution, start),
            Some(_) => {
                let outputs = prepared.outputs_near_grid(resolution.interval());
                let kind = LadderKind::Practice;
                run(variant, prepared, resolution, start, &outputs, kind)
            }
        };
        match ended {
            Ended::Finished(run) => {
                // The finest run decides: a coarse one may lie outside of the stable range.
                (cell.outcome, cell.why) = (Outcome::Ran, None);
                cell.runs.push(run);
            }
            Ended::Stopped { run, why } => {
                (cell.outcome, cell.why) = (Outcome::Failed, Some(why));
                cell.runs.push(run);
            }
            Ended::OverBudget { run, why } => {
                (cell.outcome, cell.why) = (Outcome::OverBudget, Some(why));
                cell.runs.push(run);
                break;
            }
            Ended::Refused(refusal) => {
                (cell.outcome, cell.why) = (Outcome::Refused, Some(refusal.to_string()));
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
    if cell.outcome != Outcome::Refused {
        cell.runs.extend(practice.run(variant, prepared, start));
    }
    if cell.outcome != Outcome::Refused && fixed && practice.thorough {
        let Search { largest, coarser } = search(pair, start, &cell);
        cell.largest_step = largest;
        cell.runs.extend(coarser);
        cell.detuned = detuned(pair, &cell);
    }
    cell
}

/// Step sizes or tolerances, coarsest first.
pub(crate) fn resolutions(card: &Card, prepared: &PreparedProblem) -> Vec<Resolution> {
    let problem = &prepared.card;
    let step = |n: usize| {
        StepSize::new(problem.end_time / n as f64).expect("ladders and end times are positive")
    };
    if let Some(long) = problem.long {
        return long_resolutions(card, long);
    }
    let mut all: Vec<Resolution> = match card.step_control {
        StepControl::Fixed => prepared
            .ladder
            .steps(card.ladder_order())
            .into_iter()
            .map(|n| Resolution::Fixed(step(n)))
            .collect(),
        StepControl::Adaptive => TOLERANCES
            .into_iter()
            .map(|tolerance| Resolution::Adaptive {
                tolerance: Tolerance::new(tolerance).expect("the tolerances above are fine"),
                interval: step(prepared.ladder.grid()),
            })
            .collect(),
    };
    all.truncate(prepared.rungs(all.len()));
    all
}

/// Step sizes or tolerances for a long motion, coarsest first.
fn long_resolutions(card: &Card, long: Long) -> Vec<Resolution> {
    match card.step_control {
        StepControl::Fixed => {
            let steps = long.steps.iter().filter_map(|h| StepSize::new(*h).ok());
            steps.map(Resolution::Fixed).collect()
        }
        StepControl::Adaptive => {
            let interval = StepSize::new(long.end_time / LOOKS as f64);
            let at = |tolerance: f64| {
                Some(Resolution::Adaptive {
                    tolerance: Tolerance::new(tolerance).ok()?,
                    interval: interval.ok()?,
                })
            };
            LONG_TOLERANCES.into_iter().filter_map(at).collect()
        }
    }
}
