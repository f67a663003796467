//! Complex numbers over any scalar.
//!
//! The complex numbers of num-complex require parts that have a remainder and can be parsed, which series cannot.

use crate::Scalar;
use std::ops::{Add, Div, Mul};

/// The complex number `re + i im`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Complex<S> {
    /// Real part.
    pub re: S,
    /// Imaginary part.
    pub im: S,
}

impl<S: Scalar> Complex<S> {
    /// Makes `re + i im`.
    pub fn new(re: S, im: S) -> Self {
        Self { re, im }
    }

    /// `e^{i angle}`.
    pub fn turn(angle: S) -> Self {
        let (im, re) = angle.sin_cos();
        Self { re, im }
    }

    /// The square of the absolute value.
    pub fn norm_squared(self) -> S {
        self.re.square() + self.im.square()
    }

    /// The product with a real number.
    pub fn scale(self, by: S) -> Self {
        Self::new(self.re * by, self.im * by)
    }

    /// The value of the polynomial with these coefficients, lowest power first.
    pub fn polynomial(self, coefficients: impl DoubleEndedIterator<Item = S>) -> Self {
        let zero = Self::new(S::from(0.0), S::from(0.0));
        let horner = |sum: Self, c: S| sum * self + Self::new(c, S::from(0.0));
        coefficients.rev().fold(zero, horner)
    }
}

impl<S: Scalar> Add for Complex<S> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.re + other.re, self.im + other.im)
    }
}

impl<S: Scalar> Mul for Complex<S> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self::new(
            self.re * other.re - self.im * other.im,
            self.re * other.im + self.im * other.re,
        )
    }
}

impl<S: Scalar> Div for Complex<S> {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let size = other.norm_squared();
        Self::new(
            (self.re * other.re + self.im * other.im) / size,
            (self.im * other.re - self.re * other.im) / size,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_undoes_multiplication() {
        let (a, b) = (Complex::new(1.5, -2.0), Complex::new(-0.25, 3.0));
        let back = a * b / b + a.scale(-1.0);
        assert!(back.norm_squared() < 1e-30, "{back:?}");
        assert_eq!((a * b).re, 1.5 * -0.25 + 2.0 * 3.0);
    }

    #[test]
    fn a_polynomial_at_a_root_of_unity() {
        // 1 + z + z² vanishes at e^{2πi/3}.
        let z = Complex::turn(std::f64::consts::TAU / 3.0);
        assert!(z.polynomial([1.0; 3].into_iter()).norm_squared() < 1e-30);
        assert_eq!(z.polynomial([2.0, 0.0].into_iter()).re, 2.0);
    }
}
