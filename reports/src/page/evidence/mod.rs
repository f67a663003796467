//! The evidence: what was verified, part by part. The parts are written here and shown by the script one at a time.

mod drift_prediction;
mod gains;
mod not_run;
mod orders;
mod steady_state;
mod timing;

use super::{link, replicated};
use crate::facts::Facts;
use crate::matrix::Matrix;
use maud::{Markup, html};
use results::Results;
use serde::Serialize;

/// One part of the evidence.
#[derive(Serialize)]
pub(super) struct Part {
    /// Its name in the address.
    id: &'static str,
    title: &'static str,
    html: String,
}

/// Every part that has something to say.
pub(super) fn parts(matrix: &Matrix, facts: &Facts) -> Vec<Part> {
    let results = matrix.results;
    let parts = [
        (
            "orders",
            "Claimed and observed orders",
            orders::body(matrix, facts),
        ),
        (
            "not-run",
            "Refused, failed and stopped",
            not_run::body(results),
        ),
        (
            "steady-state",
            "Steady-state violations",
            steady_state::body(results, facts),
        ),
        (
            "drift-prediction",
            "Predicted drift",
            drift_prediction::body(matrix, facts),
        ),
        (
            "mechanism-gains",
            "Gains for each mechanism",
            gains::body(results),
        ),
        ("timing", "How speed was measured", timing::body(results)),
    ];
    let part = |(id, title, body): (_, _, Option<Markup>)| {
        let html = body?.into_string();
        Some(Part { id, title, html })
    };
    parts.into_iter().filter_map(part).collect()
}

/// The view without a script: the claims of the papers, and where the rest is.
pub(super) fn body(results: &Results, parts: &[Part]) -> Markup {
    html! {
        h1 { "Evidence" }
        @if !parts.is_empty() {
            ul #evidence-parts {
                @for part in parts {
                    li { a href=(link::href(&format!("evidence?part={}", part.id))) { (part.title) } }
                }
            }
            noscript { p.nothing { "These parts need a script; " code { "results.json" } " has their numbers." } }
        }
        div #evidence-part {}
        section #papers aria-label="Published claims" {
            h2 { "Published claims, rerun" }
            (replicated::body(results))
        }
    }
}
