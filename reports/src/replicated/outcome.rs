//! What came of a claim.

use results::{ReplicatedClaim, ReplicationVerdict};

/// What running a claim again has shown, against what was known before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    Reproduced,
    /// It was known to differ, and now it agrees.
    Gained,
    /// It differs, for a reason that is known.
    Differs,
    /// It should be reproduced and is not.
    Lost,
}

impl Outcome {
    /// All of them, in the order of the glossary.
    pub(crate) const ALL: [Self; 4] = [Self::Reproduced, Self::Gained, Self::Differs, Self::Lost];

    /// The outcome of a claim.
    pub(crate) fn of(claim: &ReplicatedClaim) -> Self {
        use ReplicationVerdict::{NotReproduced, Reproduced};
        match (claim.verdict, claim.expected) {
            (Reproduced, Reproduced) => Self::Reproduced,
            (Reproduced, NotReproduced) => Self::Gained,
            (NotReproduced, NotReproduced) => Self::Differs,
            (NotReproduced, Reproduced) => Self::Lost,
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
            Self::Differs | Self::Lost => "✗",
        }
    }

    /// One to three words.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Reproduced => "reproduced",
            Self::Gained => "now reproduced",
            Self::Differs => "not reproduced",
            Self::Lost => "no longer reproduced",
        }
    }

    /// One sentence for the glossary.
    pub(crate) fn meaning(self) -> &'static str {
        match self {
            Self::Reproduced => "What we get is what is printed, by the rule beside it.",
            Self::Gained => "It was known to differ and now agrees: either side may have changed.",
            Self::Differs => "What we get is not what is printed, and why is known.",
            Self::Lost => "It should be reproduced and is not: something here has broken.",
        }
    }

    /// The class of the style sheet.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Reproduced => "good",
            Self::Gained => "above",
            Self::Differs => "bad",
            Self::Lost => "failed",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_outcomes_read_alike() {
        for (k, a) in Outcome::ALL.iter().enumerate() {
            for b in &Outcome::ALL[k + 1..] {
                assert_ne!(a.word(), b.word());
                assert_ne!(a.class(), b.class());
            }
        }
    }
}
