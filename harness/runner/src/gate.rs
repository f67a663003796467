//! The gate: has anything become worse than the committed baseline?
//!
//! Only deterministic figures are compared: orders, errors, drifts, work counts, allocations, how many predictions
//! hold, and whether every cell is still there. Mathematical library functions differ in their last digit between systems,
//! so errors and counts have a little room.

use crate::{Baseline, BaselineCell, BaselineRun, BaselineStudy, Held};
use results::{Counter, Group, Outcome, Quantity, Verdict};
use std::fmt;

/// An order may fall by this much.
const ORDER_ROOM: f64 = 0.05;

/// An error or drift may grow by this fraction.
const ERROR_ROOM: f64 = 0.02;

/// An error or drift may grow by this much whatever its size: rounding of quantities of order one over many steps.
const ROUNDING_ROOM: f64 = 1e-11;

/// Work may grow by this fraction: an iteration more or less where rounding decides.
const WORK_ROOM: f64 = 0.01;

/// The findings of the gate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// Cells of the baseline that are gone or no longer run.
    pub lost: Vec<Finding>,
    /// Figures that became worse.
    pub worse: Vec<Finding>,
    /// Figures that became better, and new cells.
    pub better: Vec<Finding>,
    /// Number of cells compared.
    pub compared: usize,
}

/// One finding of the gate.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Variant id.
    pub variant: String,
    /// Problem id.
    pub problem: String,
    /// The change, with both numbers.
    pub what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}: {}", self.variant, self.problem, self.what)
    }
}

impl Findings {
    fn add(&mut self, changes: Changes, finding: impl Fn(String) -> Finding) {
        self.worse.extend(changes.worse.into_iter().map(&finding));
        self.better.extend(changes.better.into_iter().map(&finding));
    }

    /// Whether nothing was lost and nothing became worse.
    pub fn pass(&self) -> bool {
        self.lost.is_empty() && self.worse.is_empty()
    }
}

/// Compares the present figures with the baseline.
pub fn compare(baseline: &Baseline, present: &Baseline) -> Findings {
    let mut findings = Findings::default();
    for old in &baseline.cells {
        let finding = finding_in(&old.variant, &old.problem);
        match find(present, old) {
            None => findings.lost.push(finding("the cell is gone".to_owned())),
            Some(new) if old.outcome == Outcome::Ran && new.outcome != Outcome::Ran => {
                findings
                    .lost
                    .push(finding(format!("ran before, now {:?}", new.outcome)));
            }
            Some(new) => {
                findings.compared += 1;
                let mut changes = Changes::default();
                changes.cell(old, new);
                findings.add(changes, finding);
            }
        }
    }
    for new in &present.cells {
        if find(baseline, new).is_none() {
            let finding = finding_in(&new.variant, &new.problem);
            findings.better.push(finding("a new cell".to_owned()));
        }
    }
    for old in &baseline.studies {
        let same = |new: &&BaselineStudy| {
            (&new.variant, &new.problem, &new.what) == (&old.variant, &old.problem, &old.what)
        };
        let new = present.studies.iter().find(same);
        let mut changes = Changes::default();
        changes.predicted(&old.what, Some(old.predicted), new.map(|new| new.predicted));
        findings.add(changes, finding_in(&old.variant, &old.problem));
    }
    findings
}

/// Makes findings out of what was found in one place.
fn finding_in(variant: &str, problem: &str) -> impl Fn(String) -> Finding {
    move |what| Finding {
        variant: variant.to_owned(),
        problem: problem.to_owned(),
        what,
    }
}

fn find<'a>(baseline: &'a Baseline, cell: &BaselineCell) -> Option<&'a BaselineCell> {
    let same = |c: &&BaselineCell| c.variant == cell.variant && c.problem == cell.problem;
    baseline.cells.iter().find(same)
}

#[derive(Default)]
struct Changes {
    worse: Vec<String>,
    better: Vec<String>,
}

impl Changes {
    fn cell(&mut self, old: &BaselineCell, new: &BaselineCell) {
        if old.outcome != Outcome::Ran && new.outcome == Outcome::Ran {
            self.better
                .push(format!("{:?} before, now it runs", old.outcome));
        }
        if old.verdict != Verdict::Below && new.verdict == Verdict::Below {
            self.worse
                .push(format!("claims {:?} before, now missed", old.verdict));
        }
        for ((quantity, old), new) in Quantity::ALL.iter().zip(old.orders).zip(new.orders) {
            let name = quantity.symbol();
            match (old, new) {
                (Some(old), Some(new)) if new < old - ORDER_ROOM => {
                    self.worse
                        .push(format!("order of {name} fell from {old:.2} to {new:.2}"));
                }
                (Some(old), None) => {
                    self.worse.push(format!(
                        "order of {name} was {old:.2}, now none is observed"
                    ));
                }
                _ => {}
            }
        }
        if old.runs.len() != new.runs.len() {
            let (old, new) = (old.runs.len(), new.runs.len());
            self.worse.push(format!("{old} runs before, now {new}"));
        }
        for (old, new) in old.runs.iter().zip(&new.runs) {
            self.run(old, new);
        }
        self.predicted("drifts", old.predicted, new.predicted);
        if let (Some(old), Some(new)) = (old.allocations_per_step, new.allocations_per_step)
            && new > old
        {
            self.worse
                .push(format!("allocations per step rose from {old} to {new}"));
        }
    }

    fn predicted(&mut self, what: &str, old: Option<Held>, new: Option<Held>) {
        match (old, new) {
            (Some(_), None) => self.worse.push(format!("no {what} are predicted any more")),
            (None, Some(_)) => self.better.push(format!("{what} are predicted now")),
            (Some(old), Some(new)) if old != new => {
                let counts = format!(
                    "{} of {} predicted {what} hold, {} of {} before",
                    new.hold, new.of, old.hold, old.of
                );
                if new.hold < old.hold {
                    self.worse.push(counts);
                } else {
                    self.better.push(counts);
                }
            }
            _ => {}
        }
    }

    fn run(&mut self, old: &BaselineRun, new: &BaselineRun) {
        let at = format!("{} steps", old.steps);
        let olds = old.errors.iter().chain(&old.drifts);
        let news = new.errors.iter().chain(&new.drifts);
        let quantities = Group::ALL.into_iter().flat_map(Quantity::of);
        for ((quantity, old), new) in quantities.zip(olds).zip(news) {
            let name = quantity.figure();
            match (old, new) {
                (Some(old), Some(new)) if *new > old * (1.0 + ERROR_ROOM) + ROUNDING_ROOM => {
                    self.worse
                        .push(format!("{at}: {name} grew from {old:.3e} to {new:.3e}"));
                }
                (Some(old), Some(new)) if *old > new * (1.0 + ERROR_ROOM) + ROUNDING_ROOM => {
                    self.better
                        .push(format!("{at}: {name} fell from {old:.3e} to {new:.3e}"));
                }
                (Some(old), None) => {
                    self.worse
                        .push(format!("{at}: {name} was {old:.3e}, now there is none"));
                }
                _ => {}
            }
        }
        // Rejected steps are few, and their cost is in the evaluations.
        let counters = Counter::LISTED
            .into_iter()
            .filter(|c| *c != Counter::Rejected);
        for counter in counters {
            let (name, old, new) = (counter.name(), old.work[counter], new.work[counter]);
            if new as f64 > old as f64 * (1.0 + WORK_ROOM) {
                self.worse
                    .push(format!("{at}: {name} rose from {old} to {new}"));
            } else if (old as f64) > new as f64 * (1.0 + WORK_ROOM) {
                self.better
                    .push(format!("{at}: {name} fell from {old} to {new}"));
            }
        }
    }
}
