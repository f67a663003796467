//! Answers to the questions of a reader, as pure functions of results.
//!
//! What does a stabilization buy over doing nothing with the same integrator and step? Which variant answers which
//! question best? Everything here follows from [`results::Results`] alone, so that it can be found again from
//! `results.json`, for any part of it.

pub mod advice;
mod answer;
mod boards;
mod cells;
mod noise;
pub mod pairing;
pub mod pareto;
mod rank;
mod reach;
#[cfg(test)]
mod testing;

pub use answer::answer;
pub use rank::{Restriction, rank};
pub use reach::{Runs, reach};
