//! The variants that take part in the matrix.

use crate::BaumgarteEnergy;
use stepping::{
    AtRest, EnergyFeedback, Gain, Integrator, Levels, Method, Metric, Placement, Variant, citation,
};

/// Gains on Φ', Φ and Ψ.
type Gains = (Gain, Gain, Gain);

/// Critical damping with a time constant of 0.1 s, a common choice in practice, and the same pole for the energy.
const FIXED: Gains = (Gain::Fixed(20.0), Gain::Fixed(100.0), Gain::Fixed(10.0));

/// The gains of the paper's example: critical with β = 40 1/s², that is α = 2 √40 1/s, and α_e = 40 1/s. In the
/// passes of AB-3 they are stable up to 0.0136 s only, so they are added by forward Euler, up to 0.05 s.
const YOON: Gains = (
    Gain::Fixed(12.649_110_640_673_518),
    Gain::Fixed(40.0),
    Gain::Fixed(40.0),
);

/// Ends every violation in one or two steps when added by forward Euler.
const FORWARD_EULER: Gains = per_step(2.0, 1.0);

/// For backward Euler, under which constraint feedback is stable up to `λh = 0.83`: critical with `λh = 1/2`.
const BACKWARD_EULER: Gains = per_step(1.0, 0.25);

/// Ends every violation in one or two steps when held over the step.
const HELD: Gains = per_step(1.5, 1.0);

/// Coordinates and velocities with the square of the time constant between them.
const BOTH: Levels = Levels::PositionAndVelocity {
    rate: Gain::Fixed(10.0),
};

const fn per_step(c1: f64, c2: f64) -> Gains {
    (Gain::PerStep(c1), Gain::PerStep(c2), Gain::PerStep(1.0))
}

/// The method with all its variants.
pub fn method() -> Method {
    let with =
        |integrator, placement, (alpha, beta, energy): Gains, levels, at_rest, what_differs| {
            EnergyFeedback::new(energy, levels, Metric::Mass)
                .and_then(|energy| {
                    let energy = energy.at_rest(at_rest);
                    BaumgarteEnergy::new(integrator, placement, (alpha, beta), energy, what_differs)
                })
                .expect("the gains above are positive and finite")
        };
    let make = |integrator, placement, gains, levels, what_differs| {
        with(
            integrator,
            placement,
            gains,
            levels,
            AtRest::Fades,
            what_differs,
        )
    };
    let as_printed = |integrator, placement, gains, what_differs| {
        with(
            integrator,
            placement,
            gains,
            Levels::Velocity,
            AtRest::AsPrinted,
            what_differs,
        )
    };
    let (rk4, ab3, v) = (Integrator::Rk4, Integrator::Ab3, Levels::Velocity);
    let every_pass = Placement::EveryPass;
    let forward = Placement::ForwardEuler;
    let backward = Placement::BackwardEuler;
    let variants = [
        make(rk4, every_pass, FIXED, v, ""),
        make(ab3, every_pass, FIXED, v, ""),
        make(ab3, forward, YOON, v, "yoon"),
        // The same with the divisor of Eqs. 27 and 65.
        as_printed(rk4, every_pass, FIXED, "as-printed"),
        as_printed(ab3, forward, YOON, "yoon-as-printed"),
        make(rk4, every_pass, FIXED, BOTH, "both-levels"),
        make(rk4, forward, FORWARD_EULER, v, "forward-euler"),
        make(rk4, backward, BACKWARD_EULER, v, "backward-euler"),
        make(rk4, Placement::Held, HELD, v, "held"),
    ];
    Method {
        id: "baumgarte-energy",
        name: "Baumgarte with energy control",
        kind: "feedback",
        summary: "Baumgarte's feedback of the constraints, with feedback of the energy for the motion along them. The \
                  published law divides by vᵀMv, which is zero at rest: variants fade there, which is ours, unless \
                  they are as printed.",
        citation: citation::YOON_1992,
        variants: variants
            .into_iter()
            .map(|v| Box::new(v) as Box<dyn Variant>)
            .collect(),
    }
}
