//! Why a trial could not begin.

use stepping::{Refusal, ResolutionError};
use thiserror::Error;

/// Why a trial could not begin.
#[derive(Debug, Error)]
pub enum TrialError {
    /// The variant does not take the system.
    #[error("refused: {0}")]
    Refused(#[from] Refusal),
    /// A step size or tolerance that makes no sense.
    #[error(transparent)]
    Resolution(#[from] ResolutionError),
}
