//! Constraint violation stabilization using gradient feedback (Yoon, Howe and Greenwood, Eqs. 28-51 and 54-59).
//!
//! The coordinates, not the accelerations, are corrected: down the gradient of each squared violation.
//!
//! ```text
//! q' = N (v - 2 Σ ζ_i Φ_i J_iᵀ),   v' = A(t, q, v)                                  Eq. 28
//! q' = N (v - 2 Σ ζ_i Φ_i J_iᵀ),   v' = A - 2 ρ_v Ψ G ∂Ψ/∂v                         Eq. 51
//! q' = N (v - 2 Σ ζ_i Φ_i J_iᵀ - 2 ρ_q Ψ G ∂Ψ/∂q),   v' = A - 2 ρ_v Ψ G ∂Ψ/∂v      Eq. 50
//! ```
//!
//! `A` is the acceleration without feedback. The control needs J and Φ of the evaluation that is there anyway
//! and solves nothing. Energy balance Ψ and metric G are those of [`stepping::EnergyFeedback`].
//!
//! **At rest** the printed ρ_v, `α_e / 2 vᵀ M v` from Eqs. 27 and 65, is singular. *All variants with the energy but those
//! as printed fade there, which is our repair and not Yoon's law* ([`stepping::AtRest`]). The paper's example keeps
//! moving, and on it the two agree. From rest the printed law costs RK-4 an order, and where a mechanism turns around
//! all of them.
//!
//! **Gains.** Along Eq. 28 `Φ' = -2 J Jᵀ ζ Φ`, with whatever `J v + Φ_t` adds. Eq. 40 asks for the rate α_g;
//! with one gain per row that is `2 ζ_i = α_g / |J_i|²`, which makes the feedback independent of how rows are
//! scaled. With `φ_i = Φ_i / |J_i|` and the cosines `C_ij = J_i·J_j / |J_i| |J_j|` between rows it reads
//! `φ' = -α_g C φ`: rates lie between 0 and m α_g and are α_g itself only for rows that do not meet. Euler
//! steps need `α_g h μ < 2` for every eigenvalue μ of C. The sum of `|C_ij|` over j bounds them; in mechanisms,
//! where a row meets few others, it hardly exceeds 3, and `α_g = 0.5/h` is stable up to 4.
//!
//! **Placement.** The stages of RK-4 lie `±h²/8` times their curvature off the constraint. A gain `c/h` in
//! every stage shifts q off it by O(h²), until the mean violation of the stages vanishes: on the unit circle to
//! `Φ = -c² h² |v|² / (16 (6 - 3c + c² - c³/4))` at the ends of steps. Order 2 is left in q, Φ and λ, and in Φ'
//! where rows meet; v, which moves by the mean over the stages, has order 3. Control by one Euler step
//! (Eqs. 57-59) never sees a stage and keeps order p, with Φ of order p + 1.
//!
//! **Φ' is not fed back.** A violation of the velocities stays, and Φ follows it at a distance `Φ'/α_g`; in
//! steady state `α_g Φ` balances the truncation error, which Eq. 38 neglects. *Forward Euler makes it grow*: the
//! gradient is that of the old state, the velocity already new, and `Φ'⁺ = Φ' + h² α_g |v|² Φ` (unit circle)
//! grows at the rate `h |v|²` whatever the gain. Backward Euler, and control in every stage, have both at the
//! same state and do not. (Eq. 59 is called backward Euler but corrects explicitly: the limit of stability is 2
//! for it as well.)
//!
//! **Coupling.** The product of gradients `Y_i = ∂Ψ/∂q · ∂Φ_i/∂q` (Eq. 47, [`system::Coupling`]) tells how
//! much the controls disturb each other. Under Eq. 51, with `ρ_q = 0`, the energy leaves Φ alone, since
//! `(0, ∂Ψ/∂v)` and `(∂Φ_i/∂q, 0)` are at right angles (Eq. 46); the constraints still move the energy. Under
//! Eq. 50 the energy moves Φ_i by `-2 ρ_q Ψ Y_i`. Where the gradients are nearly parallel, as in a slider-crank
//! at rest with a cosine of 0.98, the two controls then hold each other up, and what is left decays slowly.
//! See [`GradientFeedback::coupling`].
//!
//! **The ratio ρ_q/ρ_v** decides how nearly parallel they are, since it weighs the parts of the gradient
//! `(∂Ψ/∂q, ∂Ψ/∂v)`. Let ε be the squared sine of the angle between that gradient and the rows. With gains c/h, what the
//! two controls hold up decays at the rate `ε c/h` only. Meanwhile the feedback on v changes `w = J v + Φ_t` by O(c/h)
//! of what is held up, and w feeds Φ: a violation of the velocities grows at a rate proportional to 1/ε. By how much it
//! has grown once ε is large again depends on the step. Errors are `h^p` times that growth, and show less than order p
//! until steps are very short. With a fixed ratio r, ε can be as small as `|∂Ψ/∂v|² / r |∂Ψ/∂q|²`. That is small wherever
//! forces are strong for the speed, so that no order can be promised for steps in use.
//!
//! The variants have `ρ_q/ρ_v = (h/c)²`, the square of the time constant of their gains: ε then tends to one with
//! shorter steps, and the control has no time of its own. The paper leaves the ratio open and asks for both gains to be
//! of order 1/h, which is a fixed ratio; `both-levels-fixed-ratio` has 0.01 s² and shows what that costs.
//!
//! **Parameters:** α_g (default 10 1/s, or 0.5/h), the energy feedback (the same gain; `ρ_q/ρ_v = 4h²`), placement.
//! **Claimed orders:** the integrator's with fixed gains, for the energy too where it is fed back; as above with
//! gains per step, and p + 1 for the energy under Eq. 51. Nothing for gains per step with a fixed ratio ρ_q/ρ_v.
//! **Refuses:** nonholonomic rows, which have no Φ to descend; redundant rows, for which λ is not unique.

mod claims;
mod equations;
mod variants;

pub use variants::method;

use equations::Equations;
use stepping::{
    BrokenSymmetry, Card, ClaimedOrders, EnergyControlled, EnergyFeedback, Gain, GainError,
    Handles, Integrator, MultiplierForm, NoLaw, Placement, Prepared, Refusal, Resolution,
    StepControl, StepSize, Tuning, Variant, ViolationLaw, broken, stepper,
};
use system::{Shape, System};

/// The recipe: gains, placement, integrator.
#[derive(Clone, Debug, PartialEq)]
pub struct GradientFeedback {
    id: String,
    integrator: Integrator,
    placement: Placement,
    alpha: Gain,
    energy: Option<EnergyFeedback>,
}

impl GradientFeedback {
    /// Feedback of the constraints alone (Eq. 28) with the gain `alpha`, by fixed steps. The id is
    /// `gradient-feedback/integrator`, with `/what_differs` behind it unless that is empty.
    ///
    /// # Errors
    /// When the gain is negative or not finite.
    pub fn new(
        integrator: Integrator,
        placement: Placement,
        alpha: Gain,
        what_differs: &str,
    ) -> Result<Self, GainError> {
        Ok(Self {
            id: Card::id_of("gradient-feedback", Some(integrator), what_differs),
            integrator,
            placement,
            alpha: alpha.checked("gradient gain")?,
            energy: None,
        })
    }

    /// The same with feedback of the energy: Eq. 51 on velocities, Eq. 50 on coordinates and velocities.
    pub fn with_energy(mut self, energy: EnergyFeedback) -> Self {
        self.energy = Some(energy);
        self
    }

    /// How much of the coupling between energy and constraints the control lets through at step `h`: `ρ_q/ρ_v` in s².
    ///
    /// Control of the energy moves Φ_i at the rate `-2 ρ_v Ψ` times this number times the `Y_i` of
    /// [`system::Coupling`], in the Euclidean metric. It is zero without the energy and under Eq. 51.
    pub fn coupling(&self, h: StepSize) -> f64 {
        let ratio = |energy: EnergyFeedback| energy.levels().ratio(h.seconds());
        self.energy.and_then(ratio).unwrap_or(0.0)
    }

    fn orders(&self) -> ClaimedOrders {
        claims::orders(self.integrator, self.placement, self.alpha, self.energy)
    }

    /// Symmetries that integrator and gains break, and what the energy breaks on top.
    fn breaks(&self) -> Vec<BrokenSymmetry> {
        match self.energy {
            Some(energy) => energy.breaks(self.integrator, &[self.alpha]),
            None => broken::by_feedback(self.integrator, &[self.alpha]),
        }
    }
}

impl Variant for GradientFeedback {
    fn card(&self) -> Card {
        let energy = self.energy.map_or(Tuning::default(), |e| e.tuning());
        Card {
            id: self.id.clone(),
            integrator: Some(self.integrator),
            gains: Tuning::from(self.alpha.of_first_order("α_g"))
                .then(energy)
                .then(self.placement.describe()),
            claims: self.orders(),
            step_control: StepControl::Fixed,
            handles: Handles {
                nonholonomic: false,
                ..Handles::INDEPENDENT_ROWS
            },
            breaks: self.breaks(),
        }
    }

    fn claims(&self, shape: &Shape) -> ClaimedOrders {
        claims::on(shape, self.integrator, self.orders())
    }

    /// Along Eq. 28 rows are coupled by their cosines, and Φ moves w by the turning of the normals.
    fn violation_law(&self, _shape: &Shape, _h: StepSize) -> Result<ViolationLaw, NoLaw> {
        match self.energy {
            None => Ok(ViolationLaw::Linear),
            Some(_) => Err(NoLaw::NotLinear),
        }
    }

    fn detuned(&self, factor: f64) -> Option<Box<dyn Variant + '_>> {
        let energy = match self.energy {
            Some(energy) => Some(energy.detuned(factor)?),
            None => None,
        };
        Some(Box::new(Self {
            alpha: self.alpha.times(factor).checked("gradient gain").ok()?,
            energy,
            ..self.clone()
        }))
    }

    fn prepare<'a>(&'a self, system: &'a dyn System, resolution: Resolution) -> Prepared<'a> {
        StepControl::Fixed.check(resolution)?;
        let nonholonomic = system.shape().nonholonomic();
        if nonholonomic > 0 {
            return Err(Refusal::Nonholonomic(nonholonomic));
        }
        let equations = Equations::new(MultiplierForm::new(system)?, self.alpha);
        let (integrator, placement) = (self.integrator, self.placement);
        match self.energy {
            Some(energy) => {
                let equations = EnergyControlled::new(equations, energy);
                stepper(equations, integrator, placement, resolution)
            }
            None => stepper(equations, integrator, placement, resolution),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stepping::{Levels, Metric};

    #[test]
    fn a_gain_that_would_climb_is_named() {
        for (bad, shown) in [(-1.0, "-1"), (f64::NAN, "NaN"), (f64::INFINITY, "inf")] {
            for gain in [Gain::Fixed(bad), Gain::PerStep(bad)] {
                let made = GradientFeedback::new(Integrator::Rk4, Placement::EveryPass, gain, "");
                assert_eq!(
                    made.unwrap_err().to_string(),
                    format!("gradient gain must be zero or positive and finite, got {shown}")
                );
            }
        }
    }

    #[test]
    fn only_control_of_the_energy_on_q_is_coupled() {
        let plain = GradientFeedback::new(
            Integrator::Rk4,
            Placement::BackwardEuler,
            Gain::PerStep(0.5),
            "",
        )
        .unwrap();
        let h = StepSize::new(0.01).unwrap();
        let with = |levels| {
            let energy = EnergyFeedback::new(Gain::PerStep(0.5), levels, Metric::Euclidean);
            plain.clone().with_energy(energy.unwrap()).coupling(h)
        };
        assert_eq!(plain.coupling(h), 0.0);
        assert_eq!(with(Levels::Velocity), 0.0);
        let both = |rate| with(Levels::PositionAndVelocity { rate });
        assert_eq!(both(Gain::Fixed(2.0)), 0.25);
        assert_eq!(both(Gain::PerStep(0.5)), 4e-4);
    }

    #[test]
    fn cards_say_what_is_fed_back_and_where() {
        let gains = |id: &str| {
            let cards = method().variants.into_iter().map(|variant| variant.card());
            cards
                .filter(|card| card.id == id)
                .map(|card| card.gains.to_string())
                .next()
        };
        let expected = [
            ("rk4", "α_g = 10 1/s, in every stage"),
            (
                "rk4/energy-forward-euler",
                "α_g = 0.5/h, α_e = 0.5/h on v, fades at rest (ours), added by forward Euler after the step",
            ),
            (
                "ab3/yoon",
                "α_g = 40 1/s, α_e = 40 1/s on v in the Euclidean metric, fades at rest (ours), added by forward Euler after the step",
            ),
        ];
        for (tail, text) in expected {
            assert_eq!(
                gains(&format!("gradient-feedback/{tail}")).as_deref(),
                Some(text)
            );
        }
    }

    #[test]
    fn cards_say_whose_law_it_is_at_rest() {
        for variant in method().variants {
            let Card { id, gains, .. } = variant.card();
            let gains = gains.to_string();
            let with_energy = gains.contains("α_e");
            let printed = id.ends_with("as-printed");
            let says = |text| gains.contains(text);
            let fades = with_energy && !printed;
            assert_eq!(says("fades at rest (ours)"), fades, "{id}: {gains}");
            assert_eq!(says("singular at rest (as printed)"), printed, "{id}");
        }
    }

    #[test]
    fn a_variant_claims_on_a_system_what_theory_says_of_its_shape() {
        let made = |alpha| {
            GradientFeedback::new(Integrator::Rk4, Placement::BackwardEuler, alpha, "").unwrap()
        };
        for alpha in [Gain::Fixed(20.0), Gain::PerStep(0.5)] {
            let shape = Shape::new(4, 1);
            let variant = made(alpha);
            let expected = claims::on(&shape, Integrator::Rk4, variant.orders());
            assert_eq!(variant.claims(&shape), expected);
            assert_eq!(variant.claims(&shape).position, Some(4.0));
        }
    }
}
