//! The one explicit list of methods and problems, and how a user picks from it.
//!
//! Nothing registers itself: what takes part in the matrix is what stands in [`methods`] and [`problems`].

mod selection;
pub mod studies;

pub use selection::{Selection, SelectionError, nearest};

use mechanics::Problem;
use stepping::Family;

/// Every stabilization method, in the order of the report.
pub fn methods() -> Vec<Family> {
    vec![
        unstabilized::family(),
        baumgarte::family(),
        energy_control::family(),
        baumgarte_energy::family(),
        gradient_feedback::family(),
        generalized_inverse::family(),
        algebraic_enforcement::family(),
        augmented_lagrangian::family(),
        mass_projection::family(),
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
