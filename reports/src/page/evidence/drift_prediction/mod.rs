//! The section on predicted drift: the truncation-error model compared with runs.

mod ratios;
mod reasons;
mod study;

use crate::facts::Facts;
use crate::figure;
use crate::matrix::Matrix;
use crate::number;
use crate::prediction::Summary;
use maud::{Markup, html};

/// The section, if there are predictions or reasons for their absence.
pub(super) fn body(matrix: &Matrix, facts: &Facts) -> Option<Markup> {
    let results = matrix.results;
    if results.drift_studies.is_empty() && facts.predictions.is_none() {
        return None;
    }
    Some(html! {
        p { "The model that gives the steady states on the circle gives a drift on every mechanism: along the true motion, "
            "the truncation error acts on Φ″ + α Φ′ + β Φ like a force, and the Φ that follows is compared with what the run did. "
            "Multistep methods have such a model; it holds while violations are small and steps are fine." }
        @if !results.drift_studies.is_empty() {
            h3 { "Whole runs" }
            (study::tables(&results.drift_studies))
            (figure::studies(results))
        }
        @if let Some(summary) = &facts.predictions {
            h3 { "Every cell" }
            (headline(summary))
            (ratios::table(matrix))
            (reasons::unpredicted(results))
            (reasons::misses(results))
        }
    })
}

fn headline(summary: &Summary) -> Markup {
    html! {
        p {
            b { (summary.cells.count(true)) " of " (summary.cells.total()) } " cells drift as predicted at the finest step that has a prediction, and "
            b { (summary.runs.count(true)) " of " (summary.runs.total()) } " runs over all steps: max |Φ| and max |J v + Φ_t| are within a tenth of "
            "the prediction, or at rounding like it."
            @if summary.unpredicted > 0 {
                " " (number::count(summary.unpredicted, "further cell")) " of these variants "
                @if summary.unpredicted == 1 { "has" } @else { "have" } " no prediction."
            }
        }
    }
}
