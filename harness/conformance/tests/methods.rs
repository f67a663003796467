//! An honest method passes the whole suite.

#[path = "common/recipe.rs"]
mod recipe;

conformance::method_suite!(recipe::method(vec![
    recipe::honest(stepping::Integrator::Heun),
    recipe::honest(stepping::Integrator::Rk4),
    recipe::adaptive(),
]));
