//! `errata.html`: what the papers have printed wrong, and how that is known.

use super::super::breakable;
use super::super::header::again;
use super::super::scaffold::Page;
use super::{FULL, of_paper};
use crate::number;
use crate::replicated::{Paper, claim_anchor, papers};
use maud::{Markup, html};
use results::{Erratum, Results};

/// The columns.
const COLUMNS: [&str; 5] = ["Place", "Printed", "Correct", "Evidence", "Shown by"];

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
    let errata: usize = papers.iter().map(|paper| paper.errata.len()).sum();
    html! {
        header {
            h1 { "Errata" }
            p.lead {
                (number::count(errata, "place")) " in " (number::count(papers.len(), "paper"))
                " where what is printed cannot be what was meant or what was run. Each says how that is known, and "
                "where a run of ours shows it, which one."
            }
            (again("Run the claims behind them again:", &["cargo xtask replicate"]))
        }
    }
}

fn body(paper: &Paper) -> Markup {
    html! {
        p { (paper.card.citation) }
        @if paper.errata.is_empty() {
            p.nothing { "Nothing is known to be printed wrong." }
        } @else {
            div.scroll tabindex="0" {
                table.errata {
                    caption { (number::count(paper.errata.len(), "printed error")) " of " code { (paper.card.id) } }
                    thead { tr { @for name in COLUMNS { th scope="col" { (name) } } } }
                    tbody { @for erratum in &paper.errata { (row(paper, erratum)) } }
                }
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
            td data-name=(shown) { (shown_by(paper, erratum.claim.as_deref())) }
        }
    }
}

/// A link to the claim, if it was run.
fn shown_by(paper: &Paper, claim: Option<&str>) -> Markup {
    let Some(id) = claim else {
        return html! { (number::ABSENT) };
    };
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
