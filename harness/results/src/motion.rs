//! The first part of a motion, to be drawn.

use crate::Sketch;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The picture of a mechanism and its first seconds, as frames: lists of the coordinates of all moving points, one point
/// after the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Motion {
    /// What does not change.
    #[serde(flatten)]
    pub sketch: Sketch,
    /// Times of the frames in seconds.
    pub times: Vec<f64>,
    /// The true motion at these times.
    pub reference: Vec<Vec<f64>>,
    /// A run without stabilization, where one could be made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drifting: Option<Drifting>,
}

/// The first part of a run that drifts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Drifting {
    /// Variant id.
    pub variant: String,
    /// Step size in seconds.
    pub step: f64,
    /// Its largest |Φ| along the whole motion, which may go on beyond the frames.
    pub drift: f64,
    /// The frames, at the times of the motion.
    pub frames: Vec<Vec<f64>>,
}
