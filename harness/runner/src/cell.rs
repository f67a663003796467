//! One cell: a ladder of runs, its outcome, orders and verdict.

use crate::judge::{Judgement, judge};
use crate::matrix::Pair;
use crate::observed;
use crate::trajectory::{Ended, run};
use problem::Start;
use results::{Cell, Orders, Outcome, Reasons, Verdict};
use stepping::{Card, Resolution, StepControl, StepSize, Tolerance};
use trial::PreparedProblem;

/// Tolerances at which adaptive variants run.
const TOLERANCES: [f64; 4] = [1e-4, 1e-6, 1e-8, 1e-10];

/// Runs one variant on one problem.
pub(crate) fn run_cell(pair: Pair<'_>) -> Cell {
    let Pair {
        method,
        variant,
        prepared,
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
        match run(variant, prepared, resolution, start) {
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
    if cell.outcome == Outcome::Ran && card.step_control == StepControl::Fixed && judged {
        cell.orders = observed::orders(&cell.runs, &card, prepared);
    }
    let Judgement {
        verdict,
        why,
        reasons,
    } = judge(&cell, &card, prepared);
    Cell {
        verdict,
        verdict_why: why,
        reasons,
        ..cell
    }
}

/// Step sizes or tolerances, coarsest first.
pub(crate) fn resolutions(card: &Card, prepared: &PreparedProblem) -> Vec<Resolution> {
    let problem = &prepared.card;
    let step = |n: usize| {
        StepSize::new(problem.end_time / n as f64).expect("ladders and end times are positive")
    };
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
