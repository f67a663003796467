//! Standings from performance profiles.
//!
//! Dolan and Moré divide each cost by the best cost on the same instance and count, for every factor
//! `τ ≥ 1`, the share of instances a solver finishes within `τ` times the best. The score of a
//! solver is the area under that curve over `log₂ τ`. It orders a field, and depends on it: a score
//! from one set of solvers must not be compared with one from another.

use vocabulary::planted::{self, Defect};

/// The profile ends at `τ = 2¹⁰`: a thousand times the best cost earns as little as no result.
pub const LOG2_TAU_MAX: f64 = 10.0;

/// Score and coverage of one solver over all instances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// Area under the profile, divided by [`LOG2_TAU_MAX`]: 1 is best everywhere, 0 is never within
    /// a thousand times the best. Instances that no solver solved are left out.
    pub score: f64,
    /// Share of all instances that it solved; instances that no solver solved count too.
    pub coverage: f64,
}

/// Scores every row of `costs`, one row per solver and one column per instance.
///
/// `None` is not solved, and so is a cost that is negative or not finite, or a column that a short
/// row lacks. On one instance the area is `max(0, 1 - log₂(cost / best) / LOG2_TAU_MAX)`; the score
/// is its mean. Without any solved instance every score is 0.
pub fn scores(costs: &[Vec<Option<f64>>]) -> Vec<Standing> {
    let instances = costs.iter().map(Vec::len).max().unwrap_or(0);
    let cost = |row: &[Option<f64>], i: usize| {
        row.get(i)
            .copied()
            .flatten()
            .filter(|c| c.is_finite() && *c >= 0.0)
    };
    let best: Vec<Option<f64>> = (0..instances)
        .map(|i| costs.iter().filter_map(|row| cost(row, i)).reduce(f64::min))
        .collect();
    let contested = best.iter().flatten().count();

    let standing = |row: &Vec<Option<f64>>| {
        let solved = (0..instances).filter_map(|i| Some((cost(row, i)?, best[i]?)));
        // Not `sum`, which is -0 where nothing was solved, and so less than the 0 of others.
        let areas = solved.clone().map(|(cost, best)| area(cost, best));
        let area = areas.fold(0.0, |sum, area| sum + area);
        Standing {
            score: match planted::is(Defect::ScoresInverted) {
                true => 1.0 - share(area, contested),
                false => share(area, contested),
            },
            coverage: share(solved.count() as f64, instances),
        }
    };
    costs.iter().map(standing).collect()
}

/// Area under the profile of a single instance.
fn area(cost: f64, best: f64) -> f64 {
    // A best cost of zero is matched only by zero.
    let log2_tau = if cost == best {
        0.0
    } else {
        math::log2(cost) - math::log2(best)
    };
    (1.0 - log2_tau / LOG2_TAU_MAX).max(0.0)
}

fn share(part: f64, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part / whole as f64 }
}

#[cfg(test)]
mod tests {
    use approx::assert_relative_eq;
    use proptest::num::f64::ANY;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn twice_the_best_cost_loses_a_tenth() {
        let standings = scores(&[vec![Some(3.0)], vec![Some(6.0)], vec![None]]);
        assert_eq!(
            standings[0],
            Standing {
                score: 1.0,
                coverage: 1.0
            }
        );
        assert_relative_eq!(standings[1].score, 0.9, max_relative = 1e-15);
        assert_eq!(
            standings[2],
            Standing {
                score: 0.0,
                coverage: 0.0
            }
        );
    }

    #[test]
    fn nothing_solved_and_nothing_gained_are_the_same_zero() {
        let standings = scores(&[vec![Some(1.0)], vec![Some(1e9)], vec![None]]);
        let [hopeless, absent] = [1, 2].map(|row: usize| standings[row].score.to_bits());
        assert_eq!(hopeless, absent);
    }

    #[test]
    fn what_nobody_solves_costs_coverage_but_no_score() {
        let standings = scores(&[vec![Some(1.0), None], vec![Some(1.0), None]]);
        assert_eq!(
            standings,
            [Standing {
                score: 1.0,
                coverage: 0.5
            }; 2]
        );
    }

    #[test]
    fn a_solver_far_behind_keeps_its_coverage() {
        let standings = scores(&[vec![Some(1.0)], vec![Some(1e4)]]);
        assert_eq!(
            standings[1],
            Standing {
                score: 0.0,
                coverage: 1.0
            }
        );
    }

    #[test]
    fn a_free_result_is_matched_only_by_another_free_one() {
        let standings = scores(&[vec![Some(0.0)], vec![Some(0.0)], vec![Some(1e-9)]]);
        let won: Vec<f64> = standings.iter().map(|s| s.score).collect();
        assert_eq!(won, [1.0, 1.0, 0.0]);
    }

    #[test]
    fn short_rows_and_broken_costs_are_unsolved() {
        let standings = scores(&[vec![Some(1.0), Some(1.0)], vec![Some(f64::NAN)], vec![]]);
        assert_eq!(
            standings[1..],
            [Standing {
                score: 0.0,
                coverage: 0.0
            }; 2]
        );
        assert!(scores(&[]).is_empty());
    }

    fn any_costs() -> impl Strategy<Value = Vec<Vec<Option<f64>>>> {
        let cell = prop::option::of(prop_oneof![ANY, 0.1..100.0]);
        prop::collection::vec(prop::collection::vec(cell, 0..6), 0..5)
    }

    proptest! {
        #[test]
        fn standings_are_shares(costs in any_costs()) {
            for Standing { score, coverage } in scores(&costs) {
                prop_assert!((0.0..=1.0).contains(&score) && (0.0..=1.0).contains(&coverage));
                prop_assert!(score == 0.0 || coverage > 0.0);
            }
        }

        #[test]
        fn the_unit_of_cost_does_not_matter(
            costs in prop::collection::vec(prop::collection::vec(0.1..100.0, 3), 1..5),
        ) {
            let in_units = |unit: f64| -> Vec<Vec<Option<f64>>> {
                costs.iter().map(|row| row.iter().map(|c| Some(c * unit)).collect()).collect()
            };
            for (a, b) in scores(&in_units(1.0)).iter().zip(scores(&in_units(1024.0))) {
                // log₂ of the shifted costs is rounded at size 17.
                prop_assert!((a.score - b.score).abs() < 1e-14);
            }
        }
    }
}
