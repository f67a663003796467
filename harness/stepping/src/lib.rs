//! What a stabilization method is: a recipe ([`Method`]) that makes a memory ([`Stepper`]).
//!
//! Most methods are a [`Formulation`]: an uncontrolled `rate` and a separate `control`, from which
//! [`stepper`] makes a stepper for every [`Integrator`] and every [`Placement`] of the control. A method
//! with a discretization of its own implements [`Stepper`] directly.

mod assembly;
pub mod broken;
mod card;
mod clock;
mod energy_balance;
mod energy_control;
mod energy_controlled;
mod error;
mod feedback_claims;
mod feedback_equations;
mod formulation;
mod gain;
mod gains;
mod integrator;
mod integrators;
mod method;
mod multiplier_form;
mod placement;
mod projected;
mod resolution;
#[cfg(test)]
mod test_systems;
mod uncontrolled;
mod vectors;

pub use assembly::stepper;
pub use card::{Card, Family, Handles, StepControl};
pub use clock::Clock;
pub use energy_balance::EnergyBalance;
pub use energy_control::{EnergyControl, EnergyFeedback, Levels, Metric};
pub use energy_controlled::EnergyControlled;
pub use error::{Refusal, StepError};
pub use feedback_equations::{FeedbackEquations, Law};
pub use formulation::{Formulation, Point};
pub use gain::{Gain, GainError};
pub use gains::{Gains, RowLaw};
pub use integrator::Integrator;
pub use integrators::{IMPLICIT_TOLERANCE, tableau};
pub use method::{Method, Multipliers, Stepper};
pub use multiplier_form::MultiplierForm;
pub use placement::Placement;
pub use projected::{Projection, projected};
pub use resolution::{Resolution, ResolutionError, StepSize, Tolerance};
pub use uncontrolled::OnMultiplierForm;
pub use vocabulary::{BrokenSymmetry, ClaimedOrders, Symmetry, Work};
