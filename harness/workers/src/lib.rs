//! Work in processes of their own: whatever a method does, it costs its own cells and nothing else.
//!
//! The harness starts this very program again a few times, each with the command that calls [`serve`]. A worker makes
//! the catalogue, reads tasks from its standard input and writes events to its standard output, one JSON value a line. The
//! harness never runs the code of a method itself.
//!
//! A worker is used until it dies. One that finishes no run within the time limit is ended. If a worker dies that did
//! other work before, its task is tried once more in a fresh one, since the earlier work may be to blame; if a fresh one
//! dies, the task has failed.

mod death;
mod line;
mod process;
mod processes;
mod queue;
mod serve;

pub use processes::{Limits, Processes};
pub use serve::serve;
