//! What a step costs, and how far to believe it.

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
    /// The same time shared out among the evaluations of the batches that were timed: what turns the evaluations of a run
    /// into its time. Absent where nothing was evaluated.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub ns_per_evaluation: Option<f64>,
    /// Ratio to the hand-written limit kernel, where there is one for the problem and the integrator.
    pub relative_to_limit: Option<f64>,
    /// Interval of `relative_to_limit`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub relative_interval: Option<[f64; 2]>,
    /// Heap allocations per step; must be zero.
    pub allocations_per_step: f64,
    /// What one step asks for, counted in the whole run at the step size that was timed: the same on every machine.
    pub work_per_step: PerCounter<f64>,
    /// Instructions of one step, where they were asked for and valgrind is present.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub instructions_per_step: Option<f64>,
}

impl Speed {
    /// The time of so many evaluations with everything that belongs to them, in nanoseconds.
    pub fn time_of(&self, evaluations: f64) -> Option<f64> {
        Some(evaluations * self.ns_per_evaluation?)
    }
}

/// How the speed of all cells was measured, with the control that says what the figures can resolve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Timing {
    /// Rounds; every round times every cell once.
    pub rounds: usize,
    /// Least length of a batch in milliseconds.
    pub batch_ms: f64,
    /// Pairs of the same thing: how far from one a ratio comes out that is one.
    pub controls: Vec<Control>,
    /// The limit kernels.
    pub limits: Vec<LimitKernel>,
}

impl Timing {
    /// The control with an end that is furthest from one: what the figures resolve at worst.
    pub fn worst_control(&self) -> Option<&Control> {
        let off = |control: &Control| {
            let ends = control.interval.map(|end| end.ln().abs());
            ends[0].max(ends[1])
        };
        let controls = self.controls.iter();
        controls.max_by(|a, b| off(a).total_cmp(&off(b)))
    }
}

/// An A/A control: one cell timed twice in every round, as if the two were different things.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Control {
    /// Variant.
    pub variant: String,
    /// Problem.
    pub problem: String,
    /// Median of the paired ratios, which is 1 up to noise.
    pub ratio: f64,
    /// Its interval.
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
