//! The variants that take part in the matrix.

use crate::GradientFeedback;
use stepping::{EnergyFeedback, Family, Gain, Integrator, Levels, Method, Metric, Placement};

/// Fixed gains: violations decay with a time constant of 0.1 s.
const FIXED: Gain = Gain::Fixed(10.0);

/// The gains of the published example, for constraints and energy.
const YOON: Gain = Gain::Fixed(40.0);

/// `α_g h`.
const PER_STEP: Gain = Gain::PerStep(0.3);

/// `α_e h`.
const ENERGY_PER_STEP: Gain = Gain::PerStep(0.3);

const BOTH: Levels = Levels::PositionAndVelocity { ratio: 0.01 };

/// The method with all its variants.
pub fn family() -> Family {
    use Integrator::{Ab3, Rk4};
    use Placement::{BackwardEuler, EveryPass, ForwardEuler};
    let make = |integrator, placement, gain, what_differs: &str| {
        GradientFeedback::new(integrator, placement, gain, what_differs)
            .expect("the gains above are positive and finite")
    };
    let energy = |gain, levels, metric| {
        EnergyFeedback::new(gain, levels, metric).expect("the gains above are positive and finite")
    };
    let eq51 = energy(ENERGY_PER_STEP, Levels::Velocity, Metric::Mass);
    let eq50 = energy(ENERGY_PER_STEP, BOTH, Metric::Mass);
    let variants = vec![
        make(Rk4, EveryPass, FIXED, ""),
        make(Rk4, EveryPass, PER_STEP, "per-step"),
        make(Rk4, ForwardEuler, PER_STEP, "forward-euler"),
        make(Rk4, BackwardEuler, PER_STEP, "backward-euler"),
        make(Ab3, ForwardEuler, PER_STEP, "forward-euler"),
        make(Ab3, BackwardEuler, PER_STEP, "backward-euler"),
        make(Rk4, EveryPass, FIXED, "energy").with_energy(energy(
            FIXED,
            Levels::Velocity,
            Metric::Mass,
        )),
        make(Rk4, ForwardEuler, PER_STEP, "energy-forward-euler").with_energy(eq51),
        make(Rk4, BackwardEuler, PER_STEP, "energy-backward-euler").with_energy(eq51),
        make(Ab3, ForwardEuler, PER_STEP, "energy-forward-euler").with_energy(eq51),
        make(Ab3, BackwardEuler, PER_STEP, "energy-backward-euler").with_energy(eq51),
        make(Rk4, ForwardEuler, PER_STEP, "both-levels-forward-euler").with_energy(eq50),
        make(Rk4, BackwardEuler, PER_STEP, "both-levels-backward-euler").with_energy(eq50),
        make(Ab3, ForwardEuler, YOON, "yoon").with_energy(energy(
            YOON,
            Levels::Velocity,
            Metric::Euclidean,
        )),
    ];
    Family {
        id: "gradient-feedback",
        name: "Gradient feedback",
        family: "feedback",
        summary: "Moves the coordinates down the gradient of the squared violations, without solving for \
                  anything, and optionally the energy back to its balance in the same way.",
        reference: "S. Yoon, R. M. Howe, D. T. Greenwood (1993), constraint violation stabilization using \
                    gradient feedback",
        variants: variants
            .into_iter()
            .map(|v| Box::new(v) as Box<dyn Method>)
            .collect(),
    }
}
