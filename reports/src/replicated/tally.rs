//! Claims, counted.

use super::Outcome;
use crate::number;
use results::Replication;

/// How many claims came out how. Checks of ours are no claims of a paper and are counted apart, unless one is lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    counts: [usize; 4],
    checks: usize,
}

impl Tally {
    /// Counts claims.
    pub(crate) fn of<'a>(claims: impl Iterator<Item = &'a Replication>) -> Self {
        let mut tally = Self::default();
        for claim in claims {
            let outcome = Outcome::of(claim);
            if claim.published || outcome == Outcome::Lost {
                tally.counts[outcome as usize] += 1;
            } else {
                tally.checks += 1;
            }
        }
        tally
    }

    /// How many came out like this.
    pub(crate) fn count(&self, outcome: Outcome) -> usize {
        self.counts[outcome as usize]
    }

    /// How many agree, whatever was known before.
    pub(crate) fn agree(&self) -> usize {
        self.count(Outcome::Reproduced) + self.count(Outcome::Gained)
    }

    /// How many there are.
    pub(crate) fn total(&self) -> usize {
        self.counts.iter().sum()
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
        let tally = Tally::of(results.replications.iter());
        assert_eq!(tally.total() + tally.checks(), results.replications.len());
        assert!(tally.checks() > 0);
        for outcome in Outcome::ALL {
            assert!(tally.count(outcome) > 0, "{outcome:?}");
        }
        let lost = results.replications.iter().filter(|claim| claim.is_lost());
        assert_eq!(tally.count(Outcome::Lost), lost.count());
    }

    #[test]
    fn a_tally_names_only_what_happened() {
        let mut claim = captured::planted().replications.remove(0);
        (claim.verdict, claim.expected) = (
            ReplicationVerdict::Reproduced,
            ReplicationVerdict::Reproduced,
        );
        let mut claims = vec![claim.clone()];
        assert_eq!(Tally::of(claims.iter()).words(), "1 of 1 claim reproduced");
        claim.verdict = ReplicationVerdict::NotReproduced;
        claims.push(claim);
        assert_eq!(
            Tally::of(claims.iter()).words(),
            "1 of 2 claims reproduced; 1 lost"
        );
    }
}
