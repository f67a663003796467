//! The gate: does anything differ from the committed baseline by more than rounding explains?
//!
//! A [`Baseline`] holds what a run gives on every machine: the figures of every cell with the room that rounding has in
//! them, the boards, the studies, the claims of the papers, the digest, and the instructions of a few steps.
//! [`compare`] finds the differences in both directions. Each [`Finding`] has a [`Kind`], and each [`Entry`] (a cell, a
//! board, a claim) a [`Status`](results::Status). [`Acknowledgements`] excuse known findings until a date.
//! [`compare_shared`] compares runs that were not asked for the same. [`Report::difference`] is what they found as plain
//! data for the report.
//!
//! Nothing here reads a file or a clock: the caller does both.

mod acknowledged;
mod baseline;
mod cells;
mod compare;
mod coverage;
mod difference;
mod file;
mod finding;
mod room;
mod shared;
mod speed;

pub use acknowledged::{AcknowledgementError, Acknowledgements, Date};
pub use baseline::{
    Baseline, BaselineBoard, BaselineCell, BaselineClaim, BaselineLine, BaselinePart,
    BaselineProblem, BaselineRun, BaselineStudy, Held,
};
pub use compare::compare;
pub use coverage::Coverage;
pub use file::{BaselineError, is_ours};
pub use finding::{Direction, Entry, Finding, Kind, Report};
pub use room::Room;
pub use shared::{SLOW_PROBLEMS, Side, compare_shared};
pub use speed::{BaselineSpeed, Instructions, Ratio, compare_speed, slower_by_ratio};
