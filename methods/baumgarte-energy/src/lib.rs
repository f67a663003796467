//! Baumgarte's constraint feedback together with feedback of the energy (Yoon 1992 Eqs. 48, 52 and 53).
//!
//! ```text
//! M v' + Jᵀ λ = f,   J v' = γ - α (J v + Φ_t) - β Φ
//! q' = N (v - 2 ρ_q Ψ M⁻¹ ∂Ψ/∂q),   v' gets  - 2 ρ_v Ψ v,   Ψ = T + V - (T + V)₀ - W
//! ```
//!
//! Constraint feedback alone keeps Φ small and may worsen the motion along the constraint: on the paper's
//! pendulum with AB-3 it makes the energy error four times and the phase error nine times as large as no
//! feedback at all. Feedback of the energy acts along the constraint, where the other one does nothing.
//! On velocities only (Eq. 53, ρ_q = 0) it rescales v and so does not disturb `J v = 0`; on both levels
//! (Eq. 52) it also pushes q off Φ = 0, from where the constraint feedback has to bring it back.
//!
//! The gains ρ follow from the rate α_e at which Ψ is to decay, see [`stepping::EnergyFeedback`]; the metric
//! is M⁻¹ where the paper has the identity. [`stepping::EnergyFeedback::constant`] keeps ρ_v itself constant, as the
//! paper on truncation errors has it (Eq. 10); with it the violations that remain on a circle are known exactly. For
//! AB-3 in every stage the rate must obey `α_e h < 6/11`: the paper's 40 1/s suits its step of 0.01 s and blows up at
//! 0.02 s.
//!
//! **At rest** the printed ρ_v, `α_e / 2 vᵀ M v` from Eqs. 27 and 65, is singular. *All variants but those as printed
//! fade there, which is our repair and not Yoon's law* ([`stepping::AtRest`]). The paper's example keeps moving, and on
//! it the two agree. From rest the printed law costs RK-4 an order, and where a mechanism turns around all of them.
//!
//! **Where the feedback acts** matters as it does for each of the two alone: gains tied to the step belong
//! outside of the stages (Eqs. 57-59), or must be sampled once and held.
//!
//! **Parameters:** α, β, α_e (default 20 1/s, 100 1/s² and 10 1/s, all poles at 10 1/s), levels, metric, ratio
//! of the gains on q and v (default 0.01 s²), placement.
//! **Claimed orders:** the integrator's with fixed gains, for the energy too; with gains per step outside of
//! the stages Φ and Ψ gain one order. The law as printed claims the same, as the paper does; a shape does not tell
//! whether a mechanism comes to rest.
//! **Refuses:** redundant rows, for which λ is not unique.

mod variants;

pub use variants::method;

use stepping::{
    Card, ClaimedOrders, EnergyControlled, EnergyFeedback, FeedbackEquations, Gain, GainError,
    Gains, Handles, Integrator, Levels, MultiplierForm, NoLaw, Placement, Prepared, Resolution,
    StepControl, StepSize, Variant, ViolationLaw, stepper,
};
use system::{Shape, System};

/// The recipe: gains of both feedbacks, placement, integrator.
#[derive(Clone, Debug, PartialEq)]
pub struct BaumgarteEnergy {
    id: String,
    integrator: Integrator,
    placement: Placement,
    gains: Gains,
    energy: EnergyFeedback,
}

impl BaumgarteEnergy {
    /// Feedback with gains `alpha` on Φ' and `beta` on Φ, and of the energy by `energy`, by fixed steps. The
    /// id is `baumgarte-energy/integrator`, with `/what_differs` behind it unless that is empty.
    ///
    /// # Errors
    /// When a gain is negative or not finite.
    pub fn new(
        integrator: Integrator,
        placement: Placement,
        (alpha, beta): (Gain, Gain),
        energy: EnergyFeedback,
        what_differs: &str,
    ) -> Result<Self, GainError> {
        Ok(Self {
            id: Card::id_of("baumgarte-energy", Some(integrator), what_differs),
            integrator,
            placement,
            gains: Gains::new(alpha, beta)?,
            energy,
        })
    }

    /// What theory promises; for gains per step in the stages, of a mechanism that does not start from rest.
    fn claims(&self) -> ClaimedOrders {
        let order = self.integrator.order();
        let p = f64::from(order);
        let many_passes = self.integrator.history() == 0 && self.integrator != Integrator::Euler;
        let in_passes = self.placement == Placement::EveryPass && many_passes;
        let constraints_per_step = self.gains.is_per_step();
        let energy_per_step = self.energy.alpha().is_per_step();
        let claims = |q: f64, v: f64| ClaimedOrders {
            position: Some(p.min(q)),
            drift_position: Some(p.min(q)),
            ..ClaimedOrders::from_fn(|_| Some(p.min(v)))
        };
        match (in_passes, constraints_per_step, energy_per_step) {
            // Stages are off by O(h²), times a gain of order 1/h².
            (true, true, _) => claims(2.0, 1.0),
            // The same times a gain of order 1/h; q moves by the mean over the stages, which is better.
            (true, false, true) if self.energy.levels() == Levels::Velocity => claims(3.0, 2.0),
            (true, false, true) => claims(2.0, 2.0),
            // What is controlled per step loses each step's local error O(h^{p+1}) within a few steps.
            _ => {
                let controlled = |per_step: bool| Some(if per_step { p + 1.0 } else { p });
                ClaimedOrders {
                    drift_position: controlled(constraints_per_step),
                    energy: controlled(energy_per_step),
                    ..ClaimedOrders::uniform(order)
                }
            }
        }
    }
}

impl Variant for BaumgarteEnergy {
    fn card(&self) -> Card {
        Card {
            id: self.id.clone(),
            integrator: Some(self.integrator),
            gains: self
                .gains
                .tuning()
                .then(self.energy.tuning())
                .then(self.placement.describe()),
            claims: self.claims(),
            step_control: StepControl::Fixed,
            handles: Handles::INDEPENDENT_ROWS,
            breaks: self.energy.breaks(self.integrator, &self.gains.each()),
        }
    }

    fn violation_law(&self, _shape: &Shape, _h: StepSize) -> Result<ViolationLaw, NoLaw> {
        Err(NoLaw::NotLinear)
    }

    fn detuned(&self, factor: f64) -> Option<Box<dyn Variant + '_>> {
        Some(Box::new(Self {
            gains: self.gains.detuned(factor)?,
            energy: self.energy.detuned(factor)?,
            ..self.clone()
        }))
    }

    fn prepare<'a>(&'a self, system: &'a dyn System, resolution: Resolution) -> Prepared<'a> {
        StepControl::Fixed.check(resolution)?;
        let law = self.gains.law(system.shape().constraints())?;
        let constraints = FeedbackEquations::new(MultiplierForm::new(system)?, law);
        let equations = EnergyControlled::new(constraints, self.energy);
        stepper(equations, self.integrator, self.placement, resolution)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stepping::Metric;

    #[test]
    fn gains_that_would_push_away_from_the_constraint_cannot_be_constructed() {
        let energy = EnergyFeedback::new(Gain::Fixed(1.0), Levels::Velocity, Metric::Mass);
        let good = Gain::Fixed(1.0);
        for bad in [
            Gain::Fixed(-1.0),
            Gain::PerStep(f64::NAN),
            Gain::Fixed(f64::INFINITY),
        ] {
            for (name, gains) in [("alpha", (bad, good)), ("beta", (good, bad))] {
                let made = BaumgarteEnergy::new(
                    Integrator::Rk4,
                    Placement::Held,
                    gains,
                    energy.unwrap(),
                    "",
                );
                assert_eq!(made.unwrap_err().name, name);
            }
        }
    }

    #[test]
    fn cards_say_whose_law_it_is_at_rest() {
        for variant in method().variants {
            let Card { id, gains, .. } = variant.card();
            let printed = id.ends_with("as-printed");
            let gains = gains.to_string();
            let says = |text| gains.contains(text);
            assert_eq!(says("fades at rest (ours)"), !printed, "{id}: {gains}");
            assert_eq!(says("singular at rest (as printed)"), printed, "{id}");
        }
    }

    #[test]
    fn gains_per_step_cost_orders_in_the_stages_and_win_one_after_the_step() {
        const BOTH: Levels = Levels::PositionAndVelocity {
            rate: Gain::PerStep(1.0),
        };
        let (fixed, tied) = (Gain::Fixed(20.0), Gain::PerStep(1.0));
        let claimed = |placement, gain, alpha, levels| {
            let energy = EnergyFeedback::new(alpha, levels, Metric::Mass).unwrap();
            let made =
                BaumgarteEnergy::new(Integrator::Rk4, placement, (gain, gain), energy, "").unwrap();
            let c = made.card().claims;
            [c.position, c.velocity, c.drift_position, c.energy].map(|order| order.unwrap_or(0.0))
        };
        let (stages, after, on_v) = (
            Placement::EveryPass,
            Placement::BackwardEuler,
            Levels::Velocity,
        );
        for (placement, gain, alpha, levels, expected) in [
            (stages, fixed, fixed, on_v, [4.0, 4.0, 4.0, 4.0]),
            (stages, tied, fixed, on_v, [2.0, 1.0, 2.0, 1.0]),
            (stages, fixed, tied, on_v, [3.0, 2.0, 3.0, 2.0]),
            (stages, fixed, tied, BOTH, [2.0, 2.0, 2.0, 2.0]),
            (after, tied, fixed, on_v, [4.0, 4.0, 5.0, 4.0]),
            (after, fixed, tied, on_v, [4.0, 4.0, 4.0, 5.0]),
        ] {
            let found = claimed(placement, gain, alpha, levels);
            assert_eq!(found, expected, "{placement:?} {gain:?} {alpha:?}");
        }
    }
}
