//! What a benchmark problem is: a system, its true motion, and how it is run.
//!
//! A [`Problem`] brings its card, its system and its truth; most crates are lists of [`Preset`]s. True motions come from
//! formulas ([`elliptic`]), from minimal coordinates ([`Embedded`]), or from digits that were stored after two routes
//! agreed on them ([`Route`], [`Stored`]).

mod drawn;
pub mod elliptic;
mod embedded;
mod extrapolation;
mod ladder;
mod preset;
mod problem;
mod reference;

pub use drawn::Drawn;
pub use embedded::Embedded;
pub use extrapolation::{Extrapolation, ExtrapolationError};
pub use ladder::Ladder;
pub use preset::{Known, Preset};
pub use problem::{LimitKernel, Long, Problem, ProblemCard, Start, Truth};
pub use reference::{
    Computation, Embedding, Flow, Moving, Precise, Recorded, RecordedError, RecordedState, Route,
    RouteError, Settings, Stored,
};
pub use vocabulary::{Link, Reference, ReferenceKind, Sketch};
