//! What is known about one variant at the asked step.

use super::estimate::{Estimate, Level};
use results::{Factor, PerFactor};
use serde::Serialize;

/// One variant with its gains at the asked step, what it buys and what it costs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Candidate {
    /// Method id.
    pub method: String,
    /// Name of the method for people.
    pub method_name: String,
    /// Variant id.
    pub variant: String,
    /// Name of the variant for people, without the method; empty where it has none.
    pub name: String,
    /// Gains and their placement in words; empty where there are none.
    pub gains: String,
    /// Its parameters in numbers at the asked step.
    pub settings: Vec<Setting>,
    /// Ratios to the unstabilized run at the same step, over the problems.
    pub factors: PerFactor<Option<Estimate>>,
    /// Largest |Φ| of its runs, relative to the size of the mechanism.
    pub drift: Option<Level>,
    /// Position error of its runs, relative to the size of the motion.
    pub error: Option<Level>,
    /// Problems on which it came to its end.
    pub survived: Vec<String>,
    /// Problems on which only the unstabilized run came to its end, each with the reason.
    pub lost: Vec<Lost>,
    /// Problems on which only this variant came to its end.
    pub saved: Vec<String>,
    /// Why it is compared with another integrator than its own, for methods with a discretization of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<String>,
    /// The conditions that it misses.
    pub misses: Vec<Miss>,
}

/// A parameter in numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Setting {
    /// Its letter in the equations.
    pub name: String,
    /// Its value at the asked step.
    pub value: f64,
    /// Its unit; empty where it has none.
    pub unit: String,
    /// Whether it would be another number at another step.
    pub tied_to_step: bool,
}

/// A problem on which a variant did not come to its end although the unstabilized run did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lost {
    /// Problem id.
    pub problem: String,
    /// Why it stopped, or was refused.
    pub why: String,
}

/// A condition of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// It comes to its end wherever the unstabilized run does.
    Survives,
    /// It drifts less than the unstabilized run.
    DriftsLess,
    /// The relative |Φ| that was asked for.
    Drift,
    /// The relative error that was asked for.
    Error,
    /// An error that is hardly larger than without stabilization.
    ErrorFactor,
    /// The time, or the evaluations where no time was measured.
    Budget,
}

impl Condition {
    /// Every condition, in the order in which they are told.
    pub const ALL: [Self; 6] = [
        Self::Survives,
        Self::DriftsLess,
        Self::Drift,
        Self::Error,
        Self::ErrorFactor,
        Self::Budget,
    ];
}

/// A condition that a variant misses, with the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Miss {
    /// The condition.
    pub condition: Condition,
    /// The number of the variant; absent where it has none.
    pub value: Option<f64>,
    /// The limit.
    pub limit: f64,
}

impl Miss {
    /// How far the number is from its limit, in doublings.
    fn distance(&self) -> f64 {
        match (self.value, self.condition) {
            (None, _) => f64::INFINITY,
            // There is no ratio to a limit of zero lost problems.
            (Some(lost), Condition::Survives) => lost + 1.0,
            (Some(value), _) => math::log2(value / self.limit).max(0.0),
        }
    }
}

impl Candidate {
    /// The median of a ratio.
    pub fn median(&self, factor: Factor) -> Option<f64> {
        Some(self.factors[factor].as_ref()?.median)
    }

    /// How far it is from meeting every condition, in doublings.
    pub(super) fn distance(&self) -> f64 {
        self.misses.iter().map(Miss::distance).sum()
    }
}
