//! Consistent states: [`Projector`] takes one factorization per place and any rank of the rows, [`PenaltyProjector`] sweeps with
//! penalties.

mod penalty_projector;
mod projector;

pub use penalty_projector::PenaltyProjector;
pub use projector::{ProjectionError, Projector, consistent};

#[cfg(test)]
mod tests;
