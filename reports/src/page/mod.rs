//! `index.html` and the pages beside it, each a single offline file. The pages are complete without their script, which
//! only opens the target of a link and adds copy buttons.

mod accuracy;
mod drift_prediction;
mod gain_maps;
mod glossary;
mod header;
mod matrix;
mod methods;
mod not_run;
mod orders;
mod policy;
mod problems;
mod ranking;
mod replicated;
mod scaffold;
mod short;
mod speed;
mod steady_state;
#[cfg(test)]
mod tests;

use crate::facts::Facts;
use crate::mark::{Look, Mark};
use crate::matrix::{Matrix, cell_anchor};
use crate::steady::Standing;
use crate::tally::Tally;
use maud::{Markup, Render, html};
use results::{Cell, Results};
use scaffold::{Page, Section};

pub(crate) use replicated::{ERRATA, FULL as REPLICATIONS, errata, full as replications};

/// Id, name in the list of contents, and title of every section.
const HEADINGS: [[&str; 3]; 12] = [
    ["in-short", "Overview", "In short"],
    ["ranking", "Accuracy per time", "Accuracy per time"],
    ["matrix", "Matrix", "Every variant on every problem"],
    ["orders", "Orders", "Claimed and observed orders"],
    ["problems", "Problems", "Problem by problem"],
    ["speed", "Speed", "What a step costs"],
    ["not-run", "Not run", "Refused, failed and over budget"],
    ["steady-state", "Steady states", "Steady-state violations"],
    ["drift-prediction", "Predicted drift", "Predicted drift"],
    ["gain-maps", "Stable gains", "Which gains are stable"],
    [
        "replications",
        "Replications",
        "Published claims, run again",
    ],
    ["how-to-read", "How to read", "How to read this"],
];

/// The page of the report.
pub(crate) fn render(results: &Results) -> String {
    let matrix = Matrix::new(results);
    let facts = Facts::of(&matrix);
    let bodies = [
        Some(short::body(&facts)),
        ranking::body(&matrix),
        matrix::body(&matrix),
        orders::body(&matrix, &facts),
        problems::body(&matrix),
        speed::body(&matrix),
        not_run::body(results),
        steady_state::body(results, &facts),
        drift_prediction::body(&matrix, &facts),
        gain_maps::body(results),
        Some(replicated::body(results)),
        Some(glossary::body()),
    ];
    let sections = HEADINGS.into_iter().zip(bodies).filter_map(section);
    let page = Page {
        title: "Driftbench report",
        header: header::body(results),
        elsewhere: &[],
        sections: sections.collect(),
    };
    page.render()
}

/// A section with its heading, if it has a body.
fn section((words, body): ([&str; 3], Option<Markup>)) -> Option<Section> {
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

/// A mark or a standing as a badge: sign and word.
fn badge(look: Look) -> Markup {
    badge_of(look.class, look.sign, look.word)
}

/// Whether a prediction holds, as a badge.
fn pass_badge(pass: bool) -> Markup {
    badge(
        if pass {
            Standing::Agrees
        } else {
            Standing::Misses
        }
        .look(),
    )
}

fn badge_of(class: &str, symbol: &str, word: &str) -> Markup {
    html! { span class=(format!("badge {class}")) { span aria-hidden="true" { (symbol) } " " (word) } }
}

/// A table that scrolls sideways if it is too wide, from its class, caption, head rows and bodies.
fn table(class: &str, caption: impl Render, head: Markup, bodies: Markup) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table class=(class) {
                caption { (caption) }
                thead { (head) }
                (bodies)
            }
        }
    }
}

/// A head row: headings of text columns, then headings of numeric columns.
fn head(words: &[&str], numbers: &[&str]) -> Markup {
    html! {
        tr {
            @for name in words { th scope="col" { (name) } }
            @for name in numbers { th.num scope="col" { (name) } }
        }
    }
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
        .map(|(mark, n)| format!("{n} {}", mark.look().word));
    counted.collect::<Vec<_>>().join(", ")
}
