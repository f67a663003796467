//! What accuracy costs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The position errors, relative to the size of the motion, whose costs are compared.
pub const ACCURACIES: [f64; 3] = [1e-3, 1e-6, 1e-9];

/// What a cell pays for one accuracy, interpolated along its runs and never extrapolated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reach {
    /// Position error relative to the size of the motion.
    pub tolerance: f64,
    /// Evaluations of the system.
    pub evaluations: f64,
    /// Factorizations; absent where the method needs none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub factorizations: Option<f64>,
    /// Time in nanoseconds, where speed was measured.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub ns: Option<f64>,
    /// Whether these are upper bounds: the coarsest run that came to its end is already this accurate.
    pub at_most: bool,
}

/// What is paid with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cost {
    /// Nanoseconds.
    Time,
    /// Evaluations of the system.
    Evaluations,
    /// Factorizations.
    Factorizations,
}

/// The runs on one problem that no other run beats in both error and cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ParetoFront {
    /// Problem.
    pub problem: String,
    /// What is paid with.
    pub cost: Cost,
    /// The runs, cheapest first.
    pub points: Vec<FrontPoint>,
}

/// One run on a front.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FrontPoint {
    /// Variant.
    pub variant: String,
    /// Which of the runs of its cell, counted from zero.
    pub run: usize,
    /// Position error of that run.
    pub error: f64,
    /// Its cost.
    pub cost: f64,
}
