//! The ranking, and published claims.

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
