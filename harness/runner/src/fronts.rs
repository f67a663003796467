//! The Pareto fronts of a problem, one for each cost.

use results::{Cell, Cost, FrontPoint, ParetoFront, Run};
use verification::pareto_front;

/// The fronts of one problem, from its cells; a cost that no run has is left out.
///
/// Errors below `floor` cannot be told apart, since the reference is no better: the cheapest such run ends the front.
pub(crate) fn fronts(problem: &str, cells: &[Cell], floor: f64) -> Vec<ParetoFront> {
    [Cost::Time, Cost::Evaluations, Cost::Factorizations]
        .into_iter()
        .map(|cost| ParetoFront {
            problem: problem.to_owned(),
            cost,
            points: front(problem, cells, cost, floor),
        })
        .filter(|front| !front.points.is_empty())
        .collect()
}

fn front(problem: &str, cells: &[Cell], cost: Cost, floor: f64) -> Vec<FrontPoint> {
    let on_problem = cells.iter().filter(|cell| cell.problem == problem);
    let runs: Vec<FrontPoint> = on_problem
        .flat_map(|cell| {
            let point = move |(k, run): (usize, &Run)| {
                Some(FrontPoint {
                    variant: cell.variant.clone(),
                    run: k,
                    error: run.measured.position?,
                    cost: price(cell, run, cost)?,
                })
            };
            cell.order_runs().iter().enumerate().filter_map(point)
        })
        .collect();
    let points: Vec<(f64, f64)> = runs.iter().map(|p| (p.error.max(floor), p.cost)).collect();
    let kept = pareto_front(&points).into_iter();
    kept.map(|i| runs[i].clone()).collect()
}

/// The cost of a run; `None` where it is zero, since a method without factorizations pays in other ways.
fn price(cell: &Cell, run: &Run, cost: Cost) -> Option<f64> {
    let evaluations = run.work.evaluations as f64;
    let price = match cost {
        Cost::Time => cell.speed?.time_of(evaluations)?,
        Cost::Evaluations => evaluations,
        Cost::Factorizations => run.work.factorizations as f64,
    };
    (price > 0.0).then_some(price)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{cell, timed};

    fn names(front: &ParetoFront) -> Vec<(&str, usize)> {
        let points = front.points.iter();
        points.map(|p| (p.variant.as_str(), p.run)).collect()
    }

    #[test]
    fn time_and_counts_may_have_different_fronts() {
        let cells = [
            timed(cell("few-but-slow", "p", &[(1e-2, 10), (1e-4, 20)]), 100.0),
            timed(cell("many-but-fast", "p", &[(1e-2, 30), (1e-4, 60)]), 1.0),
            cell("elsewhere", "q", &[(1e-9, 1)]),
        ];
        let found = fronts("p", &cells, 0.0);
        let costs: Vec<Cost> = found.iter().map(|front| front.cost).collect();
        assert_eq!(costs, [Cost::Time, Cost::Evaluations, Cost::Factorizations]);
        for (front, name) in found.iter().zip(["many-but-fast", "few-but-slow"]) {
            assert_eq!(names(front), [(name, 0), (name, 1)]);
        }
    }

    #[test]
    fn without_speed_and_without_factorizations_there_is_no_such_front() {
        let mut only = cell("a", "p", &[(1e-2, 10)]);
        only.runs[0].work.factorizations = 0;
        let found = fronts("p", &[only], 0.0);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].cost, Cost::Evaluations);
        assert!(fronts("nowhere", &[], 0.0).is_empty());
    }

    #[test]
    fn errors_below_the_reference_do_not_prolong_the_front() {
        let cells = [cell("a", "p", &[(1e-3, 10), (3e-14, 20), (1e-16, 40)])];
        assert_eq!(names(&fronts("p", &cells, 1e-13)[0]), [("a", 0), ("a", 1)]);
    }
}
