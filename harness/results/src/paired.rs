//! What a stabilization buys: ratios to the unstabilized run with the same integrator and step.

use crate::{LadderKind, PerFactor, Quantity};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The ratios of one variant to its unstabilized partner on one problem, over the steps that both ran.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Paired {
    /// Variant id.
    pub variant: String,
    /// Problem id.
    pub problem: String,
    /// The ladder whose steps are compared.
    pub ladder: LadderKind,
    /// The unstabilized variant it is compared with.
    pub with: String,
    /// Geometric means of the ratios over the common steps: below one the stabilization helps. Values below rounding count
    /// as rounding. Absent where no common step has the number.
    pub factors: PerFactor<Option<f64>>,
    /// Steps at which both came to their end.
    pub steps: usize,
    /// Steps at which this variant stopped and the unstabilized one did not.
    pub lost: usize,
    /// Steps at which the unstabilized variant stopped and this one did not.
    pub saved: usize,
}

/// The ratios of one variant over all problems with a consistent start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WhatItBuys {
    /// Variant id.
    pub variant: String,
    /// The ladder whose steps are compared.
    pub ladder: LadderKind,
    /// The unstabilized variant it is compared with.
    pub with: String,
    /// Why it is compared with another integrator than its own, for methods with a discretization of their own.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stand_in: Option<String>,
    /// Median, quartiles and worst of every ratio.
    pub factors: PerFactor<Option<Spread>>,
    /// Problems with a consistent start on which the two were compared.
    pub problems: usize,
    /// Steps, over these problems, at which this variant stopped and the unstabilized one did not.
    pub lost: usize,
    /// Steps, over these problems, at which the unstabilized variant stopped and this one did not.
    pub saved: usize,
}

/// The distribution of a ratio over problems.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Spread {
    /// Median.
    pub median: f64,
    /// Lower and upper quartile.
    pub quartiles: [f64; 2],
    /// Largest ratio.
    pub worst: f64,
    /// Number of problems.
    pub pairs: usize,
}

/// The variants beside one unstabilized variant that no other of them beats in drift, energy, error and time together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ParetoSet {
    /// Integrator id.
    pub integrator: String,
    /// The unstabilized variant that all of them are compared with.
    pub with: String,
    /// The ladder whose ratios are compared.
    pub ladder: LadderKind,
    /// The variants that are not beaten, least drift first.
    pub variants: Vec<String>,
    /// The variants that are beaten, each with one that beats it.
    pub beaten: Vec<Beaten>,
}

/// A variant that another one beats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Beaten {
    /// Variant id.
    pub variant: String,
    /// The variant that is at least as good in everything and better in something.
    pub by: String,
}

/// A quantity of a cell that is worse than without stabilization.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Worse {
    /// The quantity.
    pub quantity: Quantity,
    /// The ladder at whose steps it is worse.
    pub ladder: LadderKind,
    /// How many times larger it is.
    pub factor: f64,
}
