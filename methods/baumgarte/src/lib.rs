//! Baumgarte's constraint feedback (1972), in the form `Φ'' + α Φ' + β Φ = 0`.
//!
//! ```text
//! M v' + Jᵀ λ = f,   J v' = γ + u,   u = -α (J v + Φ_t) - β Φ
//! ```
//!
//! The law `u = -α w - β Φ` is [`stepping::RowLaw`] and the equations of motion under it are [`FeedbackEquations`]: the
//! other feedback methods share both.
//!
//! A violation decays like a damped oscillator; `α² = 4β` is critical. Nonholonomic rows have Φ = 0 and
//! obey `w' + α w = 0`. The gains are either fixed in seconds or tied to the step, `α = c₁/h`, `β = c₂/h²`.
//! Papers write them in different ways, which [`stepping::Gains`] converts:
//!
//! | In words of | Equation | `(α, β)` here |
//! | --- | --- | --- |
//! | Yoon 1992, Eq. 13 | `Φ'' + α Φ' + β Φ = 0` | `(α, β)` |
//! | Yoon 1992, critical | `α = 2 √β` | `(2 √β, β)` |
//! | Welch 2007, Eq. 45 | `Φ'' + 2α Φ' + β² Φ = 0` | `(2α, β²)` |
//! | Eun 2003, Eq. 13 | `Φ_i'' + α_i Φ_i' + β_i Φ_i = 0` | one pair per row |
//!
//! **Where the feedback acts matters as much as the gains.** Runge-Kutta stages leave the constraint by
//! O(h²), being of stage order one. A gain of order 1/h² turns that into an acceleration error of order
//! one: gains per step in *every* stage cost every Runge-Kutta method its order. What is left is 2 in q and 1 in v
//! and λ for RK-4 and Heun's rule, and 1 in all of them for the midpoint rule, because stages that push along
//! the normals of their own positions push along the constraint as well unless the method satisfies Butcher's
//! D(1); [`Gains::claims`] has the argument. Sampling `u` once and holding it over the step, or adding it by one Euler
//! step (Yoon 1992 Eqs. 57-59), never looks at a stage and keeps order 4, with Φ of order 5. Held feedback with
//! `c₁ = 3/2`, `c₂ = 1` is dead-beat: the linear map `φ⁺ = φ + hφ' + h²u/2`, `φ'⁺ = φ' + hu` has both
//! eigenvalues zero.
//!
//! **Parameters:** α, β (default 20 1/s and 100 1/s², critical), for all rows or per row; placement.
//! **Claimed orders:** the integrator's with fixed gains; as above with gains per step.
//! **Refuses:** redundant rows, for which λ is not unique; with gains per row, any other number of rows.

mod variants;

pub use variants::method;

use stepping::{
    Card, ClaimedOrders, FeedbackEquations, Gain, GainError, Gains, Handles, Integrator,
    MultiplierForm, NoLaw, Placement, Prepared, Resolution, StepControl, StepSize, Variant,
    ViolationLaw, broken, stepper,
};
use system::{Shape, System};

/// The recipe: gains, placement, integrator.
#[derive(Clone, Debug, PartialEq)]
pub struct Baumgarte {
    id: String,
    integrator: Integrator,
    placement: Placement,
    gains: Gains,
    step_control: StepControl,
    claims: ClaimedOrders,
}

impl Baumgarte {
    /// Feedback with gains `alpha` on Φ' and `beta` on Φ, by fixed steps. The id is
    /// `baumgarte/integrator`, with `/what_differs` behind it unless that is empty.
    ///
    /// # Errors
    /// When a gain is negative or not finite.
    pub fn new(
        integrator: Integrator,
        placement: Placement,
        (alpha, beta): (Gain, Gain),
        what_differs: &str,
    ) -> Result<Self, GainError> {
        let gains = Gains::new(alpha, beta)?;
        Ok(Self::with_gains(integrator, placement, gains, what_differs))
    }

    /// The same with gains in any convention, or one pair per row.
    pub fn with_gains(
        integrator: Integrator,
        placement: Placement,
        gains: Gains,
        what_differs: &str,
    ) -> Self {
        Self {
            id: Card::id_of("baumgarte", Some(integrator), what_differs),
            integrator,
            placement,
            step_control: StepControl::Fixed,
            claims: gains.claims(integrator, placement),
            gains,
        }
    }

    /// The same with steps chosen by a tolerance; no order is claimed then.
    pub fn adaptive(mut self) -> Self {
        self.id.push_str("/adaptive");
        self.step_control = StepControl::Adaptive;
        self.claims = ClaimedOrders::default();
        self
    }
}

impl Variant for Baumgarte {
    fn card(&self) -> Card {
        let breaks = self.gains.breaks(self.integrator);
        Card {
            id: self.id.clone(),
            integrator: Some(self.integrator),
            gains: self.gains.tuning().then(self.placement.describe()),
            claims: self.claims,
            step_control: self.step_control,
            handles: Handles::INDEPENDENT_ROWS,
            breaks: match self.step_control {
                StepControl::Fixed => breaks,
                StepControl::Adaptive => broken::by_adaptive_steps(breaks),
            },
        }
    }

    fn violation_law(&self, shape: &Shape, h: StepSize) -> Result<ViolationLaw, NoLaw> {
        match self.step_control {
            StepControl::Fixed => self
                .gains
                .violation_law(shape.constraints(), self.placement, h),
            StepControl::Adaptive => Err(NoLaw::Adaptive),
        }
    }

    fn detuned(&self, factor: f64) -> Option<Box<dyn Variant + '_>> {
        let gains = self.gains.detuned(factor)?;
        let claims = match self.step_control {
            StepControl::Fixed => gains.claims(self.integrator, self.placement),
            StepControl::Adaptive => ClaimedOrders::default(),
        };
        Some(Box::new(Self {
            gains,
            claims,
            ..self.clone()
        }))
    }

    fn prepare<'a>(&'a self, system: &'a dyn System, resolution: Resolution) -> Prepared<'a> {
        self.step_control.check(resolution)?;
        let law = self.gains.law(system.shape().constraints())?;
        let equations = FeedbackEquations::new(MultiplierForm::new(system)?, law);
        stepper(equations, self.integrator, self.placement, resolution)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::Feedback;

    #[test]
    fn gains_that_would_push_away_from_the_constraint_cannot_be_constructed() {
        for bad in [
            Gain::Fixed(-1.0),
            Gain::PerStep(f64::NAN),
            Gain::Fixed(f64::INFINITY),
        ] {
            for gains in [(bad, Gain::Fixed(1.0)), (Gain::Fixed(1.0), bad)] {
                let made = Baumgarte::new(Integrator::Rk4, Placement::EveryPass, gains, "");
                assert!(made.is_err(), "{gains:?}");
            }
        }
    }

    #[test]
    fn held_gains_are_dead_beat_and_forward_euler_gains_too() {
        // Error maps over one step for (φ, hφ'), with u = -c₁ hφ' - c₂ φ in units of h².
        let radius_squared = |[[a, b], [c, d]]: [[f64; 2]; 2]| {
            let (trace, det) = (a + d, a * d - b * c);
            (trace.abs(), det.abs())
        };
        let held = |c1: f64, c2: f64| [[1.0 - c2 / 2.0, 1.0 - c1 / 2.0], [-c2, 1.0 - c1]];
        let euler = |c1: f64, c2: f64| [[1.0, 1.0], [-c2, 1.0 - c1]];
        let (c1, c2) = variants::DEAD_BEAT_HELD;
        assert_eq!(radius_squared(held(c1, c2)), (0.0, 0.0));
        let (c1, c2) = variants::DEAD_BEAT_EULER;
        assert_eq!(radius_squared(euler(c1, c2)), (0.0, 0.0));
    }

    #[test]
    fn the_law_names_gains_and_placement_and_only_every_stage_acts_like_a_force() {
        let (shape, h) = (Shape::new(3, 2), StepSize::new(0.01).unwrap());
        let gains = (Gain::Fixed(20.0), Gain::PerStep(0.01));
        let row = Feedback {
            alpha: 20.0,
            beta: 100.0,
        };
        for placement in [
            Placement::EveryPass,
            Placement::ForwardEuler,
            Placement::BackwardEuler,
            Placement::Held,
        ] {
            let placed = Baumgarte::new(Integrator::Dopri5, placement, gains, "").unwrap();
            let law = placed.violation_law(&shape, h).unwrap();
            let like_a_force = placement == Placement::EveryPass;
            assert_eq!(law.like_a_force().is_some(), like_a_force);
            let gains = vec![row; 2];
            assert_eq!(law, ViolationLaw::Feedback { gains, placement });
            // Steps that follow a tolerance are longer or shorter than h.
            let adaptive = placed.adaptive().violation_law(&shape, h);
            assert_eq!(adaptive, Err(NoLaw::Adaptive));
        }
    }
}
