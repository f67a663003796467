//! The variants that take part in the matrix.

use crate::{EnergyAsConstraint, Law};
use std::sync::LazyLock;
use stepping::{
    AtRest, EnergyFeedback, Gain, Integrator, Levels, Method, Metric, Placement, Variant, citation,
};

/// The publications behind the method.
static CITATION: LazyLock<String> =
    LazyLock::new(|| [citation::BAUMGARTE_1972, citation::YOON_1992].join("; "));

/// The pole of Baumgarte's default gains, 20 1/s and 100 1/s², so that steps which are small enough for one
/// feedback are small enough for the other.
const FIXED: Gain = Gain::Fixed(10.0);

/// Removes in one step what the step before did wrong, when added by an Euler step.
const DEAD_BEAT: Gain = Gain::PerStep(1.0);

/// Coordinates and velocities with the square of the time constant between them.
const BOTH: Levels = Levels::PositionAndVelocity {
    rate: Gain::Fixed(10.0),
};

/// The method with all its variants.
pub fn method() -> Method {
    let make = |integrator, placement, law, what_differs: &str| {
        EnergyAsConstraint::new(integrator, placement, law, what_differs)
            .expect("the gains above are positive and finite")
    };
    let gradient = |gain, levels, metric| {
        EnergyFeedback::new(gain, levels, metric)
            .map(Law::Gradient)
            .expect("the gains above are positive and finite")
    };
    let (rk4, ab3) = (Integrator::Rk4, Integrator::Ab3);
    let every_pass = Placement::EveryPass;
    let on_v = |gain| gradient(gain, Levels::Velocity, Metric::Mass);
    let on_both = gradient(FIXED, BOTH, Metric::Mass);
    let euclidean = gradient(FIXED, Levels::Velocity, Metric::Euclidean);
    // Eq. 44 with the divisor of Eqs. 27 and 65, in the metric of the others so that nothing else differs.
    let printed = EnergyFeedback::new(FIXED, Levels::Velocity, Metric::Mass)
        .map(|feedback| Law::Gradient(feedback.at_rest(AtRest::AsPrinted)))
        .expect("the gains above are positive and finite");
    let joint = Law::Joint { eta: FIXED };
    let variants = [
        // Fixed gains in every stage, the three laws.
        make(rk4, every_pass, on_v(FIXED), ""),
        make(ab3, every_pass, on_v(FIXED), ""),
        make(rk4, every_pass, printed, "as-printed"),
        make(ab3, every_pass, printed, "as-printed"),
        make(rk4, every_pass, on_both, "both-levels"),
        make(ab3, every_pass, on_both, "both-levels"),
        make(rk4, every_pass, euclidean, "euclidean"),
        make(rk4, every_pass, joint, "joint"),
        make(ab3, every_pass, joint, "joint"),
        // Gains tied to the step, every placement.
        make(rk4, every_pass, on_v(DEAD_BEAT), "per-step"),
        make(
            rk4,
            Placement::ForwardEuler,
            on_v(DEAD_BEAT),
            "forward-euler",
        ),
        make(
            rk4,
            Placement::BackwardEuler,
            on_v(DEAD_BEAT),
            "backward-euler",
        ),
    ];
    Method {
        id: "energy-control",
        name: "Energy control",
        kind: "feedback",
        summary: "Treats the total energy as one more constraint and feeds its violation back, by a multiplier \
                  of its own or along its gradient; the other constraints are left alone. The published law divides \
                  by vᵀMv, which is zero at rest: variants fade there, which is ours, unless they are as printed.",
        citation: &CITATION,
        variants: variants
            .into_iter()
            .map(|v| Box::new(v) as Box<dyn Variant>)
            .collect(),
    }
}
