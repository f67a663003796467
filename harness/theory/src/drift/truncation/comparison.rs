//! Comparison of an observed run with its prediction.

use crate::drift::agreement::{Range, Reason, near};
use crate::violations::Violations;
use stepping::StepSize;
use verification::Max;

/// Observations of a run. Pairs hold the values of Φ and of w.
pub(crate) struct Observed<'a> {
    pub(crate) h: StepSize,
    /// Times of the observations.
    pub(crate) times: &'a [f64],
    /// The largest violations at these times.
    pub(crate) measured: [f64; 2],
    /// Rounding floors of both.
    pub(crate) floors: [f64; 2],
    /// Root mean square error of positions.
    pub(crate) position_error: f64,
    /// Steps from one observation to the next.
    pub(crate) steps_to_output: u64,
    /// Largest allowed relative difference between measured and predicted drifts.
    pub(crate) tolerance: f64,
}

impl Observed<'_> {
    /// The quantities that differ from their prediction.
    pub(crate) fn missed(&self, predicted: [f64; 2]) -> Vec<usize> {
        let near = |k: usize| {
            near(
                self.measured[k],
                predicted[k],
                self.floors[k],
                self.tolerance,
            )
        };
        (0..2).filter(|&k| !near(k)).collect()
    }
}

/// A prediction compared with an observation.
pub(crate) struct Compared {
    /// At the times of the observation.
    pub(crate) predicted: Violations,
    /// max |Φ| and max |w| of it.
    pub(crate) largest: [f64; 2],
    /// The reason, if the run missed its prediction.
    pub(crate) why: Option<Reason>,
}

/// max |Φ| and max |w|.
pub(crate) fn largest(violations: &Violations) -> [f64; 2] {
    [&violations.phi, &violations.w].map(|values| max(values.iter().copied()))
}

/// Between which values the largest violations lie if each of `times` times may take any of the `moved` solutions.
pub(crate) fn ranges(moved: &[Violations], times: usize) -> [Range; 2] {
    let range = |pick: fn(&Violations) -> &Vec<f64>| {
        let mut range = Range {
            low: 0.0,
            high: 0.0,
        };
        for time in 0..times {
            let sizes = moved.iter().map(|solution| {
                let values = pick(solution);
                let rows = values.len() / times;
                max(values[time * rows..][..rows].iter().copied())
            });
            let (low, high) = sizes.fold((f64::INFINITY, 0.0_f64), |(low, high), size| {
                (low.min(size), high.max(size))
            });
            range.low = range.low.max(low);
            range.high = range.high.max(high);
        }
        range
    };
    [range(|v| &v.phi), range(|v| &v.w)]
}

/// The relative change of Φ and of w by a further term of the model.
pub(crate) fn weight(before: &Violations, after: &Violations) -> [f64; 2] {
    let change = |a: &[f64], b: &[f64]| {
        max(a.iter().zip(b).map(|(a, b)| a - b)) / max(a.iter().copied()).max(f64::MIN_POSITIVE)
    };
    [change(&before.phi, &after.phi), change(&before.w, &after.w)]
}

fn max(values: impl Iterator<Item = f64>) -> f64 {
    Max::of(values).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solution(phi: &[f64], w: &[f64]) -> Violations {
        Violations {
            phi: phi.to_vec(),
            w: w.to_vec(),
        }
    }

    #[test]
    fn a_further_term_weighs_what_it_changes() {
        let before = solution(&[1.0, -2.0], &[4.0, 0.0]);
        let after = solution(&[1.5, -2.0], &[4.0, 1.0]);
        assert_eq!(weight(&before, &after), [0.25, 0.25]);
        assert_eq!(largest(&after), [2.0, 4.0]);
    }

    /// Two times, one row: the first may be 1 to 3, the second 2 to 5, so that the larger of them is 2 to 5.
    #[test]
    fn every_time_is_early_or_late_by_itself() {
        let moved = [
            solution(&[1.0, -5.0], &[0.0, 0.0]),
            solution(&[-3.0, 2.0], &[0.0, 0.0]),
        ];
        let [phi, w] = ranges(&moved, 2);
        assert_eq!((phi.low, phi.high, w.low, w.high), (2.0, 5.0, 0.0, 0.0));
    }
}
