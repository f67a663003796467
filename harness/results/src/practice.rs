//! Runs as people use them: common step sizes, the largest usable step, growth over long motions, wrong gains.

use crate::PerQuantity;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The purpose of the step sizes of a run.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum LadderKind {
    /// Steps of the asymptotic range, which show orders. They depend on the problem and on the order of the integrator.
    #[default]
    Order,
    /// Steps as people use them, the same for all variants: 50, 20, 10, 5, 2 and 1 ms and 1/60 s, times the time scale of
    /// the problem. Adaptive variants have tolerances of 1e-2 and 1e-3.
    Practice,
    /// Multiples of the coarsest step of practice, tried where that is accurate enough already. They say what large steps
    /// cost and are not compared with doing nothing.
    Coarser,
}

impl LadderKind {
    /// Its name in results.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Practice => "practice",
            Self::Coarser => "coarser",
        }
    }
}

/// The largest step with which a run comes to its end with a position error of at most 1 % of the size of the motion.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LargestStep {
    /// Step size in seconds, found by bisection between the steps of the ladders.
    pub h: f64,
    /// Whether the coarsest step that was tried is usable, so that a larger one may be.
    pub at_least: bool,
}

/// What a wrong gain costs: the same variant with its gains multiplied by a factor.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Detuned {
    /// Factor of every gain of first order; gains of second order have its square.
    pub factor: f64,
    /// Step size in seconds.
    pub h: f64,
    /// Ratio of every quantity to the run with the right gains at this step; absent where one of the two stopped.
    pub factors: PerQuantity<Option<f64>>,
    /// Whether the run with the wrong gains stopped although the one with the right gains did not.
    pub stopped: bool,
}
