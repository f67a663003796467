//! Elliptic integrals and functions, and the motion of the pendulum equation in terms of them.

mod functions;
mod pendulum;

pub use functions::{Jacobi, amplitude, complete, incomplete, incomplete_at, jacobi};
pub use pendulum::{Direction, OutOfRange, PendulumMotion};
