//! Whether errors follow a claimed order with a term of the next order.
//!
//! Where the second term of an error is the larger one, slopes fall towards the order very slowly: for `a h⁵ + b h⁶`
//! with `b h = 4 a` they show 5.8, and rounding is reached before they show 5. The law itself can be told from the
//! errors all the same, because it has two unknowns and a ladder has four samples or more.

use crate::ladder::{Ladder, Sample};

/// Largest relative distance between an error and the law. Errors of a neighbouring order miss the law by more than
/// twice this over the shortest span that is admitted.
const MISFIT: f64 = 0.03;

/// The smallest part of the finest error that must belong to the claimed order, so that a higher order, of which the
/// claimed one has no part, does not pass.
const SHARE: f64 = 0.15;

/// The smallest quotient of the coarsest and the finest step: over shorter spans every order looks like every other.
const SPAN: f64 = 3.0;

/// Whether the clean samples of a ladder are `a h^p + b h^(p+1)` with a substantial `a`; needs four of them.
pub fn follows_with_next_term(samples: &[Sample], floor: f64, p: f64) -> bool {
    let Ok(Ladder::Clean(rungs)) = Ladder::new(samples, floor) else {
        return false;
    };
    let (Some(coarsest), Some(finest)) = (rungs.first(), rungs.last()) else {
        return false;
    };
    if rungs.len() < 4 || coarsest.h < SPAN * finest.h {
        return false;
    }
    // Steps relative to the finest, so that no power leaves the range of numbers; both terms relative to the error.
    let terms = |s: &Sample| {
        let h = s.h / finest.h;
        let first = math::powf(h, p) / (s.error / finest.error);
        [first, first * h]
    };
    let (mut xx, mut xy, mut yy, mut x1, mut y1) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for [x, y] in rungs.iter().map(terms) {
        xx += x * x;
        xy += x * y;
        yy += y * y;
        x1 += x;
        y1 += y;
    }
    let determinant = xx * yy - xy * xy;
    let a = (x1 * yy - y1 * xy) / determinant;
    let b = (xx * y1 - xy * x1) / determinant;
    let fits = |s: &Sample| {
        let [x, y] = terms(s);
        (a * x + b * y - 1.0).abs() <= MISFIT + floor / s.error
    };
    // At the finest step both terms are relative to the error there, so that `a` is the share of the first.
    a >= SHARE && rungs.iter().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sampled(ratio: f64, n: i32, error: impl Fn(f64) -> f64) -> Vec<Sample> {
        let step = |k: i32| 0.1 * math::powi(ratio, -k);
        let sample = |h| Sample { h, error: error(h) };
        (0..n).map(step).map(sample).collect()
    }

    #[test]
    fn the_first_term_is_found_although_the_second_is_larger() {
        // Slopes of 5.8 to 5.6.
        let samples = sampled(1.5, 4, |h| math::powi(h, 5) + 80.0 * math::powi(h, 6));
        assert!(follows_with_next_term(&samples, 0.0, 5.0));
        assert!(!follows_with_next_term(&samples, 0.0, 4.0));
        assert!(!follows_with_next_term(&samples, 0.0, 6.0));
    }

    #[test]
    fn neighbouring_orders_do_not_pass_over_any_admitted_span() {
        for ratio in [1.45, 2.0, 4.0] {
            for n in 4..7 {
                for wrong in [-1, 1] {
                    let samples = sampled(ratio, n, |h| math::powi(h, 4 + wrong));
                    assert!(
                        !follows_with_next_term(&samples, 0.0, 4.0),
                        "{ratio} {n} {wrong}"
                    );
                }
                let right = sampled(ratio, n, |h| math::powi(h, 4) - 2.0 * math::powi(h, 5));
                assert!(follows_with_next_term(&right, 0.0, 4.0));
            }
        }
    }

    #[test]
    fn three_samples_and_short_spans_prove_nothing() {
        let law = |h: f64| math::powi(h, 5) + 80.0 * math::powi(h, 6);
        assert!(!follows_with_next_term(&sampled(2.0, 3, law), 0.0, 5.0));
        assert!(!follows_with_next_term(&sampled(1.2, 5, law), 0.0, 5.0));
    }

    #[test]
    fn numbers_without_a_law_are_refused_and_do_not_panic() {
        for error in [0.0, f64::NAN, f64::INFINITY, -1.0, f64::MAX, 5e-324] {
            assert!(!follows_with_next_term(
                &sampled(2.0, 4, |_| error),
                0.0,
                4.0
            ));
        }
    }

    #[test]
    fn an_error_may_miss_the_law_by_as_much_as_the_floor_allows() {
        let mut samples = sampled(2.0, 5, |h| math::powi(h, 4) - 2.0 * math::powi(h, 5));
        let finest = samples.last_mut().unwrap();
        let floor = 0.09 * finest.error;
        finest.error *= 1.08;
        assert!(!follows_with_next_term(&samples, 0.0, 4.0));
        assert!(follows_with_next_term(&samples, floor, 4.0));
    }
}
