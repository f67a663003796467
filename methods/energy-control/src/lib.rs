//! The total energy as a constraint, and nothing else (Baumgarte 1972; Yoon 1992 Eqs. 14-27 and 43-47).
//!
//! ```text
//! Ψ = T + V - (T + V)₀ - W,   W' = power + λᵀ Φ_t
//! ```
//!
//! The exact motion keeps Ψ = 0; a numerical one does not, and Ψ is fed back. The constraints are only
//! differentiated, as without stabilization: their drift is left alone, and what control of the energy does
//! by itself can be seen. There are two laws.
//!
//! **Joint multipliers** (Eqs. 14-19). The energy gets a multiplier μ beside those of the constraints, such
//! that `Ψ' + η Ψ = 0` *and* `Φ'' = 0`:
//!
//! ```text
//! M v' + Jᵀ λ + M v μ = f,   J v' = γ
//! ```
//!
//! Eq. 19 is without μ and does not say how λ is found. With λ of the uncontrolled motion (Eq. 7) `J v' = γ` is
//! lost; both have to be solved for together. With `M z + Jᵀ ν = M v`, `J z = 0` the solution is `v' = a₀ - μ z`, `λ = λ₀ - μ ν`.
//! Along it `Ψ' = -λᵀ w - 2 T μ`, since what power and moving constraints give to T + V they give to W as
//! well. Hence
//!
//! ```text
//! μ (2 T - νᵀ w) = η Ψ - λ₀ᵀ w
//! ```
//!
//! with one more solve of the matrix that is factored anyway. Where no constraint moves, the factor of μ is
//! `zᵀ M z`. The push -μ z is always tangent to the constraints.
//!
//! **Gradient feedback** along ∂Ψ/∂v (Eq. 44) or along ∂Ψ/∂q and ∂Ψ/∂v (Eq. 20), see
//! [`stepping::EnergyFeedback`]. It is cheaper, and on velocities in the metric M⁻¹ it only rescales v; the
//! printed Euclidean metric pushes v off `J v = 0` where masses differ, feedback on q pushes q off Φ = 0.
//!
//! **At rest** both laws as printed divide by zero: by `vᵀ M v` in Eqs. 27, 44 and 65. *All variants but `as-printed`
//! fade there, which is our repair and not Yoon's law* ([`stepping::AtRest`]): the divisor is bounded from below where
//! velocities change faster than the feedback acts and below a hundredth of the largest speed so far, and what may be
//! rounding of Ψ is left alone. The variants `as-printed` have the bare divisor. On a mechanism that keeps moving the
//! two agree; from rest RK-4 keeps order 4 with the repair and 3 at best without it, and where a mechanism turns around
//! the printed law shows no order at all.
//!
//! **Where the control acts** matters for gains `c/h` tied to the step.
//!
//! - *In every stage.* Stages of an explicit Runge-Kutta method are of order one, so that Ψ is off by O(h²) in them,
//!   and it settles where its mean over the stages vanishes. At the end of RK-4's steps, which is not the mean,
//!   that leaves `Ψ = -c² K h² / (16 (6 - 3c + c² - c³/4))` with `K = v'ᵀ M v' + vᵀ V_qq v` for constant masses: order 2
//!   in v, λ and Ψ. Coordinates move by the mean of the stages and keep order 3, with Φ. Where the mechanism starts
//!   from rest it is worse: there h is the only time, velocities of the first steps are off by a fixed part of
//!   themselves, and what is left is order one.
//! - *By one Euler step* (Eqs. 57-59) the control never sees a stage; it removes the energy error of each step in the
//!   next (`c = 1` is dead-beat) and leaves Ψ of order p + 1. By backward Euler with `c = 1` it is a step of Newton's
//!   method for the speed: Ψ falls to Ψ²/4T.
//! - Forward Euler pushes along the old velocity, which is not tangent to the constraint one step later. That
//!   feeds Φ', and Φ' feeds Ψ: without a feedback of the constraints Φ' grows at the rate hλ (for one unit mass),
//!   whatever the gain. It takes hundreds of seconds to show.
//!
//! **Parameters:** gain α or η (default 10 1/s: the double pole of Baumgarte's default gains, with the same
//! limits of stability), levels, metric, ratio of the gains on q and v (default 0.01 s², the square of the
//! time constant), placement.
//! **Claimed orders:** the integrator's with fixed gains, for the energy too; as above with gains per step. The law as
//! printed claims the same, as the paper does; what it loses at rest, which a shape does not tell, is for the matrix to
//! show. Where feedback fades, at turning points, the energy is only as good as without control.
//! **Refuses:** redundant rows, for which λ is not unique.

mod joint;
mod variants;

pub use variants::method;

use joint::JointMultipliers;
use stepping::{
    Card, ClaimedOrders, EnergyControlled, EnergyFeedback, Gain, GainError, Handles, Integrator,
    Levels, MultiplierForm, NoLaw, Placement, Prepared, Resolution, StepControl, StepSize, Tuning,
    Variant, ViolationLaw, broken, stepper,
};
use system::{Shape, System};

/// How a violation of the energy acts on the motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    /// `Ψ' + η Ψ = 0`, solved for together with the constraints.
    Joint {
        /// The decay rate η.
        eta: Gain,
    },
    /// Feedback along the gradient of Ψ.
    Gradient(EnergyFeedback),
}

impl Law {
    fn gain(&self) -> Gain {
        match self {
            Self::Joint { eta } => *eta,
            Self::Gradient(feedback) => feedback.alpha(),
        }
    }

    /// Whether it acts on q as well as on v.
    fn moves_positions(&self) -> bool {
        matches!(self, Self::Gradient(feedback) if feedback.levels() != Levels::Velocity)
    }
}

/// The recipe: law, placement, integrator.
#[derive(Clone, Debug, PartialEq)]
pub struct EnergyAsConstraint {
    id: String,
    integrator: Integrator,
    placement: Placement,
    law: Law,
}

impl EnergyAsConstraint {
    /// Control of the energy by `law`, by fixed steps. The id is `energy-control/integrator`, with
    /// `/what_differs` behind it unless that is empty.
    ///
    /// # Errors
    /// When the gain is negative or not finite.
    pub fn new(
        integrator: Integrator,
        placement: Placement,
        law: Law,
        what_differs: &str,
    ) -> Result<Self, GainError> {
        law.gain().checked("energy gain")?;
        Ok(Self {
            id: Card::id_of("energy-control", Some(integrator), what_differs),
            integrator,
            placement,
            law,
        })
    }

    /// Whether gains per step act in the stages of a step.
    fn sees_stages_per_step(&self) -> bool {
        let many_passes = self.integrator.history() == 0 && self.integrator != Integrator::Euler;
        let in_passes = self.placement == Placement::EveryPass && many_passes;
        in_passes && self.law.gain().is_per_step()
    }

    /// What theory promises for a mechanism that keeps moving.
    fn claims_in_motion(&self) -> ClaimedOrders {
        let order = self.integrator.order();
        let p = f64::from(order);
        if self.sees_stages_per_step() {
            // Ψ is O(h²) in the stages, times a gain of order 1/h. It settles where its mean over the stages
            // vanishes, and then the mean of their velocities, by which q moves, is right.
            let (mean, end) = (Some(p.min(3.0)), Some(p.min(2.0)));
            let position = if self.law.moves_positions() {
                end
            } else {
                mean
            };
            return ClaimedOrders {
                position,
                drift_position: position,
                ..ClaimedOrders::from_fn(|_| end)
            };
        }
        // With gains per step the energy error O(h^{p+1}) of each step is removed within a few steps.
        let energy = if self.law.gain().is_per_step() {
            p + 1.0
        } else {
            p
        };
        ClaimedOrders {
            energy: Some(energy),
            ..ClaimedOrders::uniform(order)
        }
    }
}

impl Variant for EnergyAsConstraint {
    fn card(&self) -> Card {
        let (law, breaks) = match &self.law {
            Law::Joint { eta } => (
                Tuning::from(eta.of_first_order("η")).then(JointMultipliers::AT_REST.to_string()),
                broken::by_energy_control(broken::by_feedback(self.integrator, &[*eta])),
            ),
            Law::Gradient(feedback) => (feedback.tuning(), feedback.breaks(self.integrator, &[])),
        };
        Card {
            id: self.id.clone(),
            integrator: Some(self.integrator),
            gains: law.then(self.placement.describe()),
            claims: self.claims_in_motion(),
            step_control: StepControl::Fixed,
            handles: Handles::INDEPENDENT_ROWS,
            breaks,
        }
    }

    /// A shape does not tell whether the mechanism starts from rest. If it does, gains per step that see the
    /// stages leave order one in the motion, and only drift and energy keep their orders.
    fn claims(&self, _shape: &Shape) -> ClaimedOrders {
        let claims = self.claims_in_motion();
        if self.sees_stages_per_step() {
            ClaimedOrders {
                position: None,
                velocity: None,
                multiplier: None,
                ..claims
            }
        } else {
            claims
        }
    }

    fn violation_law(&self, _shape: &Shape, _h: StepSize) -> Result<ViolationLaw, NoLaw> {
        Err(NoLaw::NotLinear)
    }

    fn detuned(&self, factor: f64) -> Option<Box<dyn Variant + '_>> {
        let law = match self.law {
            Law::Joint { eta } => Law::Joint {
                eta: eta.times(factor).checked("energy gain").ok()?,
            },
            Law::Gradient(feedback) => Law::Gradient(feedback.detuned(factor)?),
        };
        Some(Box::new(Self {
            law,
            ..self.clone()
        }))
    }

    fn prepare<'a>(&'a self, system: &'a dyn System, resolution: Resolution) -> Prepared<'a> {
        StepControl::Fixed.check(resolution)?;
        let form = MultiplierForm::new(system)?;
        let (integrator, placement) = (self.integrator, self.placement);
        match self.law {
            Law::Joint { eta } => {
                let equations = JointMultipliers::new(form, eta);
                stepper(equations, integrator, placement, resolution)
            }
            Law::Gradient(feedback) => {
                let equations = EnergyControlled::new(form, feedback);
                stepper(equations, integrator, placement, resolution)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stepping::Metric;

    #[test]
    fn gains_that_would_push_away_from_the_energy_cannot_be_constructed() {
        for bad in [
            Gain::Fixed(-1.0),
            Gain::PerStep(f64::NAN),
            Gain::Fixed(f64::INFINITY),
        ] {
            let law = Law::Joint { eta: bad };
            let refused = EnergyAsConstraint::new(Integrator::Rk4, Placement::Held, law, "");
            let message = refused.unwrap_err().to_string();
            let expected = "energy gain must be zero or positive and finite, got ";
            assert!(message.starts_with(expected), "{message}");
        }
    }

    #[test]
    fn gains_per_step_after_the_step_win_an_order_of_the_energy() {
        let claimed_by = |law, placement| {
            let control = EnergyAsConstraint::new(Integrator::Rk4, placement, law, "").unwrap();
            let claims = control.card().claims;
            (claims.position, claims.drift_position, claims.energy)
        };
        let claimed = |gain, placement| claimed_by(Law::Joint { eta: gain }, placement);
        let [four, five] = [Some(4.0), Some(5.0)];
        let after = Placement::BackwardEuler;
        assert_eq!(claimed(Gain::Fixed(20.0), after), (four, four, four));
        assert_eq!(claimed(Gain::PerStep(1.0), after), (four, four, five));
        // In the stages they cost orders instead.
        let in_stages = claimed(Gain::PerStep(1.0), Placement::EveryPass);
        assert_eq!(in_stages, (Some(3.0), Some(3.0), Some(2.0)));
        // What moves positions as well sees their stages.
        let rate = Gain::PerStep(1.0);
        let levels = Levels::PositionAndVelocity { rate };
        let both = EnergyFeedback::new(rate, levels, Metric::Mass).unwrap();
        let moved = claimed_by(Law::Gradient(both), Placement::EveryPass);
        assert_eq!(moved, (Some(2.0), Some(2.0), Some(2.0)));
    }
}
