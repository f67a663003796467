//! One number for everything deterministic in a matrix.

use results::{Results, fingerprint};

/// The fingerprint of the matrix and its predictions, with what depends on the machine, the clock or the number of
/// jobs left out: provenance and speed. Equal digests mean equal bits in every error, order and count. Papers that are
/// kept beside the matrix have fingerprints of their own.
pub fn digest(results: &Results) -> String {
    let mut cells = results.cells.clone();
    for cell in &mut cells {
        cell.speed = None;
    }
    fingerprint(&(
        results.schema,
        &results.methods,
        &results.problems,
        &cells,
        &results.steady_state,
        &results.steady_orders,
        &results.drift_studies,
        &results.gain_maps,
        &results.ranking,
    ))
}
