//! The test suites that every method and every problem crate calls.
//!
//! A crate needs one line in `tests/conformance.rs`:
//!
//! ```text
//! conformance::method_suite!(baumgarte::method());
//! conformance::problem_suite!(pendulum::problems());
//! ```
//!
//! `cargo test -p driftbench-NAME -- --nocapture` shows the [`checklist`]: every claim with what was measured.
//!
//! The [`checks`] are functions that return what they found wrong. That makes them testable themselves: for
//! each there is a planted defect in this crate's own tests that must turn it red. Methods are run on
//! [`fixtures`] that belong to this crate, never on benchmark problems.

pub mod checklist;
pub mod checks;
mod evaluated;
pub mod fixtures;
mod method_suite;
mod problem_suite;
mod refusals;
mod run;
mod sampling;
mod verdict;

pub use allocations::CountingAllocator;
pub use run::{OUTPUTS, adaptive, fixed, follow};
pub use trial::{Sample, Trial};
pub use verdict::Verdict;
pub use vocabulary::PerQuantity;
