//! One cell of the matrix: one variant on one problem.

use crate::{ClaimedOrder, PredictedDrift, Reach, Speed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One variant on one problem. There is no blank cell: it ran, was refused, failed or went over budget.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Cell {
    /// Method id.
    pub method: String,
    /// Variant id.
    pub variant: String,
    /// Problem id.
    pub problem: String,
    /// What happened.
    pub outcome: Outcome,
    /// Why it was refused, failed or stopped; absent when it simply ran.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why: Option<String>,
    /// One run for every step size or tolerance, coarsest first; runs that failed carry no errors.
    pub runs: Vec<Run>,
    /// Observed orders.
    pub orders: Orders,
    /// What theory promises on this problem, where it differs from what the variant promises in general.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub claimed_order: Option<ClaimedOrder>,
    /// Why no drift is predicted, for variants that have a model of their truncation error.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub unpredicted: Option<String>,
    /// Speed, where it was measured.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub speed: Option<Speed>,
    /// What it costs to reach the accuracies that count, cheapest first; one that the runs do not reach is absent.
    #[serde(default)]
    pub reach: Vec<Reach>,
    /// How the observed orders compare with the claimed ones.
    pub verdict: Verdict,
    /// The verdict in words, with the numbers that decided it.
    pub verdict_why: String,
}

/// What happened to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Every run of the ladder that the judgement needs came to its end.
    Ran,
    /// The method cannot treat the system, and says why.
    Refused,
    /// The finest run stopped: diverged, met a singular system, did not converge or panicked.
    Failed,
    /// The run needed more work than the budget allows.
    OverBudget,
}

/// One trajectory at one step size (or tolerance).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Run {
    /// Step size in seconds; for adaptive runs the mean step.
    pub h: f64,
    /// Tolerance of an adaptive run.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub tolerance: Option<f64>,
    /// Steps taken.
    pub steps: u64,
    /// Errors against the reference, absent when the run did not come to its end.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub errors: Option<Errors>,
    /// Constraint and energy violations, absent when the run did not come to its end.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub drift: Option<Drift>,
    /// What the truncation-error model predicts for `drift`, for variants that have such a model.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub predicted_drift: Option<PredictedDrift>,
    /// Deterministic work counts.
    pub work: Work,
    /// The state at the end of the run, absent when it did not come to its end.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub end_state: Option<EndState>,
    /// Why the run stopped early, with the time it had reached.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stopped: Option<String>,
}

/// Root-mean-square errors over the common output grid.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Errors {
    /// Error of q.
    pub position: f64,
    /// Error of v.
    pub velocity: f64,
    /// Error of λ at the time the method reports it for; absent where the reference has no λ.
    pub multiplier: Option<f64>,
}

/// Largest violations over the common output grid.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Drift {
    /// max |Φ|.
    pub position: f64,
    /// max |J v + Φ_t|.
    pub velocity: f64,
    /// max |T + V - (T + V)₀ - W|.
    pub energy: f64,
}

/// Deterministic work counts of one run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Work {
    /// Evaluations of the system.
    pub evaluations: u64,
    /// Factorizations.
    pub factorizations: u64,
    /// Solves with a factorization.
    pub solves: u64,
    /// Iterations of implicit equations.
    pub iterations: u64,
    /// Steps an adaptive integrator threw away.
    pub rejected: u64,
}

/// Where a run ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EndState {
    /// Time.
    pub t: f64,
    /// Coordinates.
    pub q: Vec<f64>,
    /// Velocities.
    pub v: Vec<f64>,
    /// Multipliers.
    pub lambda: Vec<f64>,
}

/// Observed orders, classified.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Orders {
    /// Order of q.
    pub position: OrderEstimate,
    /// Order of v.
    pub velocity: OrderEstimate,
    /// Order of λ.
    pub multiplier: OrderEstimate,
    /// Order of Φ.
    pub drift_position: OrderEstimate,
    /// Order of Φ'.
    pub drift_velocity: OrderEstimate,
    /// Order of the energy error.
    pub energy: OrderEstimate,
}

/// One order with its class; `p` is present only when the numbers allow to name one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OrderEstimate {
    /// What the errors allow to claim.
    pub class: Class,
    /// The observed order.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub p: Option<f64>,
    /// The two finest slopes, smaller first, where they disagree: a range instead of an order.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub range: Option<[f64; 2]>,
    /// Where the two finest slopes point to as the step goes to zero.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub limit: Option<f64>,
    /// Difference between the two finest slopes.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub spread: Option<f64>,
    /// Error at the finest step over the one predicted from the three before it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cross_check: Option<f64>,
}

/// What a ladder of errors allows to claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// The slopes agree: this is an order.
    Observed,
    /// The errors sit on the rounding floor.
    AtFloor,
    /// The slopes disagree: the steps are too coarse to tell.
    PreAsymptotic,
    /// The error grew under refinement, or is not a number.
    Diverging,
    /// No ladder of step sizes: an adaptive run, a refusal or a missing reference.
    NotMeasured,
}

/// How the observed orders compare with the claimed ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Every claimed order was observed, or its error is at the rounding floor.
    Confirmed,
    /// No claim was missed, and at least one order came out higher than claimed.
    Above,
    /// At least one claimed order was missed.
    Below,
    /// The ladder does not decide: pre-asymptotic or too few runs.
    Undecided,
    /// Nothing is claimed: adaptive runs.
    NoClaim,
    /// The cell did not run.
    NotRun,
}
