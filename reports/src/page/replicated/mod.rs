//! Published claims, run again: in short on the report's page, in full on a page of their own, and errata of
//! the papers on a third.

mod claims;
mod digits;
mod errata;
mod full;
mod tally;

pub(crate) use errata::render as errata;
pub(crate) use full::render as full;

use super::badge_of;
use super::scaffold::Section;
use crate::number;
use crate::replicated::{Outcome, Paper, Summary, claim_anchor, ours, paper_anchor, papers};
use maud::{Markup, html};
use results::{ReplicatedClaim, Results, errata_in_words};

/// File of the page with all claims and figures.
pub(crate) const FULL: &str = "replications.html";

/// File of the page with the errata.
pub(crate) const ERRATA: &str = "errata.html";

/// The section on the report's page; without papers it says how to get them.
pub(super) fn body(results: &Results) -> Markup {
    let papers = papers(results);
    if papers.is_empty() {
        return html! {
            p { "No paper was run for this report. " code { "cargo xtask replicate" } " runs the tables and figures of five "
                "papers again, within a minute or so, and adds them to this page." }
        };
    }
    let claims = || papers.iter().flat_map(|paper| paper.claims.iter().copied());
    let having = |outcome| -> Vec<&ReplicatedClaim> {
        claims()
            .filter(|claim| Outcome::of(claim) == outcome)
            .collect()
    };
    let (lost, gained) = (having(Outcome::Lost), having(Outcome::Gained));
    let changed = having(Outcome::Changed);
    let all = Summary::of(claims());
    html! {
        p { b { (all.reproduced()) " of " (number::count(all.total(), "published claim")) } " could be reproduced, "
            (all.not_reproduced()) " could not, and " (all.not_comparable()) " cannot be compared"
            @if all.checks() > 0 { "; " (number::count(all.checks(), "check")) " of our own" " " (if all.checks() == 1 { "is" } else { "are" }) " listed with them" } ". "
            a href=(FULL) { "All claims and figures" } ". "
            a href=(ERRATA) { "Errata" } " of the papers, which we read as text copies and not in print: "
            (errata_in_words(&results.errata)) "." }
        (tally::table(&papers, FULL))
        @if !lost.is_empty() {
            p.warn { "✗ No longer reproduced:" }
            ul.news.lost { @for claim in lost { (news(claim)) } }
        }
        @if !gained.is_empty() {
            p { "▲ Known to differ or not comparable, and now reproduced:" }
            ul.news { @for claim in gained { (news(claim)) } }
        }
        @if !changed.is_empty() {
            p { "△ With another verdict than before:" }
            ul.news { @for claim in changed { (news(claim)) } }
        }
    }
}

/// The section of a paper on a page that has one for each.
fn of_paper(paper: &Paper, body: Markup) -> Section {
    Section {
        id: paper_anchor(&paper.card.id),
        name: paper.card.id.clone(),
        title: paper.card.id.clone(),
        body,
    }
}

/// A claim that did not come out as known.
fn news(claim: &ReplicatedClaim) -> Markup {
    html! {
        li {
            a href=(format!("{FULL}#{}", claim_anchor(&claim.id))) { code { (super::breakable(&claim.id)) } }
            " " (claim.claim) ": printed " b { (claim.printed) } ", ours " b { (ours(claim)) } "."
            @if let Some(why) = &claim.why { " " small { (why) } }
        }
    }
}

/// What came of claims, as a badge.
pub(super) fn outcome_badge(outcome: Outcome) -> Markup {
    badge_of(outcome.class(), outcome.symbol(), outcome.word())
}

/// What came of a claim, as a badge.
fn claim_badge(claim: &ReplicatedClaim) -> Markup {
    let outcome = Outcome::of(claim);
    badge_of(outcome.class(), outcome.symbol(), Outcome::word_of(claim))
}
