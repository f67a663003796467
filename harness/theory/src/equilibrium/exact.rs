//! The exact steady state of the discrete map.

use super::{NoSteadyState, SteadyViolations, Tuning, multistep, runge_kutta};
use crate::truncation::Discretization;

/// A relative equilibrium: constant violations, the same angle in every step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Equilibrium {
    /// The constant violations.
    pub violations: SteadyViolations,
    /// The angle per time, `Ω/h`; 1 for the true motion.
    pub frequency: f64,
    /// The largest factor by which a small disturbance grows in a step, in the rotating frame and without shifts along the
    /// circle, which neither grow nor decay. `None` where it could not be computed.
    pub spectral_radius: Option<f64>,
}

impl Equilibrium {
    /// Whether runs settle here; `None` where the spectral radius is unknown or cannot be told from one.
    pub fn is_stable(&self) -> Option<bool> {
        let radius = self.spectral_radius?;
        ((radius - 1.0).abs() > MARGINAL).then_some(radius < 1.0)
    }
}

/// Uncertainty of spectral radii where rounding splits the eigenvalues of a defective matrix.
const MARGINAL: f64 = 1e-7;

/// The steady state near the true motion, to the last digits of a double.
///
/// # Errors
/// When a gain is not a valid number, or there is no such state.
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
