//! Which constraint stabilization is accurate, which keeps its claimed order, how far does it drift, what does a step
//! cost? Driftbench runs every method on every problem at several step sizes and answers with measurements.
//!
//! This crate is the way in from other workspaces: one dependency that leads to the crates below, each under its own
//! name.
//!
//! | you want to | start at |
//! |---|---|
//! | describe a mechanism | [`system::Mechanism`]: constraints, mass and forces; derivatives are automatic |
//! | make it a benchmark problem with a true motion | [`problem::Problem`], mostly as [`problem::Embedded`] |
//! | write a stabilization method | [`stepping::Variant`]; for a feedback law [`stepping::by_law`] is enough |
//! | integrate one mechanism with one method | [`trial::Trial`] |
//! | run methods on problems and judge them | [`runner::Matrix`] |
//! | read what came out | [`results::Results`] |
//! | hold a crate of your own to its claims | [`conformance::method_suite!`], [`conformance::problem_suite!`] |
//! | predict drift and stability before running | [`theory`] |
//!
//! Below these stand [`solvers`] (the linear equations of a step, and projections), [`verification`] (orders, intervals,
//! ranks) and [`vocabulary`] (the words that all of them share).
//!
//! One mechanism with one method, without a benchmark around it:
//!
//! ```
//! use driftbench::stepping::{
//!     Card, Gain, Integrator, Law, Prepared, Resolution, System, Tuning, Variant, by_law,
//! };
//! use driftbench::system::{Auto, Mechanism, Scalar, Shape, widen};
//! use driftbench::trial::Trial;
//!
//! /// A bead of 1 kg on the wire `y = x²/2`.
//! struct Bead;
//!
//! impl Mechanism for Bead {
//!     fn shape(&self) -> Shape {
//!         Shape::new(2, 1)
//!     }
//!     fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
//!         (widen([1.0, 0.5]), widen([0.0, 0.0]))
//!     }
//!     fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
//!         out[0] = q[1] - S::from(0.5) * q[0].square();
//!     }
//!     fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
//!         out.fill(S::from(1.0));
//!     }
//!     fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
//!         S::decimal(9.81) * q[1]
//!     }
//! }
//!
//! /// Baumgarte's feedback with α = 20 1/s and β = 100 1/s².
//! struct Feedback;
//!
//! impl Law for Feedback {
//!     fn push(&self, phi: &[f64], w: &[f64], u: &mut [f64]) {
//!         u[0] = -20.0 * w[0] - 100.0 * phi[0];
//!     }
//! }
//!
//! struct WithRk4;
//!
//! impl Variant for WithRk4 {
//!     fn card(&self) -> Card {
//!         let (alpha, beta) = (Gain::Fixed(20.0), Gain::Fixed(100.0));
//!         let tuning = Tuning::from(alpha.of_first_order("α")).then(beta.of_second_order("β"));
//!         Card::of("mine", Integrator::Rk4).gains(tuning, &[alpha, beta])
//!     }
//!     fn prepare<'a>(&'a self, system: &'a dyn System, resolution: Resolution) -> Prepared<'a> {
//!         by_law(Feedback, Integrator::Rk4, system, resolution)
//!     }
//! }
//!
//! let system = Auto::new(Bead);
//! let mut trial = Trial::fixed(&WithRk4, &system, 0.005)?;
//! trial.steps(400)?; // two seconds
//! let q = trial.state().q();
//! assert!((q[1] - 0.5 * q[0] * q[0]).abs() < 1e-6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use conformance;
pub use problem;
pub use results;
pub use runner;
pub use solvers;
pub use stepping;
pub use system;
pub use theory;
pub use trial;
pub use verification;
pub use vocabulary;
