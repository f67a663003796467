//! Failures of cells, beside those that are known.

use crate::mark::{Mark, reason};
use results::{Cell, ExpectedFailure, Results};

/// What the failure of a cell means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure<'a> {
    /// It does not fail, and nobody expects it to.
    None,
    /// It fails for a reason that is known.
    Expected(&'a str),
    /// It fails, and no reason is known.
    Unexpected,
    /// It is known to fail and does not, so that what is known is out of date.
    Stale(&'a ExpectedFailure),
}

impl<'a> Failure<'a> {
    /// The failure of a cell. A quick run leaves out the finest steps, so that it cannot show that a failure is gone.
    pub(crate) fn of(results: &'a Results, cell: &Cell) -> Self {
        let fails = matches!(Mark::of(cell), Mark::Below | Mark::Failed);
        match (results.expected_failure(cell), fails) {
            (Some(known), _) if known.failure.is_of(cell) => Self::Expected(&known.why),
            (_, true) => Self::Unexpected,
            (Some(known), false) if !results.provenance.quick => Self::Stale(known),
            (_, false) => Self::None,
        }
    }
}

/// What a cell did that it should not, in words.
pub(crate) fn in_words(results: &Results, cell: &Cell) -> String {
    let word = Mark::of(cell).look().word;
    match (Failure::of(results, cell), results.expected_failure(cell)) {
        (Failure::Stale(known), _) => format!(
            "it is known to {} ({}) and does not; what is known is out of date",
            known.failure.words(),
            known.why
        ),
        (Failure::Expected(why), _) => format!("expected: {why}; {word}: {}", reason(cell)),
        (Failure::Unexpected, Some(known)) => format!(
            "{word}: {}; it is known to {} instead",
            reason(cell),
            known.failure.words()
        ),
        _ => format!("{word}: {}", reason(cell)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;
    use results::{FailureKind, KnownFailure};

    #[test]
    fn a_healthy_run_has_no_unexpected_failure() {
        let results = captured::healthy();
        assert!(!results.expected_failures.is_empty());
        for cell in &results.cells {
            let failure = Failure::of(&results, cell);
            assert!(
                matches!(failure, Failure::None | Failure::Expected(_)),
                "{cell:?}"
            );
        }
    }

    #[test]
    fn another_failure_than_the_known_one_is_unexpected_and_none_is_stale() {
        let mut results = captured::healthy();
        let stops = |known: &&ExpectedFailure| known.failure == KnownFailure::Stopped;
        let known = results
            .expected_failures
            .iter()
            .find(stops)
            .unwrap()
            .clone();
        let cell = captured::cell(&mut results, &known.variant, &known.problem);
        cell.failure = Some(FailureKind::Panic);
        let cell = cell.clone();
        assert_eq!(Failure::of(&results, &cell), Failure::Unexpected);
        assert!(in_words(&results, &cell).contains("it is known to stop before its end instead"));
        let mut cell = cell;
        cell.outcome = results::Outcome::Ran;
        cell.verdict = results::Verdict::Confirmed;
        assert_eq!(Failure::of(&results, &cell), Failure::Stale(&known));
        assert!(in_words(&results, &cell).contains("out of date"));
        results.provenance.quick = true;
        assert_eq!(Failure::of(&results, &cell), Failure::None);
    }
}
