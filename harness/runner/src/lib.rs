//! From a selection of methods and problems to results: plan, run, judge, measure, rank.
//!
//! ```text
//! catalog -> plan (cells) -> run (a ladder of step sizes) -> judge (errors, drifts, orders, verdict)
//!         -> measure speed (alone, interleaved) -> rank -> Results -> report, gate
//! ```
//!
//! Cells are independent and their results depend on nothing but their inputs: the same bits for any
//! number of jobs. Only the speed phase looks at a clock.
//!
//! A method and a problem of your own (written as in the examples of `stepping` and `system`) become results in a few
//! lines:
//!
//! ```
//! # mod mine {
//! #     use problem::{Embedded, Embedding, Problem, ProblemCard};
//! #     use stepping::{Card, Gain, Integrator, Law, Method, Prepared, Resolution, System, Variant, by_law};
//! #     use system::{Mechanism, Scalar, Shape, widen};
//! #     #[derive(Clone, Copy)]
//! #     pub struct Bead;
//! #     impl Mechanism for Bead {
//! #         fn shape(&self) -> Shape { Shape::new(2, 1) }
//! #         fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) { (widen([1.0, 0.5]), widen([0.0, 0.0])) }
//! #         fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
//! #             out[0] = q[1] - S::from(0.5) * q[0].square();
//! #         }
//! #         fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) { out.fill(S::from(1.0)); }
//! #         fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S { S::decimal(9.81) * q[1] }
//! #     }
//! #     impl Embedding for Bead {
//! #         fn start<S: Scalar>(&self) -> (Vec<S>, Vec<S>) { (widen([1.0]), widen([0.0])) }
//! #         fn place<S: Scalar>(&self, u: &[S], q: &mut [S]) {
//! #             q.copy_from_slice(&[u[0], S::from(0.5) * u[0].square()]);
//! #         }
//! #     }
//! #     pub fn problem() -> Box<dyn Problem> {
//! #         let card = ProblemCard { id: "bead", end_time: 2.0, sensitivity: 0.39, ..ProblemCard::BLANK };
//! #         Box::new(Embedded { mechanism: Bead, card })
//! #     }
//! #     struct Critical;
//! #     impl Law for Critical {
//! #         fn push(&self, phi: &[f64], w: &[f64], u: &mut [f64]) { u[0] = -20.0 * w[0] - 100.0 * phi[0]; }
//! #     }
//! #     struct WithRk4;
//! #     impl Variant for WithRk4 {
//! #         fn card(&self) -> Card {
//! #             let omega = Gain::Fixed(10.0);
//! #             Card::of("critical", Integrator::Rk4).gains(omega.of_first_order("ω"), &[omega])
//! #         }
//! #         fn prepare<'a>(&'a self, system: &'a dyn System, resolution: Resolution) -> Prepared<'a> {
//! #             by_law(Critical, Integrator::Rk4, system, resolution)
//! #         }
//! #     }
//! #     pub fn method() -> Method { Method::new("critical", "Critical damping").variants([WithRk4]) }
//! # }
//! use results::Provenance;
//! use runner::{Catalog, Matrix, Settings, Unobserved};
//!
//! let catalog = Catalog {
//!     methods: vec![mine::method()],
//!     problems: vec![mine::problem()],
//!     studies: None,
//! };
//! let matrix = Matrix::plan(Settings::default(), catalog)?;
//! let results = matrix.run(Provenance::default(), &Unobserved);
//! let cell = &results.cells[0];
//! println!("{} on {}: {}", cell.variant, cell.problem, cell.verdict_why);
//! # assert_eq!(cell.verdict, results::Verdict::Confirmed);
//! # Ok::<(), runner::MatrixError>(())
//! ```

mod bench;
mod cell;
mod crew;
mod describe;
mod detuned;
mod digest;
mod fronts;
mod gains;
pub mod gate;
pub mod journal;
mod judge;
mod ladders;
mod largest_step;
mod matrix;
mod motion;
mod observed;
mod plan;
pub mod reference;
mod scope;
mod selection;
pub mod speed;
mod store;
mod task;
#[cfg(test)]
mod testing;
mod trajectory;

pub use bench::Bench;
pub use crew::{Crew, Threads};
pub use digest::digest;
pub use gains::{GainsOn, gains_on};
pub use matrix::{Catalog, Matrix, MatrixError, Settings};
pub use scope::{SLOW_TAGS, Scope};
pub use selection::{Selection, SelectionError, named, nearest};
pub use speed::{Effort, LimitFigure, TimedCell, limit_figures};
pub use store::{Forgetful, Key, Kind, Store};
pub use task::{
    Answer, Event, Failure, Findings, Listed, ListedMethod, ListedStudy, Named, StudyKind, Task,
};

/// Follows a run while it happens. Calls come from several threads.
pub trait Observer: Sync {
    /// A phase begins, with this many pieces of work.
    fn phase(&self, _phase: Phase, _total: usize) {}
    /// One piece of work is done: a cell with its outcome, or a round of timings.
    fn done(&self, _phase: Phase, _label: &str, _status: &str) {}
    /// Something outside of the cells gave nothing, for this reason.
    fn trouble(&self, _message: &str) {}
}

/// The phases of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Computing the reference solutions.
    References,
    /// Measuring accuracy and comparing predictions with runs, cells in parallel.
    Cells,
    /// Following the runs that are drawn.
    Motions,
    /// Measuring speed, cells one after the other.
    Speed,
}

/// An observer that ignores everything.
pub struct Unobserved;

impl Observer for Unobserved {}
