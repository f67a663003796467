//! The differentiated constraints and nothing else: the baseline every stabilization has to beat.
//!
//! ```text
//! M v' + Jᵀ λ = f,   J v' = γ
//! ```
//!
//! The accelerations satisfy the twice differentiated constraint exactly; positions and velocities are
//! only as good as the integrator, and nothing brings them back. A violation of Φ' grows into one of Φ
//! linearly in time, so drift is of the integrator's order but unbounded.
//!
//! **Parameters:** none.
//! **Claimed orders:** the integrator's, for q, v, λ, Φ and Φ'.
//! **Refuses:** redundant rows, for which λ is not unique.

use stepping::{
    Card, Integrator, Method, MultiplierForm, NoLaw, Placement, Prepared, Resolution, Shape,
    StepControl, StepSize, System, Variant, ViolationLaw, stepper,
};

/// The method with all its variants: every integrator with fixed steps, and the embedded pairs adaptively.
pub fn method() -> Method {
    let with = |step_control| {
        move |integrator| Unstabilized {
            integrator,
            step_control,
        }
    };
    Method::new("unstabilized", "Unstabilized")
        .kind("baseline")
        .summary("Integrates the twice differentiated constraints and corrects nothing.")
        .citation("Lagrange multipliers at acceleration level (index 1)")
        .variants(Integrator::ALL.map(with(StepControl::Fixed)))
        .variants(Integrator::ADAPTIVE.map(with(StepControl::Adaptive)))
}

/// The recipe: an integrator, and whether steps are fixed or adaptive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unstabilized {
    /// The integrator.
    pub integrator: Integrator,
    /// Fixed or adaptive steps.
    pub step_control: StepControl,
}

impl Variant for Unstabilized {
    fn card(&self) -> Card {
        let card = Card::of("unstabilized", self.integrator);
        match self.step_control {
            StepControl::Fixed => card,
            StepControl::Adaptive => card.adaptive(),
        }
    }

    fn violation_law(&self, shape: &Shape, _h: StepSize) -> Result<ViolationLaw, NoLaw> {
        match self.step_control {
            StepControl::Fixed => Ok(ViolationLaw::without_feedback(shape)),
            StepControl::Adaptive => Err(NoLaw::Adaptive),
        }
    }

    fn prepare<'a>(&'a self, system: &'a dyn System, resolution: Resolution) -> Prepared<'a> {
        self.step_control.check(resolution)?;
        let equations = MultiplierForm::new(system)?;
        stepper(equations, self.integrator, Placement::EveryPass, resolution)
    }
}
