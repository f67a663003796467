//! The median of a sample with its interval by bootstrap (Efron 1979).
//!
//! The sample is drawn repeatedly from itself, and the medians of these draws show how far another sample of the
//! same size might have ended. Small samples know too little about their tails: for seven of them the percentile
//! interval holds the median in 88 % of all cases only. It is therefore never narrower than the order statistics that
//! hold the median with [`CONFIDENCE`] whatever the distribution is.

use numerics::SplitMix64;

/// Probability with which an interval contains the true value.
pub const CONFIDENCE: f64 = 0.95;

/// Draws of one sample: ends of a percentile interval are then good to about a hundredth of the confidence.
pub(crate) const REPLICATES: usize = 1000;

/// Any fixed number will do; equal samples must have equal intervals.
const SEED: u64 = 0x6d65_6469_616e;

/// A number with the interval it lies in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The number itself.
    pub value: f64,
    /// Lower end, at most `value`.
    pub low: f64,
    /// Upper end, at least `value`.
    pub high: f64,
}

impl Measured {
    /// A number without noise.
    pub fn exact(value: f64) -> Self {
        Self {
            value,
            low: value,
            high: value,
        }
    }

    /// The same number in other units.
    pub fn scaled(self, by: f64) -> Self {
        Self {
            value: self.value * by,
            low: self.low * by,
            high: self.high * by,
        }
    }
}

/// The median of a sample and its 95 % interval.
///
/// Numbers that are not finite are ignored; `None` where none is left. The interval of a single number is
/// that number. Up to five numbers cannot give 95 % by any rule: their interval is their range.
pub fn median(samples: &[f64]) -> Option<Measured> {
    let sorted = sorted(samples);
    let value = middle(&sorted)?;
    let mut medians = resampled(&sorted);
    medians.sort_by(f64::total_cmp);
    let [low, high] = percentiles(&medians)?;
    let cut = safely_cut(sorted.len());
    Some(Measured {
        value,
        low: low.min(sorted[cut]),
        high: high.max(sorted[sorted.len() - 1 - cut]),
    })
}

/// The median alone, without its interval.
pub fn middle_of(samples: &[f64]) -> Option<f64> {
    middle(&sorted(samples))
}

fn sorted(samples: &[f64]) -> Vec<f64> {
    let mut sorted: Vec<f64> = samples.iter().copied().filter(|x| x.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// The two ends between which [`CONFIDENCE`] of the sorted numbers lie, the outer ones of what could be named.
pub(crate) fn percentiles(sorted: &[f64]) -> Option<[f64; 2]> {
    let outside = (0.5 * (1.0 - CONFIDENCE) * sorted.len() as f64).floor() as usize;
    let last = sorted.len().checked_sub(1 + outside)?;
    Some([*sorted.get(outside)?, *sorted.get(last)?])
}

fn middle(sorted: &[f64]) -> Option<f64> {
    let n = sorted.len();
    let (lower, upper) = (sorted.get(n.checked_sub(1)? / 2)?, sorted.get(n / 2)?);
    // Halves first: the sum of two large numbers may not be finite.
    Some(if lower == upper {
        *lower
    } else {
        0.5 * lower + 0.5 * upper
    })
}

/// Medians of samples drawn from a sorted sample, which need no sorting themselves: it counts how often each was drawn.
fn resampled(sorted: &[f64]) -> Vec<f64> {
    let n = sorted.len();
    let mut random = SplitMix64::new(SEED);
    let mut times = vec![0_usize; n];
    let mut drawn = Vec::with_capacity(n);
    (0..REPLICATES)
        .filter_map(|_| {
            times.fill(0);
            for _ in 0..n {
                times[random.below(n)] += 1;
            }
            drawn.clear();
            let again = times.iter().zip(sorted);
            drawn.extend(again.flat_map(|(times, x)| std::iter::repeat_n(*x, *times)));
            middle(&drawn)
        })
        .collect()
}

/// How many of `n` sorted numbers may be cut off at both ends so that the rest holds the median of the distribution
/// with [`CONFIDENCE`]: it lies outside only if at most that many fall on one side of it, each with probability 1/2.
pub(crate) fn safely_cut(n: usize) -> usize {
    let mut probability = math::powi(0.5, n.try_into().unwrap_or(i32::MAX));
    let mut outside = probability;
    let mut cut = 0;
    for k in 1..n / 2 {
        probability *= (n + 1 - k) as f64 / k as f64;
        outside += probability;
        if 2.0 * outside > 1.0 - CONFIDENCE {
            break;
        }
        cut = k;
    }
    cut
}

#[cfg(test)]
mod tests {
    use proptest::num::f64::ANY;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn other_units_scale_the_interval_too() {
        let [value, low, high] = [2.0, 1.0, 8.0];
        let halved = Measured { value, low, high }.scaled(0.5);
        assert_eq!((halved.value, halved.low, halved.high), (1.0, 0.5, 4.0));
    }

    #[test]
    fn the_median_of_few_numbers_has_their_range() {
        let few = median(&[3.0, f64::NAN, 1.0, 2.0, f64::INFINITY, 10.0]).unwrap();
        assert_eq!((few.value, few.low, few.high), (2.5, 1.0, 10.0));
        let one = median(&[7.0]).unwrap();
        assert_eq!((one.value, one.low, one.high), (7.0, 7.0, 7.0));
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[f64::NAN]), None);
    }

    #[test]
    fn order_statistics_are_cut_as_in_the_tables() {
        // Confidence limits of a median at 95 %, as tabulated for the sign test.
        let tabulated = [(5, 0), (6, 0), (8, 0), (9, 1), (15, 3), (20, 5), (30, 9)];
        for (n, cut) in tabulated {
            assert_eq!(safely_cut(n), cut, "{n} numbers");
        }
    }

    #[test]
    fn outliers_do_not_move_it() {
        let mut sample: Vec<f64> = (0..15).map(|k| 100.0 + f64::from(k)).collect();
        let calm = median(&sample).unwrap();
        sample[14] = 1e9;
        assert_eq!(median(&sample).unwrap(), calm);
    }

    #[test]
    fn the_interval_holds_the_median_in_about_95_of_100_samples() {
        for n in [7, 15, 40] {
            let mut random = SplitMix64::new(n as u64);
            let trials = 2000;
            let held = (0..trials).filter(|_| {
                // Skewed as times are, with median 1.
                let sample: Vec<f64> = (0..n).map(|_| math::exp(random.normal())).collect();
                let found = median(&sample).unwrap();
                found.low <= 1.0 && 1.0 <= found.high
            });
            let held = held.count() as f64 / f64::from(trials);
            // Two deviations of 2000 trials below; order statistics of seven numbers hold more than asked.
            assert!((0.94..0.995).contains(&held), "{n} numbers: {held}");
        }
    }

    proptest! {
        #[test]
        fn any_numbers_give_an_interval_around_the_median_or_nothing(
            sample in prop::collection::vec(ANY, 0..20),
        ) {
            let measured = median(&sample);
            prop_assert_eq!(measured.is_some(), sample.iter().any(|x| x.is_finite()));
            if let Some(Measured { value, low, high }) = measured {
                prop_assert!(low <= value && value <= high && low.is_finite() && high.is_finite());
            }
        }

        #[test]
        fn the_order_of_the_sample_does_not_matter(
            (sample, shuffled) in prop::collection::vec(-1e3..1e3, 1..20)
                .prop_flat_map(|x| (Just(x.clone()), Just(x).prop_shuffle())),
        ) {
            prop_assert_eq!(median(&sample), median(&shuffled));
        }
    }
}
