//! Ratios of two series of numbers that belong together pair by pair, and their distribution.

use vocabulary::planted::{self, Defect};

/// Rounding relative to the scale of a quantity: eleven units in the last place, a little more than the eight at which a
/// projection onto the constraints counts as converged. Smaller violations cannot be told from none. Ratios of what is
/// at rounding are in proportion to this number.
pub const ROUNDING: f64 = 2.5e-15;

/// The ratio of two magnitudes, each at least `floor`: differences below it say nothing.
///
/// Absent where a number is negative or not finite, or where the ratio would be.
pub fn floored_ratio(own: f64, other: f64, floor: f64) -> Option<f64> {
    let usable = |x: f64| x.is_finite() && x >= 0.0;
    if ![own, other, floor].into_iter().all(usable) {
        return None;
    }
    let (own, other) = (own.max(floor), other.max(floor));
    // Equal numbers have the ratio one even where both are zero.
    let (own, other) = match planted::is(Defect::PairedInverted) {
        true => (other, own),
        false => (own, other),
    };
    let ratio = if own == other { 1.0 } else { own / other };
    (ratio.is_finite() && ratio > 0.0).then_some(ratio)
}

/// The geometric mean, which treats twice and half alike; absent without numbers or where one is not positive and finite.
pub fn geometric_mean(ratios: &[f64]) -> Option<f64> {
    let usable = |x: &f64| x.is_finite() && *x > 0.0;
    if ratios.is_empty() || !ratios.iter().all(usable) {
        return None;
    }
    // Sorted, so that the last bit does not depend on the order of the numbers.
    let mut logs: Vec<f64> = ratios.iter().map(|ratio| math::ln(*ratio)).collect();
    logs.sort_by(f64::total_cmp);
    let mean = math::exp(logs.iter().sum::<f64>() / logs.len() as f64);
    (mean.is_finite() && mean > 0.0).then_some(mean)
}

/// Lower quartile, median and upper quartile, on the straight line between the two sorted numbers around each.
///
/// Numbers that are not finite are ignored; absent where none is left.
pub fn quartiles(samples: &[f64]) -> Option<[f64; 3]> {
    let mut sorted: Vec<f64> = samples.iter().copied().filter(|x| x.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    let at = |share: f64| {
        let place = share * last as f64;
        let below = place.floor() as usize;
        let (low, high) = (sorted[below], sorted[(below + 1).min(last)]);
        let way = place - below as f64;
        // Parts first: the difference of two large numbers may not be finite.
        if low == high {
            low
        } else {
            (1.0 - way) * low + way * high
        }
    };
    Some([at(0.25), at(0.5), at(0.75)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;
    use proptest::num::f64::ANY;
    use proptest::prelude::*;

    #[test]
    fn ratios_end_at_the_floor() {
        assert_eq!(floored_ratio(3.0, 2.0, 1.0), Some(1.5));
        assert_eq!(floored_ratio(0.0, 4.0, 1.0), Some(0.25));
        assert_eq!(floored_ratio(4.0, 0.0, 1.0), Some(4.0));
        assert_eq!(floored_ratio(0.3, 0.2, 1.0), Some(1.0));
        assert_eq!(floored_ratio(0.0, 0.0, 0.0), Some(1.0));
        assert_eq!(floored_ratio(1.0, 0.0, 0.0), None);
        assert_eq!(floored_ratio(f64::INFINITY, 1.0, 1.0), None);
        assert_eq!(floored_ratio(1.0, f64::NAN, 1.0), None);
    }

    #[test]
    fn twice_and_half_cancel() {
        assert_relative_eq!(geometric_mean(&[2.0, 0.5]).unwrap(), 1.0);
        assert_relative_eq!(geometric_mean(&[1e-300, 1e-300]).unwrap(), 1e-300);
        assert_eq!(geometric_mean(&[]), None);
        assert_eq!(geometric_mean(&[1.0, 0.0]), None);
    }

    #[test]
    fn quartiles_cut_a_sample_in_four() {
        assert_eq!(quartiles(&[5.0, 1.0, 4.0, 2.0, 3.0]), Some([2.0, 3.0, 4.0]));
        assert_eq!(quartiles(&[1.0, 2.0]), Some([1.25, 1.5, 1.75]));
        assert_eq!(quartiles(&[7.0, f64::NAN]), Some([7.0; 3]));
        assert_eq!(quartiles(&[]), None);
    }

    proptest! {
        #[test]
        fn any_input_gives_sorted_quartiles_whose_middle_is_the_median(
            samples in prop::collection::vec(ANY, 0..20),
        ) {
            let found = quartiles(&samples);
            prop_assert_eq!(found.is_some(), crate::middle_of(&samples).is_some());
            if let Some([low, middle, high]) = found {
                prop_assert!(low <= middle && middle <= high);
                prop_assert_eq!(Some(middle), crate::middle_of(&samples));
            }
        }

        #[test]
        fn exchanging_the_two_inverts_the_ratio(own in 0.0..9.0, other in 0.0..9.0, floor in 0.1..9.0) {
            let there = floored_ratio(own, other, floor).unwrap();
            let back = floored_ratio(other, own, floor).unwrap();
            assert_relative_eq!(there * back, 1.0, max_relative = 1e-15);
        }
    }
}
