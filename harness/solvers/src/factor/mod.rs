//! Factorizations of single matrices; each is analysed once and factored many times.
//!
//! | matrix | module |
//! | --- | --- |
//! | small, dense, positive definite | [`mod@ldl`], [`square`] |
//! | mass: diagonal, in blocks or sparse | [`mass`] |
//! | narrow band, pivots of one sign or of both | [`band`] |
//! | narrow band near a singular matrix | [`pivoted_band`] |
//! | rows of different reach, pivots of both signs | [`envelope`] |
//! | dense, pivots of both signs, near a singular matrix | [`symmetric`] |
//! | sparse, positive definite | [`sparse_cholesky`]: the band, or else [`reordered`] |

mod band;
mod envelope;
mod ldl;
mod mass;
mod pivoted_band;
mod reordered;
mod sparse_cholesky;
mod square;
mod symmetric;
#[cfg(test)]
mod tests;

pub use mass::Mass;

pub(super) use band::{Band, Pivots};
pub(super) use envelope::Envelope;
pub(super) use ldl::{ldl, solve_ldl};
pub(super) use mass::{Block, MassFactor, blocks};
pub(super) use pivoted_band::PivotedBand;
pub(super) use sparse_cholesky::SparseCholesky;
pub(super) use square::Square;
pub(super) use symmetric::Symmetric;
