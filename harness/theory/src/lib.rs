//! Predictions: what the errors of single steps say about drift, steady states and gains.
//!
//! | Question | Pure theory | Applied to variants and problems |
//! | --- | --- | --- |
//! | what does one step add? | [`truncation`] | [`discretization`] |
//! | how do violations develop in a run? | [`violations`] | [`drift`] |
//! | where do they settle? | [`equilibrium`] | [`steady_state`] |
//! | which gains let them decay? | [`stability`] | [`gain_maps`] |
//!
//! The pure modules are functions on numbers. The others ask variants for their feedback, run them through a
//! [`trial`], and put predicted and measured values side by side. [`Studies`] says which method and problem a study is
//! about: this crate names none.

mod companion;
mod discretization;
pub mod drift;
pub mod equilibrium;
mod gain_maps;
pub mod stability;
pub mod steady_state;
mod studies;
#[cfg(test)]
mod testing;
pub mod truncation;
pub mod violations;

pub use discretization::{NoModel, discretization};
pub use gain_maps::gain_maps;
pub use steady_state::steady_states;
pub use studies::{FeedbackVariant, SteadyVariant, Studies, Study};
pub use truncation::{
    Damping, Discretization, ErrorModel, Fraction, LinearMultistep, MultistepError, RungeKutta,
    RungeKuttaError,
};
