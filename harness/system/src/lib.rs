//! The contract of constrained mechanical systems.
//!
//! The equations, in the letters that every crate of the workspace uses:
//!
//! ```text
//! q' = N(q) v      M(q) v' + Jᵀ λ = f(t, q, v)      Φ(t, q) = 0        holonomic rows
//!                  J v + Φ_t = 0,   J v' = γ        B v + b(t, q) = 0  nonholonomic rows
//! ```
//!
//! A mechanism is written once as a readable [`Mechanism`], which [`Auto`] turns into a [`System`] by automatic
//! differentiation; where speed matters a hand-written [`Kernel`] evaluates it.
//!
//! A bead of 1 kg on the wire `y = x²/2`, complete: the derivatives of the constraint and of the potential are found
//! automatically.
//!
//! ```
//! use system::{Auto, Mechanism, Scalar, Shape, System, Terms, widen};
//!
//! struct Bead;
//!
//! impl Mechanism for Bead {
//!     fn shape(&self) -> Shape {
//!         Shape::new(2, 1) // q = (x, y), one constraint
//!     }
//!     fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
//!         (widen([1.0, 0.5]), widen([0.0, 0.0])) // at rest
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
//! let system = Auto::new(Bead);
//! let start = system.initial();
//! let mut terms = Terms::new(system.shape());
//! system.evaluate(start.t, start.q(), start.v(), &mut terms);
//! assert_eq!(terms.jacobian, [-1.0, 1.0]); // J = (-x, 1)
//! assert_eq!(terms.force, [0.0, -9.81]);
//! ```

mod auto;
pub mod bits;
mod coupling;
mod kernel;
mod largest;
mod mass_layout;
mod mechanism;
pub mod parameters;
mod pattern;
pub mod quaternion;
mod reaction;
mod shape;
mod solver_kernel;
mod state;
mod system;
mod terms;

pub use auto::{Auto, Scratch};
pub use coupling::{Coupled, Coupling};
pub use kernel::Kernel;
pub use largest::largest;
pub use mass_layout::MassLayout;
pub use mechanism::Mechanism;
pub use numerics::{
    DoubleDouble, Eigenvalue, Matrix2, SMatrix, SVector, Scalar, Taylor, Vector2, Vector3,
    eigenvalues, widen,
};
pub use parameters::ParameterError;
pub use pattern::Pattern;
pub use reaction::{Feedback, Question, Reaction};
pub use shape::{QuaternionBlock, Shape, ShapeError};
pub use solver_kernel::{Accelerate, CompiledSolver, SolverKernel};
pub use state::State;
pub use system::System;
pub use terms::{ForceJacobian, Terms};
