//! The cost of accuracy.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The position errors, relative to the size of the motion, whose costs are compared.
pub const ACCURACIES: [f64; 3] = [1e-3, 1e-6, 1e-9];

/// The cost of one accuracy for a cell, interpolated along its runs and never extrapolated.
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

/// A kind of cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cost {
    /// Time in nanoseconds.
    Time,
    /// Evaluations of the system.
    Evaluations,
    /// Factorizations of matrices.
    Factorizations,
}

/// The runs on one problem that no other run beats in both error and cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ParetoFront {
    /// Problem id.
    pub problem: String,
    /// The cost of the runs.
    pub cost: Cost,
    /// The runs, cheapest first.
    pub points: Vec<FrontPoint>,
}

/// One run on a front.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FrontPoint {
    /// Variant id.
    pub variant: String,
    /// Index of the run in its cell, from zero.
    pub run: usize,
    /// Position error of that run.
    pub error: f64,
    /// Cost of that run.
    pub cost: f64,
}
