//! Predictions of the truncation-error model that runs can confirm: the drift of cells, and studies beside the matrix.
//!
//! A study runs when the method and the problem that it is about are selected.

use crate::matrix::Pair;
use crate::{Observer, Phase};
use results::{Cell, DriftStudy, GainMap, SteadyOrder, SteadyState};
use theory::{Studies, drift, gain_maps, steady_states};
use trial::PreparedProblem;

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
    pairs: &[Pair<'_>],
    cells: &mut [Cell],
    studies: Option<Studies>,
    observer: &dyn Observer,
) -> Predictions {
    let method = |id: &str| pairs.iter().any(|pair| pair.method == id);
    let about = |method: &str, problem: &str| {
        let mut pairs = pairs.iter().filter(|pair| pair.method == method);
        pairs
            .find(|pair| pair.prepared.card.id == problem)
            .map(|pair| pair.prepared)
    };
    let settling = studies.and_then(|s| about(s.steady_states.method, s.steady_states.problem));
    let drifting = studies.and_then(|s| about(s.drift.method, s.drift.problem));
    let mapping = studies.is_some_and(|s| method(s.gain_maps));
    let count = [settling.is_some(), drifting.is_some(), mapping];
    let count = count.into_iter().filter(|s| *s).count();
    let problems = pairs.chunk_by(|a, b| std::ptr::eq(a.prepared, b.prepared));
    observer.phase(Phase::Predictions, problems.count() + count);

    let done = |label: &str, status: &str| observer.done(Phase::Predictions, label, status);
    let drifts: Vec<drift::Pair<'_>> = pairs.iter().map(|p| (p.variant, p.prepared)).collect();
    let predicted = |prepared: &PreparedProblem| done(prepared.card.id, "predicted");
    drift::predict(&drifts, cells, &predicted);
    let mut found = Predictions::default();
    let Some(studies) = studies else {
        return found;
    };
    if let Some(circle) = settling {
        (found.steady_state, found.steady_orders) =
            steady_states(circle.system.as_ref(), studies.steady_states.variant);
        let agree = found.steady_state.iter().filter(|row| row.pass).count();
        let status = format!("{agree} of {} agree", found.steady_state.len());
        done("steady states on the circle", &status);
    }
    if let Some(prepared) = drifting {
        found.drift_studies = drift::studies(prepared, studies.drift.variant);
        done("drift followed step by step", "followed");
    }
    if mapping {
        found.gain_maps = gain_maps();
        done("stable gains", "mapped");
    }
    found
}
