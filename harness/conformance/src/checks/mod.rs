//! The checks, one claim per file. Each returns everything it found wrong, so that a planted defect can be
//! shown to turn it red.

// Of methods.
pub mod allocations;
pub mod bare_integrator;
pub mod cards;
pub mod determinism;
pub mod digits;
pub mod energy;
pub mod equilibrium;
pub mod evaluations;
pub mod orders;
pub mod refusals;
pub mod resolutions;
pub mod symmetries;
pub mod tolerances;
pub mod wild_states;

// Of problems.
pub mod constraint_derivatives;
pub mod evaluation;
pub mod force_derivatives;
pub mod initial_state;
pub mod problem_cards;
pub mod sensitivity;
pub mod sketches;
pub mod specification;
pub mod truths;

/// The tag of problems whose rows are not independent.
const REDUNDANT: &str = "redundant";

/// The tag of problems that pass through configurations in which rows lose their independence.
const SINGULAR: &str = "singular-passages";
