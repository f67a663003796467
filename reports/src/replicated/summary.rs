//! Claims, counted.

use crate::number;
use crate::tally::Tally;
use results::{ReplicatedClaim, ReplicationVerdict};

/// How many claims came out how. Checks of ours are no claims of a paper and are counted apart.
pub(crate) struct Summary {
    verdicts: Tally<ReplicationVerdict>,
    checks: usize,
    lost: usize,
}

impl Summary {
    /// Counts claims.
    pub(crate) fn of<'a>(claims: impl Iterator<Item = &'a ReplicatedClaim>) -> Self {
        let (published, checks): (Vec<_>, Vec<_>) = claims.partition(|claim| claim.published);
        let lost = published.iter().chain(&checks).filter(|c| c.is_lost());
        Self {
            lost: lost.count(),
            checks: checks.len(),
            verdicts: published.into_iter().map(|claim| claim.verdict).collect(),
        }
    }

    /// How many published claims are reproduced.
    pub(crate) fn reproduced(&self) -> usize {
        self.verdicts.count(ReplicationVerdict::Reproduced)
    }

    /// How many published claims are not reproduced.
    pub(crate) fn not_reproduced(&self) -> usize {
        self.verdicts.count(ReplicationVerdict::NotReproduced)
    }

    /// How many published claims cannot be compared.
    pub(crate) fn not_comparable(&self) -> usize {
        self.verdicts.count(ReplicationVerdict::CannotBeCompared)
    }

    /// How many published claims there are.
    pub(crate) fn total(&self) -> usize {
        self.verdicts.total()
    }

    /// How many checks of ours there are.
    pub(crate) fn checks(&self) -> usize {
        self.checks
    }

    /// How many should hold and do not, whether published or a check of ours.
    pub(crate) fn lost(&self) -> usize {
        self.lost
    }

    /// In words, without what did not happen: "3 of 5 claims reproduced; 1 not reproduced; 1 cannot be compared".
    pub(crate) fn words(&self) -> String {
        let of_ours = format!(
            "{} of ours",
            if self.checks == 1 { "check" } else { "checks" }
        );
        let others = [
            (self.not_reproduced(), "not reproduced"),
            (self.not_comparable(), "cannot be compared"),
            (self.checks, of_ours.as_str()),
        ];
        let others = others.into_iter().filter(|(n, _)| *n > 0);
        let others: String = others.map(|(n, words)| format!("; {n} {words}")).collect();
        let lost = match self.lost {
            0 => String::new(),
            n => format!(" (lost: {n})"),
        };
        match self.total() {
            0 => format!("{}{lost}", others.trim_start_matches("; ")),
            total => {
                let total = number::count(total, "claim");
                format!("{} of {total} reproduced{others}{lost}", self.reproduced())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    #[test]
    fn every_claim_is_counted_once() {
        let results = captured::planted();
        let summary = Summary::of(results.replications.iter());
        let parts = [
            summary.reproduced(),
            summary.not_reproduced(),
            summary.not_comparable(),
        ];
        assert!(parts.iter().all(|n| *n > 0) && summary.checks() > 0);
        assert_eq!(parts.iter().sum::<usize>(), summary.total());
        assert_eq!(
            summary.total() + summary.checks(),
            results.replications.len()
        );
        let lost = results.replications.iter().filter(|claim| claim.is_lost());
        assert_eq!(summary.lost(), lost.count());
    }

    #[test]
    fn a_summary_names_only_what_happened() {
        use ReplicationVerdict::{CannotBeCompared, NotReproduced, Reproduced};
        let mut claim = captured::planted().replications.remove(0);
        let mut claims = Vec::new();
        for (published, verdict, expected, words) in [
            (false, Reproduced, Reproduced, "1 check of ours"),
            (
                true,
                Reproduced,
                Reproduced,
                "1 of 1 claim reproduced; 1 check of ours",
            ),
            (
                true,
                CannotBeCompared,
                CannotBeCompared,
                "1 of 2 claims reproduced; 1 cannot be compared; 1 check of ours",
            ),
            (
                true,
                NotReproduced,
                Reproduced,
                "1 of 3 claims reproduced; 1 not reproduced; 1 cannot be compared; 1 check of ours (lost: 1)",
            ),
        ] {
            claim.published = published;
            (claim.verdict, claim.expected) = (verdict, expected);
            claims.push(claim.clone());
            assert_eq!(Summary::of(claims.iter()).words(), words);
        }
    }
}
