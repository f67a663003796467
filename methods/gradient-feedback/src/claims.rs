//! The orders that theory promises.

use stepping::{ClaimedOrders, EnergyFeedback, Gain, Integrator, Levels, Placement};
use system::Shape;

/// The most rows for which violations settle within a run. The smallest eigenvalue of `C` falls like `(π/m)²/2` along a
/// chain of m rows, so that the slowest violation takes some `m²/c` steps to settle, and adds up until then.
const MANY_ROWS: usize = 40;

/// The orders of a variant on systems with few rows, without dissipation.
pub(crate) fn orders(
    integrator: Integrator,
    placement: Placement,
    alpha: Gain,
    energy: Option<EnergyFeedback>,
) -> ClaimedOrders {
    let per_step = alpha.is_per_step() || energy.is_some_and(|e| e.alpha().is_per_step());
    let one_pass = integrator.history() > 0 || integrator == Integrator::Euler;
    if per_step && placement == Placement::EveryPass && !one_pass {
        return in_every_stage(integrator, energy);
    }
    let p = f64::from(integrator.order());
    // With a fixed ratio between the gains on q and v the controls hold each other up where forces are strong for the
    // speed, which a shape does not tell. The head of the crate has the reason.
    let levels = energy.map(|e| e.levels());
    let fixed_ratio = matches!(
        levels,
        Some(Levels::PositionAndVelocity {
            rate: Gain::Fixed(_)
        })
    );
    if per_step && fixed_ratio {
        return ClaimedOrders::default();
    }
    // What a step does wrong is O(h^{p+1}). Gains tied to the step remove it within a few steps; whether they still do
    // where control of the energy moves q as well has not been worked out.
    let moves_q = levels.is_some_and(|levels| levels != Levels::Velocity);
    let fed_back = |gain: Gain| {
        if gain.is_per_step() && !moves_q {
            p + 1.0
        } else {
            p
        }
    };
    ClaimedOrders {
        drift_position: Some(fed_back(alpha)),
        energy: energy.map(|e| fed_back(e.alpha())),
        ..ClaimedOrders::uniform(integrator.order())
    }
}

/// Gains tied to the step in all stages of a Runge-Kutta method. Worked out for RK-4 without the energy.
fn in_every_stage(integrator: Integrator, energy: Option<EnergyFeedback>) -> ClaimedOrders {
    if integrator != Integrator::Rk4 || energy.is_some() {
        return ClaimedOrders::default();
    }
    ClaimedOrders {
        position: Some(2.0),
        velocity: Some(3.0),
        multiplier: Some(2.0),
        drift_position: Some(2.0),
        drift_velocity: Some(2.0),
        ..ClaimedOrders::default()
    }
}

/// The part of these orders that holds on systems of this shape.
pub(crate) fn on(shape: &Shape, integrator: Integrator, few_rows: ClaimedOrders) -> ClaimedOrders {
    let p = f64::from(integrator.order());
    let at_most_p = |claim: Option<f64>| claim.map(|order| order.min(p));
    let mut claims = few_rows;
    if shape.constraints() > MANY_ROWS {
        claims.drift_position = at_most_p(claims.drift_position);
        claims.energy = at_most_p(claims.energy);
    }
    // Feedback on v has no hold on the energy while a mechanism stands still. Without dissipation a motion through
    // a standstill is its own mirror image in time: what is gained before it is lost after it.
    if !shape.is_conservative() {
        claims.energy = at_most_p(claims.energy);
    }
    claims
}

#[cfg(test)]
mod tests {
    use super::*;
    use stepping::Metric;

    const PER_STEP: Gain = Gain::PerStep(0.5);

    fn on_v(gain: Gain) -> Option<EnergyFeedback> {
        Some(EnergyFeedback::new(gain, Levels::Velocity, Metric::Mass).unwrap())
    }

    #[test]
    fn euler_steps_of_the_control_keep_what_every_stage_loses() {
        let in_stages = orders(Integrator::Rk4, Placement::EveryPass, PER_STEP, None);
        assert_eq!(in_stages.position, Some(2.0));
        for placement in [Placement::ForwardEuler, Placement::BackwardEuler] {
            let claims = orders(Integrator::Rk4, placement, PER_STEP, on_v(PER_STEP));
            assert_eq!(
                (
                    claims.position,
                    claims.drift_position,
                    claims.drift_velocity
                ),
                (Some(4.0), Some(5.0), Some(4.0))
            );
            assert_eq!(claims.energy, Some(5.0));
        }
    }

    #[test]
    fn nothing_is_claimed_that_was_not_worked_out() {
        let nothing = ClaimedOrders::default();
        for (integrator, energy) in [
            (Integrator::Heun, None),
            (Integrator::Rk4, on_v(PER_STEP)),
            (Integrator::Rk4, on_v(Gain::Fixed(1.0))),
        ] {
            let claims = orders(integrator, Placement::EveryPass, PER_STEP, energy);
            assert_eq!(claims, nothing, "{integrator:?}");
        }
    }

    #[test]
    fn a_ratio_of_gains_with_a_time_of_its_own_is_no_ground_for_claims_with_gains_per_step() {
        let claims = |alpha, rate| {
            let levels = Levels::PositionAndVelocity { rate };
            let energy = EnergyFeedback::new(alpha, levels, Metric::Mass).unwrap();
            let claims = orders(
                Integrator::Rk4,
                Placement::BackwardEuler,
                alpha,
                Some(energy),
            );
            (claims.position, claims.drift_position, claims.energy)
        };
        let (ten, two) = (Gain::Fixed(10.0), Gain::Fixed(2.0));
        assert_eq!(claims(PER_STEP, ten), (None, None, None));
        assert_eq!(
            claims(PER_STEP, PER_STEP),
            (Some(4.0), Some(4.0), Some(4.0))
        );
        assert_eq!(claims(ten, two), (Some(4.0), Some(4.0), Some(4.0)));
    }

    #[test]
    fn slow_modes_and_standstills_cost_an_order() {
        let (integrator, placement) = (Integrator::Rk4, Placement::BackwardEuler);
        let claims = orders(integrator, placement, PER_STEP, on_v(PER_STEP));
        let after = |shape: Shape| {
            let left = on(&shape, integrator, claims);
            (left.drift_position, left.energy)
        };
        assert_eq!(after(Shape::new(60, 40)), (Some(5.0), Some(5.0)));
        assert_eq!(after(Shape::new(60, 41)), (Some(4.0), Some(4.0)));
        let damped = Shape::new(2, 1).with_nonconservative_forces();
        assert_eq!(after(damped), (Some(5.0), Some(4.0)));
    }
}
