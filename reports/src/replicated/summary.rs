//! Claims, counted.

use super::Outcome;
use crate::number;
use crate::tally::Tally;
use results::ReplicatedClaim;

/// How many claims came out how. Checks of ours are no claims of a paper and are counted apart, unless one is lost.
pub(crate) struct Summary {
    outcomes: Tally<Outcome>,
    checks: usize,
}

impl Summary {
    /// Counts claims.
    pub(crate) fn of<'a>(claims: impl Iterator<Item = &'a ReplicatedClaim>) -> Self {
        let (claims, checks): (Vec<_>, Vec<_>) = claims
            .map(|claim| (claim.published, Outcome::of(claim)))
            .partition(|(published, outcome)| *published || *outcome == Outcome::Lost);
        Self {
            outcomes: claims.into_iter().map(|(_, outcome)| outcome).collect(),
            checks: checks.len(),
        }
    }

    /// How many came out like this.
    pub(crate) fn count(&self, outcome: Outcome) -> usize {
        self.outcomes.count(outcome)
    }

    /// How many agree, whatever was known before.
    pub(crate) fn agree(&self) -> usize {
        self.count(Outcome::Reproduced) + self.count(Outcome::Gained)
    }

    /// How many there are.
    pub(crate) fn total(&self) -> usize {
        self.outcomes.total()
    }

    /// How many checks of ours there are.
    pub(crate) fn checks(&self) -> usize {
        self.checks
    }

    /// In words, without what did not happen: "3 of 5 claims reproduced, 1 not for a known reason, 1 lost".
    pub(crate) fn words(&self) -> String {
        let others = [
            (self.count(Outcome::Differs), "not, for a known reason"),
            (self.count(Outcome::Lost), "lost"),
        ];
        let others = others
            .into_iter()
            .filter(|(n, _)| *n > 0)
            .map(|(n, words)| format!("; {n} {words}"));
        let checks = match self.checks {
            0 => String::new(),
            n => format!("; {} of ours", number::count(n, "check")),
        };
        let total = number::count(self.total(), "claim");
        format!(
            "{} of {total} reproduced{}{checks}",
            self.agree(),
            others.collect::<String>()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;
    use results::ReplicationVerdict;

    #[test]
    fn every_outcome_occurs_and_is_counted_once() {
        let results = captured::planted();
        let summary = Summary::of(results.replications.iter());
        assert_eq!(
            summary.total() + summary.checks(),
            results.replications.len()
        );
        assert!(summary.checks() > 0);
        for outcome in Outcome::ALL {
            assert!(summary.count(outcome) > 0, "{outcome:?}");
        }
        let lost = results.replications.iter().filter(|claim| claim.is_lost());
        assert_eq!(summary.count(Outcome::Lost), lost.count());
    }

    #[test]
    fn a_summary_names_only_what_happened() {
        let mut claim = captured::planted().replications.remove(0);
        (claim.verdict, claim.expected) = (
            ReplicationVerdict::Reproduced,
            ReplicationVerdict::Reproduced,
        );
        let mut claims = vec![claim.clone()];
        assert_eq!(
            Summary::of(claims.iter()).words(),
            "1 of 1 claim reproduced"
        );
        claim.verdict = ReplicationVerdict::NotReproduced;
        claims.push(claim);
        assert_eq!(
            Summary::of(claims.iter()).words(),
            "1 of 2 claims reproduced; 1 lost"
        );
    }
}
