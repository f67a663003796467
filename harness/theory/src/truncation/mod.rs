//! Integrators as seen from outside: which error does one make on a smooth motion?

mod model;
mod multistep;
mod runge_kutta;

pub use model::{Damping, ErrorModel};
pub use multistep::{Fraction, LinearMultistep, MultistepError};
pub use runge_kutta::{RungeKutta, RungeKuttaError};

#[cfg(test)]
pub(crate) use multistep::whole;
pub(crate) use multistep::{double, precise};

/// A discretization that has a theory here.
#[derive(Clone, Debug, PartialEq)]
pub enum Discretization {
    /// A linear multistep method.
    Multistep(LinearMultistep),
    /// An explicit Runge-Kutta method.
    RungeKutta(RungeKutta),
}
