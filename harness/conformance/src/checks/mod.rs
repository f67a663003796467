//! The checks, one claim per file. Each returns everything it found wrong, so that a planted defect can be
//! shown to turn it red.

// Of methods.
pub mod allocations;
pub mod bare_integrator;
pub mod cards;
pub mod determinism;
pub mod energy;
pub mod equilibrium;
pub mod orders;
pub mod refusals;
pub mod resolutions;
pub mod tolerances;
pub mod wild_states;

// Of problems.
pub mod constraint_derivatives;
pub mod evaluation;
pub mod force_derivatives;
pub mod initial_state;
pub mod problem_cards;
pub mod specification;
pub mod truths;
