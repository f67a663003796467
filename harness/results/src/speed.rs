//! The cost of a step, and the noise of its measurement.

use crate::PerCounter;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Speed of one cell, measured alone, in rounds that time every cell and every limit kernel in turn.
///
/// Times are medians of ratios within rounds, in which slow changes of the machine cancel; intervals hold the median
/// with 95 % probability, by bootstrap over the rounds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Speed {
    /// Time of one step in nanoseconds.
    pub ns_per_step: f64,
    /// Interval of `ns_per_step`.
    pub ns_interval: [f64; 2],
    /// Time per evaluation in nanoseconds, which gives the time of a run from its number of evaluations. Absent where
    /// nothing was evaluated.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub ns_per_evaluation: Option<f64>,
    /// Ratio to the hand-written limit kernel, where there is one for the problem and the integrator.
    pub relative_to_limit: Option<f64>,
    /// Interval of `relative_to_limit`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub relative_interval: Option<[f64; 2]>,
    /// Heap allocations per step; must be zero.
    pub allocations_per_step: f64,
    /// Work per step, counted over the whole run at the timed step size; it is the same on every machine.
    pub work_per_step: PerCounter<f64>,
    /// Instructions of one step, where they were requested and valgrind is installed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub instructions_per_step: Option<f64>,
}

impl Speed {
    /// The time of a run with this many evaluations, in nanoseconds.
    pub fn time_of(&self, evaluations: f64) -> Option<f64> {
        Some(evaluations * self.ns_per_evaluation?)
    }
}

/// How the speed of all cells was measured, with the noise that bounds which differences are real.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Timing {
    /// Rounds; every round times every cell once.
    pub rounds: usize,
    /// Least length of a batch in milliseconds.
    pub batch_ms: f64,
    /// Timing noise, one entry per cell that was timed twice.
    #[serde(rename = "controls")]
    pub noise: Vec<TimingNoise>,
    /// The limit kernels.
    pub limits: Vec<LimitKernel>,
}

impl Timing {
    /// The largest timing noise: the entry whose interval reaches furthest from one.
    pub fn worst_noise(&self) -> Option<&TimingNoise> {
        let off = |noise: &TimingNoise| {
            let ends = noise.interval.map(|end| math::ln(end).abs());
            ends[0].max(ends[1])
        };
        let noise = self.noise.iter();
        noise.max_by(|a, b| off(a).total_cmp(&off(b)))
    }
}

/// Noise of the times: the ratio of one cell to itself, timed twice in every round (an A/A control).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TimingNoise {
    /// Variant id.
    pub variant: String,
    /// Problem id.
    pub problem: String,
    /// Median of the paired ratios, which is 1 up to noise.
    pub ratio: f64,
    /// 95 % interval of the ratio.
    pub interval: [f64; 2],
}

/// One hand-written limit kernel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LimitKernel {
    /// Problem it was written for.
    pub problem: String,
    /// Integrator it steps with.
    pub integrator: String,
    /// Time of one step in nanoseconds.
    pub ns_per_step: f64,
    /// Interval of `ns_per_step`.
    pub ns_interval: [f64; 2],
}
