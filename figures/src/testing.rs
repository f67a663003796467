//! A real report for the tests.

use results::Results;
use std::sync::LazyLock;

static CAPTURED: LazyLock<Results> = LazyLock::new(|| {
    let text = include_str!("../../reports/tests/data/results.json");
    serde_json::from_str(text).expect("a captured report")
});

/// The report that `reports` tests with, in which no answers are filled in.
pub(crate) fn results() -> Results {
    CAPTURED.clone()
}
