//! Feedback of the energy: the balance it acts on, its law, and the equations of motion with it.

mod balance;
mod equations;
mod law;

pub use balance::{AtRest, EnergyBalance};
pub use equations::EnergyControlled;
pub use law::{EnergyControl, EnergyFeedback, Levels, Metric};
