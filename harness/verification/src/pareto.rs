//! The points that no other point beats in both error and cost.

/// Indices of the Pareto front of `(error, cost)` points, cheapest first.
///
/// A point is beaten by one that is no worse in both numbers and better in one. Of equal points the first one given
/// stays. Points with a number that is negative or not finite are beaten by everything.
pub fn pareto_front(points: &[(f64, f64)]) -> Vec<usize> {
    let usable = |x: f64| x.is_finite() && x >= 0.0;
    // Adding zero makes the zero with a sign the other one, which it equals.
    let point = |i: usize| (points[i].0 + 0.0, points[i].1 + 0.0);
    let mut order: Vec<usize> = (0..points.len())
        .filter(|&i| usable(points[i].0) && usable(points[i].1))
        .collect();
    // The sort is stable, so equal points keep their order.
    order.sort_by(|&i, &j| {
        let ((error_i, cost_i), (error_j, cost_j)) = (point(i), point(j));
        cost_i.total_cmp(&cost_j).then(error_i.total_cmp(&error_j))
    });
    let mut least = f64::INFINITY;
    order.retain(|&i| {
        let better = points[i].0 < least;
        least = least.min(points[i].0);
        better
    });
    order
}

#[cfg(test)]
mod tests {
    use proptest::num::f64::ANY;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_staircase_is_its_own_front_and_what_lies_above_it_is_not() {
        let points = [
            (1e-2, 10.0),
            (1e-4, 40.0),
            (1e-3, 20.0),
            (2e-3, 30.0),
            (1e-4, 50.0),
        ];
        assert_eq!(pareto_front(&points), [0, 2, 1]);
    }

    #[test]
    fn of_equal_points_the_first_stays() {
        assert_eq!(
            pareto_front(&[(1.0, 2.0), (1.0, 2.0), (0.5, 2.0), (0.5, 2.0)]),
            [2]
        );
    }

    #[test]
    fn runs_that_broke_down_beat_nobody() {
        let broken = [
            (f64::NAN, 1.0),
            (1.0, f64::INFINITY),
            (-1.0, 1.0),
            (1.0, f64::NAN),
        ];
        assert!(pareto_front(&broken).is_empty());
        assert_eq!(pareto_front(&[broken[0], (3.0, 3.0)]), [1]);
    }

    /// Numbers that often coincide, and all the others.
    fn number() -> impl Strategy<Value = f64> {
        prop_oneof![(0..6_u8).prop_map(f64::from), ANY]
    }

    proptest! {
        #[test]
        fn no_front_point_is_beaten_and_every_other_point_is(
            points in prop::collection::vec((number(), number()), 0..30),
        ) {
            let usable = |p: &(f64, f64)| p.0.is_finite() && p.1.is_finite() && p.0 >= 0.0 && p.1 >= 0.0;
            let no_worse = |a: (f64, f64), b: (f64, f64)| a.0 <= b.0 && a.1 <= b.1;
            let front = pareto_front(&points);
            for (i, point) in points.iter().enumerate().filter(|(_, p)| usable(p)) {
                let as_good = front.iter().filter(|&&j| j != i && no_worse(points[j], *point)).count();
                prop_assert_eq!(as_good == 0, front.contains(&i));
            }
            prop_assert!(front.windows(2).all(|pair| points[pair[0]].1 < points[pair[1]].1));
        }
    }
}
