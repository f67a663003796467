//! One cell of the matrix: one variant on one problem.

use crate::{
    ClaimedOrders, Detuned, DriftHistory, FailureKind, Growth, LadderKind, LargestStep, Measured,
    Orders, Outcome, PerQuantity, PredictedDrift, Reach, Reason, Speed, Verdict, Work, Worse,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The step at which runs are looked at more closely and gains are compared, in seconds for mechanisms of human size.
pub const TYPICAL_STEP: f64 = 5e-3;

/// One variant on one problem. There is no blank cell: it ran, was refused, failed or went over budget.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Cell {
    /// Method id.
    pub method: String,
    /// Variant id.
    pub variant: String,
    /// Problem id.
    pub problem: String,
    /// How the cell ended.
    pub outcome: Outcome,
    /// Why it was refused, failed or stopped; absent when it simply ran.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why: Option<String>,
    /// What kind of failure it met; absent unless it failed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub failure: Option<FailureKind>,
    /// One run for every step size or tolerance: those of the ladder that shows orders first, then those of practice, then
    /// coarser ones; the first two coarsest first. Runs that failed carry no errors.
    pub runs: Vec<Run>,
    /// Observed orders.
    pub orders: Orders,
    /// The orders claimed on this problem, where they differ from those of the variant in general.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub claimed_order: Option<ClaimedOrders>,
    /// Why no drift is predicted, for variants that have a model of their truncation error.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub unpredicted: Option<String>,
    /// Speed, where it was measured.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub speed: Option<Speed>,
    /// The cost of each compared accuracy, cheapest first; an accuracy that the runs do not reach is absent.
    #[serde(default)]
    pub reach: Vec<Reach>,
    /// How the observed orders compare with the claimed ones.
    pub verdict: Verdict,
    /// The verdict in words, with the numbers that decided it.
    pub verdict_why: String,
    /// Why each quantity that decided the verdict is above its claim or undecided; absent where every claim is simply met or
    /// missed.
    #[serde(skip_serializing_if = "no_reasons", default)]
    pub reasons: Reasons,
    /// The largest step that is usable; absent where none is or steps are not fixed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub largest_step: Option<LargestStep>,
    /// Quantities that are worse than without stabilization at the same steps, the worst first.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub worse_than_nothing: Vec<Worse>,
    /// What wrong gains cost, for variants that have gains.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub detuned: Vec<Detuned>,
    /// How the drifts of its typical run develop; absent where none came to its end.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub history: Option<DriftHistory>,
}

impl Cell {
    /// A cell without runs and without a verdict.
    pub fn blank(method: &str, variant: &str, problem: &str) -> Self {
        Self {
            method: method.to_owned(),
            variant: variant.to_owned(),
            problem: problem.to_owned(),
            outcome: Outcome::Ran,
            why: None,
            failure: None,
            runs: Vec::new(),
            orders: Orders::default(),
            claimed_order: None,
            unpredicted: None,
            speed: None,
            reach: Vec::new(),
            verdict: Verdict::NotRun,
            verdict_why: String::new(),
            reasons: Reasons::default(),
            largest_step: None,
            worse_than_nothing: Vec::new(),
            detuned: Vec::new(),
            history: None,
        }
    }

    /// The place of the run that is looked at more closely: of the runs of practice that came to their end, or of those that
    /// show orders where there are none of practice, the one whose step has the smallest ratio to [`TYPICAL_STEP`] times the
    /// time scale of the problem; of tolerances the middle one. The script of the page has the same rule.
    pub fn typical_run(&self, adaptive: bool, time_scale: f64) -> Option<usize> {
        let has = |kind| self.runs.iter().any(|run| run.ladder == kind);
        let kind = match has(LadderKind::Practice) {
            true => LadderKind::Practice,
            false => LadderKind::Order,
        };
        let finished = |place: &usize| {
            let run = &self.runs[*place];
            run.ladder == kind && run.measured.is_complete()
        };
        let finished: Vec<usize> = (0..self.runs.len()).filter(finished).collect();
        if adaptive {
            let middle = finished.len().checked_sub(1)? / 2;
            return finished.get(middle).copied();
        }
        let off = |place: &usize| math::ln(self.runs[*place].h / (TYPICAL_STEP * time_scale)).abs();
        let mut nearest = finished.into_iter();
        let first = nearest.next()?;
        Some(nearest.fold(
            first,
            |best, next| if off(&next) < off(&best) { next } else { best },
        ))
    }

    /// The runs that show orders, coarsest first.
    pub fn order_runs(&self) -> &[Run] {
        self.ladder(LadderKind::Order)
    }

    /// The runs at the steps of practice, coarsest first.
    pub fn practice_runs(&self) -> &[Run] {
        self.ladder(LadderKind::Practice)
    }

    /// The runs of one ladder, coarsest first.
    pub fn ladder(&self, kind: LadderKind) -> &[Run] {
        let begin = self.runs.partition_point(|run| run.ladder < kind);
        let end = self.runs.partition_point(|run| run.ladder <= kind);
        &self.runs[begin..end]
    }
}

/// One reason for each quantity whose order is above its claim or undecided.
pub type Reasons = PerQuantity<Option<Reason>>;

fn no_reasons(reasons: &Reasons) -> bool {
    *reasons == Reasons::default()
}

/// One trajectory at one step size (or tolerance).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Run {
    /// Step size in seconds; for adaptive runs the mean step.
    pub h: f64,
    /// Tolerance of an adaptive run.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub tolerance: Option<f64>,
    /// The ladder to which the step belongs.
    #[serde(default)]
    pub ladder: LadderKind,
    /// Steps taken.
    pub steps: u64,
    /// Errors and drifts, absent when the run did not come to its end.
    #[serde(flatten)]
    pub measured: Measured,
    /// The drift that the truncation-error model predicts, for variants that have such a model.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub predicted_drift: Option<PredictedDrift>,
    /// Deterministic work counts.
    pub work: Work,
    /// Growth of the drifts and of the energy over long motions.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub growth: Option<PerQuantity<Option<Growth>>>,
    /// Why the run stopped early, with the time it had reached.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stopped: Option<String>,
}
