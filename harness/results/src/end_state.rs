//! The states in which runs ended, which have a file of their own.

use crate::{Results, SCHEMA};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The state at the end of a run of the ladder that shows orders.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EndState {
    /// Variant id.
    pub variant: String,
    /// Problem id.
    pub problem: String,
    /// Step size in seconds; the mean one where steps follow from a tolerance.
    pub h: f64,
    /// The tolerance that steps followed from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<f64>,
    /// Time in seconds.
    pub t: f64,
    /// Coordinates q.
    pub q: Vec<f64>,
    /// Velocities v.
    pub v: Vec<f64>,
    /// Multipliers λ.
    pub lambda: Vec<f64>,
}

/// The content of `end-states.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EndStates {
    /// Version of the format, that of the results.
    pub schema: u32,
    /// The digest of the results that they belong to.
    pub digest: String,
    /// The states, in the order of the cells and their runs.
    pub end_states: Vec<EndState>,
}

impl EndStates {
    /// Those of some results.
    pub fn of(results: &Results) -> Self {
        Self {
            schema: SCHEMA,
            digest: results.provenance.digest.clone(),
            end_states: results.end_states.clone(),
        }
    }

    /// Whether they belong to these results.
    pub fn belong_to(&self, results: &Results) -> bool {
        self.schema == results.schema && self.digest == results.provenance.digest
    }
}
