//! The digest of everything deterministic in a matrix.

use results::{Cost, ParetoFront, Results, fingerprint};

/// The fingerprint of the matrix and its predictions. It leaves out what depends on the machine, the clock or the number
/// of jobs: provenance, speed, and what is computed from speed (times to reach an accuracy, fronts over time and the
/// ranking). Equal digests mean equal bits in every error, order and count, whether speed was measured or not. Replicated
/// papers have fingerprints of their own.
pub fn digest(results: &Results) -> String {
    let mut cells = results.cells.clone();
    for cell in &mut cells {
        cell.speed = None;
        cell.reach.iter_mut().for_each(|reach| reach.ns = None);
    }
    let counted: Vec<&ParetoFront> = results
        .fronts
        .iter()
        .filter(|front| front.cost != Cost::Time)
        .collect();
    fingerprint(&(
        results.schema,
        &results.methods,
        &results.problems,
        &cells,
        &results.steady_state,
        &results.steady_orders,
        &results.drift_studies,
        &results.gain_maps,
        &counted,
    ))
}
