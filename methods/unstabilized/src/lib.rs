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
    Card, ClaimedOrders, Handles, Integrator, Method, MultiplierForm, Placement, Refusal,
    Resolution, StepControl, StepSize, Stepper, Variant, broken, stepper,
};
use system::{Feedback, Shape, System};

/// The method with all its variants: every integrator with fixed steps, and the embedded pairs adaptively.
pub fn method() -> Method {
    let fixed = Integrator::ALL.map(|integrator| Unstabilized {
        integrator,
        control: StepControl::Fixed,
    });
    let adaptive = Integrator::ADAPTIVE.map(|integrator| Unstabilized {
        integrator,
        control: StepControl::Adaptive,
    });
    Method {
        id: "unstabilized",
        name: "Unstabilized",
        kind: "baseline",
        summary: "Integrates the twice differentiated constraints and corrects nothing.",
        citation: "Lagrange multipliers at acceleration level (index 1)",
        variants: fixed
            .into_iter()
            .chain(adaptive)
            .map(|v| Box::new(v) as Box<dyn Variant>)
            .collect(),
    }
}

/// The recipe: an integrator, and who chooses the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unstabilized {
    /// Integrator.
    pub integrator: Integrator,
    /// Fixed or adaptive steps.
    pub control: StepControl,
}

impl Variant for Unstabilized {
    fn card(&self) -> Card {
        let (what_differs, claims) = match self.control {
            StepControl::Fixed => ("", ClaimedOrders::uniform(self.integrator.order())),
            StepControl::Adaptive => ("adaptive", ClaimedOrders::default()),
        };
        let breaks = broken::by_integrator(self.integrator);
        Card {
            id: Card::id_of("unstabilized", Some(self.integrator), what_differs),
            integrator: Some(self.integrator),
            gains: String::new(),
            claims,
            control: self.control,
            handles: Handles::INDEPENDENT_ROWS,
            breaks: match self.control {
                StepControl::Fixed => breaks,
                StepControl::Adaptive => broken::by_adaptive_steps(breaks),
            },
        }
    }

    fn feedback(&self, shape: &Shape, _h: StepSize) -> Option<Vec<Feedback>> {
        let fixed = self.control == StepControl::Fixed;
        fixed.then(|| vec![Feedback::default(); shape.constraints()])
    }

    fn prepare<'a>(
        &'a self,
        system: &'a dyn System,
        resolution: Resolution,
    ) -> Result<Box<dyn Stepper + 'a>, Refusal> {
        self.control.check(resolution)?;
        let equations = MultiplierForm::new(system)?;
        stepper(equations, self.integrator, Placement::EveryPass, resolution)
    }
}
