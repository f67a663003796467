//! Accelerations and multipliers of independent rows: `M a + Jᵀ λ = f`, `J a = γ`.
//!
//! [`Kkt`] chooses one of three backends by size, sparsity and [`cost`]: [`dense`], with kernels for small patterns and
//! a fallback near singular configurations; [`sparse`], for loosely coupled mechanisms with a mass of small blocks; and
//! [`augmented`], for masses that couple neighbours.

mod augmented;
mod cost;
mod dense;
mod solver;
mod sparse;

pub use dense::kernels;
pub use solver::{Backend, Kkt};
