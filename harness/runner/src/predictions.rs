//! What the truncation-error model says and runs can confirm: the studies beside the matrix.
//!
//! A study runs when the method and the problem that it is about are selected.

use crate::prepared::Prepared;
use crate::{Observer, Phase, gain_maps, steady_state};
use results::{GainMap, SteadyOrder, SteadyState};
use stepping::Family;

/// The findings of all studies.
#[derive(Default)]
pub(crate) struct Predictions {
    pub(crate) steady_state: Vec<SteadyState>,
    pub(crate) steady_orders: Vec<SteadyOrder>,
    pub(crate) gain_maps: Vec<GainMap>,
}

/// Runs the studies that belong to what is selected, in the pool of the caller.
pub(crate) fn predictions(
    families: &[Family],
    problems: &[Prepared],
    observer: &dyn Observer,
) -> Predictions {
    let method = |id: &str| families.iter().any(|family| family.id == id);
    let problem = |id: &str| problems.iter().any(|problem| problem.card.id == id);
    let settles = method(steady_state::ABOUT.0) && problem(steady_state::ABOUT.1);
    let maps = method(gain_maps::ABOUT);
    let mut found = Predictions::default();
    observer.phase(Phase::Predictions, usize::from(settles) + usize::from(maps));
    if settles {
        (found.steady_state, found.steady_orders) = steady_state::steady_states();
        let agree = found.steady_state.iter().filter(|row| row.pass).count();
        let status = format!("{agree} of {} agree", found.steady_state.len());
        observer.done(Phase::Predictions, "steady states on the circle", &status);
    }
    if maps {
        found.gain_maps = gain_maps::gain_maps();
        observer.done(Phase::Predictions, "stable gains", "mapped");
    }
    found
}
