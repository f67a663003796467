//! `index.html`: one offline file. Everything is there before the script runs; the script only opens what a
//! link points to and adds a copy button.

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
mod short;
mod speed;
mod steady_state;
#[cfg(test)]
mod tests;

use crate::facts::Facts;
use crate::mark::Mark;
use crate::matrix::Matrix;
use crate::steady::Standing;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use results::Results;

/// One section of the page.
struct Section {
    id: &'static str,
    /// Its name in the contents.
    name: &'static str,
    title: &'static str,
    body: Markup,
}

/// The page.
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
        ("ranking", "Ranking", "Ranking", ranking::body(results)),
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
            replications::body(results),
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
            id,
            name,
            title,
            body: body?,
        })
    })
    .collect();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "Driftbench report" }
                link rel="icon" href="data:,";
                style { (PreEscaped(include_str!("style.css"))) }
            }
            body {
                (header::body(results))
                nav aria-label="Contents" {
                    @for section in &sections { a href=(format!("#{}", section.id)) { (section.name) } " " }
                }
                main {
                    @for section in &sections {
                        section id=(section.id) { h2 { (section.title) } (section.body) }
                    }
                }
                footer { p { "Driftbench. The same results always give the same page." } }
                script { (PreEscaped(include_str!("script.js"))) }
            }
        }
    };
    page.into_string() + "\n"
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
