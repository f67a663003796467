//! When a run drifts as predicted, and the reasons for a miss that do not depend on what predicts.

use results::MissReason;
use verification::{FLOOR_MARGIN, LANDING_MARGIN};

/// Largest allowed relative difference between measured and predicted drifts of the matrix.
pub(crate) const TOLERANCE: f64 = 0.1;

/// A run whose positions are off by more than this part of the size of the motion has left it.
const LEFT: f64 = 0.05;

/// Largest delay of a run in units of its mean delay: position errors grow along a run.
pub(crate) const END_TO_MEAN: f64 = 3.0;

/// Shifts of time that are tried, from earliest to latest, in units of the mean delay.
pub(crate) const SHIFTS: [f64; 7] = [-END_TO_MEAN, -2.0, -1.0, 0.0, 1.0, 2.0, END_TO_MEAN];

/// A kind of reason, and the numbers behind it in words.
pub(crate) type Reason = (MissReason, String);

/// A smallest and a largest value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Range {
    pub(crate) fn contains(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// Whether measured and predicted drift agree within a tolerance, or are both so small that rounding can change them by a
/// tenth.
pub(crate) fn near(measured: f64, predicted: f64, floor: f64, tolerance: f64) -> bool {
    let rounding = measured.max(predicted) <= FLOOR_MARGIN * floor;
    rounding || (measured - predicted).abs() <= tolerance * predicted
}

/// Says so where each of the quantities that missed, given by its measured drift and its floor, is lost in rounding.
pub(crate) fn at_rounding(
    missed: impl Iterator<Item = (f64, f64)>,
    floors: &[f64],
) -> Option<String> {
    let mut missed = missed;
    let lost = missed.all(|(measured, floor)| measured <= LANDING_MARGIN * floor);
    lost.then(|| {
        let names = ["Φ", "Φ'", "the energy"];
        let each = names.iter().zip(floors);
        let each: Vec<String> = each
            .map(|(name, floor)| format!("{floor:.1e} in {name}"))
            .collect();
        let (last, others) = each
            .split_last()
            .map_or(("", &[][..]), |(l, o)| (l.as_str(), o));
        format!(
            "at rounding, which leaves about {} and {last}",
            others.join(", ")
        )
    })
}

/// Says so where a run is somewhere else by now; the error is relative to the size of the motion.
pub(crate) fn left_the_motion(position_error: f64) -> Option<String> {
    (position_error > LEFT).then(|| {
        format!(
            "the run has left the reference motion: its positions are off by {position_error:.1e} of their size"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_is_near_and_rounding_is_near_to_rounding() {
        let near = |measured, predicted, floor| near(measured, predicted, floor, TOLERANCE);
        assert!(near(1.09, 1.0, 0.0) && near(0.91, 1.0, 0.0));
        assert!(!near(1.11, 1.0, 0.0) && !near(0.89, 1.0, 0.0));
        assert!(near(9e-14, 1e-18, 1e-14) && !near(2e-13, 1e-18, 1e-14));
        assert!(near(0.0, 0.0, 0.0) && !near(f64::NAN, 1.0, 0.0));
    }

    #[test]
    fn rounding_explains_what_is_within_a_hundred_floors_of_it() {
        let lost = |measured| at_rounding([(measured, 1e-14)].into_iter(), &[1e-14, 2e-14]);
        assert_eq!(
            lost(9e-13).as_deref(),
            Some("at rounding, which leaves about 1.0e-14 in Φ and 2.0e-14 in Φ'")
        );
        assert_eq!(lost(2e-12), None);
    }
}
