//! Hand-written closed-form steps: the speed limits that the generic path is compared with.
//!
//! Every method of the workspace reaches a problem through a virtual call, flat buffers and a general linear
//! solver. What that costs is measured, not guessed: each kernel here does the same step with all algebra
//! done on paper, and both are timed in the same process, one after the other. A ratio of two means that
//! generality costs as much as the arithmetic.
//!
//! **Invariant:** no method and no system of a problem uses this crate, and it does not depend on the harness. A problem
//! only names its limit.

pub mod andrews;
pub mod chain;
pub mod double_pendulum;
pub mod pendulum;
pub mod runge_kutta;
pub mod steps;
#[cfg(test)]
mod testing;

/// The parameters of the step of a pendulum or double pendulum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Gravity g in m/s².
    pub gravity: f64,
    /// Length L of a rod in m.
    pub length: f64,
    /// Feedback α of Φ' in 1/s.
    pub alpha: f64,
    /// Feedback β of Φ in 1/s².
    pub beta: f64,
    /// Step h in s.
    pub h: f64,
}
