//! The work-precision figure: error over time, evaluations and factorizations.

use super::front::FrontPanel;
use super::{figure, of_problem};
use crate::matrix::{Matrix, cell_anchor};
use crate::tally::distinct;
use maud::{Markup, html};
use results::{Cell, Cost, ParetoFront, Problem, Run};

const COSTS: [Cost; 3] = [Cost::Time, Cost::Evaluations, Cost::Factorizations];

/// Nanoseconds in a second.
const NS: f64 = 1e9;

/// The figure for one problem, one panel per kind of cost.
pub(crate) fn work(matrix: &Matrix, problem: &Problem) -> Markup {
    let fronts = matrix.results.fronts.iter();
    let fronts: Vec<&ParetoFront> = fronts.filter(|front| front.problem == problem.id).collect();
    // The variants on any front; their place is their number.
    let points = fronts.iter().flat_map(|front| &front.points);
    let names = distinct(points.map(|point| point.variant.as_str()));
    let panels: Vec<(Cost, Markup)> = COSTS
        .into_iter()
        .filter_map(|cost| Some((cost, panel(matrix, problem, cost, &fronts, &names)?)))
        .collect();
    let timed = panels.iter().any(|(cost, _)| *cost == Cost::Time);
    let body = (!panels.is_empty()).then(|| {
        html! {
            div.panels { @for (_, panel) in &panels { (panel) } }
            (keys(problem, &names))
            @if !timed {
                p.nothing { "No time was measured on this problem, so there is no panel for it." }
            }
            @if names.is_empty() && !problem.consistent_start {
                p.nothing { "There is no front: runs that start away from the constraints have no motion to be accurate about." }
            }
        }
    });
    let reading = "Pale: the runs of one variant, coarse to fine; pointing at a line names it. \
                   Bold: the Pareto front, the runs that no other run beats in both error and cost. \
                   Lower and further left is better. \
                   Counts are exact on every machine; the time of a run is its evaluations times the time per evaluation \
                   that was measured at one step size.";
    figure(
        "Work and precision",
        reading,
        body,
        &of_problem(
            matrix,
            problem,
            "runs[].work, runs[].errors.position, speed, and fronts",
        ),
    )
}

fn panel(
    matrix: &Matrix,
    problem: &Problem,
    cost: Cost,
    fronts: &[&ParetoFront],
    names: &[&str],
) -> Option<Markup> {
    let line = |cell: &Cell| -> Vec<[f64; 2]> {
        let point = |run: &Run| Some([price(cell, run, cost)?, run.measured.position?]);
        cell.order_runs().iter().filter_map(point).collect()
    };
    let column = matrix.column(problem).into_iter();
    let points = fronts.iter().filter(|front| front.cost == cost);
    let unit = if cost == Cost::Time { NS } else { 1.0 };
    let front = points.flat_map(|front| &front.points).filter_map(|point| {
        let number = 1 + names.iter().position(|name| *name == point.variant)?;
        Some((number, [point.cost / unit, point.error]))
    });
    FrontPanel {
        problem: &problem.name,
        cost,
        lines: column
            .map(|(_, variant, cell)| (variant.id.as_str(), line(cell)))
            .collect(),
        front: front.collect(),
    }
    .draw()
}

/// The cost of a run; times are in seconds.
fn price(cell: &Cell, run: &Run, cost: Cost) -> Option<f64> {
    match cost {
        Cost::Time => Some(cell.speed?.time_of(run.work.evaluations as f64)? / NS),
        Cost::Evaluations => Some(run.work.evaluations as f64),
        Cost::Factorizations => Some(run.work.factorizations as f64),
    }
}

fn keys(problem: &Problem, names: &[&str]) -> Markup {
    html! {
        @if !names.is_empty() {
            ul.keys.fronts aria-label="Variants on a Pareto front" {
                @for (k, name) in names.iter().enumerate() {
                    li {
                        span.number { (k + 1) }
                        " " a href=(format!("#{}", cell_anchor(name, &problem.id))) { code { (name) } }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    fn drawn(change: fn(&mut results::Results)) -> String {
        let mut results = captured::planted();
        change(&mut results);
        let matrix = Matrix::new(&results);
        work(&matrix, &results.problems[0]).into_string()
    }

    #[test]
    fn there_is_a_panel_for_every_cost_and_every_variant_on_a_front_is_named() {
        let text = drawn(|_| ());
        assert_eq!(text.matches("<svg").count(), 3);
        assert_eq!(text.matches("class=\"stair\"").count(), 3);
        let results = captured::planted();
        let on_front = results
            .fronts
            .iter()
            .filter(|f| f.problem == results.problems[0].id);
        for point in on_front.flat_map(|front| &front.points) {
            let anchor = cell_anchor(&point.variant, &results.problems[0].id);
            assert!(text.contains(&format!("#{anchor}")), "{anchor}");
        }
    }

    #[test]
    fn without_times_there_are_two_panels_and_a_sentence() {
        let text = drawn(|results| {
            results.cells.iter_mut().for_each(|cell| cell.speed = None);
            results.fronts.retain(|front| front.cost != Cost::Time);
        });
        assert_eq!(text.matches("<svg").count(), 2);
        assert!(text.contains("No time was measured"));
    }

    #[test]
    fn a_front_of_strangers_is_no_reason_to_stop() {
        let text = drawn(|results| {
            results
                .fronts
                .iter_mut()
                .flat_map(|f| &mut f.points)
                .for_each(|p| p.error = f64::NAN);
        });
        assert!(!text.contains("class=\"stair\"") && text.contains("<svg"));
    }
}
