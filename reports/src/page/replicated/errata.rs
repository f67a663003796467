//! `errata.html`: places of the papers that cannot be what was meant, how that is known, and which of them may be
//! faults of our copies.

use super::super::scaffold::Page;
use super::super::{breakable, fact, reproduce};
use super::{FULL, of_paper};
use crate::number;
use crate::replicated::{Paper, claim_anchor, papers};
use maud::{Markup, html};
use results::{Erratum, ErratumKind, Results, errata_in_words};

/// The columns.
const COLUMNS: [&str; 5] = ["Place", "In our copy", "Correct", "Evidence", "Shown by"];

/// The page, where there are papers.
pub(crate) fn render(results: &Results) -> Option<String> {
    let papers = papers(results);
    if papers.is_empty() {
        return None;
    }
    let sections = papers.iter().map(|paper| of_paper(paper, body(paper)));
    let page = Page {
        title: "Driftbench: errata of replicated papers",
        header: header(&papers),
        elsewhere: &[("index.html", "← Report"), (FULL, "Replications")],
        sections: sections.collect(),
    };
    Some(page.render())
}

fn header(papers: &[Paper]) -> Markup {
    let of = |kind| papers.iter().flat_map(move |paper| of_kind(paper, kind));
    html! {
        header {
            h1 { "Errata" }
            p.lead {
                "Places in " (number::count(papers.len(), "paper")) " that cannot be what was meant or what was run. "
                b { "We read the papers as text copies and never had the print" } ": a copy loses dots, accents, "
                "indices and signs, so that errata of the last kind may be faults of our copies and none of the "
                "papers. The kinds are counted apart for that reason."
            }
            dl.provenance {
                @for kind in ErratumKind::ALL {
                    (fact(kind.words(), html! { b { (of(kind).count()) } ". " (kind.meaning()) }))
                }
            }
            p { "What a paper does not state is no erratum; the claims that had to choose say so." }
            (reproduce("Reproduce the claims behind them:", &["cargo xtask replicate"]))
        }
    }
}

/// The errata of a paper that are of one kind, in their order.
fn of_kind<'a>(paper: &Paper<'a>, kind: ErratumKind) -> impl Iterator<Item = &'a Erratum> {
    let errata = paper.errata.clone().into_iter();
    errata.filter(move |erratum| erratum.kind == kind)
}

fn body(paper: &Paper) -> Markup {
    html! {
        p { (paper.card.citation) }
        @if paper.errata.is_empty() {
            p.nothing { "No errata are known." }
        }
        @for kind in ErratumKind::ALL {
            @if of_kind(paper, kind).next().is_some() { (table(paper, kind)) }
        }
    }
}

fn table(paper: &Paper, kind: ErratumKind) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table.errata {
                caption { (errata_in_words(of_kind(paper, kind))) " in " code { (paper.card.id) } }
                thead { tr { @for name in COLUMNS { th scope="col" { (name) } } } }
                tbody { @for erratum in of_kind(paper, kind) { (row(paper, erratum)) } }
            }
        }
    }
}

fn row(paper: &Paper, erratum: &Erratum) -> Markup {
    let [_, printed, correct, evidence, shown] = COLUMNS;
    html! {
        tr {
            th scope="row" { (erratum.place) }
            td data-name=(printed) { (erratum.printed) }
            td data-name=(correct) { (erratum.correct) }
            td data-name=(evidence) { (erratum.evidence) }
            td data-name=(shown) { (shown_by(paper, erratum)) }
        }
    }
}

/// The other place of the paper, the computation, and a link to the claim; whichever there are.
fn shown_by(paper: &Paper, erratum: &Erratum) -> Markup {
    let against = erratum.against.iter().map(|place| html! { (place) });
    let computation = erratum.computation.iter().map(|text| html! { (text) });
    let claim = erratum.claim.iter().map(|id| claim(paper, id));
    let shown: Vec<Markup> = against.chain(computation).chain(claim).collect();
    html! {
        @if shown.is_empty() { (number::ABSENT) }
        @for (k, one) in shown.iter().enumerate() { @if k > 0 { "; " } (one) }
    }
}

/// A link to the claim, if it was run.
fn claim(paper: &Paper, id: &str) -> Markup {
    let name = id
        .strip_prefix(&paper.card.id)
        .and_then(|rest| rest.strip_prefix('/'))
        .unwrap_or(id);
    let run = paper.claims.iter().any(|claim| claim.id == id);
    html! {
        @if run {
            a href=(format!("{FULL}#{}", claim_anchor(id))) { code { (breakable(name)) } }
        } @else {
            code { (breakable(name)) } " " small { "not in this run" }
        }
    }
}
