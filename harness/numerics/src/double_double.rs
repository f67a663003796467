//! Numbers with about 31 digits: unevaluated sums of two doubles.
//!
//! Sums and products are error-free transformations (Knuth, Dekker), so that the result does not depend on whether
//! the machine has a fused multiply-add. Only what a [`Scalar`] needs is here; the elementary functions reduce
//! their argument and sum a Taylor series.

use crate::Scalar;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// `high + low`, with `low` at most half a unit in the last place of `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoubleDouble {
    high: f64,
    low: f64,
}

/// π/2, in three parts for the reduction of angles.
const HALF_PI: [f64; 3] = [
    std::f64::consts::FRAC_PI_2,
    6.123_233_995_736_766e-17,
    -1.497_384_904_859_183_3e-33,
];

/// ln 2.
const LN_2: DoubleDouble = DoubleDouble {
    high: std::f64::consts::LN_2,
    low: 2.319_046_813_846_299_6e-17,
};

/// Sum and its rounding error.
#[inline(always)]
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// The sum of `a` and `b` and its rounding error where `|a| ≥ |b|`.
#[inline(always)]
fn quick_two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// The upper and the lower half of the digits.
#[inline(always)]
fn split(a: f64) -> (f64, f64) {
    let c = 134_217_729.0 * a; // 2²⁷ + 1
    let high = c - (c - a);
    (high, a - high)
}

/// Product and its rounding error.
#[inline(always)]
fn two_product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    (product, ((ah * bh - product) + ah * bl + al * bh) + al * bl)
}

impl DoubleDouble {
    /// Zero.
    pub const ZERO: Self = Self {
        high: 0.0,
        low: 0.0,
    };

    /// Reads a decimal number such as `-1.25e-3`, to all digits that fit.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (negative, digits) = match mantissa.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, mantissa.strip_prefix('+').unwrap_or(mantissa)),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        if whole.len() + fraction.len() == 0 {
            return None;
        }
        let mut value = Self::ZERO;
        for digit in whole.chars().chain(fraction.chars()) {
            value = value * Self::from(10.0) + Self::from(f64::from(digit.to_digit(10)?));
        }
        let value = value.scaled(exponent - i32::try_from(fraction.len()).ok()?);
        Some(if negative { -value } else { value })
    }

    /// `self · 10^power`.
    fn scaled(self, power: i32) -> Self {
        let mut factor = Self::from(1.0);
        let mut square = Self::from(10.0);
        let mut rest = power.unsigned_abs();
        while rest > 0 {
            if rest & 1 == 1 {
                factor *= square;
            }
            square *= square;
            rest >>= 1;
        }
        if power < 0 {
            self / factor
        } else {
            self * factor
        }
    }

    /// Decimal notation with `digits` significant digits, at most 30.
    pub fn decimal_digits(self, digits: usize) -> String {
        let digits = digits.clamp(1, 30);
        if self.high == 0.0 || !self.high.is_finite() {
            return format!("{}", self.high);
        }
        let size = self.abs();
        let mut exponent = math::log10(size.high).floor() as i32;
        // One digit before the point; the logarithm may be off by one next to a power of ten.
        let mut scaled = size.scaled(-exponent);
        if scaled < Self::from(1.0) {
            exponent -= 1;
        } else if scaled >= Self::from(10.0) {
            exponent += 1;
        }
        scaled = size.scaled(-exponent) + Self::from(0.5).scaled(1 - digits as i32);
        if scaled >= Self::from(10.0) {
            exponent += 1;
            scaled /= Self::from(10.0);
        }
        let mut text = String::with_capacity(digits + 8);
        if self.high < 0.0 {
            text.push('-');
        }
        for k in 0..digits {
            // A remainder just below zero is a rounding of zero.
            let digit = scaled.floor().clamp(0.0, 9.0);
            text.push(char::from(b'0' + digit as u8));
            if k == 0 && digits > 1 {
                text.push('.');
            }
            scaled = (scaled - Self::from(digit)) * Self::from(10.0);
        }
        if exponent != 0 {
            text.push_str(&format!("e{exponent}"));
        }
        text
    }

    /// All digits that a scalar can hold.
    pub fn widen<S: Scalar>(self) -> S {
        S::from(self.high) + S::from(self.low)
    }

    /// Absolute value.
    pub fn abs(self) -> Self {
        if self.high < 0.0 || (self.high == 0.0 && self.low < 0.0) {
            -self
        } else {
            self
        }
    }

    fn floor(self) -> f64 {
        let floor = self.high.floor();
        if floor == self.high && self.low < 0.0 {
            floor - 1.0
        } else {
            floor
        }
    }

    /// `self · 2^power`, exactly.
    fn shifted(self, power: i32) -> Self {
        let factor = math::powi(2.0, power);
        Self {
            high: self.high * factor,
            low: self.low * factor,
        }
    }

    fn new(high: f64, low: f64) -> Self {
        let (high, low) = quick_two_sum(high, low);
        Self { high, low }
    }
}

impl fmt::Display for DoubleDouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.decimal_digits(f.precision().unwrap_or(30)))
    }
}

impl From<f64> for DoubleDouble {
    fn from(value: f64) -> Self {
        Self {
            high: value,
            low: 0.0,
        }
    }
}

impl PartialOrd for DoubleDouble {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match self.high.partial_cmp(&other.high) {
            Some(Ordering::Equal) => self.low.partial_cmp(&other.low),
            order => order,
        }
    }
}

impl Add for DoubleDouble {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let (s, e) = two_sum(self.high, other.high);
        let (t, f) = two_sum(self.low, other.low);
        let (s, e) = quick_two_sum(s, e + t);
        Self::new(s, e + f)
    }
}

impl Neg for DoubleDouble {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            high: -self.high,
            low: -self.low,
        }
    }
}

impl Sub for DoubleDouble {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for DoubleDouble {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let (p, e) = two_product(self.high, other.high);
        Self::new(p, e + (self.high * other.low + self.low * other.high))
    }
}

impl Div for DoubleDouble {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        // Long division with three digits of base 2⁵³.
        let q1 = self.high / other.high;
        let r = self - other * Self::from(q1);
        let q2 = r.high / other.high;
        let r = r - other * Self::from(q2);
        let q3 = r.high / other.high;
        let (high, low) = quick_two_sum(q1, q2);
        Self { high, low } + Self::from(q3)
    }
}

impl Scalar for DoubleDouble {
    fn decimal(x: f64) -> Self {
        // The shortest decimal fraction that rounds to x: d/10^k with d and 10^k exact doubles.
        const POWERS: [f64; 23] = [
            1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
            1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
        ];
        for power in POWERS {
            let digits = (x * power).round();
            // Data have few digits; what needs more is the result of a computation.
            if digits.abs() > 1e13 {
                break;
            }
            if digits / power == x {
                return Self::from(digits) / Self::from(power);
            }
        }
        Self::from(x)
    }

    fn sin_cos(self) -> (Self, Self) {
        let turns = (self.high / HALF_PI[0]).round();
        let mut r = self;
        for part in HALF_PI {
            let (p, e) = two_product(turns, part);
            r -= Self { high: p, low: e };
        }
        // Halving the angle keeps the series short; doubling 1 - cos x instead of cos x keeps the digits.
        const HALVINGS: i32 = 3;
        let x = r.shifted(-HALVINGS);
        let x2 = x * x;
        let (mut sin, mut verse) = (Self::ZERO, Self::ZERO);
        // |x| ≤ π/32: terms fall below 1e-34 after x²⁰/20!.
        for k in (1..=10).rev() {
            let k = f64::from(k);
            sin = (Self::from(1.0) - sin) * x2 / Self::from(2.0 * k * (2.0 * k + 1.0));
            verse = (Self::from(1.0) - verse) * x2 / Self::from((2.0 * k + 1.0) * (2.0 * k + 2.0));
        }
        sin = x - x * sin;
        // 1 - cos x = x²/2 (1 - x²/12 (1 - …)).
        verse = x2.shifted(-1) * (Self::from(1.0) - verse);
        for _ in 0..HALVINGS {
            // sin 2x = 2 sin x (1 - verse), 1 - cos 2x = 2 sin² x.
            let next = sin.shifted(1) * (Self::from(1.0) - verse);
            verse = (sin * sin).shifted(1);
            sin = next;
        }
        let cos = Self::from(1.0) - verse;
        match turns.rem_euclid(4.0) as u8 {
            0 => (sin, cos),
            1 => (cos, -sin),
            2 => (-sin, -cos),
            _ => (-cos, sin),
        }
    }

    fn sqrt(self) -> Self {
        if self.high <= 0.0 {
            // Zero stays zero, and a negative number becomes NaN.
            return Self::from(self.high.sqrt());
        }
        // One Newton step for 1/√x from the double (Karp).
        let root = self.high.sqrt();
        let inverse = 1.0 / root;
        let product = self.high * inverse;
        let square = {
            let (p, e) = two_product(product, product);
            Self { high: p, low: e }
        };
        let rest = (self - square).high * inverse * 0.5;
        let (high, low) = two_sum(product, rest);
        let first = Self { high, low };
        // A second step, since the first is off in the last digit or two.
        first + Self::from((self - first * first).high * inverse * 0.5)
    }

    fn exp(self) -> Self {
        let power = (self.high / LN_2.high).round();
        let r = (self - LN_2 * Self::from(power)).shifted(-9);
        // exp(r) - 1 by its series, then squared nine times as (1 + e)² - 1 = 2e + e².
        let mut e = Self::ZERO;
        for k in (1..=12).rev() {
            e = (Self::from(1.0) + e) * r / Self::from(f64::from(k));
        }
        for _ in 0..9 {
            e = e.shifted(1) + e * e;
        }
        let value = e + Self::from(1.0);
        // Two factors, since 2^power alone may leave the range.
        let half = (power / 2.0).trunc() as i32;
        value.shifted(half).shifted(power as i32 - half)
    }

    fn ln(self) -> Self {
        if !(self.high > 0.0) {
            return Self::from(math::ln(self.high));
        }
        // Newton for exp(y) = x: two steps from the double.
        let mut y = Self::from(math::ln(self.high));
        for _ in 0..2 {
            y += self * (-y).exp() - Self::from(1.0);
        }
        y
    }

    fn value(self) -> f64 {
        self.high
    }

    fn as_double_double(self) -> DoubleDouble {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn dd(text: &str) -> DoubleDouble {
        DoubleDouble::parse(text).unwrap()
    }

    fn close(a: DoubleDouble, b: DoubleDouble, relative: f64) -> bool {
        (a - b).abs().value() <= relative * b.abs().value().max(1e-300)
    }

    #[test]
    fn known_digits() {
        let one = DoubleDouble::from(1.0);
        let known = [
            (one.exp(), "2.71828182845904523536028747135266249"),
            (one.sin(), "0.841470984807896506652502321630298999"),
            (one.cos(), "0.540302305868139717400936607442976604"),
            (dd("100").sin(), "-0.506365641109758793656557610459785432"),
            (dd("100").cos(), "0.862318872287683934101938513950842536"),
            (dd("2").sqrt(), "1.41421356237309504880168872420969808"),
            (dd("10").ln(), "2.30258509299404568401799145468436421"),
            (
                dd("1e-8").sin(),
                "9.99999999999999983333333333333333416667e-9",
            ),
            (dd("-30").exp(), "9.35762296884017460491583222337870674e-14"),
            (
                DoubleDouble::from(1.0).atan2(one),
                "0.785398163397448309615660845819875721",
            ),
            (
                DoubleDouble::from(-1.0).atan2(-one),
                "-2.35619449019234492884698253745962716",
            ),
        ];
        for (k, (ours, digits)) in known.into_iter().enumerate() {
            assert!(
                close(ours, dd(digits), 2e-31),
                "{k}: {ours} is not {digits}"
            );
        }
    }

    #[test]
    fn a_decimal_constant_means_its_decimal() {
        for (double, text) in [
            (9.81, "9.81"),
            (2.194e-6, "2.194e-6"),
            (-0.00227, "-0.00227"),
            (0.5, "0.5"),
        ] {
            assert!(close(DoubleDouble::decimal(double), dd(text), 2e-32));
            assert_eq!(DoubleDouble::decimal(double).value(), double);
        }
        // No short decimal: the double itself.
        let third = 1.0 / 3.0;
        assert_eq!(DoubleDouble::decimal(third), DoubleDouble::from(third));
    }

    #[test]
    fn text_comes_back() {
        for text in [
            "9.8100000000000000000000",
            "-1.2345678901234567890123e-7",
            "9.9999999999999999999999e5",
        ] {
            assert_eq!(dd(text).decimal_digits(23), text);
        }
        assert_eq!(dd("9.99999").decimal_digits(3), "1.00e1");
        assert_eq!(DoubleDouble::ZERO.decimal_digits(9), "0");
        for nonsense in ["", "-", "1.2.3", "x", "1e", "1e1e1"] {
            assert!(DoubleDouble::parse(nonsense).is_none(), "{nonsense}");
        }
    }

    proptest! {
        #[test]
        fn arithmetic_is_exact_to_thirty_digits(a in -1e3..1e3_f64, b in 0.1..1e3_f64, c in -1.0..1.0_f64) {
            let [a, b, c] = [a, b, c].map(DoubleDouble::from);
            let x = a + c * DoubleDouble::from(1e-17);
            prop_assert!(close((x / b) * b, x, 1e-31));
            prop_assert!((x + b - x - b).abs().value() <= 1e-28);
            prop_assert!(close(b.sqrt() * b.sqrt(), b, 1e-31));
            prop_assert!(close(b.ln().exp(), b, 3e-30));
            let (s, k) = x.sin_cos();
            prop_assert!((s * s + k * k - DoubleDouble::from(1.0)).abs().value() < 1e-31);
            // An angle and its double, which reduce differently.
            let (s2, _) = (x + x).sin_cos();
            prop_assert!((s2 - s * k - s * k).abs().value() < 1e-30);
            let angle = c * DoubleDouble::from(3.0);
            prop_assert!((angle.sin().atan2(angle.cos()) - angle).abs().value() < 1e-30);
        }
    }
}
