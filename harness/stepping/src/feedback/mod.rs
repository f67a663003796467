//! Feedback on constraints and energy, which Baumgarte's method and its relatives share.
//!
//! - `gain.rs`: one gain, in 1/s or tied to the step.
//! - `law.rs`: Baumgarte's law row by row, `u = -α w - β Φ`.
//! - `equations.rs`: the equations of motion under a law, `J v' = γ + u`.
//! - `claims.rs`: the orders that theory promises for it, by integrator and placement.
//! - `energy/`: feedback of the energy.

mod claims;
mod energy;
mod equations;
mod gain;
mod law;

pub use energy::{
    AtRest, EnergyBalance, EnergyControl, EnergyControlled, EnergyFeedback, Levels, Metric,
};
pub use equations::{FeedbackEquations, Law, by_law};
pub use gain::{Gain, GainError};
pub use law::{Gains, RowLaw};
