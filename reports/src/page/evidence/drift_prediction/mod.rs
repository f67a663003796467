//! The section on predicted drift: what is known before a run compared with the run.

mod integrators;
mod reasons;
mod sampling;
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
        p { "How far a method drifts can be known before it runs. A step from the true motion ends a little off the constraints; what "
            "it adds to Φ, to Φ' and to the energy is its " i { "local defect" } ". Feedback makes violations that are there already "
            "smaller by known factors, and a projection removes them. So the drift of a whole run follows from a few hundred steps "
            "that are sampled along the true motion. Steps of multistep methods depend on earlier ones; for these the drift follows "
            "from the model of their truncation error." }
        @if !results.drift_studies.is_empty() {
            h3 { "Whole runs" }
            (study::tables(&results.drift_studies))
            (figure::studies(results))
        }
        @if let Some(summary) = &facts.predictions {
            h3 { "Every cell" }
            (headline(summary))
            (integrators::table_of(matrix))
            (figure::agreement(results))
            @if !results.sampling_studies.is_empty() {
                h4 { "How many samples it takes" }
                (sampling::tables(&results.sampling_studies))
            }
            (reasons::unpredicted(results))
            (reasons::misses(results))
        }
    })
}

fn headline(summary: &Summary) -> Markup {
    html! {
        p {
            b { (summary.cells.count(true)) " of " (summary.cells.total()) } " cells drift as predicted at the finest step that has a prediction, and "
            b { (summary.runs.count(true)) " of " (summary.runs.total()) } " runs over all steps: max |Φ|, max |Φ'| and, where it is predicted, max |E| are within a tenth of "
            "the prediction, or at rounding like it."
            @if summary.unpredicted > 0 {
                " " (number::count(summary.unpredicted, "further cell")) " of these variants "
                @if summary.unpredicted == 1 { "has" } @else { "have" } " no prediction."
            }
        }
    }
}
