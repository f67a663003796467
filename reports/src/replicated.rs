//! Published claims as every file of the report counts and names them: paper by paper, place by place.
//!
//! Claims, figures and errata always come with the paper they belong to; without papers there is nothing to show.

mod outcome;
mod summary;

pub(crate) use outcome::Outcome;
pub(crate) use summary::Summary;

use crate::matrix::slug;
use results::{Erratum, ReplicatedClaim, ReplicatedFigure, ReplicatedPaper, Results};

/// A paper with everything that belongs to it.
pub(crate) struct Paper<'a> {
    pub(crate) card: &'a ReplicatedPaper,
    pub(crate) claims: Vec<&'a ReplicatedClaim>,
    pub(crate) figures: Vec<&'a ReplicatedFigure>,
    pub(crate) errata: Vec<&'a Erratum>,
}

impl<'a> Paper<'a> {
    /// How its claims came out.
    pub(crate) fn summary(&self) -> Summary {
        Summary::of(self.claims.iter().copied())
    }

    /// Its claims by the place where they stand, in the order in which places first occur.
    pub(crate) fn places(&self) -> Vec<(&'a str, Vec<&'a ReplicatedClaim>)> {
        let mut places: Vec<(&str, Vec<&ReplicatedClaim>)> = vec![];
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
pub(crate) fn ours(claim: &ReplicatedClaim) -> &str {
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
    use crate::captured;

    #[test]
    fn nothing_of_a_paper_is_left_behind() {
        let results = captured::planted();
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
}
