//! What the tests of studies are about.

use baumgarte_energy::BaumgarteEnergy;
use stepping::{EnergyFeedback, Gain, GainError, Integrator, Metric, Placement, Variant};
use system::System;

/// The unit circle.
pub(crate) fn circle() -> Box<dyn System> {
    circle::problems().remove(0).system()
}

/// Baumgarte's feedback and a constant gain on the energy, both in every stage.
pub(crate) fn with_constant_energy_gain(
    integrator: Integrator,
    gains: (Gain, Gain),
    rho: Gain,
) -> Result<Box<dyn Variant>, GainError> {
    let energy = EnergyFeedback::constant(rho, Metric::Mass)?;
    let placement = Placement::EveryPass;
    let variant = BaumgarteEnergy::new(integrator, placement, gains, energy, "constant-gain")?;
    Ok(Box::new(variant))
}
