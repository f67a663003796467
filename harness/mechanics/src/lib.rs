//! What a constrained mechanical system is, and the linear algebra every method shares.
//!
//! The equations, in the letters that every crate of the workspace uses:
//!
//! ```text
//! q' = N(q) v      M(q) v' + Jᵀ λ = f(t, q, v)      Φ(t, q) = 0        holonomic rows
//!                  J v + Φ_t = 0,   J v' = γ        B v + b(t, q) = 0  nonholonomic rows
//! ```
//!
//! A problem is written once as a readable [`Mechanism`], which [`Auto`] turns into a [`System`] by
//! automatic differentiation; where speed matters its evaluation is written a second time by hand, as a [`Kernel`].
//! Linear algebra stays behind three solvers: [`Kkt`], [`Penalty`] and [`MinNorm`].

mod auto;
pub mod bits;
mod coupling;
pub mod elliptic;
mod embedded;
mod extrapolation;
mod kernel;
mod ladder;
mod largest;
mod mass_layout;
mod mechanism;
pub mod parameters;
mod pattern;
mod preset;
mod problem;
mod projection;
pub mod quaternion;
mod reference;
mod shape;
mod solve;
mod solver_kernel;
mod state;
mod system;
mod terms;

pub use auto::{Auto, Scratch};
pub use coupling::{Coupled, Coupling};
pub use embedded::Embedded;
pub use extrapolation::{Extrapolation, ExtrapolationError};
pub use kernel::Kernel;
pub use ladder::Ladder;
pub use largest::largest;
pub use mass_layout::MassLayout;
pub use mechanism::Mechanism;
pub use numerics::{
    DoubleDouble, Eigenvalue, Matrix2, SMatrix, SVector, Scalar, Taylor, Vector2, Vector3,
    eigenvalues, widen,
};
pub use parameters::ParameterError;
pub use pattern::Pattern;
pub use preset::{Known, Preset};
pub use problem::{LimitKernel, Problem, ProblemCard, Start, Truth};
pub use projection::{PenaltyProjector, ProjectionError, Projector, consistent};
pub use reference::{
    Embedding, Flow, Precise, Recorded, RecordedError, RecordedState, Route, RouteError, Settings,
};
pub use shape::{QuaternionBlock, Shape, ShapeError};
pub use solve::{
    Backend, Feedback, ForceTangent, Kkt, Mass, MassOrthogonal, MinNorm, MotionSolver, Penalty,
    PenaltyError, Reaction, RelativePenalty, Singular, Sweeps, kernels,
};
pub use solver_kernel::SolverKernel;
pub use state::State;
pub use system::System;
pub use terms::{ForceJacobian, Terms};
pub use vocabulary::{Reference, ReferenceKind};
