//! Studies beside the matrix: which method on which problem, with gains of the study's own choosing.

use baumgarte::Baumgarte;
use baumgarte_energy::BaumgarteEnergy;
use stepping::{EnergyFeedback, Gain, GainError, Gains, Integrator, Metric, Placement, Variant};
use theory::{Studies, Study};

/// All studies: steady states on the circle (the truncation-error paper of Yoon, Howe and Greenwood), drift of Yoon's
/// rotating pendulum, drift predicted from few samples and many, and maps of stable gains.
pub(crate) const STUDIES: Studies = Studies {
    steady_states: Study {
        method: "baumgarte-energy",
        problem: "circle",
        variant: with_constant_energy_gain,
    },
    drift: Study {
        method: "baumgarte",
        problem: "pendulum/yoon-1993",
        variant: with_gains,
    },
    sampling: Study {
        method: "baumgarte",
        problem: "natural-double-pendulum/point-masses",
        variant: with_gains,
    },
    gain_maps: "baumgarte",
};

/// A variant of Baumgarte's feedback with these gains.
fn with_gains(integrator: Integrator, placement: Placement, gains: Gains) -> Box<dyn Variant> {
    Box::new(Baumgarte::with_gains(integrator, placement, gains, "yoon"))
}

/// A variant of Baumgarte's feedback with a constant gain on the energy, both applied in every stage (Eqs. 10 and 33).
fn with_constant_energy_gain(
    integrator: Integrator,
    gains: (Gain, Gain),
    rho: Gain,
) -> Result<Box<dyn Variant>, GainError> {
    let energy = EnergyFeedback::constant(rho, Metric::Mass)?;
    let placement = Placement::EveryPass;
    let method = BaumgarteEnergy::new(integrator, placement, gains, energy, "constant-gain")?;
    Ok(Box::new(method))
}
