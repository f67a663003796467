//! The contract of stabilization methods: a [`Variant`] makes a [`Stepper`], which owns every buffer of a run.
//!
//! Most methods are a [`Formulation`]: a rate of the state with a control that is kept apart from it. From it
//! [`stepper`] makes a stepper for every [`Integrator`] and every [`Placement`] of the control. A method with a
//! discretization of its own implements [`Stepper`] directly.
//!
//! A complete method, with critically damped feedback of the violations and the classical Runge-Kutta method:
//!
//! ```
//! use stepping::{Card, Gain, Integrator, Law, Method, Prepared, Resolution, System, Variant, by_law};
//!
//! const OMEGA: f64 = 10.0; // 1/s
//!
//! struct Critical;
//!
//! impl Law for Critical {
//!     fn push(&self, phi: &[f64], w: &[f64], u: &mut [f64]) {
//!         for ((u, w), phi) in u.iter_mut().zip(w).zip(phi) {
//!             *u = -2.0 * OMEGA * w - OMEGA * OMEGA * phi;
//!         }
//!     }
//! }
//!
//! struct WithRk4;
//!
//! impl Variant for WithRk4 {
//!     fn card(&self) -> Card {
//!         let omega = Gain::Fixed(OMEGA);
//!         Card::of("critical", Integrator::Rk4).gains(omega.of_first_order("ω"), &[omega])
//!     }
//!     fn prepare<'a>(&'a self, system: &'a dyn System, resolution: Resolution) -> Prepared<'a> {
//!         by_law(Critical, Integrator::Rk4, system, resolution)
//!     }
//! }
//!
//! let method = Method::new("critical", "Critical damping").variants([WithRk4]);
//! let card = method.variants[0].card();
//! assert_eq!((card.id.as_str(), card.name().as_str()), ("critical/rk4", "RK4 · ω = 10 1/s"));
//! ```

mod contract;
mod feedback;
mod formulations;
mod integrators;

pub use contract::{
    Card, Handles, Method, Multipliers, NoLaw, Prepared, Refusal, Resolution, ResolutionError,
    StepControl, StepError, StepSize, Stepper, Tolerance, Tuning, Variant, ViolationLaw, broken,
};
pub use feedback::{
    AtRest, EnergyBalance, EnergyControl, EnergyControlled, EnergyFeedback, FeedbackEquations,
    Gain, GainError, Gains, Law, Levels, Metric, RowLaw, by_law,
};
pub use formulations::{
    Clock, ControlSample, ControlUse, Formulation, MultiplierForm, OnMultiplierForm, Placement,
    Point, Projection, projected, stepper,
};
pub use integrators::{IMPLICIT_TOLERANCE, Integrator, tableau};
/// Types that the contract uses, so that a first method needs no other crate.
pub use system::{Feedback, Shape, State, System};
pub use vocabulary::{BrokenSymmetry, ClaimedOrders, Parameter, Symmetry, Work, citation};
