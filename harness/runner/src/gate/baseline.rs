//! The baseline: everything in a run that does not depend on the machine.

use super::{BaselineSpeed, Room};
use results::{
    BoardOf, Cell, Group, Outcome, PerQuantity, Problem, Quantity, ReplicatedClaim,
    ReplicationVerdict, Results, Run, Verdict, Work,
};
use serde::{Deserialize, Serialize};

/// The committed figures that later runs are compared with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Baseline {
    /// The command that reproduces it.
    pub command: String,
    /// The matrices that were run.
    pub parts: Vec<BaselinePart>,
    /// What the room of figures follows from, one entry per problem.
    pub problems: Vec<BaselineProblem>,
    /// One entry per cell, in the order of the run.
    pub cells: Vec<BaselineCell>,
    /// One entry per study beside the matrix and variant.
    pub studies: Vec<BaselineStudy>,
    /// The boards, without those that compare times.
    pub boards: Vec<BaselineBoard>,
    /// The claims of the papers.
    pub claims: Vec<BaselineClaim>,
    /// The speed of a few cells.
    pub speed: Option<BaselineSpeed>,
}

/// One matrix of the baseline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselinePart {
    /// Its name.
    pub name: String,
    /// Number of cells.
    pub cells: usize,
    /// Digest of the results.
    pub digest: String,
}

/// The sizes of a problem from which the room of its figures follows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineProblem {
    /// Problem id.
    pub id: String,
    /// Largest sizes along the true motion of what each quantity is made of.
    pub scales: PerQuantity<f64>,
    /// The end time, or the sensitivity |δq(T)|/|δv(0)| where that is longer, in seconds.
    pub lever: f64,
}

/// The predictions of a study that hold for a variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineStudy {
    /// Variant id.
    pub variant: String,
    /// Problem id.
    pub problem: String,
    /// The predicted quantity in words.
    pub what: String,
    /// The number of predictions that hold.
    pub predicted: Held,
}

/// The figures of one cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineCell {
    /// Variant id.
    pub variant: String,
    /// Problem id.
    pub problem: String,
    /// How the cell ended.
    pub outcome: Outcome,
    /// Verdict on the claimed orders.
    pub verdict: Verdict,
    /// Observed orders of q, v, λ, Φ, Φ', E, where there are any.
    pub orders: [Option<f64>; Quantity::ALL.len()],
    /// Figures of each run.
    pub runs: Vec<BaselineRun>,
    /// Heap allocations per step, where they were counted.
    pub allocations_per_step: Option<f64>,
    /// The number of runs that drift as predicted, where drift is predicted.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub predicted: Option<Held>,
}

/// A count of predictions that hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// Predictions that hold.
    pub hold: usize,
    /// Predictions made.
    pub of: usize,
}

impl Held {
    fn count(&mut self, pass: bool) {
        self.of += 1;
        self.hold += usize::from(pass);
    }
}

/// The figures of one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineRun {
    /// Steps taken.
    pub steps: u64,
    /// Tolerance of an adaptive run.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub tolerance: Option<f64>,
    /// Errors of q, v, λ; absent when the run did not come to its end.
    pub errors: Vec<Option<f64>>,
    /// Drifts Φ, Φ', E; absent when the run did not come to its end.
    pub drifts: Vec<Option<f64>>,
    /// Work counts.
    pub work: Work,
}

/// One board, with its order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineBoard {
    /// Board id, with the variant or integrator where it is restricted to one, and `methods` where its lines are methods.
    pub id: String,
    /// The lines, best first.
    pub lines: Vec<BaselineLine>,
}

/// One line of a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineLine {
    /// Variant id.
    pub variant: String,
    /// Best and worst rank it can hold.
    pub ranks: [usize; 2],
    /// The score.
    pub score: Option<f64>,
}

/// One claim of a paper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineClaim {
    /// Claim id.
    pub id: String,
    /// Whether ours is what is printed.
    pub verdict: ReplicationVerdict,
    /// What we get.
    pub ours: String,
    /// The rule by which the verdict was found.
    pub judged: String,
}

impl BaselineClaim {
    /// What is kept of a claim.
    pub fn of(claim: &ReplicatedClaim) -> Self {
        Self {
            id: claim.id.clone(),
            verdict: claim.verdict,
            ours: claim.ours.clone(),
            judged: claim.judged.clone(),
        }
    }
}

impl Baseline {
    /// The baseline of one matrix with a name.
    pub fn of(results: &Results, name: &str, command: &str) -> Self {
        Self {
            command: command.to_owned(),
            parts: vec![BaselinePart {
                name: name.to_owned(),
                cells: results.cells.len(),
                digest: results.provenance.digest.clone(),
            }],
            problems: results.problems.iter().map(BaselineProblem::of).collect(),
            cells: results.cells.iter().map(BaselineCell::of).collect(),
            studies: studies(results),
            boards: boards(results),
            claims: Vec::new(),
            speed: None,
        }
    }

    /// Adds the cells of another matrix; its boards, which rank few variants, are left out.
    pub fn join(&mut self, other: Self) {
        let known = |id: &str| self.problems.iter().any(|p| p.id == id);
        let new: Vec<BaselineProblem> = other
            .problems
            .into_iter()
            .filter(|p| !known(&p.id))
            .collect();
        self.parts.extend(other.parts);
        self.problems.extend(new);
        self.cells.extend(other.cells);
        self.studies.extend(other.studies);
    }

    /// The cell of a variant on a problem.
    pub fn cell(&self, variant: &str, problem: &str) -> Option<&BaselineCell> {
        let mut cells = self.cells.iter();
        cells.find(|c| c.variant == variant && c.problem == problem)
    }

    /// The room of rounding on a problem; none where the problem is unknown.
    pub fn room(&self, problem: &str) -> Room {
        let found = self.problems.iter().find(|p| p.id == problem);
        found.map_or_else(Room::default, Room::of)
    }
}

impl BaselineProblem {
    fn of(problem: &Problem) -> Self {
        Self {
            id: problem.id.clone(),
            scales: problem.scales,
            lever: problem.end_time.max(problem.sensitivity),
        }
    }
}

/// The boards that follow from counts alone: the answers without any time.
fn boards(results: &Results) -> Vec<BaselineBoard> {
    let mut untimed = results.clone();
    untimed.timing = None;
    for cell in &mut untimed.cells {
        cell.speed = None;
    }
    answers::answer(&mut untimed);
    let line = |line: &results::BoardLine| BaselineLine {
        variant: line.variant.clone(),
        ranks: [line.rank_low, line.rank_high],
        score: line.score,
    };
    let board = |board: &results::Board| {
        let of = (board.of == BoardOf::Methods).then_some("methods");
        // Fixed and adaptive steps of one integrator have a board each.
        let about = board.with.as_deref().or(board.integrator.as_deref());
        let parts = [Some(board.id.as_str()), about, of];
        let id: Vec<&str> = parts.into_iter().flatten().collect();
        BaselineBoard {
            id: id.join(" "),
            lines: board.lines.iter().map(line).collect(),
        }
    };
    untimed.boards.iter().map(board).collect()
}

/// A steady state that is off by this part of itself must not count as the exact one.
const OFF: f64 = 1e-3;

/// Every study, counted by variant in the order of the results.
fn studies(results: &Results) -> Vec<BaselineStudy> {
    let mut studies: Vec<BaselineStudy> = Vec::new();
    let mut count = |variant: &str, problem: &str, what: &str, pass: bool| {
        let same =
            |s: &BaselineStudy| (&*s.variant, &*s.problem, &*s.what) == (variant, problem, what);
        let place = studies.iter().position(same).unwrap_or_else(|| {
            studies.push(BaselineStudy {
                variant: variant.to_owned(),
                problem: problem.to_owned(),
                what: what.to_owned(),
                predicted: Held::default(),
            });
            studies.len() - 1
        });
        studies[place].predicted.count(pass);
    };
    for row in &results.steady_state {
        count(&row.variant, "circle", "steady-state violations", row.pass);
        // A rule that accepts everything shows only where it is asked about something wrong.
        if let (Some(exact), Some(measured)) = (row.exact, row.measured) {
            let accepted = theory::steady_state::agree((exact, measured * (1.0 + OFF)), row.floor);
            let what = "steady-state violations that are refused when off by 0.1 %";
            count(&row.variant, "circle", what, !accepted);
        }
    }
    for order in &results.steady_orders {
        let what = "orders of steady-state violations";
        count(&order.variant, "circle", what, order.pass);
    }
    for study in &results.drift_studies {
        let what = "runs followed step by step";
        count(&study.variant, &study.problem, what, study.pass);
    }
    studies
}

impl BaselineCell {
    pub(super) fn of(cell: &Cell) -> Self {
        Self {
            variant: cell.variant.clone(),
            problem: cell.problem.clone(),
            outcome: cell.outcome,
            verdict: cell.verdict,
            orders: Quantity::ALL.map(|quantity| cell.orders[quantity].p()),
            runs: cell.runs.iter().map(BaselineRun::of).collect(),
            allocations_per_step: cell.speed.map(|s| s.allocations_per_step),
            predicted: held(cell),
        }
    }
}

fn held(cell: &Cell) -> Option<Held> {
    let mut held = Held::default();
    for predicted in cell
        .runs
        .iter()
        .filter_map(|run| run.predicted_drift.as_ref())
    {
        held.count(predicted.pass);
    }
    (held.of > 0).then_some(held)
}

impl BaselineRun {
    fn of(run: &Run) -> Self {
        let of = |group| {
            // A file of JSON has no infinity, and figures have to come back as they were written.
            let figure = |quantity| run.measured[quantity].filter(|x: &f64| x.is_finite());
            Quantity::of(group).map(figure).collect()
        };
        Self {
            steps: run.steps,
            tolerance: run.tolerance,
            errors: of(Group::Error),
            drifts: of(Group::Drift),
            work: run.work,
        }
    }

    /// The figures with their quantities.
    pub fn figures(&self) -> impl Iterator<Item = (Quantity, Option<f64>)> {
        let quantities = Group::ALL.into_iter().flat_map(Quantity::of);
        quantities.zip(self.errors.iter().chain(&self.drifts).copied())
    }
}
