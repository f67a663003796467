//! Whole powers.

/// `x` to a whole power by repeated squaring.
///
/// `f64::powi` is one product in one build and a call of the system's `pow` in another, where the compiler knows both
/// arguments.
#[inline]
pub fn powi(x: f64, power: i32) -> f64 {
    let (mut result, mut square, mut rest) = (1.0, x, power.unsigned_abs());
    while rest > 0 {
        if rest & 1 == 1 {
            result *= square;
        }
        rest >>= 1;
        if rest > 0 {
            square *= square;
        }
    }
    if power < 0 { 1.0 / result } else { result }
}

#[cfg(test)]
mod tests {
    use super::powi;

    #[test]
    fn small_powers_are_products() {
        for x in [0.1, -1.7, 3.0] {
            assert_eq!(powi(x, 0), 1.0);
            assert_eq!(powi(x, 1), x);
            assert_eq!(powi(x, 2), x * x);
            assert_eq!(powi(x, 3), x * (x * x));
            assert_eq!(powi(x, -2), 1.0 / (x * x));
        }
    }

    #[test]
    fn the_ends_of_the_range_are_reached() {
        assert_eq!(powi(2.0, 1023), f64::MAX / (2.0 - f64::EPSILON));
        assert_eq!(powi(2.0, -1022), f64::MIN_POSITIVE);
        assert_eq!(powi(10.0, i32::MIN), 0.0);
        assert_eq!(powi(10.0, i32::MAX), f64::INFINITY);
        assert_eq!(powi(0.0, -1), f64::INFINITY);
        assert!(powi(f64::NAN, 2).is_nan());
    }
}
