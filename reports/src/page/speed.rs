//! Speed: what a step costs where it was measured.

use super::breakable;
use crate::matrix::Matrix;
use crate::number;
use maud::{Markup, html};
use results::{Method, Problem, Speed, Variant};

/// The section, where speed was measured.
pub(super) fn body(matrix: &Matrix) -> Option<Markup> {
    let speed =
        |variant: &str, problem: &str| matrix.cell(variant, problem).and_then(|cell| cell.speed);
    let timed = |problem: &&Problem| {
        matrix
            .rows()
            .any(|(_, variant)| speed(&variant.id, &problem.id).is_some())
    };
    let problems: Vec<&Problem> = matrix.results.problems.iter().filter(timed).collect();
    if problems.is_empty() {
        return None;
    }
    let rows: Vec<(&Method, &Variant, Vec<Option<Speed>>)> = matrix
        .rows()
        .map(|(method, variant)| {
            (
                method,
                variant,
                problems.iter().map(|p| speed(&variant.id, &p.id)).collect(),
            )
        })
        .filter(|(_, _, speeds): &(_, _, Vec<Option<Speed>>)| speeds.iter().any(Option::is_some))
        .collect();
    let limited: Vec<Column> = (0..problems.len())
        .map(|k| {
            let compared = |row: &(&Method, &Variant, Vec<Option<Speed>>)| {
                row.2[k].and_then(|s| s.relative_to_limit)
            };
            if rows.iter().any(|row| compared(row).is_some()) {
                Column::Compared
            } else {
                Column::Alone
            }
        })
        .collect();
    Some(html! {
        p { "Median time of one step, measured alone. Beside it, in small type, the ratio to a kernel written by hand for "
            "the problem, run in turn with it. A step must not allocate memory: ⚠ marks those that do." }
        div.scroll tabindex="0" {
            table.speed {
                caption { "Time per step, ratio to the hand-written limit, and allocations per step" }
                thead { tr {
                    th scope="col" { "Variant" }
                    @for problem in &problems { th.num scope="col" { (breakable(&problem.id)) } }
                    th.num scope="col" { "Allocations per step" }
                } }
                tbody {
                    @for (_, variant, speeds) in &rows {
                        tr {
                            th scope="row" { code { (variant.id) } }
                            @for (speed, column) in speeds.iter().zip(&limited) { (time(*speed, *column)) }
                            (allocations(speeds))
                        }
                    }
                }
            }
        }
    })
}

/// Whether the problem of a column has a hand-written limit to compare with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Compared,
    Alone,
}

fn time(speed: Option<Speed>, column: Column) -> Markup {
    let ratio = speed.and_then(|speed| speed.relative_to_limit);
    html! {
        td.num {
            (speed.map_or_else(|| number::ABSENT.to_owned(), |speed| number::duration(speed.ns_per_step)))
            @if column == Column::Compared {
                small.ratio { (ratio.map_or_else(|| number::ABSENT.to_owned(), number::ratio)) }
            }
        }
    }
}

/// The largest number over all problems: one allocating step is one too many.
fn allocations(speeds: &[Option<Speed>]) -> Markup {
    let most = speeds
        .iter()
        .flatten()
        .map(|speed| speed.allocations_per_step)
        .fold(0.0, f64::max);
    html! {
        @if most > 0.0 { td.num.warn { "⚠ " (number::fixed(most, 2)) } } @else { td.num { "0" } }
    }
}
