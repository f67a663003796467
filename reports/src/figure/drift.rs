//! The drift figure: largest constraint violation of every variant at a common step size.

use super::axis::Axis;
use super::label::shortened;
use super::panel::px;
use super::{figure, of_problem};
use crate::mark::{Mark, in_brackets};
use crate::matrix::{self, Matrix};
use crate::number;
use maud::{Markup, html};
use results::{Cell, Problem, Run};
use std::collections::BTreeMap;

const WIDTH: f64 = 740.0;
const LEFT: f64 = 286.0;
const RIGHT: f64 = 660.0;
const TOP: f64 = 14.0;
const ROW: f64 = 19.0;

/// A variant in the figure.
struct Dot<'a> {
    variant: &'a str,
    drift: f64,
    /// The run shown instead, if the variant has none with the common step.
    instead: Option<String>,
}

/// The figure for one problem.
pub(crate) fn drift(matrix: &Matrix, problem: &Problem) -> Markup {
    let cells = matrix.column(problem).into_iter().map(|row| row.2);
    let cells: Vec<&Cell> = cells.filter(|cell| Mark::of(cell).ran()).collect();
    let step = common_step(&cells);
    let mut dots: Vec<Dot> = cells.iter().filter_map(|cell| dot(cell, step)).collect();
    dots.sort_by(|a, b| a.drift.total_cmp(&b.drift).then(a.variant.cmp(b.variant)));
    let at = step.map_or_else(String::new, |h| {
        format!(" at the step size h = {} s", number::setting(h))
    });
    let reading = format!(
        "Largest |Φ| over the whole run{at}, least drift first. \
         A hollow diamond marks a variant without that step: its finest run stands in."
    );
    let title = format!(
        "Largest constraint violation of every variant on {}",
        problem.name
    );
    figure(
        "Drift",
        &reading,
        plot(&dots, &title),
        &of_problem(matrix, problem, "runs[].drift.position"),
    )
}

/// The step size shared by most fixed-step variants, the finest one if several are.
fn common_step(cells: &[&Cell]) -> Option<f64> {
    let mut shared: BTreeMap<String, (usize, f64)> = BTreeMap::new();
    for run in cells
        .iter()
        .flat_map(|cell| cell.order_runs())
        .filter(|run| run.tolerance.is_none() && run.measured.is_complete())
    {
        shared.entry(same_step(run.h)).or_insert((0, run.h)).0 += 1;
    }
    let best = shared
        .into_values()
        .max_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
    best.map(|(_, h)| h)
}

/// Steps that agree to nine digits are the same step, however they were computed.
fn same_step(h: f64) -> String {
    format!("{h:.8e}")
}

fn dot<'a>(cell: &'a Cell, step: Option<f64>) -> Option<Dot<'a>> {
    let has_step = |run: &&Run| {
        run.tolerance.is_none() && step.is_some_and(|h| same_step(h) == same_step(run.h))
    };
    let of = |run: &Run| {
        run.measured
            .drift_position
            .filter(|drift| drift.is_finite())
    };
    let (drift, instead) = match cell.order_runs().iter().find(has_step).and_then(of) {
        Some(drift) => (drift, None),
        None => {
            let run = matrix::finest(cell)?;
            let instead = match run.tolerance {
                Some(tolerance) => format!("adaptive, tolerance {}", number::setting(tolerance)),
                None => format!("h = {} s", number::setting(run.h)),
            };
            (of(run)?, Some(instead))
        }
    };
    let variant = &cell.variant;
    Some(Dot {
        variant,
        drift,
        instead,
    })
}

fn plot(dots: &[Dot], title: &str) -> Option<Markup> {
    if dots.is_empty() {
        return None;
    }
    // Where nothing drifts at all there is still an axis, around the unit roundoff.
    let axis = Axis::log(dots.iter().map(|dot| dot.drift), [LEFT, RIGHT])
        .or_else(|| Axis::log(std::iter::once(f64::EPSILON), [LEFT, RIGHT]))?;
    let bottom = TOP + ROW * dots.len() as f64;
    let height = bottom + 42.0;
    Some(html! {
        div.wide {
            svg.dots viewBox=(format!("0 0 {WIDTH} {height:.0}")) role="img" aria-label=(title) {
                title { (title) }
                g.grid {
                    @for tick in axis.ticks() {
                        line x1=(px(tick.at)) x2=(px(tick.at)) y1=(TOP) y2=(px(bottom)) {}
                        text x=(px(tick.at)) y=(px(bottom + 15.0)) text-anchor="middle" { (tick.text) }
                    }
                }
                text.axis-name x=(0.5 * (LEFT + RIGHT)) y=(px(height - 8.0)) text-anchor="middle" { "max |Φ|" }
                @for (k, dot) in dots.iter().enumerate() { (row(&axis, dot, TOP + ROW * (k as f64 + 0.5))) }
            }
        }
    })
}

fn row(axis: &Axis, dot: &Dot, y: f64) -> Markup {
    let x = if dot.drift > 0.0 {
        axis.at(dot.drift)
    } else {
        LEFT
    };
    let note = in_brackets(dot.instead.as_deref());
    html! {
        g.dot {
            title { (dot.variant) ": " (number::scientific(dot.drift)) (note) }
            line x1=(LEFT) x2=(RIGHT) y1=(px(y)) y2=(px(y)) {}
            text x=(LEFT - 10.0) y=(px(y + 3.5)) text-anchor="end" { (shortened(dot.variant, 42)) }
            @if dot.instead.is_some() {
                path.hollow d=(format!("M{x:.1} {:.1}l5 5l-5 5l-5 -5z", y - 5.0)) {}
            } @else {
                circle cx=(px(x)) cy=(px(y)) r="4.2" {}
            }
            text.value x=(WIDTH - 4.0) y=(px(y + 3.5)) text-anchor="end" { (number::scientific(dot.drift)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    #[test]
    fn the_common_step_is_the_finest_that_most_share() {
        let results = captured::planted();
        let matrix = Matrix::new(&results);
        let cells = matrix.column(&results.problems[0]).into_iter();
        let cells: Vec<&Cell> = cells.map(|row| row.2).collect();
        assert_eq!(common_step(&cells), Some(0.01));
    }

    #[test]
    fn an_adaptive_run_stands_in_and_says_so() {
        let results = captured::planted();
        let cell = results
            .cells
            .iter()
            .find(|cell| matrix::adaptive(cell))
            .unwrap();
        let dot = dot(cell, Some(0.01)).unwrap();
        assert_eq!(dot.instead.as_deref(), Some("adaptive, tolerance 1e-10"));
    }
}
