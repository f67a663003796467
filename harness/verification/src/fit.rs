//! A straight line through the finest clean samples, with an interval for its slope.
//!
//! [`observe`](crate::observe) asks whether the slopes settle; the fit asks how well they pin down
//! one number. It averages over the ladder, so a drifting slope shows up as a wide interval.

use crate::ladder::{Ladder, LadderError, Sample};

/// An interval wider than this to each side supports no claim: it could not tell half orders apart
/// from whole ones with any margin.
pub const MAX_HALF_WIDTH: f64 = 0.15;

/// Samples that enter the fit: coarser ones pull the slope towards the pre-asymptotic range.
const FINEST: usize = 4;

/// Slope of `ln e` over `ln h` by least squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The slope.
    pub p: f64,
    /// Half the 95 % interval, from Student's distribution.
    pub half_width: f64,
}

impl Fit {
    /// True if the claimed order lies in the interval and the interval is narrow enough to matter.
    pub fn supports(&self, claimed: f64) -> bool {
        (self.p - claimed).abs() <= self.half_width && self.half_width < MAX_HALF_WIDTH
    }
}

/// Fits the finest four clean samples, or three if there are no more.
///
/// `None` if the ladder has fewer than three clean samples or diverges.
pub fn fit(samples: &[Sample], floor: f64) -> Result<Option<Fit>, LadderError> {
    let Ladder::Clean(rungs) = Ladder::new(samples, floor)? else {
        return Ok(None);
    };
    let finest = &rungs[rungs.len().saturating_sub(FINEST)..];
    let n = finest.len() as f64;
    let mean = |value: fn(&Sample) -> f64| finest.iter().map(value).sum::<f64>() / n;
    let (x_mean, y_mean) = (mean(|s| s.h.ln()), mean(|s| s.error.ln()));
    let centred = finest
        .iter()
        .map(|s| (s.h.ln() - x_mean, s.error.ln() - y_mean));
    let sxx: f64 = centred.clone().map(|(x, _)| x * x).sum();
    let sxy: f64 = centred.clone().map(|(x, y)| x * y).sum();
    let p = sxy / sxx;
    let residual: f64 = centred.map(|(x, y)| (y - p * x).powi(2)).sum();
    let (dof, t) = match finest.len() {
        3 => (1.0, 12.71),
        _ => (2.0, 4.303),
    };
    let half_width = t * (residual / dof / sxx).sqrt();
    // Step sizes that differ in their last bits only have no spread in their logarithms.
    Ok((p.is_finite() && half_width.is_finite()).then_some(Fit { p, half_width }))
}

#[cfg(test)]
mod tests {
    use approx::assert_relative_eq;
    use proptest::num::f64::ANY;
    use proptest::prelude::*;

    use super::*;

    fn halving(errors: &[f64]) -> Vec<Sample> {
        let h = |k: usize| 0.5_f64.powi(k as i32);
        let rung = |(k, &error)| Sample { h: h(k), error };
        errors.iter().enumerate().map(rung).collect()
    }

    #[test]
    fn the_interval_of_three_samples_follows_the_textbook() {
        // ln e / ln 2 = 0, -1, -3 at ln h / ln 2 = 0, -1, -2: slope 3/2, residuals 1/6, -1/3, 1/6.
        let fit = fit(&halving(&[1.0, 0.5, 0.125]), 0.0).unwrap().unwrap();
        assert_relative_eq!(fit.p, 1.5, max_relative = 1e-12);
        let standard_error = (1.0_f64 / 6.0 / 2.0).sqrt();
        assert_relative_eq!(fit.half_width, 12.71 * standard_error, max_relative = 1e-12);
    }

    #[test]
    fn a_fifth_coarser_sample_has_no_say() {
        let four = [1e-2, 2.4e-3, 6.1e-4, 1.5e-4];
        let five = [1e9, 1e-2, 2.4e-3, 6.1e-4, 1.5e-4];
        let p = |errors: &[f64]| fit(&halving(errors), 0.0).unwrap().unwrap().p;
        assert_relative_eq!(p(&four), p(&five), max_relative = 1e-12);
    }

    #[test]
    fn a_wide_interval_supports_no_claim_even_if_it_contains_it() {
        assert!(
            Fit {
                p: 2.0,
                half_width: 0.1
            }
            .supports(2.05)
        );
        assert!(
            !Fit {
                p: 2.0,
                half_width: 0.1
            }
            .supports(2.2)
        );
        assert!(
            !Fit {
                p: 2.0,
                half_width: 0.4
            }
            .supports(2.0)
        );
    }

    #[test]
    fn a_ladder_on_the_floor_has_no_fit() {
        assert_eq!(fit(&halving(&[1e-3, 1e-15, 1e-15]), 1e-14), Ok(None));
    }

    proptest! {
        #[test]
        fn a_pure_power_law_is_supported_with_no_width_to_speak_of(p in 0.5..9.0_f64) {
            let errors: Vec<f64> = (0..5).map(|k| 3.0 * f64::exp2(-p * f64::from(k))).collect();
            let fit = fit(&halving(&errors), 0.0).unwrap().unwrap();
            assert_relative_eq!(fit.p, p, max_relative = 1e-12);
            prop_assert!(fit.half_width < 1e-12);
        }

        #[test]
        fn arbitrary_numbers_neither_panic_nor_leave_a_nan(
            raw in prop::collection::vec((ANY, ANY), 0..6),
            floor in ANY,
        ) {
            let sample = |(h, error): (f64, f64)| Sample { h: h.abs(), error: error.abs() };
            let samples: Vec<Sample> = raw.into_iter().map(sample).collect();
            for floor in [0.0, floor] {
                if let Ok(Some(fit)) = fit(&samples, floor) {
                    prop_assert!(fit.p.is_finite() && fit.half_width >= 0.0);
                }
            }
        }
    }
}
