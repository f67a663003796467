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
use crate::matrix::Matrix;
use crate::steady::Standing;
use maud::{Markup, html};
use results::Results;
use scaffold::{Page, Section};

pub(crate) use replications::{ERRATA, FULL as REPLICATIONS, errata, full as replications};

/// The page of the report.
pub(crate) fn render(results: &Results) -> String {
    let matrix = Matrix::new(results);
    let facts = Facts::of(&matrix);
    let sections: Vec<Section> = [
        (
            "in-short",
            "Overview",
            "In short",
            Some(short::body(&facts)),
        ),
        ("ranking", "Ranking", "Ranking", ranking::body(&matrix)),
        (
            "matrix",
            "Matrix",
            "Every variant on every problem",
            matrix::body(&matrix),
        ),
        (
            "orders",
            "Orders",
            "Claimed and observed orders",
            orders::body(&matrix, &facts),
        ),
        (
            "problems",
            "Problems",
            "Problem by problem",
            problems::body(&matrix),
        ),
        ("speed", "Speed", "What a step costs", speed::body(&matrix)),
        (
            "not-run",
            "Not run",
            "Refused, failed and over budget",
            not_run::body(results),
        ),
        (
            "steady-state",
            "Steady states",
            "Steady-state violations",
            steady_state::body(results, &facts),
        ),
        (
            "drift-prediction",
            "Predicted drift",
            "Predicted drift",
            drift_prediction::body(&matrix, &facts),
        ),
        (
            "gain-maps",
            "Stable gains",
            "Which gains are stable",
            gain_maps::body(results),
        ),
        (
            "replications",
            "Replications",
            "Published claims, run again",
            Some(replications::body(results)),
        ),
        (
            "how-to-read",
            "How to read",
            "How to read this",
            Some(glossary::body()),
        ),
    ]
    .into_iter()
    .filter_map(|(id, name, title, body)| {
        Some(Section {
            id: id.to_owned(),
            name: name.to_owned(),
            title: title.to_owned(),
            body: body?,
        })
    })
    .collect();
    let page = Page {
        title: "Driftbench report",
        header: header::body(results),
        elsewhere: &[],
        sections,
    };
    page.render()
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
fn tally<'a>(cells: impl Iterator<Item = &'a results::Cell> + Clone) -> String {
    let counted = Mark::ALL.into_iter().filter_map(|mark| {
        let n = cells.clone().filter(|cell| Mark::of(cell) == mark).count();
        (n > 0).then(|| format!("{n} {}", mark.word()))
    });
    counted.collect::<Vec<_>>().join(", ")
}
