//! `index.html` and the pages beside it: offline files. Everything is there before the script runs; the script only
//! opens what a link points to and adds a copy button.

mod accuracy;
mod drift_prediction;
mod gain_maps;
mod glossary;
mod header;
mod matrix;
mod methods;
mod not_run;
mod orders;
mod problems;
mod ranking;
mod replications;
mod scaffold;
mod short;
mod speed;
mod steady_state;
#[cfg(test)]
mod tests;

use crate::facts::Facts;
use crate::mark::Mark;
use crate::matrix::{Matrix, cell_anchor};
use crate::steady::Standing;
use crate::tally::Tally;
use maud::{Markup, html};
use results::{Cell, Results};
use scaffold::{Page, Section};

pub(crate) use replications::{ERRATA, FULL as REPLICATIONS, errata, full as replications};

/// The page of the report.
pub(crate) fn render(results: &Results) -> String {
    let matrix = Matrix::new(results);
    let facts = Facts::of(&matrix);
    let sections = [
        section(
            ["in-short", "Overview", "In short"],
            Some(short::body(&facts)),
        ),
        section(["ranking", "Ranking", "Ranking"], ranking::body(&matrix)),
        section(
            ["matrix", "Matrix", "Every variant on every problem"],
            matrix::body(&matrix),
        ),
        section(
            ["orders", "Orders", "Claimed and observed orders"],
            orders::body(&matrix, &facts),
        ),
        section(
            ["problems", "Problems", "Problem by problem"],
            problems::body(&matrix),
        ),
        section(
            ["speed", "Speed", "What a step costs"],
            speed::body(&matrix),
        ),
        section(
            ["not-run", "Not run", "Refused, failed and over budget"],
            not_run::body(results),
        ),
        section(
            ["steady-state", "Steady states", "Steady-state violations"],
            steady_state::body(results, &facts),
        ),
        section(
            ["drift-prediction", "Predicted drift", "Predicted drift"],
            drift_prediction::body(&matrix, &facts),
        ),
        section(
            ["gain-maps", "Stable gains", "Which gains are stable"],
            gain_maps::body(results),
        ),
        section(
            [
                "replications",
                "Replications",
                "Published claims, run again",
            ],
            Some(replications::body(results)),
        ),
        section(
            ["how-to-read", "How to read", "How to read this"],
            Some(glossary::body()),
        ),
    ];
    let page = Page {
        title: "Driftbench report",
        header: header::body(results),
        elsewhere: &[],
        sections: sections.into_iter().flatten().collect(),
    };
    page.render()
}

/// A section with its id, its name in the contents and its title, where it has a body.
fn section(words: [&str; 3], body: Option<Markup>) -> Option<Section> {
    let [id, name, title] = words.map(str::to_owned);
    body.map(|body| Section {
        id,
        name,
        title,
        body,
    })
}

/// A link to the numbers of a cell.
fn cell_link(cell: &Cell) -> Markup {
    html! {
        a href=(format!("#{}", cell_anchor(&cell.variant, &cell.problem))) {
            code { (cell.variant) } " on " code { (cell.problem) }
        }
    }
}

/// A mark as a badge: sign and word.
fn badge(mark: Mark) -> Markup {
    badge_of(mark.class(), mark.symbol(), mark.word())
}

/// What a row of the steady states shows, as a badge.
fn standing_badge(standing: Standing) -> Markup {
    badge_of(standing.class(), standing.symbol(), standing.word())
}

/// Whether a prediction holds, as a badge.
fn pass_badge(pass: bool) -> Markup {
    let standing = if pass {
        Standing::Agrees
    } else {
        Standing::Misses
    };
    standing_badge(standing)
}

fn badge_of(class: &str, symbol: &str, word: &str) -> Markup {
    html! { span class=(format!("badge {class}")) { span aria-hidden="true" { (symbol) } " " (word) } }
}

/// An id that may break after its slashes.
fn breakable(id: &str) -> Markup {
    html! {
        @for (k, part) in id.split('/').enumerate() {
            @if k > 0 { "/" wbr; }
            (part)
        }
    }
}

/// A count of marks in words: "12 confirmed, 1 below claim".
fn tally<'a>(cells: impl Iterator<Item = &'a Cell>) -> String {
    let counted: Tally<Mark> = cells.map(Mark::of).collect();
    let counted = counted
        .iter()
        .map(|(mark, n)| format!("{n} {}", mark.word()));
    counted.collect::<Vec<_>>().join(", ")
}
