//! The elementary functions of doubles against those with 31 digits.

use numerics::{DoubleDouble, Scalar, SplitMix64};

/// The error of `found` in units of the last place of `exact`.
fn units(found: f64, exact: DoubleDouble) -> f64 {
    let size = exact.value().abs();
    let unit = f64::from_bits(size.to_bits() + 1) - size;
    let off = DoubleDouble::from(found) - exact;
    (off / DoubleDouble::from(unit)).value().abs()
}

/// Numbers of both signs and of all sizes from 1e-9 of `largest` up to it.
fn arguments(seed: u64, count: usize, largest: f64) -> Vec<f64> {
    let mut random = SplitMix64::new(seed);
    let mut one = || {
        let size = math::exp2(15.0 * (random.symmetric() - 1.0));
        largest * size * random.symmetric()
    };
    (0..count).map(|_| one()).collect()
}

/// A function is off by less than one unit in the last place at all arguments.
fn hold(at: &[f64], found: impl Fn(f64) -> f64, exact: impl Fn(DoubleDouble) -> DoubleDouble) {
    for &x in at {
        let off = units(found(x), exact(DoubleDouble::from(x)));
        assert!(off < 1.0, "{x:e}: {off} units in the last place");
    }
}

#[test]
fn sines_and_cosines_are_exact_to_the_last_digit() {
    let mut at = arguments(1, 20_000, 1e6);
    at.extend(arguments(2, 20_000, 10.0));
    // Next to multiples of π/2, where nearly all digits cancel.
    for k in 1..2_000 {
        let near = f64::from(k) * std::f64::consts::FRAC_PI_2;
        at.extend([near.next_down(), near, near.next_up()]);
    }
    hold(&at, |x| math::sin_cos(x).0, |x| x.sin_cos().0);
    hold(&at, |x| math::sin_cos(x).1, |x| x.sin_cos().1);
}

#[test]
fn sine_and_cosine_alone_are_those_of_the_pair() {
    for x in arguments(3, 20_000, 1e9) {
        assert_eq!((math::sin(x), math::cos(x)), math::sin_cos(x), "{x:e}");
    }
}

#[test]
fn exponentials_and_logarithms_are_exact_to_the_last_digit() {
    let at = arguments(4, 10_000, 600.0);
    hold(&at, math::exp, DoubleDouble::exp);
    let positive: Vec<f64> = at.iter().map(|x| math::exp(*x)).collect();
    hold(&positive, math::ln, DoubleDouble::ln);
}

#[test]
fn angles_have_the_rounding_of_a_quotient_as_well() {
    let [y, x] = [5, 6].map(|seed| arguments(seed, 5_000, 10.0));
    for (y, x) in y.into_iter().zip(x) {
        let off = units(
            math::atan2(y, x),
            DoubleDouble::from(y).atan2(DoubleDouble::from(x)),
        );
        assert!(off < 2.0, "{y:e}, {x:e}: {off} units in the last place");
    }
}
