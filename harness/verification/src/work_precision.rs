//! The cost of a method at a given error.
//!
//! Runs at several step sizes are points in the work-precision diagram. Methods are compared at equal
//! error, on the straight line between two measured points in logarithms, and never beyond the range
//! a method has shown.

/// The cost of one tolerance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    /// The cost, interpolated where possible.
    pub cost: f64,
    /// Whether the cost is only an upper bound, since there was nothing to interpolate.
    pub at_most: bool,
}

impl Price {
    fn at_most(cost: f64) -> Self {
        Self {
            cost,
            at_most: true,
        }
    }
}

/// The cost at which the error reaches `tolerance` for good, from `(error, cost)` points in any order.
///
/// Points are walked from the cheapest to the most expensive. The last crossing counts, after which every more expensive
/// run stays within the tolerance: an error that dips below it by a change of sign and comes
/// back has not reached it. Between the two runs around the crossing the cost is interpolated
/// log-log. Three cases have no line to follow:
///
/// - The cheapest run is already within the tolerance: its cost is returned, which is an upper bound.
/// - The run before the crossing broke down (its error is not a finite number), or the one after it
///   has error zero: the cost of the run after it, again an upper bound.
/// - The most expensive run is not within the tolerance: `None`, nothing is extrapolated.
///
/// Points whose cost is not positive and finite are ignored; so is everything if the tolerance is not.
pub fn interpolate_cost(points: &[(f64, f64)], tolerance: f64) -> Option<Price> {
    let usable = |x: f64| x.is_finite() && x > 0.0;
    if !usable(tolerance) {
        return None;
    }
    let mut runs: Vec<(f64, f64)> = points
        .iter()
        .copied()
        .filter(|&(_, cost)| usable(cost))
        .collect();
    // At equal cost the larger error comes first, so that the result does not depend on the input order.
    runs.sort_by(|a, b| a.1.total_cmp(&b.1).then(b.0.total_cmp(&a.0)));
    let within = |&(error, _): &(f64, f64)| (0.0..=tolerance).contains(&error);
    let last_outside = runs.iter().rposition(|run| !within(run));
    let Some(outside) = last_outside else {
        return runs.first().map(|&(_, cost)| Price::at_most(cost));
    };
    let &(error_after, cost_after) = runs.get(outside + 1)?;
    let (error_before, cost_before) = runs[outside];
    if !usable(error_before) || error_after == 0.0 {
        return Some(Price::at_most(cost_after));
    }
    let way = (math::ln(error_before) - math::ln(tolerance))
        / (math::ln(error_before) - math::ln(error_after));
    // Errors that differ in their last bit only may have equal logarithms.
    let way = if way.is_finite() {
        way.clamp(0.0, 1.0)
    } else {
        1.0
    };
    let log_cost = math::ln(cost_before) + way * (math::ln(cost_after) - math::ln(cost_before));
    Some(Price {
        cost: math::exp(log_cost).clamp(cost_before, cost_after),
        at_most: false,
    })
}

#[cfg(test)]
mod tests {
    use approx::assert_relative_eq;
    use proptest::num::f64::ANY;
    use proptest::prelude::*;

    use super::*;

    const LINE: [(f64, f64); 3] = [(1e-2, 1.0), (1e-4, 100.0), (1e-6, 700.0)];

    #[test]
    fn between_runs_the_cost_lies_on_the_line_in_logarithms() {
        let dips = [(1e-2, 1.0), (1e-9, 2.0), (1e-3, 4.0), (1e-5, 400.0)];
        for (points, tolerance, cost) in [
            // Halfway in the logarithm of the error is halfway in that of the cost.
            (&LINE[..2], 1e-3, 10.0),
            // A measured error costs what was measured.
            (&LINE[..], 1e-4, 100.0),
            // A lucky dip does not count as reached.
            (&dips[..], 1e-4, 40.0),
        ] {
            let found = interpolate_cost(points, tolerance).unwrap();
            assert_relative_eq!(found.cost, cost, max_relative = 1e-12);
            assert!(!found.at_most, "an interpolated cost is no bound");
        }
        assert_eq!(interpolate_cost(&dips[..3], 1e-4), None);
    }

    #[test]
    fn without_a_line_to_follow_there_is_an_upper_bound_or_nothing() {
        let bound = |cost| Some(Price::at_most(cost));
        let (nan, infinity) = (f64::NAN, f64::INFINITY);
        for (points, tolerance, expected) in [
            // A tolerance that was never reached has no cost.
            (&LINE[..2], 1e-5, None),
            (&[], 1e-5, None),
            // The coarsest run is already within the tolerance.
            (&[(1e-4, 100.0), (1e-2, 1.0)], 0.5, bound(1.0)),
            // A run that broke down is no end of a line.
            (&[(nan, 1.0), (1e-4, 100.0)], 1e-3, bound(100.0)),
            (&[(1e-4, 1.0), (infinity, 9.0)], 1e-3, None),
            // An error of zero has no logarithm and gives its own cost.
            (&[(1e-2, 1.0), (0.0, 100.0)], 1e-3, bound(100.0)),
        ] {
            assert_eq!(interpolate_cost(points, tolerance), expected, "{points:?}");
        }
    }

    proptest! {
        #[test]
        fn a_power_law_is_followed_exactly(p in 0.5..8.0_f64, at in 0.0..5.0) {
            // Costs 1, 2, 4, ... and errors cost^-p.
            let point = |k: f64| (math::exp2(-p * k), math::exp2(k));
            let points = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0].map(point);
            let cost = interpolate_cost(&points, math::exp2(-p * at)).unwrap().cost;
            assert_relative_eq!(cost, math::exp2(at), max_relative = 1e-12);
        }

        #[test]
        fn arbitrary_numbers_give_a_measured_range_or_nothing(
            points in prop::collection::vec((ANY, ANY), 0..7),
            tolerance in ANY,
        ) {
            let points: Vec<(f64, f64)> = points.iter().map(|p| (p.0.abs(), p.1.abs())).collect();
            if let Some(Price { cost, .. }) = interpolate_cost(&points, tolerance.abs()) {
                let costs = points.iter().map(|p| p.1);
                let measured = |keep: fn(f64, f64) -> f64| costs.clone().reduce(keep).unwrap();
                prop_assert!(measured(f64::min) <= cost && cost <= measured(f64::max));
            }
        }

        #[test]
        fn the_order_of_the_points_does_not_matter(
            (points, shuffled) in prop::collection::vec((1e-9..1.0, 1.0..9.0), 1..7)
                .prop_flat_map(|p| (Just(p.clone()), Just(p).prop_shuffle())),
        ) {
            prop_assert_eq!(interpolate_cost(&shuffled, 1e-3), interpolate_cost(&points, 1e-3));
        }
    }
}
