//! Answers to the questions of a reader, as pure functions of results.
//!
//! What does a stabilization buy over doing nothing with the same integrator and step? Which variant answers which
//! question best? Everything here follows from [`results::Results`] alone, so that it can be found again from
//! `results.json`, for any part of it.

pub mod advice;
mod cells;
pub mod pairing;
#[cfg(test)]
mod testing;
