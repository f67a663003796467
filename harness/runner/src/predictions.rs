//! What the truncation-error model says and runs can confirm: the drift of cells, and studies beside the matrix.
//!
//! A study runs when the method and the problem that it is about are selected.

use crate::prepared::Prepared;
use crate::{Observer, Phase, drift, gain_maps, steady_state};
use results::{Cell, DriftStudy, GainMap, SteadyOrder, SteadyState};
use stepping::Family;

/// The findings of all studies.
#[derive(Default)]
pub(crate) struct Predictions {
    pub(crate) steady_state: Vec<SteadyState>,
    pub(crate) steady_orders: Vec<SteadyOrder>,
    pub(crate) drift_studies: Vec<DriftStudy>,
    pub(crate) gain_maps: Vec<GainMap>,
}

/// Predicts the drift of all cells, and runs the studies that belong to what is selected, in the pool of the caller.
pub(crate) fn predictions(
    pairs: &[(&Family, usize, &Prepared)],
    cells: &mut [Cell],
    (families, problems): (&[Family], &[Prepared]),
    observer: &dyn Observer,
) -> Predictions {
    let method = |id: &str| families.iter().any(|family| family.id == id);
    let problem = |id: &str| problems.iter().any(|problem| problem.card.id == id);
    let about = |(m, p): (&str, &str)| method(m) && problem(p);
    let settling = about(steady_state::ABOUT);
    let drifting = about(drift::ABOUT);
    let mapping = method(gain_maps::ABOUT);
    let studies = [settling, drifting, mapping]
        .into_iter()
        .filter(|s| *s)
        .count();
    observer.phase(Phase::Predictions, problems.len() + studies);

    drift::predict(pairs, cells, observer);
    let done = |label: &str, status: &str| observer.done(Phase::Predictions, label, status);
    let mut found = Predictions::default();
    if settling {
        (found.steady_state, found.steady_orders) = steady_state::steady_states();
        let agree = found.steady_state.iter().filter(|row| row.pass).count();
        let status = format!("{agree} of {} agree", found.steady_state.len());
        done("steady states on the circle", &status);
    }
    if drifting {
        found.drift_studies = drift::studies(problems);
        done("drift of the rotating pendulum", "followed");
    }
    if mapping {
        found.gain_maps = gain_maps::gain_maps();
        done("stable gains", "mapped");
    }
    found
}
