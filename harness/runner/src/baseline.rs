//! What the gate remembers of a set of results: the deterministic figures of every cell.

use results::{Cell, OrderEstimate, Outcome, Results, Run, Verdict, Work};
use serde::{Deserialize, Serialize};

/// The version of the baseline file.
const VERSION: u32 = 1;

/// The committed figures that later runs are compared with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Baseline {
    /// Version of this format.
    pub version: u32,
    /// The command that makes it again.
    pub command: String,
    /// One entry per cell.
    pub cells: Vec<BaselineCell>,
    /// How many predictions hold, one entry per kind and variant.
    #[serde(default)]
    pub predictions: Vec<BaselinePrediction>,
}

/// How many predictions of one kind hold for a variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BaselinePrediction {
    /// Variant id.
    pub variant: String,
    /// Problem id, or words for several.
    pub problem: String,
    /// What is predicted.
    pub what: String,
    /// How many predictions hold,
    pub hold: usize,
    /// of how many.
    pub of: usize,
}

/// The figures of one cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BaselineCell {
    /// Variant id.
    pub variant: String,
    /// Problem id.
    pub problem: String,
    /// What happened.
    pub outcome: Outcome,
    /// Verdict on the claimed orders.
    pub verdict: Verdict,
    /// Observed orders of q, v, λ, Φ, Φ', E, where there are any.
    pub orders: [Option<f64>; 6],
    /// Figures of each run.
    pub runs: Vec<BaselineRun>,
    /// Heap allocations per step, where they were counted.
    pub allocations_per_step: Option<f64>,
}

/// The figures of one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BaselineRun {
    /// Steps taken.
    pub steps: u64,
    /// Errors of q, v, λ; absent when the run did not come to its end.
    pub errors: [Option<f64>; 3],
    /// Drifts Φ, Φ', E; absent when the run did not come to its end.
    pub drifts: [Option<f64>; 3],
    /// Work counts.
    pub work: Work,
}

impl Baseline {
    /// The figures of `results` worth remembering.
    pub fn of(results: &Results, command: &str) -> Self {
        Self {
            version: VERSION,
            command: command.to_owned(),
            cells: results.cells.iter().map(BaselineCell::of).collect(),
            predictions: predictions(results),
        }
    }

    /// Reads a baseline, refusing versions it does not know.
    ///
    /// # Errors
    /// A message that says what is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let baseline: Self = serde_json::from_str(text).map_err(|e| e.to_string())?;
        if baseline.version == VERSION {
            Ok(baseline)
        } else {
            Err(format!("version {} instead of {VERSION}", baseline.version))
        }
    }

    /// As text, one cell per line so that changes can be reviewed.
    pub fn to_text(&self) -> String {
        let line = |cell| serde_json::to_string(cell).expect("figures are finite");
        let cells: Vec<String> = self.cells.iter().map(line).collect();
        let line = |prediction| serde_json::to_string(prediction).expect("counts are finite");
        let predictions: Vec<String> = self.predictions.iter().map(line).collect();
        let command = serde_json::to_string(&self.command).expect("text is text");
        format!(
            "{{\"version\":{},\"command\":{command},\"cells\":[\n{}\n],\"predictions\":[\n{}\n]}}\n",
            self.version,
            cells.join(",\n"),
            predictions.join(",\n")
        )
    }
}

/// Every kind of prediction, counted by variant in the order of the results.
fn predictions(results: &Results) -> Vec<BaselinePrediction> {
    let mut counts: Vec<BaselinePrediction> = Vec::new();
    let mut count = |variant: &str, problem: &str, what: &str, pass: bool| {
        let same = |c: &BaselinePrediction| {
            (&*c.variant, &*c.problem, &*c.what) == (variant, problem, what)
        };
        let place = counts.iter().position(same).unwrap_or_else(|| {
            counts.push(BaselinePrediction {
                variant: variant.to_owned(),
                problem: problem.to_owned(),
                what: what.to_owned(),
                hold: 0,
                of: 0,
            });
            counts.len() - 1
        });
        counts[place].of += 1;
        counts[place].hold += usize::from(pass);
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
    for cell in &results.cells {
        for predicted in cell
            .runs
            .iter()
            .filter_map(|run| run.predicted_drift.as_ref())
        {
            count(&cell.variant, "all problems", "drifts", predicted.pass);
        }
    }
    counts
}

impl BaselineCell {
    fn of(cell: &Cell) -> Self {
        let orders = &cell.orders;
        let all: [&OrderEstimate; 6] = [
            &orders.position,
            &orders.velocity,
            &orders.multiplier,
            &orders.drift_position,
            &orders.drift_velocity,
            &orders.energy,
        ];
        Self {
            variant: cell.variant.clone(),
            problem: cell.problem.clone(),
            outcome: cell.outcome,
            verdict: cell.verdict,
            orders: all.map(|o| o.p),
            runs: cell.runs.iter().map(BaselineRun::of).collect(),
            allocations_per_step: cell.speed.map(|s| s.allocations_per_step),
        }
    }
}

impl BaselineRun {
    fn of(run: &Run) -> Self {
        let errors = run.errors.as_ref();
        let drift = run.drift.as_ref();
        Self {
            steps: run.steps,
            errors: [
                errors.map(|e| e.position),
                errors.map(|e| e.velocity),
                errors.and_then(|e| e.multiplier),
            ],
            drifts: [
                drift.map(|d| d.position),
                drift.map(|d| d.velocity),
                drift.map(|d| d.energy),
            ],
            work: run.work,
        }
    }
}
