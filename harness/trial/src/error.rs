//! Errors at the start of a trial.

use stepping::{Refusal, ResolutionError};
use thiserror::Error;

/// Reasons why a trial could not begin.
#[derive(Debug, Error)]
pub enum TrialError {
    /// The variant refuses the system.
    #[error("refused: {0}")]
    Refused(#[from] Refusal),
    /// The step size or tolerance is invalid.
    #[error(transparent)]
    Resolution(#[from] ResolutionError),
}
