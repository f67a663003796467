//! The cost of a target for a cell: evaluations, factorizations and time.
//!
//! Work is counted in every run, but speed is measured at one step size only. The time of a run is therefore its
//! number of evaluations times what an evaluation takes, with everything that belongs to it, in the steps that were
//! timed. Steps of one size cost the same wherever they are; where the number of iterations depends on the step size,
//! the evaluations count them.

use results::{ACCURACIES, Cell, Cost, LadderKind, Reach, Run};
use verification::{Price, interpolate_cost};

/// The runs that prices are interpolated over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// Those of all ladders.
    All,
    /// Those of the ladder that shows orders.
    Order,
}

/// The runs of a cell, coarsest first.
fn runs(cell: &Cell, which: Runs) -> Vec<&Run> {
    let practice = cell.practice_runs();
    if which == Runs::Order || practice.is_empty() {
        return cell.order_runs().iter().collect();
    }
    let mut all: Vec<&Run> = cell.runs.iter().collect();
    // The sort is stable: of equal steps the one of the ladder of orders stays.
    all.sort_by(|a, b| b.h.total_cmp(&a.h));
    all.dedup_by(|later, first| {
        let same = (later.h - first.h).abs() <= 1e-9 * first.h;
        same && later.ladder == LadderKind::Practice
    });
    all
}

/// What it costs a cell to have `size` below `target`; `size` is infinite for runs that did not come to their end.
pub(crate) fn price(
    cell: &Cell,
    which: Runs,
    target: f64,
    size: &dyn Fn(&Run) -> f64,
    cost: fn(&Run) -> u64,
) -> Option<Price> {
    // A run that stopped has done a part of its work only; it keeps its place in the ladder all the same.
    let mut dearest = 0.0_f64;
    let point = |run: &Run| {
        let size = size(run);
        let mut cost = cost(run) as f64;
        if !run.measured.is_complete() && dearest > 0.0 {
            cost = cost.max(dearest.next_up());
        }
        dearest = dearest.max(cost);
        (size, cost)
    };
    let points: Vec<(f64, f64)> = runs(cell, which).into_iter().map(point).collect();
    interpolate_cost(&points, target)
}

/// The price in the compared cost; a cell without a time has no price where others have one.
pub(crate) fn in_cost(cell: &Cell, price: Price, cost: Cost) -> Option<Price> {
    match cost {
        Cost::Time => Some(Price {
            cost: cell.speed?.time_of(price.cost)?,
            ..price
        }),
        _ => Some(price),
    }
}

/// The cost of each accuracy in [`ACCURACIES`] for a cell on a motion with coordinates of size `size`; those it does not
/// reach are left out.
pub fn reach(cell: &Cell, size: f64, which: Runs) -> Vec<Reach> {
    let error = |run: &Run| run.measured.position.map_or(f64::INFINITY, |e| e / size);
    let at = |tolerance: f64| {
        let evaluations = price(cell, which, tolerance, &error, |run| run.work.evaluations)?;
        let factorizations = price(cell, which, tolerance, &error, |run| {
            run.work.factorizations
        });
        Some(Reach {
            tolerance,
            evaluations: evaluations.cost,
            factorizations: factorizations.map(|p| p.cost),
            ns: cell.speed.and_then(|s| s.time_of(evaluations.cost)),
            at_most: evaluations.at_most,
        })
    };
    ACCURACIES.into_iter().filter_map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{cell as of_runs, practice, run, timed};
    use results::Measured;

    /// A cell whose runs have these position errors and evaluations.
    fn cell(variant: &str, problem: &str, runs: &[(f64, u64)]) -> Cell {
        let made = |&(error, evaluations): &(f64, u64)| {
            let mut run = run(1.0 / evaluations as f64, error);
            run.work.evaluations = evaluations;
            run.work.factorizations = 2 * evaluations;
            run
        };
        of_runs(variant, problem, runs.iter().map(made).collect())
    }

    fn found(cell: &Cell, size: f64) -> Vec<Reach> {
        reach(cell, size, Runs::All)
    }

    #[test]
    fn between_two_runs_every_cost_lies_on_the_line() {
        // Twice as large as the motion of size one, so relative errors are half of these.
        let cell = timed(cell("a", "p", &[(2e-2, 100), (2e-4, 10_000)]), 50.0);
        let found = found(&cell, 2.0);
        assert_eq!(found.len(), 1);
        let Reach {
            tolerance,
            evaluations,
            factorizations,
            ns,
            at_most,
        } = found[0];
        assert_eq!((tolerance, at_most), (1e-3, false));
        assert!((evaluations - 1000.0).abs() < 1e-9);
        // The cells of these tests factor twice for every evaluation.
        assert!((factorizations.unwrap() - 2000.0).abs() < 1e-9);
        assert!((ns.unwrap() - 50_000.0).abs() < 1e-6);
    }

    #[test]
    fn a_coarsest_run_that_is_good_enough_is_an_upper_bound_until_a_coarser_one_is_run() {
        let mut cell = cell("a", "p", &[(1e-7, 100), (1e-10, 200)]);
        let bounds: Vec<bool> = found(&cell, 1.0).iter().map(|r| r.at_most).collect();
        assert_eq!(bounds, [true, true, false]);
        // Twenty evaluations with an error of 1e-2: on the line to 1e-7 at 100.
        let mut coarse = practice(run(0.05, 1e-2));
        coarse.work.evaluations = 20;
        cell.runs.push(coarse);
        let merged = found(&cell, 1.0);
        assert!(merged.iter().all(|r| !r.at_most));
        let expected = 20.0 * math::powf(5.0, 1.0 / 5.0);
        assert!((merged[0].evaluations - expected).abs() < 1e-9);
        let order = reach(&cell, 1.0, Runs::Order);
        assert_eq!((order[0].evaluations, order[0].at_most), (100.0, true));
        assert!(order.iter().all(|r| r.ns.is_none()));
    }

    #[test]
    fn methods_without_factorizations_have_no_price_in_them() {
        let mut cell = cell("a", "p", &[(1e-2, 100), (1e-4, 200)]);
        cell.runs.iter_mut().for_each(|r| r.work.factorizations = 0);
        assert_eq!(found(&cell, 1.0)[0].factorizations, None);
    }

    #[test]
    fn a_fine_run_that_stops_early_does_not_pass_for_a_cheap_one() {
        let mut broken = cell("a", "p", &[(1e-4, 1000), (1e-5, 200)]);
        broken.runs[1].measured = Measured::default();
        assert!(found(&broken, 1.0).is_empty());
        let mut broken = cell("a", "p", &[(1e-2, 1000), (1e-3, 200), (1e-7, 4000)]);
        broken.runs[1].measured = Measured::default();
        let found = found(&broken, 1.0);
        // There is no line across the gap: only the run behind it is known to be good.
        assert_eq!((found[0].evaluations, found[0].at_most), (4000.0, true));
    }

    #[test]
    fn a_run_that_stopped_and_a_motion_without_a_size_reach_nothing() {
        let mut broken = cell("a", "p", &[(1e-7, 100), (1e-10, 200)]);
        broken.runs[1].measured = Measured::default();
        assert!(found(&broken, 1.0).is_empty());
        assert!(found(&cell("a", "p", &[(1e-7, 100)]), 0.0).is_empty());
    }
}
