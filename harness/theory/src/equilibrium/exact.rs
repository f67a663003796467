//! The exact steady state of the discrete map.

use super::{NoSteadyState, Tuning, Violations, multistep, runge_kutta};
use crate::truncation::Discretization;

/// A relative equilibrium: constant violations, the same angle in every step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Equilibrium {
    /// The violations.
    pub violations: Violations,
    /// The angle per time, `Ω/h`; 1 for the true motion.
    pub frequency: f64,
    /// The largest factor by which a small disturbance grows in a step, as seen by someone who turns along; shifts
    /// along the circle, which neither grow nor decay, do not count. `None` where it could not be computed.
    pub spectral_radius: Option<f64>,
}

impl Equilibrium {
    /// Whether runs settle here: `None` where the spectral radius is not known or indistinguishable from one.
    pub fn is_stable(&self) -> Option<bool> {
        let radius = self.spectral_radius?;
        ((radius - 1.0).abs() > MARGINAL).then_some(radius < 1.0)
    }
}

/// Spectral radii are that uncertain where eigenvalues of a defective matrix are split by rounding.
const MARGINAL: f64 = 1e-7;

/// The steady state near the true motion, to the last digits of a double.
///
/// # Errors
/// When a gain is none, or there is no such state.
pub fn equilibrium(
    discretization: &Discretization,
    tuning: Tuning,
) -> Result<Equilibrium, NoSteadyState> {
    let tuning = tuning.checked()?;
    match discretization {
        Discretization::Multistep(method) => multistep::equilibrium(method, &tuning),
        Discretization::RungeKutta(method) => runge_kutta::equilibrium(method, &tuning),
    }
}
