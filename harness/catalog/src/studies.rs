//! Methods with gains of a study's own choosing, beside the variants of the matrix.

use baumgarte::Baumgarte;
use baumgarte_energy::BaumgarteEnergy;
use stepping::{EnergyFeedback, Gain, GainError, Gains, Integrator, Method, Metric, Placement};

/// Baumgarte's feedback in every pass, `/what_differs` behind its id.
pub fn baumgarte(integrator: Integrator, gains: Gains, what_differs: &str) -> Box<dyn Method> {
    let placement = Placement::EveryPass;
    let method = Baumgarte::with_gains(integrator, placement, gains, what_differs);
    Box::new(method)
}

/// Baumgarte's feedback and a constant gain on the energy, both in every pass: the method of the truncation-error
/// paper (Yoon, Howe and Greenwood, Eqs. 10 and 33).
///
/// # Errors
/// When a gain is negative or not finite.
pub fn baumgarte_with_constant_energy_gain(
    integrator: Integrator,
    gains: (Gain, Gain),
    rho: Gain,
) -> Result<Box<dyn Method>, GainError> {
    let energy = EnergyFeedback::constant(rho, Metric::Mass)?;
    let placement = Placement::EveryPass;
    let method = BaumgarteEnergy::new(integrator, placement, gains, energy, "constant-gain")?;
    Ok(Box::new(method))
}
