//! The truncation error of integrators on a smooth motion.

mod dormand_prince;
mod model;
mod multistep;
mod runge_kutta;

pub use model::{Damping, ErrorModel};
pub use multistep::{Fraction, LinearMultistep, MultistepError};
pub use runge_kutta::{RungeKutta, RungeKuttaError};

#[cfg(test)]
pub(crate) use multistep::whole;
pub(crate) use multistep::{double, precise};

/// A discretization that this crate can analyse.
#[derive(Clone, Debug, PartialEq)]
pub enum Discretization {
    /// A linear multistep method.
    Multistep(LinearMultistep),
    /// An explicit Runge-Kutta method.
    RungeKutta(RungeKutta),
}
