//! The one explicit list of methods and problems.
//!
//! Nothing registers itself: the matrix consists of what [`methods`] and [`problems`] list.

mod expected;
mod studies;

pub use expected::expected_failures;

use problem::Problem;
use runner::Catalog;
use stepping::Method;

/// The complete catalogue: all methods, problems and studies.
pub fn catalog() -> Catalog {
    Catalog {
        methods: methods(),
        problems: problems(),
        studies: Some(studies::STUDIES),
    }
}

/// Every stabilization method, in the order of the report.
pub fn methods() -> Vec<Method> {
    vec![
        unstabilized::method(),
        baumgarte::method(),
        energy_control::method(),
        baumgarte_energy::method(),
        gradient_feedback::method(),
        generalized_inverse::method(),
        algebraic_enforcement::method(),
        augmented_lagrangian::method(),
        mass_projection::method(),
        // `cargo xtask new-method` adds its line above this one.
    ]
}

/// Every benchmark problem, in the order of the report.
pub fn problems() -> Vec<Box<dyn Problem>> {
    [
        circle::problems(),
        pendulum::problems(),
        natural_double_pendulum::problems(),
        planar_double_pendulum::problems(),
        slider_crank::problems(),
        three_mass_oscillator::problems(),
        n_four_bar::problems(),
        chain::problems(),
        five_link_chain::problems(),
        three_link_pendulum::problems(),
        andrews_squeezer::problems(),
        // `cargo xtask new-problem` adds its line above this one.
    ]
    .into_iter()
    .flatten()
    .collect()
}
