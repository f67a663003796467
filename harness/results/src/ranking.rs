//! The ranking and the parts of the results that later analyses fill.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One line of the ranking. Variants that cannot be told apart share an interval.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rank {
    /// Variant id.
    pub variant: String,
    /// Best rank it can hold.
    pub rank_low: usize,
    /// Worst rank it can hold.
    pub rank_high: usize,
    /// Score between 0 and 1, higher is better.
    pub score: f64,
    /// Fraction of the problem and tolerance pairs it solved.
    pub coverage: f64,
}

/// One steady-state violation: predicted, exact and measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SteadyState {
    /// Variant id.
    pub variant: String,
    /// Integrator id.
    pub integrator: String,
    /// Step size.
    pub h: f64,
    /// Gain on Φ'.
    pub alpha: f64,
    /// Gain on Φ.
    pub beta: f64,
    /// Gain on the energy error.
    pub rho: f64,
    /// Which violation.
    pub quantity: SteadyQuantity,
    /// From the truncation-error model.
    pub predicted: Option<f64>,
    /// From the discrete equilibrium.
    pub exact: Option<f64>,
    /// From a run.
    pub measured: Option<f64>,
    /// Whether they agree.
    pub pass: bool,
}

/// Which steady-state violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SteadyQuantity {
    /// Φ.
    Phi,
    /// Φ'.
    PhiDot,
    /// The energy error.
    Psi,
}

/// One published claim, run again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Replication {
    /// Identifier.
    pub id: String,
    /// Paper.
    pub paper: String,
    /// What it claims.
    pub claim: String,
    /// What is printed.
    pub printed: String,
    /// What we get.
    pub ours: String,
    /// Whether they agree.
    pub verdict: ReplicationVerdict,
    /// Why they differ.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why: Option<String>,
}

/// Whether a published claim could be reproduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReplicationVerdict {
    /// It could.
    Reproduced,
    /// It could not.
    NotReproduced,
}
