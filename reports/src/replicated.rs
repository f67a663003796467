//! Published claims as every file of the report counts and names them: paper by paper, place by place.
//!
//! Claims, figures and errata always come with the paper they belong to; without papers there is nothing to show.

use crate::matrix::slug;
use crate::number;
use results::{
    Erratum, ReplicatedFigure, ReplicatedPaper, Replication, ReplicationVerdict, Results,
};

/// What running a claim again has shown, against what was known before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    pub(crate) fn of(claim: &Replication) -> Self {
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

/// How many claims came out how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    counts: [usize; 4],
}

impl Tally {
    /// Counts claims.
    pub(crate) fn of<'a>(claims: impl Iterator<Item = &'a Replication>) -> Self {
        let mut tally = Self::default();
        for claim in claims {
            tally.counts[Outcome::of(claim) as usize] += 1;
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
        let total = number::count(self.total(), "claim");
        format!(
            "{} of {total} reproduced{}",
            self.agree(),
            others.collect::<String>()
        )
    }
}

/// A paper with everything that belongs to it.
pub(crate) struct Paper<'a> {
    pub(crate) card: &'a ReplicatedPaper,
    pub(crate) claims: Vec<&'a Replication>,
    pub(crate) figures: Vec<&'a ReplicatedFigure>,
    pub(crate) errata: Vec<&'a Erratum>,
}

impl<'a> Paper<'a> {
    /// How its claims came out.
    pub(crate) fn tally(&self) -> Tally {
        Tally::of(self.claims.iter().copied())
    }

    /// Its claims by the place where they stand, in the order in which places first occur.
    pub(crate) fn places(&self) -> Vec<(&'a str, Vec<&'a Replication>)> {
        let mut places: Vec<(&str, Vec<&Replication>)> = vec![];
        for claim in &self.claims {
            match places.iter_mut().find(|(place, _)| *place == claim.place) {
                Some((_, claims)) => claims.push(claim),
                None => places.push((&claim.place, vec![claim])),
            }
        }
        places
    }
}

/// Every paper, in the order of the results.
pub(crate) fn papers(results: &Results) -> Vec<Paper<'_>> {
    let cards = results.replicated_papers.iter();
    cards.map(|card| of_paper(results, card)).collect()
}

fn of_paper<'a>(results: &'a Results, card: &'a ReplicatedPaper) -> Paper<'a> {
    let claims = results.replications.iter();
    let figures = results.replicated_figures.iter();
    let errata = results.errata.iter();
    Paper {
        card,
        claims: claims.filter(|claim| claim.paper == card.id).collect(),
        figures: figures.filter(|figure| figure.paper == card.id).collect(),
        errata: errata.filter(|erratum| erratum.paper == card.id).collect(),
    }
}

/// What we get, in words where it is no number.
pub(crate) fn ours(claim: &Replication) -> &str {
    match claim.ours.trim().parse::<f64>() {
        Ok(x) if !x.is_finite() => "no finite number",
        _ => &claim.ours,
    }
}

/// The command that runs a paper again, as far as it was run.
pub(crate) fn command(paper: &ReplicatedPaper) -> String {
    let quick = if paper.run.quick { " --quick" } else { "" };
    format!("cargo xtask replicate {}{quick}", paper.id)
}

/// The anchor of a paper.
pub(crate) fn paper_anchor(paper: &str) -> String {
    format!("paper--{}", slug(paper))
}

/// The anchor of a claim.
pub(crate) fn claim_anchor(claim: &str) -> String {
    format!("claim--{}", slug(claim))
}

/// The anchor of a figure.
pub(crate) fn figure_anchor(figure: &str) -> String {
    format!("figure--{}", slug(figure))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn every_outcome_occurs_and_is_counted_once() {
        let results = fixture::small();
        let tally = Tally::of(results.replications.iter());
        assert_eq!(tally.total(), results.replications.len());
        for outcome in Outcome::ALL {
            assert!(tally.count(outcome) > 0, "{outcome:?}");
        }
        let lost = results.replications.iter().filter(|claim| claim.is_lost());
        assert_eq!(tally.count(Outcome::Lost), lost.count());
    }

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
    fn nothing_of_a_paper_is_left_behind() {
        let results = fixture::small();
        let papers = papers(&results);
        let total = |of: fn(&Paper) -> usize| papers.iter().map(of).sum::<usize>();
        assert_eq!(
            total(|paper| paper.claims.len()),
            results.replications.len()
        );
        assert_eq!(
            total(|paper| paper.figures.len()),
            results.replicated_figures.len()
        );
        assert_eq!(total(|paper| paper.errata.len()), results.errata.len());
        for paper in &papers {
            let placed: usize = paper.places().iter().map(|(_, claims)| claims.len()).sum();
            assert_eq!(placed, paper.claims.len());
        }
    }

    #[test]
    fn a_tally_names_only_what_happened() {
        let mut claim = fixture::small().replications.remove(0);
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
