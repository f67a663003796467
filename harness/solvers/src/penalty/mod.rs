//! The penalty matrix `K = M + Jᵀ A J`, and projections in the mass metric by sweeps with it.

mod mass_orthogonal;
mod matrix;
mod solver;

pub use mass_orthogonal::{MassOrthogonal, Sweeps};
pub use solver::{ForceTangent, Penalty, PenaltyError, RelativePenalty};
