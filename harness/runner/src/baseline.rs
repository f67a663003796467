//! The baseline of the gate: the deterministic figures of every cell.

use results::{Cell, Group, Outcome, Quantity, Results, Run, Verdict, Work};
use serde::{Deserialize, Serialize};

/// The version of the baseline file.
const VERSION: u32 = 1;

/// The committed figures that later runs are compared with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Baseline {
    /// Version of this format.
    pub version: u32,
    /// The command that reproduces it.
    pub command: String,
    /// One entry per cell.
    pub cells: Vec<BaselineCell>,
    /// One entry per study beside the matrix and variant.
    #[serde(default)]
    pub studies: Vec<BaselineStudy>,
}

/// The predictions of a study that hold for a variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
pub struct BaselineRun {
    /// Steps taken.
    pub steps: u64,
    /// Errors of q, v, λ; absent when the run did not come to its end.
    pub errors: Vec<Option<f64>>,
    /// Drifts Φ, Φ', E; absent when the run did not come to its end.
    pub drifts: Vec<Option<f64>>,
    /// Work counts.
    pub work: Work,
}

impl Baseline {
    /// The baseline of `results`.
    pub fn of(results: &Results, command: &str) -> Self {
        Self {
            version: VERSION,
            command: command.to_owned(),
            cells: results.cells.iter().map(BaselineCell::of).collect(),
            studies: studies(results),
        }
    }

    /// Reads a baseline of the present version.
    ///
    /// # Errors
    /// When the text is not a baseline, or has another version.
    pub fn parse(text: &str) -> Result<Self, String> {
        let baseline: Self = serde_json::from_str(text).map_err(|e| e.to_string())?;
        if baseline.version == VERSION {
            Ok(baseline)
        } else {
            Err(format!("version {} instead of {VERSION}", baseline.version))
        }
    }

    /// The baseline as text, one cell per line so that changes can be reviewed.
    pub fn to_text(&self) -> String {
        let line = |cell| serde_json::to_string(cell).expect("figures are finite");
        let cells: Vec<String> = self.cells.iter().map(line).collect();
        let line = |study| serde_json::to_string(study).expect("counts are finite");
        let studies: Vec<String> = self.studies.iter().map(line).collect();
        let command = serde_json::to_string(&self.command).expect("text is text");
        format!(
            "{{\"version\":{},\"command\":{command},\"cells\":[\n{}\n],\"studies\":[\n{}\n]}}\n",
            self.version,
            cells.join(",\n"),
            studies.join(",\n")
        )
    }
}

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
    fn of(cell: &Cell) -> Self {
        Self {
            variant: cell.variant.clone(),
            problem: cell.problem.clone(),
            outcome: cell.outcome,
            verdict: cell.verdict,
            orders: Quantity::ALL.map(|quantity| cell.orders[quantity].p()),
            runs: cell.order_runs().iter().map(BaselineRun::of).collect(),
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
            Quantity::of(group)
                .map(|quantity| run.measured[quantity])
                .collect()
        };
        Self {
            steps: run.steps,
            errors: of(Group::Error),
            drifts: of(Group::Drift),
            work: run.work,
        }
    }
}
