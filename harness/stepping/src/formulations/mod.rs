//! Equations of motion with a control, and the placement of the control in the steps of an integrator.

mod assembly;
mod clock;
mod formulation;
mod multiplier_form;
mod on_multiplier_form;
pub(crate) mod placement;
mod projected;
#[cfg(test)]
pub(crate) mod test_systems;
pub(crate) mod vectors;

pub use assembly::stepper;
pub use clock::Clock;
pub use formulation::{ControlSample, ControlUse, Formulation, Point};
pub use multiplier_form::MultiplierForm;
pub use on_multiplier_form::OnMultiplierForm;
pub use placement::Placement;
pub use projected::{Projection, projected};
