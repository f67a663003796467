//! The variants that take part in the matrix.

use crate::Baumgarte;
use stepping::{Gain, Gains, Integrator, Method, Placement, Variant, citation};

/// Fixed gains: critical damping with a time constant of 0.1 s, a common choice in practice.
const FIXED: (Gain, Gain) = (Gain::Fixed(20.0), Gain::Fixed(100.0));

/// `(c₁, c₂)` that end a violation in two steps when the feedback is held over the step.
pub(crate) const DEAD_BEAT_HELD: (f64, f64) = (1.5, 1.0);

/// `(c₁, c₂)` that end a violation in two steps when the feedback is added by a forward Euler step; they
/// are also the critical gains `λh = 1`, well inside the stable range of RK-4.
pub(crate) const DEAD_BEAT_EULER: (f64, f64) = (2.0, 1.0);

/// `(c₁, c₂)` for backward Euler, whose stable range ends at `λh = 0.83`: critical with `λh = 1/2`.
const BACKWARD_EULER: (f64, f64) = (1.0, 0.25);

/// β of Yoon's first example, in 1/s²; α follows by critical damping, and `√β h = 0.063` at his step of 0.01 s.
const YOON_BETA: f64 = 40.0;

/// Welch's choice `α = β = 1/h` in `Φ'' + 2α Φ' + β² Φ = 0`.
const WELCH: f64 = 1.0;

/// The method with all its variants.
pub fn method() -> Method {
    let make = |integrator, placement, gains, what_differs: &str| {
        Baumgarte::new(integrator, placement, gains, what_differs)
            .expect("the gains above are positive and finite")
    };
    let rk4 = |placement, gains, what_differs: &str| {
        make(Integrator::Rk4, placement, gains, what_differs)
    };
    let per_step = |(c1, c2)| (Gain::PerStep(c1), Gain::PerStep(c2));

    let mut variants: Vec<Baumgarte> = Vec::new();
    // Fixed gains in every stage: every integrator.
    for integrator in Integrator::ALL {
        variants.push(make(integrator, Placement::EveryPass, FIXED, ""));
    }
    for integrator in Integrator::ADAPTIVE {
        variants.push(make(integrator, Placement::EveryPass, FIXED, "").adaptive());
    }
    // Fixed gains, other placements.
    variants.push(rk4(Placement::ForwardEuler, FIXED, "fixed-forward-euler"));
    variants.push(rk4(Placement::BackwardEuler, FIXED, "fixed-backward-euler"));
    variants.push(rk4(Placement::Held, FIXED, "fixed-held"));
    // Gains tied to the step, every placement.
    variants.push(rk4(
        Placement::EveryPass,
        per_step(DEAD_BEAT_EULER),
        "per-step",
    ));
    variants.push(rk4(
        Placement::ForwardEuler,
        per_step(DEAD_BEAT_EULER),
        "forward-euler",
    ));
    variants.push(rk4(
        Placement::BackwardEuler,
        per_step(BACKWARD_EULER),
        "backward-euler",
    ));
    variants.push(rk4(Placement::Held, per_step(DEAD_BEAT_HELD), "held"));
    // Choices of papers, in every stage.
    let published = |integrator, gains: Result<Gains, _>, what_differs: &str| {
        let gains = gains.expect("the gains above are positive and finite");
        Baumgarte::with_gains(integrator, Placement::EveryPass, gains, what_differs)
    };
    let yoon = Gains::critical(Gain::Fixed(YOON_BETA));
    variants.push(published(Integrator::Ab3, yoon, "yoon"));
    for integrator in [Integrator::Heun, Integrator::Midpoint] {
        let welch = Gains::welch(Gain::PerStep(WELCH), Gain::PerStep(WELCH));
        variants.push(published(integrator, welch, "welch"));
    }

    Method {
        id: "baumgarte",
        name: "Baumgarte",
        kind: "feedback",
        summary: "Feeds the constraint violation and its rate back into the acceleration equation, \
                  so that violations decay like a damped oscillator.",
        citation: citation::BAUMGARTE_1972,
        variants: variants
            .into_iter()
            .map(|v| Box::new(v) as Box<dyn Variant>)
            .collect(),
    }
}
