//! Consistent states: [`Projector`] treats rows of any rank with as few factorizations as possible,
//! [`PenaltyProjector`] sweeps with penalties.

mod penalty_projector;
mod projector;

pub use penalty_projector::PenaltyProjector;
pub use projector::{ProjectionError, Projector, consistent};

#[cfg(test)]
mod tests;
