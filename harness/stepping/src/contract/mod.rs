//! The contract between methods and everything that runs them.

pub mod broken;
mod card;
mod error;
mod resolution;
mod tuning;
mod variant;
mod violation_law;

pub use card::{Card, Handles, Method, StepControl};
pub use error::{Refusal, StepError};
pub use resolution::{Resolution, ResolutionError, StepSize, Tolerance};
pub use tuning::Tuning;
pub use variant::{Multipliers, Prepared, Stepper, Variant};
pub use violation_law::{NoLaw, ViolationLaw};
