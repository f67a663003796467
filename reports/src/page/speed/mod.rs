//! The section on speed: time and work per step.

mod timing;

use super::{breakable, table};
use crate::matrix::Matrix;
use crate::number;
use maud::{Markup, html};
use results::{Counter, Problem, Speed, Variant};

/// Caption of the table.
const CAPTION: &str = "Time per step, ratio to the hand-written limit, and what a step asks for";

/// A row of the table: a variant and its speed on every problem.
type Row<'a> = (&'a Variant, Vec<Option<Speed>>);

/// Counters shown per step. Rejected steps are left out: they are counted over whole runs.
const COUNTERS: [Counter; 4] = [
    Counter::Evaluations,
    Counter::Factorizations,
    Counter::Solves,
    Counter::Iterations,
];

/// The section, if speed was measured.
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
    let rows: Vec<Row> = matrix
        .rows()
        .map(|(_, variant)| {
            let speeds = problems.iter().map(|p| speed(&variant.id, &p.id));
            (variant, speeds.collect())
        })
        .filter(|(_, speeds): &Row| speeds.iter().any(Option::is_some))
        .collect();
    Some(html! {
        (timing::body(matrix.results.timing.as_ref()))
        p { "Time of one step, measured alone, with its interval in small type, as half of its width or as both ends. Below it, where there is "
            "one, the ratio to a kernel written by hand for the problem, run in turn with it. Counts at the end are ranges "
            "over the problems. A step must not allocate memory: ⚠ marks those that do." }
        (table("speed", CAPTION, html! {
            tr {
                th scope="col" { "Variant" }
                @for problem in &problems { th.num scope="col" { (breakable(&problem.id)) } }
                @for counter in COUNTERS { th.num scope="col" { (capitalized(counter.name())) " per step" } }
                th.num scope="col" { "Allocations per step" }
            }
        }, html! {
            tbody {
                @for (variant, speeds) in &rows {
                    tr {
                        th scope="row" { code { (variant.id) } }
                        @for speed in speeds { (time(*speed)) }
                        @for counter in COUNTERS { td.num { (spread(speeds, counter)) } }
                        (allocations(speeds))
                    }
                }
            }
        }))
    })
}

fn time(speed: Option<Speed>) -> Markup {
    let Some(speed) = speed else {
        return html! { td.num { (number::ABSENT) } };
    };
    html! {
        td.num title=(number::between(speed.ns_interval, number::duration)) {
            (number::duration(speed.ns_per_step))
            small.noise { (number::noise(speed.ns_per_step, speed.ns_interval, number::duration)) }
            @if let Some(ratio) = speed.relative_to_limit {
                small.ratio {
                    (number::ratio(ratio))
                    @if let Some(interval) = speed.relative_interval { " " (number::noise(ratio, interval, number::ratio)) }
                }
            }
            @if let Some(instructions) = speed.instructions_per_step {
                small.ratio { (number::amount(instructions)) " instructions" }
            }
        }
    }
}

fn capitalized(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

/// The range of a counter over all problems, or one number if all agree.
fn spread(speeds: &[Option<Speed>], counter: Counter) -> String {
    let counts = speeds
        .iter()
        .flatten()
        .map(|speed| speed.work_per_step[counter]);
    let ends =
        counts
            .filter(|n| n.is_finite())
            .fold(None, |ends: Option<[f64; 2]>, n| match ends {
                None => Some([n, n]),
                Some([low, high]) => Some([f64::min(low, n), f64::max(high, n)]),
            });
    let Some([low, high]) = ends.map(|ends| ends.map(number::amount)) else {
        return number::ABSENT.to_owned();
    };
    if low == high {
        low
    } else {
        format!("{low}–{high}")
    }
}

/// The largest number of allocations over all problems, marked if it is not zero.
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
