//! Figures as inline SVG, one file each, drawn from the results alone.

mod axis;
mod chart;
mod convergence;
mod drift;
mod guide;
mod label;
mod marker;
mod work;

pub(crate) use convergence::convergence;
pub(crate) use drift::drift;
pub(crate) use work::work;

use crate::matrix::{self, Matrix};
use maud::{Markup, html};
use results::{Errors, Problem, Run};

/// A figure with its heading, what it shows, where its numbers are and how to make it again.
fn figure(
    matrix: &Matrix,
    problem: &Problem,
    heading: &str,
    data: &str,
    reading: &str,
    body: Option<Markup>,
) -> Markup {
    html! {
        figure {
            h4 { (heading) }
            @if let Some(body) = body {
                p.reading { (reading) }
                (body)
            } @else {
                p.nothing { "No run on this problem came to its end, so there is nothing to draw." }
            }
            figcaption {
                "Data: " code { "results.json" } ", cells with problem " code { (problem.id) } ", " code { (data) } ". "
                "Again: " code { (matrix::command(matrix.results, problem)) }
            }
        }
    }
}

/// One line per variant that ran, with the abscissa given by `across`.
fn series(matrix: &Matrix, problem: &Problem, across: fn(&Run) -> f64) -> Vec<chart::Series> {
    let lines = matrix
        .column(problem)
        .into_iter()
        .map(|(method, variant, cell)| {
            let point = |run: &Run, errors: Errors| [across(run), errors.position];
            chart::Series {
                panel: method.name.clone(),
                label: matrix::tail(method, &variant.id).to_owned(),
                title: variant.id.clone(),
                points: cell
                    .runs
                    .iter()
                    .filter_map(|run| Some(point(run, run.errors?)))
                    .collect(),
                adaptive: matrix::adaptive(cell),
                claimed: matrix::claims(variant, cell).position,
            }
        });
    lines.collect()
}
