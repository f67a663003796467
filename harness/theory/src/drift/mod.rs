//! Drift that the truncation-error model of an integrator predicts, compared with measured drift.
//!
//! - `motion.rs`: the true motion and its derivatives, once per problem.
//! - `push.rs`: the effect of a shift of the rates on the constraints.
//! - `profile.rs`: the effect of truncation errors on the constraints along the motion.
//! - `model.rs`: the integrators that have a model, with its coefficients.
//! - `predictor.rs`: the violations of one run.
//! - `comparison.rs`: the observed run compared with them.
//! - `reason.rs`: the reason where they differ.
//! - `study.rs`: runs that are followed step by step.

mod comparison;
mod model;
mod motion;
mod predictor;
mod profile;
mod push;
mod reason;
mod study;

pub use study::studies;

use predictor::Predictor;
use profile::{Profile, Unpredictable};
use results::Cell;
use std::sync::OnceLock;
use stepping::Variant;
use trial::PreparedProblem;

/// Predicts the drifts on one problem. What all its cells share is found when the first of them asks.
#[derive(Default)]
pub struct Drifts {
    profile: OnceLock<Result<Profile, Unpredictable>>,
}

impl Drifts {
    /// Fills in the predicted drift of a cell of this problem, where there is a model of its variant.
    pub fn predict(&self, variant: &dyn Variant, prepared: &PreparedProblem, cell: &mut Cell) {
        let mut runs = cell.order_runs().iter();
        if !runs.any(|run| run.measured.is_complete()) {
            return;
        }
        let Some(model) = Predictor::model(variant, prepared) else {
            return;
        };
        match self.profile.get_or_init(|| Profile::along(prepared)) {
            Ok(profile) => Predictor::new(variant, model, prepared, profile).fill(cell),
            Err(reason) => cell.unpredicted = Some(reason.to_string()),
        }
    }
}
