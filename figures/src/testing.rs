//! A real report for the tests.

use results::{PerQuantity, Results};
use std::sync::LazyLock;

static CAPTURED: LazyLock<Results> = LazyLock::new(|| {
    let text = include_str!("../../reports/tests/data/results.json");
    let mut results: Results = serde_json::from_str(text).expect("a captured report");
    for problem in &mut results.problems {
        // The captured problems have no sizes, without which no accuracy has a price.
        problem.scales = PerQuantity::from_fn(|_| 1.0);
    }
    answers::answer(&mut results);
    results
});

/// The report that `reports` tests with, with the answers that follow from it.
pub(crate) fn results() -> Results {
    CAPTURED.clone()
}
