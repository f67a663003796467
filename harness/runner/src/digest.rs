//! One number for everything deterministic in a matrix.

use results::{Cost, ParetoFront, Results, fingerprint};

/// The fingerprint of the matrix and its predictions, with what depends on the machine, the clock or the number of
/// jobs left out: provenance, speed, and what is computed from speed, which are times to reach an accuracy, fronts over
/// time and the ranking. Equal digests mean equal bits in every error, order and count, whether speed was measured or
/// not. Papers that are kept beside the matrix have fingerprints of their own.
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
