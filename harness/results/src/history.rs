//! How the drifts of a run develop.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The largest drifts of one run in equal parts of its time, in the order of time: sixteen parts, or as many as the run was
/// looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DriftHistory {
    /// Step size in seconds; the mean one where steps follow from a tolerance.
    pub step: f64,
    /// The tolerance that steps followed from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<f64>,
    /// The end of the run in seconds.
    pub end: f64,
    /// The largest |Φ| in each part.
    pub position: Vec<f64>,
    /// The largest |Φ'| in each part.
    pub velocity: Vec<f64>,
    /// The largest |Ψ| in each part.
    pub energy: Vec<f64>,
}
