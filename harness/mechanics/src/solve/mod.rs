//! The three solvers behind which all linear algebra stays. Factor once, solve many; a singular system is
//! an error, not a panic, and nothing is allocated after construction.

mod augmented;
mod band;
mod bits;
mod block_tridiagonal;
mod decomposition;
mod dense;
mod envelope;
mod indefinite;
mod independence;
mod kernels;
mod kkt;
mod ldl;
mod mass;
mod mass_orthogonal;
mod min_norm;
mod motion_solver;
mod pairs;
mod penalty;
mod pivoted_band;
mod reordered;
#[cfg(test)]
mod samples;
mod sparse_cholesky;
mod sparse_schur;
mod square;
mod stencil;

pub use kkt::{Backend, Kkt};
pub use mass::Mass;
pub use mass_orthogonal::{MassOrthogonal, Sweeps};
pub use min_norm::MinNorm;
pub use motion_solver::MotionSolver;
pub use penalty::{ForceTangent, Penalty, PenaltyError, RelativePenalty};

use crate::{Shape, Terms};
use thiserror::Error;

/// Linear feedback on the constraints: `J a = γ - α (J v + Φ_t) - β Φ`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Feedback {
    /// On the velocity residual, in 1/s.
    pub alpha: f64,
    /// On the constraint, in 1/s².
    pub beta: f64,
}

/// What an acceleration leaves behind for each row.
#[derive(Clone, Debug, PartialEq)]
pub struct Reaction {
    /// The velocity residual `J v + Φ_t`.
    pub w: Vec<f64>,
    /// The multipliers.
    pub lambda: Vec<f64>,
    /// What `J a` is to be: γ and the feedback.
    aim: Vec<f64>,
}

/// What an acceleration is asked for.
#[derive(Clone, Copy)]
struct Question<'a> {
    terms: &'a Terms,
    v: &'a [f64],
    feedback: Feedback,
}

impl Reaction {
    /// Buffers for `rows` rows.
    pub fn new(rows: usize) -> Self {
        Self {
            w: vec![0.0; rows],
            lambda: vec![0.0; rows],
            aim: vec![0.0; rows],
        }
    }

    /// Writes `w` and what `J a` is to be under linear feedback.
    fn aim(&mut self, shape: &Shape, terms: &Terms, v: &[f64], feedback: Feedback) {
        let Feedback { alpha, beta } = feedback;
        terms.velocity_residual(shape, v, &mut self.w);
        for (i, aim) in self.aim.iter_mut().enumerate() {
            *aim = terms.gamma[i] - alpha * self.w[i] - beta * terms.phi[i];
        }
    }
}

/// A system that cannot be solved: its rows are redundant or its mass matrix is singular.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("singular system: relative pivot {pivot:.1e} at row {row}")]
pub struct Singular {
    /// Where the factorization stopped.
    pub row: usize,
    /// The pivot there, relative to the diagonal entry it came from; zero where it is not a number.
    pub pivot: f64,
}

impl Singular {
    fn new(row: usize, pivot: f64) -> Self {
        Self {
            row,
            pivot: if pivot.is_finite() { pivot } else { 0.0 },
        }
    }
}
