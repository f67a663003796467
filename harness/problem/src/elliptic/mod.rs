//! Elliptic integrals and functions, and the motion that needs them most often: that of the pendulum equation.

mod functions;
mod pendulum;

pub use functions::{Jacobi, amplitude, complete, incomplete, incomplete_at, jacobi};
pub use pendulum::{Direction, OutOfRange, PendulumMotion};
