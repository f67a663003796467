//! Linear algebra of constrained motion, in three solvers. Each factors a matrix once and solves with it many times.
//! A singular system is an error, not a panic, and nothing is allocated after construction.
//!
//! - [`Kkt`]: accelerations and multipliers where rows are independent.
//! - [`MinNorm`]: the same for rows of any rank, by pseudo-inverse.
//! - [`Penalty`]: the matrix `M + Jᵀ A J`, which is regular even when rows are redundant, and projections with it.

mod factor;
mod kkt;
mod min_norm;
mod motion_solver;
mod penalty;
mod projection;
#[cfg(test)]
mod samples;
mod singular;

pub use factor::Mass;
pub use kkt::{Backend, Kkt, kernels};
pub use min_norm::MinNorm;
pub use motion_solver::MotionSolver;
pub use penalty::{ForceTangent, MassOrthogonal, Penalty, PenaltyError, RelativePenalty, Sweeps};
pub use projection::{PenaltyProjector, ProjectionError, Projector, consistent};
pub use singular::Singular;
