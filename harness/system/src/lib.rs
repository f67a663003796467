//! What a constrained mechanical system is.
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
