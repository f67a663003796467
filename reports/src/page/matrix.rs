//! The matrix without a script: every variant on every problem, with the drift beside doing nothing, or why there is none.

use super::breakable;
use crate::mark::Mark;
use crate::matrix::{Matrix, tail};
use crate::number;
use crate::page::link;
use crate::phrase;
use maud::{Markup, html};
use results::{Cell, LadderKind, Method, Problem, Variant};
use std::collections::HashMap;

/// The drift of Φ relative to the unstabilized run, by variant and problem.
type Drifts<'a> = HashMap<(&'a str, &'a str), f64>;

/// The view.
pub(super) fn body(matrix: &Matrix) -> Markup {
    let results = matrix.results;
    let drifts = drifts(matrix);
    html! {
        h1 { "Every variant on every problem" }
        @if results.cells.is_empty() { p.nothing { "No cell was run. " code { "cargo xtask report" } " runs every method on every problem." } }
        @else {
            div #explorer {
                p { "Constraint drift relative to the same integrator and steps without stabilization: ÷ 91 is 91 times less, × 3 is three times more." }
                div.scroll.tall {
                    table.matrix {
                        caption { "Drift of Φ relative to no stabilization" }
                        thead { tr {
                            th scope="col" { "Variant" }
                            @for problem in &results.problems {
                                th.num scope="col" { a href=(link::href(&link::problem(&problem.id))) { (breakable(&problem.id)) } }
                            }
                        } }
                        @for method in &results.methods { (group(matrix, &drifts, method)) }
                    }
                }
            }
        }
    }
}

/// The ratios at the steps of practice, or on the ladder of orders where there are none.
fn drifts<'a>(matrix: &Matrix<'a>) -> Drifts<'a> {
    let mut drifts = Drifts::new();
    for ladder in [LadderKind::Order, LadderKind::Practice] {
        let pairs = matrix.results.paired.iter().filter(|p| p.ladder == ladder);
        for pair in pairs {
            if let Some(ratio) = pair.factors.drift_position.filter(|x| x.is_finite()) {
                drifts.insert((&pair.variant, &pair.problem), ratio);
            }
        }
    }
    drifts
}

fn group(matrix: &Matrix, drifts: &Drifts, method: &Method) -> Markup {
    html! {
        tbody {
            tr.group { th scope="rowgroup" colspan=(matrix.results.problems.len() + 1) { a href=(link::href(&link::method(&method.id))) { (method.name) } } }
            @for variant in &method.variants { (row(matrix, drifts, method, variant)) }
        }
    }
}

fn row(matrix: &Matrix, drifts: &Drifts, method: &Method, variant: &Variant) -> Markup {
    let entry = |problem: &Problem| {
        let ratio = drifts.get(&(&*variant.id, &*problem.id));
        matrix.cell(&variant.id, &problem.id).map_or_else(
            || number::ABSENT.to_owned(),
            |cell| entry(cell, ratio.copied()),
        )
    };
    html! {
        tr {
            th scope="row" { (tail(method, &variant.id)) }
            @for problem in &matrix.results.problems { td.num { (entry(problem)) } }
        }
    }
}

/// The ratio, or the word of a cell that did not run.
fn entry(cell: &Cell, ratio: Option<f64>) -> String {
    let mark = Mark::of(cell);
    match ratio {
        Some(ratio) => phrase::factor(ratio),
        None if mark.ran() => number::ABSENT.to_owned(),
        None => mark.look().word.to_owned(),
    }
}
