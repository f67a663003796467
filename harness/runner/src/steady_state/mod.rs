//! Steady states on the circle: predicted, exact, and measured by running the method itself.

mod compare;
mod grid;
mod settle;

use rayon::prelude::*;
use results::{SteadyOrder, SteadyState};

/// The method and the problem that the study is about.
pub(crate) const ABOUT: (&str, &str) = ("baumgarte-energy", "circle");

/// Every case of the study, in parallel; the order of the rows is that of the cases.
pub fn steady_states() -> (Vec<SteadyState>, Vec<SteadyOrder>) {
    let circle = catalog::problems()
        .into_iter()
        .find(|problem| problem.card().id == ABOUT.1)
        .map(|problem| problem.system());
    let Some(circle) = circle else {
        return (Vec::new(), Vec::new());
    };
    let found: Vec<_> = grid::cases()
        .par_iter()
        .map(|case| compare::study(case, circle.as_ref()))
        .collect();
    let (rows, orders): (Vec<_>, Vec<_>) = found.into_iter().unzip();
    (rows.concat(), orders.concat())
}
