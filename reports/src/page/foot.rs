//! The foot of the page: where the numbers come from, and how to get them again.

use super::{fact, reproduce};
use crate::END_STATES;
use crate::bibtex::DRIFTBENCH;
use crate::number;
use maud::{Markup, html};
use results::Results;

/// The foot.
pub(super) fn body(results: &Results) -> Markup {
    let from = &results.provenance;
    let scope = if from.quick {
        "quick: one preset of each problem, no large or long ones, without the finest steps"
    } else {
        "every preset, full ladders of step sizes"
    };
    html! {
        footer {
            dl.provenance {
                (fact("Commit", html! { code { (from.commit) } }))
                (fact("Date", html! { (from.date) }))
                (fact("Compiler", html! { (from.rustc) }))
                (fact("Processor", html! { (from.cpu) ", " (number::count(from.cores, "core")) }))
                (fact("Scope", html! { (scope) }))
                (fact("Digest", html! { code { (from.digest) } }))
            }
            (reproduce("Reproduce this report:", &[&from.command]))
            p.files {
                "The same numbers for other programs: "
                a href="results.json" { "results.json" } ", "
                @if !results.end_states.is_empty() { a href=(END_STATES) { (END_STATES) } ", " }
                a href="results.csv" { "results.csv" } ", "
                a href="summary.md" { "summary.md" } ", "
                a href="junit.xml" { "junit.xml" } "."
            }
            details.cite {
                summary { "Cite Driftbench" }
                pre { code { (DRIFTBENCH) } }
            }
            p.aside { "The same results always give the same page. It loads nothing and sends nothing." }
        }
    }
}
