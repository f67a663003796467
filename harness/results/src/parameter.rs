//! The numbers that a user of a method has to choose.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One number that a user has to choose, for example a gain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Parameter {
    /// Its letter in the equations, for example `α`.
    pub name: String,
    /// Its value; for parameters that are tied to the step the number before the power of `h`.
    pub value: f64,
    /// Its unit, for example `1/s²`; empty where it has none.
    pub unit: String,
    /// The power of the step that multiplies it, for example -2 for `β = 1/h²`; 0 where it is not tied to the step.
    pub step_power: i32,
}

impl Parameter {
    /// Its value in its unit at a step of `h` seconds.
    pub fn at_step(&self, h: f64) -> f64 {
        self.value * h.powi(self.step_power)
    }
}
