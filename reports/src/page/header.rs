//! The top of the page: introduction, provenance and the command that reproduces the report.

use crate::number;
use maud::{Markup, html};
use results::Results;

/// The header.
pub(super) fn body(results: &Results) -> Markup {
    let from = &results.provenance;
    let ladder = if from.quick {
        "quick: one preset of each problem, none that is large or long, without the finest steps"
    } else {
        "full ladder of step sizes"
    };
    html! {
        header {
            h1 { "Driftbench report" }
            p.lead {
                "How well do constraint stabilization methods for multibody systems keep their promises? "
                "Every variant of every method ran on every benchmark problem at several step sizes. "
                "From the errors follow the order it really has, how far it drifts off its constraints and what a step costs."
            }
            dl.provenance {
                (fact("Commit", html! { code { (from.commit) } }))
                (fact("Date", html! { (from.date) }))
                (fact("Compiler", html! { (from.rustc) }))
                (fact("Processor", html! { (from.cpu) ", " (number::count(from.cores, "core")) }))
                (fact("Scope", html! { (ladder) }))
                (fact("Digest", html! { code { (from.digest) } }))
            }
            (again("Make this report again:", &[&from.command]))
            p.files {
                "The same numbers for other programs: "
                a href="results.json" { "results.json" } ", "
                a href="results.csv" { "results.csv" } ", "
                a href="summary.md" { "summary.md" } ", "
                a href="junit.xml" { "junit.xml" } "."
            }
        }
    }
}

/// A sentence followed by commands to copy.
pub(super) fn again(words: &str, commands: &[&str]) -> Markup {
    html! {
        div.command {
            p { (words) }
            @for command in commands { div { pre { code { (command) } } } }
        }
    }
}

/// An entry of a definition list: name and value.
pub(super) fn fact(name: &str, value: Markup) -> Markup {
    html! { div { dt { (name) } dd { (value) } } }
}
