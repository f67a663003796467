//! Hand-written closed-form steps: the speed limit that the generic path is compared with.
//!
//! Every method of the workspace reaches a problem through a virtual call, flat buffers and a general linear
//! solver. What that costs is measured, not guessed: each kernel here does the same step with all algebra
//! done on paper, and both are timed in the same process, one after the other. A ratio of two means that
//! generality costs as much as the arithmetic.
//!
//! **Invariant:** nothing here is used by a method or by the system of a problem, and nothing here depends on the harness. A
//! problem whose limit is here only says so.

pub mod andrews;
pub mod chain;
pub mod double_pendulum;
pub mod pendulum;
pub mod runge_kutta;
pub mod steps;
