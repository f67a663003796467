//! From a selection of methods and problems to results: plan, run, judge, measure, rank.
//!
//! ```text
//! catalog -> plan (cells) -> run (a ladder of step sizes) -> judge (errors, drifts, orders, verdict)
//!         -> measure speed (alone, interleaved) -> rank -> Results -> report, gate
//! ```
//!
//! Cells are independent and their results depend on nothing but their inputs: the same bits for any
//! number of jobs. Only the speed phase looks at a clock.

mod baseline;
mod cell;
mod digest;
mod fronts;
pub mod gate;
mod judge;
mod matrix;
mod predictions;
mod rank;
mod reach;
pub mod reference;
mod selection;
pub mod speed;
#[cfg(test)]
mod testing;
mod trajectory;

pub use baseline::{Baseline, BaselineCell, BaselineRun, BaselineStudy, Held};
pub use digest::digest;
pub use matrix::{Catalog, Matrix, MatrixError, Scope, Settings};
pub use selection::{Selection, SelectionError, nearest};
pub use speed::{Effort, LimitFigure, limit_figures};

/// Follows a run while it happens. Calls come from several threads.
pub trait Observer: Sync {
    /// A phase begins, with this many pieces of work.
    fn phase(&self, _phase: Phase, _total: usize) {}
    /// One piece of work is done: a cell with its outcome, or a round of timings.
    fn done(&self, _phase: Phase, _label: &str, _status: &str) {}
}

/// The phases of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Computing the reference solutions.
    References,
    /// Measuring accuracy, cells in parallel.
    Cells,
    /// Comparing predictions from the truncation error with runs.
    Predictions,
    /// Measuring speed, cells one after the other.
    Speed,
}

/// An observer that ignores everything.
pub struct Unobserved;

impl Observer for Unobserved {}
