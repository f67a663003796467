//! Drift of multistep methods, predicted from the model of their truncation error.
//!
//! - `model.rs`: the integrators that have a model, with its coefficients.
//! - `push.rs`: the effect of a shift of the rates on the constraints.
//! - `profile.rs`: the effect of truncation errors on the constraints along the motion.
//! - `predictor.rs`: the violations of one run.
//! - `comparison.rs`: the observed run compared with them.
//! - `reason.rs`: the reason where they differ.

mod comparison;
mod model;
mod predictor;
mod profile;
mod push;
mod reason;

pub(crate) use comparison::Observed;
#[cfg(test)]
pub(crate) use model::Term;
pub(crate) use model::{HIGHEST, NEEDED};
pub(crate) use predictor::Predictor;
pub(crate) use profile::Profile;
