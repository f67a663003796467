//! The methods behind the rows: how each works, where it was published, and what sets its variants apart.

use maud::{Markup, html};
use results::{Method, Results};

/// A fold below the matrix.
pub(super) fn fold(results: &Results) -> Markup {
    html! {
        details {
            summary { "The methods in this matrix, how they work and where they were published" }
            div.scroll tabindex="0" {
                table.reasons {
                    caption { "Methods" }
                    thead { tr {
                        th scope="col" { "Method" } th scope="col" { "How it works" }
                        th scope="col" { "Published" } th scope="col" { "Gains" }
                    } }
                    tbody { @for method in &results.methods { (row(method)) } }
                }
            }
        }
    }
}

fn row(method: &Method) -> Markup {
    html! {
        tr {
            th scope="row" { (method.name) br; code { (method.id) } br; small { (method.family) } }
            td.why { (method.summary) }
            td.why { (method.reference) }
            td.why { @for (variants, gains) in by_gains(method) { div { code { (variants) } ": " (gains) } } }
        }
    }
}

/// Variants that share their gains share a line; variants without gains have none.
fn by_gains(method: &Method) -> Vec<(String, &str)> {
    let mut lines: Vec<(String, &str)> = vec![];
    for variant in method
        .variants
        .iter()
        .filter(|variant| !variant.gains.is_empty())
    {
        let tail = crate::matrix::tail(method, &variant.id);
        match lines.iter_mut().find(|(_, gains)| *gains == variant.gains) {
            Some((tails, _)) => *tails += &format!(", {tail}"),
            None => lines.push((tail.to_owned(), &variant.gains)),
        }
    }
    lines
}
