//! Steady states on the circle: predicted, exact, and measured by running the method itself.

mod compare;
mod grid;
mod settle;

pub use compare::agree;

use crate::SteadyVariant;
use rayon::prelude::*;
use results::{SteadyOrder, SteadyState};
use system::System;

/// Every case of the study, in parallel; the order of the rows is that of the cases.
///
/// `circle` is a unit mass on the unit circle that starts with unit speed.
pub fn steady_states(
    circle: &dyn System,
    variant: SteadyVariant,
) -> (Vec<SteadyState>, Vec<SteadyOrder>) {
    let found: Vec<_> = grid::cases()
        .par_iter()
        .map(|case| compare::study(case, circle, variant))
        .collect();
    let (rows, orders): (Vec<_>, Vec<_>) = found.into_iter().unzip();
    (rows.concat(), orders.concat())
}
