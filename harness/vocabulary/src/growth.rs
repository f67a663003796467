//! Laws by which violations grow over long motions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Growth of a violation over a long motion.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Growth {
    /// The law that fits best.
    pub law: GrowthLaw,
    /// The fitted exponent `p` of `t^p` over the second half of the motion.
    pub exponent: f64,
    /// The rate of the law: the level where it is bounded, per s where it is linear, per s² where it is quadratic, and
    /// the relative growth in 1/s where it is exponential.
    pub rate: f64,
    /// Largest value in the last part of the motion.
    pub at_end: f64,
}

/// A law of growth over time.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum GrowthLaw {
    /// No growth that the motion is long enough to show.
    Bounded,
    /// In proportion to time.
    Linear,
    /// In proportion to the square of time, or faster.
    Quadratic,
    /// By the same factor in equal times.
    Exponential,
}

impl GrowthLaw {
    /// The law in a word for people.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Bounded => "bounded",
            Self::Linear => "linear",
            Self::Quadratic => "quadratic",
            Self::Exponential => "exponential",
        }
    }
}
