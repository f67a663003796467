//! The median of a sample that comes in groups, with its interval by bootstrap over the groups.
//!
//! Members of a group are no independent witnesses: two presets of one mechanism say nearly the same. Groups are
//! therefore drawn as a whole, and the interval is never narrower than the order statistics of as many independent numbers
//! as there are groups.

use crate::bootstrap::{Measured, REPLICATES, middle_of, percentiles, safely_cut};
use numerics::SplitMix64;

/// Any fixed number will do; equal samples must have equal intervals.
const SEED: u64 = 0x6772_6f75_7073;

/// The median of all numbers and its 95 % interval for other groups of the same kind.
///
/// Numbers that are not finite are ignored, and so are groups without others; `None` where none is left. The interval of
/// up to five groups contains all their medians. The order of groups does not matter, nor that of their members.
pub fn clustered_median(groups: &[Vec<f64>]) -> Option<Measured> {
    let mut groups: Vec<Vec<f64>> = groups.iter().map(|group| finite(group)).collect();
    groups.retain(|group| !group.is_empty());
    // Replicates draw by position, so that positions must not depend on the order of the input.
    groups.sort_by(|a, b| {
        let by_member = a.iter().zip(b).map(|(a, b)| a.total_cmp(b));
        by_member
            .fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
            .then(a.len().cmp(&b.len()))
    });
    let value = middle_of(&groups.concat())?;
    let mut random = SplitMix64::new(SEED);
    let mut replicate = || {
        let drawn = (0..groups.len()).flat_map(|_| &groups[random.below(groups.len())]);
        middle_of(&drawn.copied().collect::<Vec<f64>>())
    };
    let mut medians: Vec<f64> = (0..REPLICATES).filter_map(|_| replicate()).collect();
    medians.sort_by(f64::total_cmp);
    let [low, high] = percentiles(&medians)?;
    let mut centres: Vec<f64> = groups.iter().filter_map(|group| middle_of(group)).collect();
    centres.sort_by(f64::total_cmp);
    let cut = safely_cut(centres.len());
    Some(Measured {
        value,
        low: low.min(centres[cut]).min(value),
        high: high.max(centres[centres.len() - 1 - cut]).max(value),
    })
}

fn finite(group: &[f64]) -> Vec<f64> {
    let mut finite: Vec<f64> = group.iter().copied().filter(|x| x.is_finite()).collect();
    finite.sort_by(f64::total_cmp);
    finite
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn groups_that_agree_within_themselves_count_once() {
        // Three groups of three equal numbers know no more than three numbers.
        let thrice = [1.0, 2.0, 10.0].map(|x| vec![x; 3]);
        let found = clustered_median(&thrice).unwrap();
        assert_eq!((found.value, found.low, found.high), (2.0, 1.0, 10.0));
    }

    #[test]
    fn nothing_finite_has_no_median() {
        assert_eq!(clustered_median(&[]), None);
        assert_eq!(clustered_median(&[vec![], vec![f64::NAN]]), None);
    }

    #[test]
    fn the_interval_holds_the_median_in_about_95_of_100_samples() {
        let mut random = SplitMix64::new(7);
        let trials = 1000;
        let held = (0..trials).filter(|_| {
            // Two members of a group share most of their deviation.
            let groups: Vec<Vec<f64>> = (0..14)
                .map(|_| {
                    let common = random.normal();
                    (0..2)
                        .map(|_| math::exp(common + 0.3 * random.normal()))
                        .collect()
                })
                .collect();
            let found = clustered_median(&groups).unwrap();
            found.low <= 1.0 && 1.0 <= found.high
        });
        let held = held.count() as f64 / f64::from(trials);
        // Two deviations of 1000 trials below; the order statistics hold more than asked.
        assert!((0.936..=1.0).contains(&held), "{held}");
    }

    proptest! {
        #[test]
        fn the_order_of_groups_and_members_does_not_matter(
            (groups, shuffled) in prop::collection::vec(prop::collection::vec(-1e3..1e3, 0..4), 0..8)
                .prop_flat_map(|x| (Just(x.clone()), Just(x).prop_shuffle())),
        ) {
            let reversed: Vec<Vec<f64>> = shuffled
                .into_iter()
                .map(|group| group.into_iter().rev().collect())
                .collect();
            let found = clustered_median(&groups);
            prop_assert_eq!(found, clustered_median(&reversed));
            if let Some(Measured { value, low, high }) = found {
                prop_assert!(low <= value && value <= high);
            }
        }
    }
}
