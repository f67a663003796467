//! What a stabilization method is: a recipe ([`Variant`]) that makes a memory ([`Stepper`]).
//!
//! Most methods are a [`Formulation`]: an uncontrolled `rate` and a separate `control`, from which
//! [`stepper`] makes a stepper for every [`Integrator`] and every [`Placement`] of the control. A method
//! with a discretization of its own implements [`Stepper`] directly.

mod contract;
mod feedback;
mod formulations;
mod integrators;

pub use contract::{
    Card, Handles, Method, Multipliers, Prepared, Refusal, Resolution, ResolutionError,
    StepControl, StepError, StepSize, Stepper, Tolerance, Variant, broken,
};
pub use feedback::{
    EnergyBalance, EnergyControl, EnergyControlled, EnergyFeedback, FeedbackEquations, Gain,
    GainError, Gains, Law, Levels, Metric, RowLaw, by_law,
};
pub use formulations::{
    Clock, Formulation, MultiplierForm, OnMultiplierForm, Placement, Point, Projection, projected,
    stepper,
};
pub use integrators::{IMPLICIT_TOLERANCE, Integrator, tableau};
/// What the contract speaks of, so that a first method needs no other crate.
pub use system::{Feedback, Shape, State, System};
pub use vocabulary::{BrokenSymmetry, ClaimedOrders, Symmetry, Work};
