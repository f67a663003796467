//! The section with one part per problem: its description and three figures.

use super::tally;
use crate::figure;
use crate::matrix::{Matrix, problem_anchor};
use crate::number;
use maud::{Markup, html};
use results::Problem;

/// The section, if there are problems and cells.
pub(super) fn body(matrix: &Matrix) -> Option<Markup> {
    let results = matrix.results;
    if results.problems.is_empty() || results.cells.is_empty() {
        return None;
    }
    Some(html! {
        @for (k, problem) in results.problems.iter().enumerate() {
            // The first one is open, so that the page shows what the others hold.
            details.problem id=(problem_anchor(&problem.id)) open[k == 0] {
                summary {
                    h3 { (problem.name) } " " code { (problem.id) }
                    " " span.aside { (tally(matrix.column(problem).into_iter().map(|row| row.2))) }
                }
                (about(problem))
                (figure::convergence(matrix, problem))
                (figure::work(matrix, problem))
                (figure::drift(matrix, problem))
            }
        }
    })
}

fn about(problem: &Problem) -> Markup {
    html! {
        p { (problem.summary) }
        p.aside {
            (number::count(problem.coordinates, "velocity coordinate")) ", "
            (number::count(problem.constraints, "constraint row")) ", "
            (number::plain(problem.end_time)) " s simulated. Reference: " (problem.reference.kind.words())
            ", good to " (number::count(problem.reference.digits as usize, "digit")) ". "
            "A push at the start moves the end by " (number::plain(problem.sensitivity)) " s times the push. "
            "Energy and constraints pull at the same coordinates with a cosine of up to " (number::plain(problem.energy_coupling)) "."
            @if !problem.consistent_start {
                " The stated start violates the constraints on purpose, so no order is judged."
            }
            @if let Some(caveat) = &problem.caveat { " Orders need not show: " (caveat) }
            @if !problem.tags.is_empty() { " Tags: " (problem.tags.join(", ")) "." }
        }
    }
}
