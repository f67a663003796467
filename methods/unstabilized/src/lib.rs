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

use mechanics::{Feedback, System};
use stepping::{
    Broken, Card, ClaimedOrders, Family, Formulation, Handles, Integrator, Method, MultiplierForm,
    Placement, Point, Refusal, Resolution, StepControl, StepError, Stepper, Work, stepper,
};

/// The method with all its variants: every integrator with fixed steps, and the embedded pairs adaptively.
pub fn family() -> Family {
    let fixed = Integrator::ALL.map(|integrator| Unstabilized {
        integrator,
        control: StepControl::Fixed,
    });
    let adaptive = Integrator::ADAPTIVE.map(|integrator| Unstabilized {
        integrator,
        control: StepControl::Adaptive,
    });
    Family {
        id: "unstabilized",
        name: "Unstabilized",
        family: "baseline",
        summary: "Integrates the twice differentiated constraints and corrects nothing.",
        reference: "Lagrange multipliers at acceleration level (index 1)",
        variants: fixed
            .into_iter()
            .chain(adaptive)
            .map(|v| Box::new(v) as Box<dyn Method>)
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

impl Method for Unstabilized {
    fn card(&self) -> Card {
        let (what_differs, claims) = match self.control {
            StepControl::Fixed => ("", ClaimedOrders::uniform(self.integrator.order())),
            StepControl::Adaptive => ("adaptive", ClaimedOrders::default()),
        };
        let breaks = Broken::by_integrator(self.integrator);
        Card {
            id: Card::id_of("unstabilized", Some(self.integrator), what_differs),
            integrator: Some(self.integrator),
            gains: String::new(),
            claims,
            control: self.control,
            handles: Handles::INDEPENDENT_ROWS,
            breaks: match self.control {
                StepControl::Fixed => breaks,
                StepControl::Adaptive => Broken::by_adaptive_steps(breaks),
            },
        }
    }

    fn prepare<'a>(
        &'a self,
        system: &'a dyn System,
        resolution: Resolution,
    ) -> Result<Box<dyn Stepper + 'a>, Refusal> {
        self.control.check(resolution)?;
        let equations = Equations(MultiplierForm::new(system)?);
        stepper(equations, self.integrator, Placement::EveryPass, resolution)
    }
}

/// The uncontrolled equations of motion.
struct Equations<'a>(MultiplierForm<'a>);

impl Formulation for Equations<'_> {
    fn system(&self) -> &dyn System {
        self.0.system()
    }

    fn set_step(&mut self, _h: f64) {}

    #[inline]
    fn rate(&mut self, at: Point<'_>, y_dot: &mut [f64]) -> Result<(), StepError> {
        self.0.feedback_rate(at, Feedback::default(), y_dot)
    }

    fn control(&mut self, _at: Point<'_>, y_dot: &mut [f64]) -> Result<(), StepError> {
        y_dot.fill(0.0);
        Ok(())
    }

    #[inline]
    fn controlled_rate(
        &mut self,
        at: Point<'_>,
        _control: &mut [f64],
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        self.rate(at, y_dot)
    }

    fn multipliers(&mut self, at: Point<'_>) -> Result<&[f64], StepError> {
        self.0.multipliers(at)
    }

    fn work(&self) -> Work {
        self.0.work()
    }
}
