//! `index.html` and the pages beside it, each a single offline file.
//!
//! The report's page has two layers. What every reader needs is plain HTML: the answer, the boards, a matrix, the problems.
//! Everything else is drawn by the script, when it is looked at, from the compressed data in the page ([`data`]). Words
//! come from here in both cases; the script draws numbers.

mod answer;
mod boards;
mod data;
mod difference;
mod document;
mod evidence;
mod foot;
mod glossary;
mod link;
mod matrix;
mod policy;
mod problems;
mod replicated;
mod scaffold;
#[cfg(test)]
mod tests;

use crate::facts::Facts;
use crate::mark::{Look, Mark};
use crate::matrix::Matrix;
use crate::steady::Standing;
use crate::tally::Tally;
use answer::Answers;
use document::document;
use maud::{Markup, Render, html};
use results::{Cell, Results};

pub(crate) use replicated::{ERRATA, FULL as REPLICATIONS, errata, full as replications};

/// The style of all pages.
const STYLE: &str = concat!(
    include_str!("style/base.css"),
    include_str!("style/page.css"),
    include_str!("style/explorer.css"),
    include_str!("style/figure.css"),
    include_str!("style/papers.css"),
);

/// The script of the report's page: small files in one scope, those that others use first.
const SCRIPT: &str = concat!(
    "\"use strict\";\n",
    include_str!("script/number.js"),
    include_str!("script/html.js"),
    include_str!("script/address.js"),
    include_str!("script/data.js"),
    include_str!("script/rank.js"),
    include_str!("script/metric.js"),
    include_str!("script/selection.js"),
    include_str!("script/table.js"),
    include_str!("script/chart.js"),
    include_str!("script/mechanism.js"),
    include_str!("script/export.js"),
    include_str!("script/explorer.js"),
    include_str!("script/drawer.js"),
    include_str!("script/pages.js"),
    include_str!("script/compare.js"),
    include_str!("script/boards.js"),
    include_str!("script/gains.js"),
    include_str!("script/start.js"),
    include_str!("script/theme.js"),
    include_str!("script/app.js"),
);

/// A view of the page: its name in the address, its name for people, and its static content.
struct View {
    id: &'static str,
    name: &'static str,
    body: Markup,
}

/// The page of the report.
pub(crate) fn render(results: &Results) -> String {
    let matrix = Matrix::new(results);
    let facts = Facts::of(&matrix);
    let answers = Answers::of(results);
    let parts = evidence::parts(&matrix, &facts);
    let gains = html! {
        h1 { "Gains" }
        p.nothing { "This view needs a script. " code { "results.json" } " has its numbers." }
    };
    let view = |id, name, body| View { id, name, body };
    let views = [
        view("start", "Answer", answer::body(&matrix, &facts, &answers)),
        view("explore", "Explore", matrix::body(&matrix)),
        view("boards", "Boards", boards::body(results)),
        view("problems", "Problems", problems::body(results)),
        view("gains", "Gains", gains),
        view("evidence", "Evidence", evidence::body(results, &parts)),
        view("about", "How to read", glossary::body()),
    ];
    let body = html! {
        header.top {
            a.brand href="#start" { "Driftbench" }
            nav aria-label="Views" {
                @for view in &views { a href=(link::href(view.id)) { (view.name) } " " }
            }
        }
        main #main tabindex="-1" {
            @for view in &views {
                section id=(view.id) data-view=(view.id) aria-label=(view.name) { (view.body) }
            }
        }
        (foot::body(results))
        script #data type="text/plain" { (data::data(&matrix, &answers, &parts)) }
    };
    document("Driftbench report", &body, SCRIPT)
}

/// A link to the numbers of a cell.
fn cell_link(cell: &Cell) -> Markup {
    html! {
        a href=(link::href(&link::cell(&cell.variant, &cell.problem))) {
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
        div.scroll {
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

/// A sentence followed by commands to copy.
fn reproduce(words: &str, commands: &[&str]) -> Markup {
    html! {
        div.command {
            p { (words) }
            @for command in commands { div { pre { code { (command) } } } }
        }
    }
}

/// An entry of a definition list: name and value.
fn fact(name: &str, value: Markup) -> Markup {
    html! { div { dt { (name) } dd { (value) } } }
}

/// A count of marks in words: "12 confirmed, 1 below claim".
fn tally<'a>(cells: impl Iterator<Item = &'a Cell>) -> String {
    let counted: Tally<Mark> = cells.map(Mark::of).collect();
    let counted = counted
        .iter()
        .map(|(mark, n)| format!("{n} {}", mark.look().word));
    counted.collect::<Vec<_>>().join(", ")
}
