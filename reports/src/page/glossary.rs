//! "How to read this": every sign, word and letter on the page.

use super::replicated::outcome_badge;
use super::{badge, head, table};
use crate::mark::{Look, Mark};
use crate::replicated::Outcome;
use crate::steady::Standing;
use maud::{Markup, html};

/// Symbols and their meanings, one per line.
const NOTATION: &str = include_str!("notation.txt");

/// Classes of observed orders and their meanings, one per line.
const CLASSES: &str = include_str!("classes.txt");

/// The section.
pub(super) fn body() -> Markup {
    html! {
        h1 { "How to read this report" }
        h2 { "Verdicts" }
        (looks(Mark::ALL.map(Mark::look)))
        h2 { "Observed orders" }
        dl.glossary { @for (word, meaning) in entries(CLASSES) { div { dt { (word) } dd { (meaning) } } } }
        h2 { "Predictions" }
        (looks(Standing::ALL.map(Standing::look)))
        h2 { "Published claims" }
        dl.glossary {
            @for outcome in Outcome::ALL { div { dt { (outcome_badge(outcome)) } dd { (outcome.meaning()) } } }
        }
        h2 { "Notation" }
        (table("reasons", "Letters and words", head(&["Symbol", "Meaning"], &[]), html! {
            tbody { @for (symbol, meaning) in entries(NOTATION) { tr { th scope="row" { (symbol) } td.why { (meaning) } } } }
        }))
        h2 { "Names" }
        p { "A variant is named " code { "method/integrator" } ", followed by what sets it apart: "
            code { "baumgarte/rk4/held" } " is Baumgarte's method with the classical Runge-Kutta method, its control held over "
            "the step. A problem is named " code { "problem" } " or " code { "problem/preset" } "." }
    }
}

fn looks<const N: usize>(looks: [Look; N]) -> Markup {
    html! { dl.glossary { @for look in looks { div { dt { (badge(look)) } dd { (look.meaning) } } } } }
}

/// The lines of a text, each split at its first colon.
fn entries(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    text.lines()
        .map(|line| line.split_once(": ").unwrap_or((line, "")))
}
