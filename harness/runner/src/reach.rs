//! The cost of a given accuracy for a cell: evaluations, factorizations and time.
//!
//! Work is counted in every run, but speed is measured at one step size only. The time of a run is therefore its
//! number of evaluations times what an evaluation takes, with everything that belongs to it, in the steps that were
//! timed. Steps of one size cost the same wherever they are; where the number of iterations depends on the step size,
//! the evaluations count them.

use results::{ACCURACIES, Cell, Reach, Run};
use verification::interpolate_cost;

/// The cost of each accuracy in [`ACCURACIES`] for a cell on a motion with coordinates of size `size`; those it does not
/// reach are left out.
pub(crate) fn reach(cell: &Cell, size: f64) -> Vec<Reach> {
    let price = |tolerance: f64, cost: fn(&Run) -> u64| {
        // A run that stopped has done a part of its work only; it keeps its place in the ladder all the same.
        let mut dearest = 0.0_f64;
        let point = |run: &Run| {
            let error = run.measured.position.map_or(f64::INFINITY, |e| e / size);
            let mut cost = cost(run) as f64;
            if !run.measured.is_complete() && dearest > 0.0 {
                cost = cost.max(dearest.next_up());
            }
            dearest = dearest.max(cost);
            (error, cost)
        };
        let points: Vec<(f64, f64)> = cell.runs.iter().map(point).collect();
        interpolate_cost(&points, tolerance)
    };
    let at = |tolerance: f64| {
        let evaluations = price(tolerance, |run| run.work.evaluations)?;
        Some(Reach {
            tolerance,
            evaluations: evaluations.cost,
            factorizations: price(tolerance, |run| run.work.factorizations).map(|p| p.cost),
            ns: cell.speed.and_then(|s| s.time_of(evaluations.cost)),
            at_most: evaluations.at_most,
        })
    };
    ACCURACIES.into_iter().filter_map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{cell, timed};

    #[test]
    fn between_two_runs_every_cost_lies_on_the_line() {
        // Twice as large as the motion of size one, so relative errors are half of these.
        let cell = timed(cell("a", "p", &[(2e-2, 100), (2e-4, 10_000)]), 50.0);
        let found = reach(&cell, 2.0);
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
    fn a_coarsest_run_that_is_good_enough_is_an_upper_bound() {
        let found = reach(&cell("a", "p", &[(1e-7, 100), (1e-10, 200)]), 1.0);
        let bounds: Vec<bool> = found.iter().map(|r| r.at_most).collect();
        assert_eq!(bounds, [true, true, false]);
        assert!(found.iter().all(|r| r.ns.is_none()));
    }

    #[test]
    fn methods_without_factorizations_have_no_price_in_them() {
        let mut cell = cell("a", "p", &[(1e-2, 100), (1e-4, 200)]);
        cell.runs.iter_mut().for_each(|r| r.work.factorizations = 0);
        assert_eq!(reach(&cell, 1.0)[0].factorizations, None);
    }

    #[test]
    fn a_fine_run_that_stops_early_does_not_pass_for_a_cheap_one() {
        let mut broken = cell("a", "p", &[(1e-4, 1000), (1e-5, 200)]);
        broken.runs[1].measured = results::Measured::default();
        assert!(reach(&broken, 1.0).is_empty());
        let mut broken = cell("a", "p", &[(1e-2, 1000), (1e-3, 200), (1e-7, 4000)]);
        broken.runs[1].measured = results::Measured::default();
        let found = reach(&broken, 1.0);
        // There is no line across the gap: only the run behind it is known to be good.
        assert_eq!((found[0].evaluations, found[0].at_most), (4000.0, true));
    }

    #[test]
    fn a_run_that_stopped_and_a_motion_without_a_size_reach_nothing() {
        let mut broken = cell("a", "p", &[(1e-7, 100), (1e-10, 200)]);
        broken.runs[1].measured = results::Measured::default();
        assert!(reach(&broken, 1.0).is_empty());
        assert!(reach(&cell("a", "p", &[(1e-7, 100)]), 0.0).is_empty());
    }
}
