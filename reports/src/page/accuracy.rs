//! The table of the cheapest variant for every problem and accuracy.

use super::{breakable, table};
use crate::matrix::{Matrix, cell_anchor, problem_anchor};
use crate::number;
use crate::reach::{Reached, reached, tolerances};
use maud::{Markup, html};
use results::Problem;

/// Caption of the table.
const CAPTION: &str = "Cheapest way to a given position error, relative to the size of the motion";

/// The table, if any run reaches any of the accuracies.
pub(super) fn body(matrix: &Matrix) -> Option<Markup> {
    let tolerances = tolerances(matrix);
    let problems: Vec<&Problem> = matrix
        .results
        .problems
        .iter()
        .filter(|problem| problem.consistent_start)
        .collect();
    if tolerances.is_empty() || problems.is_empty() {
        return None;
    }
    Some(html! {
        h3 { "What an accuracy costs" }
        p { "The cheapest variant for each relative position error, what it pays, and how many of "
            (number::count(matrix.rows().count(), "variant")) " get there. "
            "Costs are interpolated between runs; ≤ marks an upper bound, where the coarsest run is already that good. "
            "“As cheap” counts others whose intervals overlap." }
        (table("accuracy", CAPTION, html! {
            tr {
                th scope="col" { "Problem" }
                @for tolerance in &tolerances { th scope="col" { "error " (number::setting(*tolerance)) } }
            }
        }, html! {
            tbody {
                @for problem in problems {
                    tr {
                        th scope="row" { a href=(format!("#{}", problem_anchor(&problem.id))) { (breakable(&problem.id)) } }
                        @for tolerance in &tolerances { (entry(problem, reached(matrix, problem, *tolerance))) }
                    }
                }
            }
        }))
    })
}

fn entry(problem: &Problem, reached: Option<Reached>) -> Markup {
    let Some(Reached {
        best,
        paid,
        ties,
        variants,
    }) = reached
    else {
        return html! { td.missing { "not reached" } };
    };
    let bound = if paid.at_most { "≤ " } else { "" };
    let evaluations = format!("{} evaluations", number::amount(paid.evaluations));
    html! {
        td {
            a href=(format!("#{}", cell_anchor(&best.variant, &problem.id))) { code { (best.variant) } }
            div {
                b { (bound) (paid.ns.map_or_else(|| evaluations.clone(), number::duration)) }
                @if paid.ns.is_some() { small { " " (bound) (evaluations) } }
            }
            small {
                (variants) " reach it"
                @if ties > 0 { ", " (ties) " as cheap" }
            }
        }
    }
}
