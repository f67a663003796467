//! A ladder of step sizes, and the rungs that carry information about the order.
//!
//! Two ends of a ladder are useless. At the coarse end a run may leave the stable range and return
//! no number at all. At the fine end the error stops being a truncation error and becomes rounding,
//! reference error or solver tolerance: the *floor*. The rungs between are called clean.

use thiserror::Error;

/// A sample is clean while its error is at least this many floors.
///
/// At ten floors the floor can shift an error by 10 %, which moves a slope at ratio 2 by 0.14:
/// still less than [`MAX_SPREAD`](crate::MAX_SPREAD).
pub const FLOOR_MARGIN: f64 = 10.0;

/// An error that stops falling below this many floors has landed; one that climbs above diverges.
///
/// Floors are estimates, and rounding noise grows like the square root of the number of steps, so a
/// plateau one decade above the last clean error is still a plateau and not a growing error.
pub const LANDING_MARGIN: f64 = 10.0 * FLOOR_MARGIN;

/// The error of one run at one step size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Step size of the run.
    pub h: f64,
    /// Norm of the error; not finite if the run broke down.
    pub error: f64,
}

/// Reasons why a list of samples is not a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum LadderError {
    /// Two slopes need three samples.
    #[error("an order needs at least 3 samples, got {0}")]
    TooFew(usize),
    /// A step size is zero, negative or not finite.
    #[error("step size {0} is not a positive finite number")]
    StepSize(f64),
    /// Two samples share a step size.
    #[error("step size {0} occurs twice")]
    Repeated(f64),
    /// A norm cannot be negative.
    #[error("error {0} is negative, which a norm cannot be")]
    NegativeError(f64),
    /// The floor is negative or not finite.
    #[error("floor {0} is not a finite number of at least 0")]
    Floor(f64),
}

/// A ladder without its two useless ends.
#[derive(Debug, PartialEq)]
pub(crate) enum Ladder {
    /// At least three clean samples, coarsest first.
    Clean(Vec<Sample>),
    /// Fewer than three, because the errors sank to the floor.
    AtFloor,
    /// The fine end is not finite or rose again from the floor.
    Diverging,
    /// Fewer than three runs at the fine end came to their end.
    TooFewRuns,
}

impl Ladder {
    /// Sorts by step size, checks the input and cuts both ends.
    pub(crate) fn new(samples: &[Sample], floor: f64) -> Result<Self, LadderError> {
        let mut rungs = checked(samples, floor)?;
        rungs.sort_by(|a, b| b.h.total_cmp(&a.h));
        if let Some(pair) = rungs.windows(2).find(|pair| pair[0].h == pair[1].h) {
            return Err(LadderError::Repeated(pair[0].h));
        }
        if rungs.last().is_some_and(|s| !s.error.is_finite()) {
            return Ok(Self::Diverging);
        }
        // A coarse run outside the stable range says nothing about the order, and neither do those before it.
        let broken = rungs.iter().rposition(|s| !s.error.is_finite());
        rungs.drain(..broken.map_or(0, |last| last + 1));
        if rungs.len() < 3 {
            return Ok(Self::TooFewRuns);
        }

        let landed = (0..rungs.len()).find(|&i| {
            let error = rungs[i].error;
            let stalled = i > 0 && error >= rungs[i - 1].error;
            // A zero error is on the floor even if the floor was given as zero.
            error == 0.0
                || error < FLOOR_MARGIN * floor
                || stalled && error < LANDING_MARGIN * floor
        });
        let tail = rungs.split_off(landed.unwrap_or(rungs.len()));
        let rose_again = |s: &Sample| s.error > 0.0 && s.error >= LANDING_MARGIN * floor;
        Ok(match rungs.len() {
            _ if tail.iter().any(rose_again) => Self::Diverging,
            0..3 => Self::AtFloor,
            _ => Self::Clean(rungs),
        })
    }
}

fn checked(samples: &[Sample], floor: f64) -> Result<Vec<Sample>, LadderError> {
    if !(floor.is_finite() && floor >= 0.0) {
        return Err(LadderError::Floor(floor));
    }
    if samples.len() < 3 {
        return Err(LadderError::TooFew(samples.len()));
    }
    for &Sample { h, error } in samples {
        if !(h.is_finite() && h > 0.0) {
            return Err(LadderError::StepSize(h));
        }
        if error < 0.0 {
            return Err(LadderError::NegativeError(error));
        }
    }
    Ok(samples.to_vec())
}

/// `ln(a / b)` for positive finite numbers, finite even where the quotient overflows and not zero
/// for neighbouring floating-point numbers.
pub(crate) fn log_ratio(a: f64, b: f64) -> f64 {
    if a < b {
        return -log_ratio(b, a);
    }
    let excess = (a - b) / b;
    if excess.is_finite() {
        math::ln_1p(excess)
    } else {
        math::ln(a) - math::ln(b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Samples at 1, 1/2, 1/4, ...
    fn halving(errors: &[f64]) -> Vec<Sample> {
        let h = |k: usize| math::powi(0.5, k as i32);
        let rung = |(k, &error)| Sample { h: h(k), error };
        errors.iter().enumerate().map(rung).collect()
    }

    fn clean_errors(errors: &[f64], floor: f64) -> Option<Vec<f64>> {
        match Ladder::new(&halving(errors), floor).unwrap() {
            Ladder::Clean(rungs) => Some(rungs.iter().map(|s| s.error).collect()),
            _ => None,
        }
    }

    #[test]
    fn bad_input_is_named_with_its_number() {
        let good = halving(&[4.0, 2.0, 1.0]);
        let with = |h, error| [good[0], good[1], Sample { h, error }];
        let says = |samples: &[Sample], floor| Ladder::new(samples, floor).unwrap_err().to_string();
        let two = says(&good[..2], 0.0);
        assert_eq!(two, "an order needs at least 3 samples, got 2");
        let zero = says(&with(0.0, 1.0), 0.0);
        assert_eq!(zero, "step size 0 is not a positive finite number");
        assert!(says(&with(f64::NAN, 1.0), 0.0).starts_with("step size NaN"));
        assert_eq!(says(&with(0.5, 1.0), 0.0), "step size 0.5 occurs twice");
        assert!(says(&with(0.1, -3.0), 0.0).starts_with("error -3 is negative"));
        assert!(says(&good, f64::INFINITY).starts_with("floor inf"));
        assert!(says(&good, -1.0).starts_with("floor -1"));
    }

    #[test]
    fn unstable_runs_at_the_coarse_end_are_dropped() {
        let errors = [f64::INFINITY, f64::NAN, 4.0, 2.0, 1.0];
        assert_eq!(clean_errors(&errors, 0.0), Some(vec![4.0, 2.0, 1.0]));
    }

    #[test]
    fn a_broken_run_at_the_fine_end_diverges() {
        let ladder = Ladder::new(&halving(&[8.0, 4.0, 2.0, f64::NAN]), 0.0);
        assert_eq!(ladder, Ok(Ladder::Diverging));
    }

    #[test]
    fn fewer_than_three_runs_after_the_last_broken_one_are_too_few_and_not_diverging() {
        let broken = f64::INFINITY;
        for errors in [[broken, broken, 2.0, 1.0], [8.0, broken, 2.0, 1.0]] {
            let ladder = Ladder::new(&halving(&errors), 0.0);
            assert_eq!(ladder, Ok(Ladder::TooFewRuns));
        }
    }

    #[test]
    fn everything_finer_than_the_first_floor_sample_is_cut() {
        let errors = [1e-2, 1e-4, 1e-6, 9e-14, 1.1e-13];
        assert_eq!(clean_errors(&errors, 1e-14), Some(vec![1e-2, 1e-4, 1e-6]));
    }

    #[test]
    fn a_plateau_just_above_the_margin_has_landed() {
        let errors = [1e-2, 1e-4, 1e-6, 3e-13, 4e-13];
        let rungs = clean_errors(&errors, 1e-14);
        assert_eq!(rungs, Some(vec![1e-2, 1e-4, 1e-6, 3e-13]));
    }

    #[test]
    fn an_error_that_leaves_the_floor_again_diverges_however_many_were_clean() {
        for errors in [vec![1e-3, 1e-15, 1e-3], vec![1.0, 0.1, 0.01, 1e-15, 1e-3]] {
            let ladder = Ladder::new(&halving(&errors), 1e-14);
            assert_eq!(ladder, Ok(Ladder::Diverging));
        }
    }

    #[test]
    fn logarithms_of_extreme_ratios_stay_finite_and_nonzero() {
        assert!(log_ratio(f64::MAX, 5e-324).is_finite());
        assert_eq!(log_ratio(5e-324, 1.0), -log_ratio(1.0, 5e-324));
        assert!(log_ratio(1e10_f64.next_up(), 1e10) > 0.0);
    }
}
