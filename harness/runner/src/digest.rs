//! The digest of everything deterministic in a matrix.

use results::planted::{self, Defect};
use results::{Board, Cost, ParetoFront, Results, fingerprint};

/// The fingerprint of the matrix and its predictions. It leaves out what depends on the machine, the clock or the number
/// of jobs: provenance, speed, and what is computed from speed (times to reach an accuracy, ratios of times, fronts over time,
/// Pareto sets, and boards that compare costs). Equal digests mean equal bits in every error, order and count, whether speed was measured or not. Replicated
/// papers have fingerprints of their own.
pub fn digest(results: &Results) -> String {
    let mut cells = results.cells.clone();
    if planted::is(Defect::DigestWithoutCells) {
        cells.clear();
    }
    for cell in &mut cells {
        cell.speed = None;
        cell.reach.iter_mut().for_each(|reach| reach.ns = None);
    }
    let counted: Vec<&ParetoFront> = results
        .fronts
        .iter()
        .filter(|front| front.cost != Cost::Time)
        .collect();
    let mut paired = results.paired.clone();
    paired.iter_mut().for_each(|pair| pair.factors.time = None);
    let mut what_it_buys = results.what_it_buys.clone();
    what_it_buys.iter_mut().for_each(|b| b.factors.time = None);
    // Costs are times where speed was measured and counts otherwise; a board without them says nothing of the clock.
    let exact: Vec<&Board> = results.boards.iter().filter(|b| b.cost.is_none()).collect();
    fingerprint(&(
        results.schema,
        &results.methods,
        &results.problems,
        (&cells, &results.end_states),
        &results.steady_state,
        &results.steady_orders,
        &results.drift_studies,
        (
            &results.gain_maps,
            &results.mechanism_gains,
            &results.sampling_studies,
        ),
        &counted,
        (&paired, &what_it_buys, &exact),
    ))
}
