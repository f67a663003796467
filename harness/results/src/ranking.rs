//! The ranking.

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
