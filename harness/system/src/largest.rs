//! The largest magnitude among some values.

use std::borrow::Borrow;

/// The largest magnitude: zero for no values, and infinite where a value is infinite or NaN, so that a failed
/// computation never counts as small.
#[inline]
pub fn largest(values: impl IntoIterator<Item = impl Borrow<f64>>) -> f64 {
    values.into_iter().fold(0.0, |a, x| {
        let x = x.borrow();
        // `f64::max` alone would drop a NaN.
        if x.is_nan() {
            f64::INFINITY
        } else {
            x.abs().max(a)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_number_is_never_small() {
        assert_eq!(largest([1.0, -3.0, 2.0]), 3.0);
        assert_eq!(largest([0.0; 0]), 0.0);
        for values in [[f64::NAN, 1.0], [1.0, f64::NAN], [f64::NAN; 2]] {
            assert_eq!(largest(values), f64::INFINITY);
        }
    }
}
