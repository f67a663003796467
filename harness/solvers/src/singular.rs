//! The error of every factorization.

use thiserror::Error;

/// A system that cannot be solved: its rows are redundant or its mass matrix is singular.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("singular system: relative pivot {pivot:.1e} at row {row}")]
pub struct Singular {
    /// Row at which the factorization stopped.
    pub row: usize,
    /// The pivot in that row, relative to its reference magnitude; zero where this is not finite.
    pub pivot: f64,
}

impl Singular {
    pub(super) fn new(row: usize, pivot: f64) -> Self {
        Self {
            row,
            pivot: if pivot.is_finite() { pivot } else { 0.0 },
        }
    }
}
