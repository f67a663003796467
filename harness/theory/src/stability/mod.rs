//! The gains for which violations decay, and how fast they decay.
//!
//! A violation φ of a linear constraint under Baumgarte's feedback obeys `φ'' + αφ' + βφ = 0`. A step
//! multiplies `(φ, hφ')`, together with the older values that the method keeps, by a matrix that depends on the dimensionless
//! gains `c₁ = αh` and `c₂ = βh²` alone: [`amplification`]. Its spectral radius is the factor by which violations shrink or
//! grow in a step.
//!
//! [`stable_ranges`] finds the stable gains along any curve, [`critical_stability_limit`] the end of critical damping, and
//! [`dead_beat`] the gains that end a violation in a finite number of steps.

mod amplification;
mod dead_beat;
mod ranges;

pub(crate) use amplification::in_every_step;
pub use amplification::{Amplification, Uncovered, amplification};
pub use dead_beat::dead_beat;
pub use ranges::{ALWAYS_STABLE, critical_stability_limit, stable_ranges};
pub use stepping::Placement;
