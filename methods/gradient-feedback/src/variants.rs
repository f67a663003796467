//! The variants that take part in the matrix.

use crate::GradientFeedback;
use stepping::{
    AtRest, EnergyFeedback, Gain, Integrator, Levels, Method, Metric, Placement, Variant, citation,
};

/// Fixed gains: violations decay with a time constant of 0.1 s.
const FIXED: Gain = Gain::Fixed(10.0);

/// The gains of the published example, for constraints and energy.
const YOON: Gain = Gain::Fixed(40.0);

/// Half of a violation is gone after a step where rows do not meet. Where they do it is stable as long as no
/// eigenvalue of their cosines reaches 4: always below four rows, and in mechanisms, where they hardly exceed 3.
const PER_STEP: Gain = Gain::PerStep(0.5);

/// Coordinates and velocities with the square of the time constant of the gains between them.
const BOTH: Levels = Levels::PositionAndVelocity { rate: PER_STEP };

/// The same with the time constant of the fixed gains, which does not shrink with the step.
const FIXED_RATIO: Levels = Levels::PositionAndVelocity { rate: FIXED };

/// The method with all its variants.
pub fn method() -> Method {
    let make = |integrator, placement, gain, what_differs: &str| {
        GradientFeedback::new(integrator, placement, gain, what_differs)
            .expect("the gains above are positive and finite")
    };
    let energy = |gain, levels, metric| {
        EnergyFeedback::new(gain, levels, metric).expect("the gains above are positive and finite")
    };
    let (rk4, ab3) = (Integrator::Rk4, Integrator::Ab3);
    let (dopri5, dop853) = (Integrator::Dopri5, Integrator::Dop853);
    let every_pass = Placement::EveryPass;
    let forward = Placement::ForwardEuler;
    let backward = Placement::BackwardEuler;
    // The energy is fed back in the metric M⁻¹, which keeps v on its constraints.
    let on_v = |gain| energy(gain, Levels::Velocity, Metric::Mass);
    let on_both = energy(PER_STEP, BOTH, Metric::Mass);
    // In the Euclidean metric, as Φ, so that the two controls at least cannot feed each other at a fixed state.
    let fixed_ratio = energy(PER_STEP, FIXED_RATIO, Metric::Euclidean);
    let yoon = energy(YOON, Levels::Velocity, Metric::Euclidean);
    let variants = [
        // The constraints alone (Eq. 28).
        make(rk4, every_pass, FIXED, ""),
        make(dopri5, every_pass, FIXED, ""),
        make(dop853, every_pass, FIXED, ""),
        make(rk4, every_pass, PER_STEP, "per-step"),
        make(rk4, forward, PER_STEP, "forward-euler"),
        make(rk4, backward, PER_STEP, "backward-euler"),
        make(ab3, forward, PER_STEP, "forward-euler"),
        make(ab3, backward, PER_STEP, "backward-euler"),
        // With the energy on v (Eq. 51).
        make(rk4, every_pass, FIXED, "energy").with_energy(on_v(FIXED)),
        make(rk4, forward, PER_STEP, "energy-forward-euler").with_energy(on_v(PER_STEP)),
        make(rk4, backward, PER_STEP, "energy-backward-euler").with_energy(on_v(PER_STEP)),
        make(ab3, forward, PER_STEP, "energy-forward-euler").with_energy(on_v(PER_STEP)),
        make(ab3, backward, PER_STEP, "energy-backward-euler").with_energy(on_v(PER_STEP)),
        make(ab3, forward, YOON, "yoon").with_energy(yoon),
        // The same with the divisor of Eqs. 27 and 65.
        make(rk4, every_pass, FIXED, "energy-as-printed")
            .with_energy(on_v(FIXED).at_rest(AtRest::AsPrinted)),
        make(ab3, forward, YOON, "yoon-as-printed").with_energy(yoon.at_rest(AtRest::AsPrinted)),
        // With the energy on q and v (Eq. 50).
        make(rk4, forward, PER_STEP, "both-levels-forward-euler").with_energy(on_both),
        make(rk4, backward, PER_STEP, "both-levels-backward-euler").with_energy(on_both),
        make(rk4, backward, PER_STEP, "both-levels-fixed-ratio").with_energy(fixed_ratio),
    ];
    Method {
        id: "gradient-feedback",
        name: "Gradient feedback",
        kind: "feedback",
        summary: "Moves the coordinates down the gradients of the squared violations, without solving any \
                  equations for it, and the energy back to its balance in the same way. The published law for the \
                  energy divides by vᵀMv, which is zero at rest: variants fade there, which is ours, unless they are \
                  as printed.",
        citation: citation::YOON_1992,
        variants: variants
            .into_iter()
            .map(|v| Box::new(v) as Box<dyn Variant>)
            .collect(),
    }
}
