//! Failures that are known, each with its reason.

use crate::{Cell, FailureKind, Outcome, Results, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A cell of which it is known that it fails, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExpectedFailure {
    /// Variant id.
    pub variant: String,
    /// Problem id.
    pub problem: String,
    /// How it fails.
    pub failure: KnownFailure,
    /// Why it must.
    pub why: String,
}

/// How a cell fails that is known to fail. Anything else that it may do, such as a panic, is not expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum KnownFailure {
    /// It misses a claimed order.
    MissedClaim,
    /// It stops because a step cannot be taken: it diverges, meets a singular system or does not converge.
    Stopped,
}

impl KnownFailure {
    /// The failure in words, as what is expected.
    pub const fn words(self) -> &'static str {
        match self {
            Self::MissedClaim => "miss a claimed order",
            Self::Stopped => "stop before its end",
        }
    }

    /// Whether the cell fails in this way.
    pub fn is_of(self, cell: &Cell) -> bool {
        match self {
            Self::MissedClaim => cell.outcome == Outcome::Ran && cell.verdict == Verdict::Below,
            Self::Stopped => {
                cell.outcome == Outcome::Failed && cell.failure == Some(FailureKind::Step)
            }
        }
    }
}

impl Results {
    /// What is known about the failure of a cell, whether it fails in this run or not.
    pub fn expected_failure(&self, cell: &Cell) -> Option<&ExpectedFailure> {
        let mut known = self.expected_failures.iter();
        known.find(|known| known.variant == cell.variant && known.problem == cell.problem)
    }

    /// The reason for the failure of a cell, if it fails in the way that is expected.
    pub fn known_reason(&self, cell: &Cell) -> Option<&str> {
        let known = self.expected_failure(cell)?;
        known.failure.is_of(cell).then_some(known.why.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_failure_that_is_known_is_expected() {
        let mut cell = Cell::blank("m", "m/rk4", "p");
        let known = |failure| ExpectedFailure {
            variant: "m/rk4".to_owned(),
            problem: "p".to_owned(),
            failure,
            why: "known".to_owned(),
        };
        let mut results = Results::empty(crate::Provenance::default());
        results.expected_failures = vec![known(KnownFailure::Stopped)];
        for (outcome, failure, expected) in [
            (Outcome::Ran, None, None),
            (Outcome::Failed, Some(FailureKind::Step), Some("known")),
            (Outcome::Failed, Some(FailureKind::Panic), None),
            (Outcome::Refused, None, None),
        ] {
            (cell.outcome, cell.failure) = (outcome, failure);
            assert_eq!(results.known_reason(&cell), expected);
        }
        results.expected_failures = vec![known(KnownFailure::MissedClaim)];
        (cell.outcome, cell.failure, cell.verdict) = (Outcome::Ran, None, Verdict::Below);
        assert_eq!(results.known_reason(&cell), Some("known"));
        cell.problem = "another".to_owned();
        assert_eq!(results.known_reason(&cell), None);
    }
}
