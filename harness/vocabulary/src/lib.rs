//! The words that every layer shares.
//!
//! Contract, runner, gate, results, reports and conformance speak of the same few things: what is measured
//! ([`Quantity`]), what theory promises ([`ClaimedOrders`]), what was seen ([`Order`]), what it cost ([`Work`]), which
//! symmetries hold ([`Symmetry`]), what a user has to choose ([`Parameter`]), what a mechanism looks like
//! ([`Sketch`]), how it ended ([`Outcome`], [`Verdict`]), why ([`Reason`]) and how that compares with before
//! ([`Status`]). Each is defined once, here, with its name in `results.json` and its words for people; other crates loop
//! over it. Publications are spelt out in [`citation`].

pub mod citation;
mod factor;
mod growth;
mod measured;
mod order;
mod outcome;
mod parameter;
pub mod planted;
mod quantity;
mod reason;
mod reference;
mod sketch;
mod status;
mod symmetry;
mod table;
mod work;

pub use factor::{Factor, PerFactor};
pub use growth::{Growth, GrowthLaw};
pub use measured::Measured;
pub use order::{ClaimedOrders, Order, Orders};
pub use outcome::{FailureKind, Outcome, Verdict, Words};
pub use parameter::Parameter;
pub use quantity::{Bound, Group, PerQuantity, Quantity};
pub use reason::Reason;
pub use reference::{Reference, ReferenceKind};
pub use sketch::{Link, Sketch, SketchError};
pub use status::Status;
pub use symmetry::{BrokenSymmetry, Symmetry};
pub use work::{Counter, PerCounter, Work};
