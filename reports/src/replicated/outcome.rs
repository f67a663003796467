//! What came of a claim.

use results::{ReplicatedClaim, ReplicationVerdict};

/// What running a claim again has shown, against what was known before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    Reproduced,
    /// It was known to differ or could not be compared, and now it agrees.
    Gained,
    /// It differs, for a reason that is known.
    Differs,
    /// It cannot be compared, and what is missing is known.
    NotComparable,
    /// It was known to differ and can no longer be compared, or the other way round.
    Changed,
    /// It should be reproduced and is not, be it that it differs or that it cannot be compared.
    Lost,
}

impl Outcome {
    /// All of them, in the order of the glossary.
    pub(crate) const ALL: [Self; 6] = [
        Self::Reproduced,
        Self::Gained,
        Self::Differs,
        Self::NotComparable,
        Self::Changed,
        Self::Lost,
    ];

    /// The outcome of a claim.
    pub(crate) fn of(claim: &ReplicatedClaim) -> Self {
        use ReplicationVerdict::{CannotBeCompared, NotReproduced, Reproduced};
        match (claim.verdict, claim.expected) {
            (Reproduced, Reproduced) => Self::Reproduced,
            (Reproduced, _) => Self::Gained,
            (_, Reproduced) => Self::Lost,
            (NotReproduced, NotReproduced) => Self::Differs,
            (CannotBeCompared, CannotBeCompared) => Self::NotComparable,
            (NotReproduced, CannotBeCompared) | (CannotBeCompared, NotReproduced) => Self::Changed,
        }
    }

    /// Whether ours is what is printed.
    pub(crate) fn agrees(self) -> bool {
        matches!(self, Self::Reproduced | Self::Gained)
    }

    /// The sign before its word.
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Self::Reproduced => "✓",
            Self::Gained => "▲",
            Self::NotComparable => "–",
            Self::Changed => "△",
            Self::Differs | Self::Lost => "✗",
        }
    }

    /// One to three words.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Reproduced => "reproduced",
            Self::Gained => "now reproduced",
            Self::Differs => "not reproduced",
            Self::NotComparable => "cannot be compared",
            Self::Changed => "verdict changed",
            Self::Lost => "no longer reproduced",
        }
    }

    /// The word for a claim; a check of ours reproduces nothing, it holds.
    pub(crate) fn word_of(claim: &ReplicatedClaim) -> &'static str {
        match (claim.published, Self::of(claim)) {
            (true, outcome) => outcome.word(),
            (false, Self::Reproduced | Self::Gained) => "holds",
            (false, Self::Lost) => "no longer holds",
            (false, _) => "does not hold",
        }
    }

    /// One sentence for the glossary.
    pub(crate) fn meaning(self) -> &'static str {
        match self {
            Self::Reproduced => "What we get is what is printed, by the rule beside it.",
            Self::Gained => {
                "It was known to differ or could not be compared, and now agrees: either side may have changed."
            }
            Self::Differs => "What we get is not what is printed, and why is known.",
            Self::NotComparable => {
                "The paper does not say enough to compare what we get with what is printed; what is missing is said."
            }
            Self::Changed => {
                "It was known to differ and can no longer be compared, or could not be compared and now differs."
            }
            Self::Lost => "It should be reproduced and is not: something here has broken.",
        }
    }

    /// The class of the style sheet.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Reproduced => "good",
            Self::Gained => "above",
            Self::Differs => "bad",
            Self::NotComparable => "none",
            Self::Changed => "open",
            Self::Lost => "failed",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    #[test]
    fn no_two_outcomes_read_alike() {
        for (k, a) in Outcome::ALL.iter().enumerate() {
            for b in &Outcome::ALL[k + 1..] {
                assert_ne!(a.word(), b.word());
                assert_ne!(a.class(), b.class());
            }
        }
    }

    #[test]
    fn a_change_of_verdict_is_new_and_lost_where_the_claim_was_reproduced() {
        use ReplicationVerdict::{CannotBeCompared, NotReproduced, Reproduced};
        let mut claim = captured::planted().replications.remove(0);
        for verdict in [Reproduced, NotReproduced, CannotBeCompared] {
            for expected in [Reproduced, NotReproduced, CannotBeCompared] {
                (claim.verdict, claim.expected) = (verdict, expected);
                let outcome = Outcome::of(&claim);
                let new = [Outcome::Gained, Outcome::Changed, Outcome::Lost];
                assert_eq!(new.contains(&outcome), verdict != expected, "{outcome:?}");
                assert_eq!(outcome == Outcome::Lost, claim.is_lost(), "{outcome:?}");
                assert_eq!(outcome.agrees(), verdict == Reproduced, "{outcome:?}");
            }
        }
    }
}
