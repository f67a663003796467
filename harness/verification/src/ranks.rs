//! Rank intervals: the ranks that would be possible with other problems and repeated measurements.
//!
//! Each replicate draws as many families of problems as there are, with repetition, so that presets of one problem, which
//! resemble each other, are drawn together. It draws every cost anew within its noise. A difference that holds in 95 % of
//! the replicates is clear; every other one is a tie.

use crate::bootstrap::{CONFIDENCE, percentiles};
use crate::profile::{LOG2_TAU_MAX, scores};
use numerics::SplitMix64;

/// Draws of the whole field: shares of 95 % are then good to less than a hundredth.
pub const REPLICATES: usize = 1000;

/// Any fixed number will do; equal costs must have equal ranks.
const SEED: u64 = 0x7261_6e6b;

/// The problem and the family of a column of costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Columns of the same family are drawn together.
    pub family: usize,
    /// Columns of the same problem share the noise of their costs, as they share the time of a step.
    pub problem: usize,
}

/// The rank interval of one solver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankInterval {
    /// One more than the number of solvers that are clearly better.
    pub low: usize,
    /// The number of solvers that are not clearly worse.
    pub high: usize,
    /// Interval of 95 % of its scores; it always contains the score of the given costs.
    pub score: [f64; 2],
}

/// Ranks the rows of `costs`, which are scored as [`scores`] does.
///
/// `noise[row][problem]` is the relative standard deviation of the costs of a row on a problem, in the sense of a
/// log-normal distribution; what is absent, negative or not finite counts as zero, as it is for exact counts.
/// Columns without an instance are left out. With a single family there is nothing to draw but the noise.
pub fn rank_intervals(
    costs: &[Vec<Option<f64>>],
    noise: &[Vec<f64>],
    instances: &[Instance],
) -> Vec<RankInterval> {
    let field = Field::new(costs, noise, instances);
    let mut random = SplitMix64::new(SEED);
    let rows = costs.len();
    let mut wins = vec![0_usize; rows * rows];
    let mut seen = vec![Vec::with_capacity(REPLICATES); rows];
    for _ in 0..REPLICATES {
        let drawn = field.replicate(&mut random);
        for (a, own) in drawn.iter().enumerate() {
            seen[a].push(*own);
            for (win, other) in wins[a * rows..].iter_mut().zip(&drawn) {
                *win += usize::from(own > other);
            }
        }
    }
    let clearly = |a: usize, b: usize| wins[a * rows + b] as f64 >= CONFIDENCE * REPLICATES as f64;
    let used: Vec<Vec<Option<f64>>> = costs
        .iter()
        .map(|row| row.iter().copied().take(instances.len()).collect())
        .collect();
    let given = scores(&used);
    let interval = |(row, mut seen): (usize, Vec<f64>)| {
        let score = given[row].score;
        seen.sort_by(f64::total_cmp);
        let [low, high] = percentiles(&seen).unwrap_or([score; 2]);
        RankInterval {
            low: 1 + (0..rows).filter(|&other| clearly(other, row)).count(),
            high: rows - (0..rows).filter(|&other| clearly(row, other)).count(),
            score: [low.min(score), high.max(score)],
        }
    };
    seen.into_iter().enumerate().map(interval).collect()
}

/// The costs in logarithms, column by column.
struct Field {
    rows: usize,
    /// Columns by family.
    families: Vec<Vec<Column>>,
    /// By problem and row, in units of log₂.
    noise: Vec<Vec<f64>>,
}

struct Column {
    problem: usize,
    /// Rows that solved it, with log₂ of their cost.
    solved: Vec<(usize, f64)>,
}

impl Field {
    fn new(costs: &[Vec<Option<f64>>], noise: &[Vec<f64>], instances: &[Instance]) -> Self {
        let mut known: Vec<usize> = instances.iter().map(|instance| instance.family).collect();
        known.sort_unstable();
        known.dedup();
        let mut families: Vec<Vec<Column>> = known.iter().map(|_| vec![]).collect();
        let mut problems: Vec<usize> = instances.iter().map(|instance| instance.problem).collect();
        problems.sort_unstable();
        problems.dedup();
        for (i, instance) in instances.iter().enumerate() {
            let cost = |row: &Vec<Option<f64>>| row.get(i).copied().flatten();
            let solved = costs.iter().enumerate().filter_map(|(k, row)| {
                let cost = cost(row).filter(|c| c.is_finite() && *c >= 0.0)?;
                Some((k, math::log2(cost)))
            });
            let column = Column {
                problem: problems.partition_point(|p| *p < instance.problem),
                solved: solved.collect(),
            };
            families[known.partition_point(|f| *f < instance.family)].push(column);
        }
        let sigma = |row: &Vec<f64>, problem: usize| {
            let sigma = row.get(problem).copied().unwrap_or(0.0);
            if sigma.is_finite() {
                sigma.max(0.0) * std::f64::consts::LOG2_E
            } else {
                0.0
            }
        };
        Self {
            rows: costs.len(),
            families,
            noise: problems
                .iter()
                .map(|&problem| noise.iter().map(|row| sigma(row, problem)).collect())
                .collect(),
        }
    }

    /// The scores of all rows in one draw.
    fn replicate(&self, random: &mut SplitMix64) -> Vec<f64> {
        let mut weights = vec![0_u32; self.families.len()];
        for _ in 0..weights.len() {
            weights[random.below(self.families.len())] += 1;
        }
        let mut draw = |sigma: &f64| {
            if *sigma > 0.0 {
                sigma * random.normal()
            } else {
                0.0
            }
        };
        let shifts: Vec<Vec<f64>> = self
            .noise
            .iter()
            .map(|problem| problem.iter().map(&mut draw).collect())
            .collect();
        let mut areas = vec![0.0; self.rows];
        let mut contested = 0.0;
        for (family, weight) in self.families.iter().zip(weights).filter(|(_, w)| *w > 0) {
            for Column { problem, solved } in family.iter().filter(|c| !c.solved.is_empty()) {
                let shift = |row: usize| shifts[*problem].get(row).copied().unwrap_or(0.0);
                let drawn = || solved.iter().map(|&(row, cost)| (row, cost + shift(row)));
                let best = drawn().fold(f64::INFINITY, |best, (_, cost)| best.min(cost));
                contested += f64::from(weight);
                for (row, cost) in drawn() {
                    // A cost of zero has no logarithm, and is matched only by zero.
                    let behind = if cost == best { 0.0 } else { cost - best };
                    areas[row] += f64::from(weight) * (1.0 - behind / LOG2_TAU_MAX).max(0.0);
                }
            }
        }
        if contested > 0.0 {
            areas.iter_mut().for_each(|area| *area /= contested);
        }
        areas
    }
}

#[cfg(test)]
mod tests {
    use proptest::num::f64::ANY;
    use proptest::prelude::*;

    use super::*;

    /// One column per problem, `size` problems in a family.
    fn families(n: usize, size: usize) -> Vec<Instance> {
        let instance = |problem| Instance {
            family: problem / size,
            problem,
        };
        (0..n).map(instance).collect()
    }

    /// One column per problem, every problem a family of its own.
    fn apart(n: usize) -> Vec<Instance> {
        families(n, 1)
    }

    fn ranks(
        costs: &[Vec<Option<f64>>],
        noise: &[Vec<f64>],
        instances: &[Instance],
    ) -> Vec<(usize, usize)> {
        let found = rank_intervals(costs, noise, instances);
        found.iter().map(|rank| (rank.low, rank.high)).collect()
    }

    #[test]
    fn who_wins_everywhere_is_clearly_first() {
        let costs = [vec![Some(1.0); 6], vec![Some(2.0); 6], vec![None; 6]];
        let found = rank_intervals(&costs, &[], &apart(6));
        let first = ranks(&costs, &[], &apart(6));
        assert_eq!(first, [(1, 1), (2, 2), (3, 3)]);
        // Every draw has the same score, which is that of the costs as given.
        assert_eq!(found[0].score, [1.0; 2]);
        assert_eq!(found[2].score, [0.0; 2]);
    }

    #[test]
    fn equal_rows_are_a_tie() {
        let row = vec![Some(3.0), None, Some(5.0)];
        let costs = [row.clone(), row.clone(), vec![None; 3], row];
        let tied = ranks(&costs, &[], &apart(3));
        assert_eq!(tied, [(1, 3), (1, 3), (4, 4), (1, 3)]);
    }

    #[test]
    fn who_wins_on_some_problems_and_loses_on_others_is_not_told_apart() {
        let costs = [
            vec![Some(1.0), Some(8.0), Some(1.0), Some(8.0), Some(1.0)],
            vec![Some(8.0), Some(1.0), Some(8.0), Some(1.0), Some(8.0)],
        ];
        assert_eq!(ranks(&costs, &[], &apart(5)), [(1, 2); 2]);
    }

    #[test]
    fn presets_of_one_problem_are_no_independent_witnesses() {
        // Ahead on eight columns and behind on one. If the eight are one problem in eight presets, a draw of two
        // families leaves it out one time in four.
        let mut costs = [vec![Some(1.0); 9], vec![Some(8.0); 9]];
        (costs[0][8], costs[1][8]) = (Some(8.0), Some(1.0));
        assert_eq!(ranks(&costs, &[], &apart(9)), [(1, 1), (2, 2)]);
        assert_eq!(ranks(&costs, &[], &families(9, 8)), [(1, 2); 2]);
    }

    #[test]
    fn a_difference_within_the_noise_is_a_tie_and_one_beyond_it_is_not() {
        let costs = [vec![Some(1.0); 4], vec![Some(1.02); 4]];
        let with = |sigma: f64| ranks(&costs, &[vec![sigma; 4], vec![sigma; 4]], &apart(4));
        assert_eq!(with(0.05), [(1, 2); 2]);
        assert_eq!(with(0.002), [(1, 1), (2, 2)]);
    }

    #[test]
    fn noise_has_the_size_that_was_asked_for() {
        // The second row lies far behind, so that its score is linear in the difference of the two logarithms.
        let costs = [vec![Some(1.0)], vec![Some(16.0)]];
        let sigma = 0.1;
        let found = rank_intervals(&costs, &[vec![0.0], vec![sigma]], &apart(1));
        let half_width = 1.96 * sigma * std::f64::consts::LOG2_E / LOG2_TAU_MAX;
        let [low, high] = found[1].score;
        // The ends of 1000 draws scatter by some 5 % of the width.
        assert!(
            (high - 0.6 - half_width).abs() < 0.15 * half_width,
            "{high}"
        );
        assert!((0.6 - low - half_width).abs() < 0.15 * half_width, "{low}");
    }

    #[test]
    fn the_tolerances_of_a_problem_share_its_noise() {
        // Three columns with independent noise would average it out by √3.
        let costs = [vec![Some(1.0); 3], vec![Some(16.0); 3]];
        let noise = [vec![0.0], vec![0.1]];
        let instances = [apart(1)[0]; 3];
        let together = rank_intervals(&costs, &noise, &instances);
        let costs = [vec![Some(1.0)], vec![Some(16.0)]];
        let alone = rank_intervals(&costs, &noise, &instances[..1]);
        let off = |k: usize| (together[1].score[k] - alone[1].score[k]).abs();
        assert!(off(0) < 1e-12 && off(1) < 1e-12);
    }

    #[test]
    fn noise_that_is_absent_and_noise_of_zero_are_the_same() {
        // Otherwise a row that is exact would change the draws of the others.
        let costs = [vec![Some(1.0); 3], vec![Some(1.1); 3], vec![Some(2.0); 3]];
        let noisy = vec![0.05; 3];
        let absent = rank_intervals(&costs, std::slice::from_ref(&noisy), &apart(3));
        for none in [0.0, -1.0, f64::NAN] {
            let noise = [noisy.clone(), vec![none; 3], vec![none]];
            assert_eq!(rank_intervals(&costs, &noise, &apart(3)), absent, "{none}");
        }
    }

    #[test]
    fn nobody_and_nothing_are_fine() {
        assert!(rank_intervals(&[], &[], &[]).is_empty());
        assert_eq!(ranks(&[vec![], vec![]], &[], &[]), [(1, 2); 2]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn any_input_gives_ranks_that_exist_and_scores_between_0_and_1(
            costs in prop::collection::vec(prop::collection::vec(prop::option::of(ANY), 0..5), 0..5),
            noise in prop::collection::vec(prop::collection::vec(ANY, 0..4), 0..5),
            instances in prop::collection::vec((0..3_usize, 0..9_usize), 0..5),
        ) {
            let instances: Vec<Instance> =
                instances.into_iter().map(|(family, problem)| Instance { family, problem }).collect();
            for rank in rank_intervals(&costs, &noise, &instances) {
                prop_assert!(1 <= rank.low && rank.low <= rank.high && rank.high <= costs.len());
                prop_assert!(0.0 <= rank.score[0] && rank.score[0] <= rank.score[1] && rank.score[1] <= 1.0);
            }
        }
    }
}
