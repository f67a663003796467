//! Rank intervals for any score: families of problems are drawn anew, and costs within their noise.
//!
//! The same draws as in [`rank_intervals`](crate::rank_intervals), for scores other than the area under the profile.

use crate::bootstrap::{CONFIDENCE, percentiles};
use crate::ranks::{Instance, REPLICATES, RankInterval};
use numerics::SplitMix64;

/// Any fixed number will do; equal costs must have equal ranks.
const SEED: u64 = 0x0064_7261_776e;

/// One draw.
#[derive(Clone, Debug)]
pub struct Draw {
    /// How often every instance was drawn.
    pub times: Vec<u32>,
    /// `shift[row][instance]`: factor of the costs of a row.
    pub shift: Vec<Vec<f64>>,
}

impl Draw {
    /// Every instance once, and every cost as it is.
    fn as_given(rows: usize, instances: usize) -> Self {
        Self {
            times: vec![1; instances],
            shift: vec![vec![1.0; instances]; rows],
        }
    }
}

/// Scores and rank intervals of rows by `score`, which gives every row a number in a draw, the larger the better, or none.
///
/// Rows of a lower class are ahead of those of a higher one whatever the scores. A row without a score in a draw neither
/// wins nor loses there. `noise` is as in [`rank_intervals`](crate::rank_intervals). Families are drawn within the stratum of
/// their instances, so that every stratum is in every draw; instances beyond the end of `strata` are in stratum 0.
pub fn redrawn_intervals(
    classes: &[usize],
    strata: &[usize],
    noise: &[Vec<f64>],
    instances: &[Instance],
    score: &dyn Fn(&Draw) -> Vec<Option<f64>>,
) -> (Vec<Option<f64>>, Vec<RankInterval>) {
    let rows = classes.len();
    let mut given = score(&Draw::as_given(rows, instances.len()));
    given.resize(rows, None);
    // Stratum and family of every instance.
    let key = |(place, instance): (usize, &Instance)| {
        let stratum = strata.get(place).copied().unwrap_or(0);
        (stratum, instance.family)
    };
    let keys: Vec<(usize, usize)> = instances.iter().enumerate().map(key).collect();
    let mut families = keys.clone();
    families.sort_unstable();
    families.dedup();
    let mut problems: Vec<usize> = instances.iter().map(|i| i.problem).collect();
    problems.sort_unstable();
    problems.dedup();
    let sigma = |row: usize, problem: usize| {
        let sigma = noise.get(row).and_then(|row| row.get(problem)).copied();
        sigma.filter(|s| s.is_finite() && *s > 0.0)
    };
    let mut random = SplitMix64::new(SEED);
    let mut wins = vec![0_usize; rows * rows];
    let mut seen = vec![Vec::new(); rows];
    for _ in 0..REPLICATES {
        let mut weights = vec![0_u32; families.len()];
        for stratum in families.chunk_by(|a, b| a.0 == b.0) {
            let first = families.partition_point(|family| *family < stratum[0]);
            for _ in 0..stratum.len() {
                weights[first + random.below(stratum.len())] += 1;
            }
        }
        let mut factors = vec![vec![1.0; problems.len()]; rows];
        for (row, factors) in factors.iter_mut().enumerate() {
            for (factor, problem) in factors.iter_mut().zip(&problems) {
                if let Some(sigma) = sigma(row, *problem) {
                    *factor = math::exp(sigma * random.normal());
                }
            }
        }
        let place = |problem: usize| problems.partition_point(|p| *p < problem);
        let draw = Draw {
            times: keys
                .iter()
                .map(|key| weights[families.partition_point(|family| family < key)])
                .collect(),
            shift: factors
                .iter()
                .map(|row| {
                    let at = |i: &Instance| row[place(i.problem)];
                    instances.iter().map(at).collect()
                })
                .collect(),
        };
        let mut drawn = score(&draw);
        drawn.resize(rows, None);
        for a in 0..rows {
            seen[a].extend(drawn[a].filter(|score| score.is_finite()));
            for b in 0..rows {
                let ahead = match classes[a].cmp(&classes[b]) {
                    std::cmp::Ordering::Less => true,
                    std::cmp::Ordering::Greater => false,
                    std::cmp::Ordering::Equal => {
                        matches!((drawn[a], drawn[b]), (Some(own), Some(other)) if own > other)
                    }
                };
                wins[a * rows + b] += usize::from(ahead);
            }
        }
    }
    let clearly = |a: usize, b: usize| wins[a * rows + b] as f64 >= CONFIDENCE * REPLICATES as f64;
    let interval = |(row, mut seen): (usize, Vec<f64>)| {
        let score = given[row].unwrap_or(0.0);
        seen.sort_by(f64::total_cmp);
        let [low, high] = percentiles(&seen).unwrap_or([score; 2]);
        RankInterval {
            low: 1 + (0..rows).filter(|&other| clearly(other, row)).count(),
            high: rows - (0..rows).filter(|&other| clearly(row, other)).count(),
            score: [low.min(score), high.max(score)],
        }
    };
    let intervals = seen.into_iter().enumerate().map(interval).collect();
    (given, intervals)
}

/// The median of `values`, each counted as often as it was drawn.
pub fn drawn_median(values: impl Iterator<Item = (f64, u32)>) -> Option<f64> {
    let mut all: Vec<f64> = values
        .filter(|(value, _)| value.is_finite())
        .flat_map(|(value, times)| std::iter::repeat_n(value, times as usize))
        .collect();
    all.sort_by(f64::total_cmp);
    crate::middle_of(&all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apart(n: usize) -> Vec<Instance> {
        (0..n)
            .map(|k| Instance {
                family: k,
                problem: k,
            })
            .collect()
    }

    /// Ranks by the median cost, the least first.
    fn ranks(costs: &[Vec<Option<f64>>], classes: &[usize]) -> Vec<(usize, usize)> {
        let score = |draw: &Draw| -> Vec<Option<f64>> {
            let of = |row: &Vec<Option<f64>>| {
                let drawn = row.iter().zip(&draw.times);
                let known = drawn.filter_map(|(cost, times)| Some(((*cost)?, *times)));
                drawn_median(known).map(|median| -median)
            };
            costs.iter().map(of).collect()
        };
        let n = costs.first().map_or(0, Vec::len);
        let (_, found) = redrawn_intervals(classes, &[], &[], &apart(n), &score);
        found.iter().map(|rank| (rank.low, rank.high)).collect()
    }

    #[test]
    fn clear_differences_are_ranked_and_equal_rows_are_ties() {
        let row = |x: f64| vec![Some(x); 5];
        let found = ranks(&[row(2.0), row(1.0), row(2.0)], &[0; 3]);
        assert_eq!(found, [(2, 3), (1, 1), (2, 3)]);
    }

    #[test]
    fn a_lower_class_is_ahead_whatever_the_scores() {
        let found = ranks(&[vec![Some(1.0); 5], vec![Some(9.0); 5]], &[1, 0]);
        assert_eq!(found, [(2, 2), (1, 1)]);
    }

    #[test]
    fn rows_without_a_score_are_tied_with_all_of_their_class() {
        let found = ranks(&[vec![Some(1.0); 2], vec![None; 2]], &[0, 0]);
        assert_eq!(found, [(1, 2), (1, 2)]);
        assert!(ranks(&[], &[]).is_empty());
    }

    #[test]
    fn noise_makes_ties() {
        let costs = [1.0, 1.02];
        let with = |sigma: f64| {
            let score = |draw: &Draw| -> Vec<Option<f64>> {
                let of = |(row, cost): (usize, &f64)| Some(-cost * draw.shift[row][0]);
                costs.iter().enumerate().map(of).collect()
            };
            let noise = [vec![sigma], vec![sigma]];
            let (_, found) = redrawn_intervals(&[0, 0], &[], &noise, &apart(1), &score);
            (found[0].low, found[0].high)
        };
        assert_eq!(with(0.2), (1, 2));
        assert_eq!(with(0.001), (1, 1));
        // What is no noise makes none.
        for sigma in [0.0, -0.2, f64::NAN, f64::INFINITY] {
            assert_eq!(with(sigma), (1, 1), "{sigma}");
        }
    }

    #[test]
    fn every_stratum_is_in_every_draw() {
        // The first row is ahead on the one instance of the second stratum, which a common draw would often leave out.
        let instances = apart(4);
        let score = |draw: &Draw| -> Vec<Option<f64>> {
            assert_eq!(draw.times[3], 1);
            assert_eq!(draw.times[..3].iter().sum::<u32>(), 3);
            vec![Some(f64::from(draw.times[3])), Some(0.0)]
        };
        let (_, found) = redrawn_intervals(&[0, 0], &[0, 0, 0, 1], &[], &instances, &score);
        assert_eq!((found[0].low, found[0].high), (1, 1));
    }
}
