//! Draft.

mod equations;
mod variants;

pub use variants::family;

use equations::Equations;
use mechanics::System;
use stepping::{
    Broken, Card, ClaimedOrders, EnergyControl, EnergyFeedback, Gain, GainError, Handles,
    Integrator, Levels, Method, MultiplierForm, Placement, Refusal, Resolution, StepControl,
    Stepper, Symmetry, stepper,
};

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
    /// Feedback.
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

    /// The same with energy.
    pub fn with_energy(mut self, energy: EnergyFeedback) -> Self {
        self.energy = Some(energy);
        self
    }

    fn claims(&self) -> ClaimedOrders {
        let order = self.integrator.order();
        let p = f64::from(order);
        let uniform = ClaimedOrders::uniform(order);
        if self.alpha.is_per_step() && self.placement == Placement::EveryPass {
            return ClaimedOrders {
                position: Some(2.0),
                velocity: Some(3.0),
                multiplier: Some(2.0),
                drift_position: Some(2.0),
                drift_velocity: Some(2.0),
                energy: None,
            };
        }
        ClaimedOrders {
            drift_position: Some(if self.alpha.is_per_step() { p + 1.0 } else { p }),
            energy: self
                .energy
                .map(|e| if e.alpha().is_per_step() { p + 1.0 } else { p }),
            ..uniform
        }
    }
}

impl Method for GradientFeedback {
    fn card(&self) -> Card {
        let mut breaks = Broken::by_feedback(
            self.integrator,
            &[
                self.alpha,
                self.energy.map_or(Gain::Fixed(0.0), |e| e.alpha()),
            ],
        );
        if let Some(energy) = self.energy {
            if energy.levels() != Levels::Velocity
                && breaks.iter().all(|b| b.symmetry != Symmetry::TimeScaling)
            {
                breaks.push(Broken::new(
                    Symmetry::TimeScaling,
                    "the ratio of the energy gains is a square of a time",
                ));
            }
            breaks.push(Broken::new(
                Symmetry::FreeMotion,
                "the energy is fed back where there are no constraints too",
            ));
        }
        let energy = self.energy.map_or(String::new(), |e| format!(", {e}"));
        Card {
            id: self.id.clone(),
            integrator: Some(self.integrator),
            gains: format!(
                "{}{energy}, {}",
                self.alpha.describe_first_order("α_g"),
                self.placement.describe()
            ),
            claims: self.claims(),
            control: StepControl::Fixed,
            handles: Handles {
                nonholonomic: false,
                ..Handles::INDEPENDENT_ROWS
            },
            breaks,
        }
    }

    fn prepare<'a>(
        &'a self,
        system: &'a dyn System,
        resolution: Resolution,
    ) -> Result<Box<dyn Stepper + 'a>, Refusal> {
        StepControl::Fixed.check(resolution)?;
        let nonholonomic = system.shape().nonholonomic();
        if nonholonomic > 0 {
            return Err(Refusal::Nonholonomic(nonholonomic));
        }
        let energy = self
            .energy
            .map(|feedback| EnergyControl::new(system, feedback));
        let equations = Equations::new(MultiplierForm::new(system)?, self.alpha, energy);
        stepper(equations, self.integrator, self.placement, resolution)
    }
}
