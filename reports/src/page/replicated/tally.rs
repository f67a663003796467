//! How many claims of each paper came out how.

use crate::number;
use crate::replicated::{Paper, paper_anchor};
use maud::{Markup, html};

/// The table; papers lead to their part of `page`, which is empty for the page itself.
pub(super) fn table(papers: &[Paper], page: &str) -> Markup {
    let quick = papers.iter().any(|paper| paper.card.run.quick);
    html! {
        div.scroll tabindex="0" {
            table.tally {
                caption { "Published claims by paper" }
                thead { tr {
                    th scope="col" { "Paper" }
                    @for name in ["Claims", "Reproduced", "Not reproduced", "Cannot be compared", "Checks of ours", "Lost"] {
                        th.num scope="col" { (name) }
                    }
                    @if quick { th.num scope="col" { "Left out by quick" } }
                } }
                tbody { @for paper in papers { (row(paper, page, quick)) } }
            }
        }
    }
}

fn row(paper: &Paper, page: &str, quick: bool) -> Markup {
    let tally = paper.summary();
    let lost = tally.lost();
    html! {
        tr {
            th.why scope="row" {
                a href=(format!("{page}#{}", paper_anchor(&paper.card.id))) { code { (paper.card.id) } } br;
                small { (paper.card.citation) }
            }
            td.num { (tally.total()) }
            td.num { (tally.reproduced()) }
            td.num { (tally.not_reproduced()) }
            td.num { (tally.not_comparable()) }
            td.num { (tally.checks()) }
            td.num.miss[lost > 0] { @if lost > 0 { "✗ " } (lost) }
            @if quick { td.num title=(paper.card.left_out.join("; ")) { (left_out(paper)) } }
        }
    }
}

fn left_out(paper: &Paper) -> String {
    match paper.card.left_out.len() {
        0 => number::ABSENT.to_owned(),
        n => number::count(n, "experiment"),
    }
}
