//! One number for everything deterministic in a set of results.

use results::Results;

/// FNV-1a over the results as JSON, with what depends on the machine, the clock or the number of jobs left
/// out: provenance and speed. Equal digests mean equal bits in every error, order and count.
pub fn digest(results: &Results) -> String {
    let mut plain = results.clone();
    for cell in &mut plain.cells {
        cell.speed = None;
    }
    let parts = (
        plain.schema,
        &plain.methods,
        &plain.problems,
        &plain.cells,
        &plain.steady_state,
        &plain.steady_orders,
        &plain.drift_studies,
        &plain.gain_maps,
        &plain.replications,
        &plain.ranking,
    );
    let text = serde_json::to_string(&parts).expect("results hold nothing that JSON cannot");
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    format!("{hash:016x}")
}
