//! The largest of some sizes.

use verification::Max;

/// The largest magnitude: zero for none, and infinite where one is not finite, so that a run that broke down is never
/// called small.
pub(crate) fn largest(sizes: impl IntoIterator<Item = f64>) -> f64 {
    let mut max = Max::new();
    max.extend(sizes);
    max.value().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_number_is_never_small() {
        assert_eq!(largest([1.0, -3.0, 2.0]), 3.0);
        assert_eq!(largest([]), 0.0);
        for sizes in [[f64::NAN, 1.0], [1.0, f64::NAN]] {
            assert_eq!(largest(sizes), f64::INFINITY);
        }
    }
}
