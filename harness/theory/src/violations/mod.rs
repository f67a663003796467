//! The development of constraint violations in a run, from the truncation-error model of its integrator.
//!
//! An integrator with the coefficients `a_j` of [`ErrorModel`](crate::ErrorModel) follows
//!
//! ```text
//! q' = N v + Σ a_j h^j (N v)^(j),   v' = A + Σ a_j h^j A^(j)
//! ```
//!
//! With `w = J v + Φ_t` and feedback `J A = γ - α w - β Φ` every row obeys a linear equation that the motion drives:
//!
//! ```text
//! Φ' = w + d₁(t)                    d₁ = Σ a_j h^j Φ_q (N v)^(j)
//! w' = -α w - β Φ + d₂(t)           d₂ = Σ a_j h^j (J A^(j) + w_q (N v)^(j))
//! ```
//!
//! [`Samples`] gives derivatives along a motion that is known at equally spaced times, [`violations`] the solution of
//! the equation. The derivatives of Φ and w by the state, which connect the two, are computed by the caller.

mod differences;
mod leap;
mod modes;
mod oscillator;
mod polynomial;
mod propagator;

pub use differences::{Derivative, Samples, SamplesError};
pub use leap::{Leap, RowSamples, STENCIL, Step, Sum};
pub use modes::Modes;
pub use oscillator::{Disturbance, DisturbanceError, Row, Violations, violations};
pub(crate) use polynomial::{Window, between};
pub use propagator::Oscillator;
