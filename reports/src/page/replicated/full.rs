//! `replications.html`: every claim and every figure, paper by paper.

use super::super::scaffold::{Page, Section};
use super::super::{fact, reproduce};
use super::{ERRATA, claims, of_paper, tally};
use crate::figure;
use crate::replicated::{Paper, command, paper_anchor, papers};
use maud::{Markup, html};
use results::{Results, errata_in_words};

/// The page, where there are papers.
pub(crate) fn render(results: &Results) -> Option<String> {
    let papers = papers(results);
    if papers.is_empty() {
        return None;
    }
    let overview = Section {
        id: "papers".into(),
        name: "Papers".into(),
        title: "Papers".into(),
        body: html! { (tally::table(&papers, "")) (filter()) },
    };
    let sections = papers.iter().map(|paper| of_paper(paper, body(paper)));
    let page = Page {
        title: "Driftbench: published claims, rerun",
        header: header(&papers),
        elsewhere: &[("index.html", "← Report"), (ERRATA, "Errata")],
        sections: std::iter::once(overview).chain(sections).collect(),
    };
    Some(page.render())
}

fn header(papers: &[Paper]) -> Markup {
    let one = papers.first().map_or("PAPER", |paper| &paper.card.id);
    let one = format!("cargo xtask replicate {one}");
    html! {
        header {
            h1 { "Published claims, rerun" }
            p.lead {
                "Papers print numbers, figures and remarks. Here each of them is rerun with the set-up of its "
                "paper, and our result is shown beside the printed one. A claim that is not reproduced says why, as far "
                "as that is known; one that cannot be compared says what the paper would have to tell."
            }
            (reproduce("Reproduce all papers, or one of them:", &["cargo xtask replicate", &one]))
        }
    }
}

/// A switch that works by style alone.
fn filter() -> Markup {
    html! {
        p.filter {
            label { input id="only-differing" type="checkbox" autocomplete="off"; " Hide what is reproduced" }
        }
    }
}

fn body(paper: &Paper) -> Markup {
    let card = paper.card;
    let scope = if card.run.quick {
        "quick: long experiments left out"
    } else {
        "all experiments"
    };
    html! {
        p { (card.citation) }
        p { (card.summary) }
        dl.provenance {
            (fact("Commit", html! { code { (card.run.commit) } }))
            (fact("Date", html! { (card.run.date) }))
            (fact("Scope", html! { (scope) }))
            (fact("Reproduce", html! { code { (command(card)) } }))
        }
        @if !card.left_out.is_empty() {
            p { "Left out: " (card.left_out.join("; ")) "." }
        }
        p { b { (paper.summary().words()) } "."
            @if !paper.errata.is_empty() {
                " " a href=(format!("{ERRATA}#{}", paper_anchor(&card.id))) { "Errata" }
                ": " (errata_in_words(paper.errata.iter().copied())) "."
            } }
        @for (place, claims) in paper.places() { (claims::place(place, &claims)) }
        @if !paper.figures.is_empty() {
            div.drawn {
                h3 { "Figures from our runs" }
                @for of in &paper.figures { (figure::replicated(card, of)) }
            }
        }
    }
}
