//! The numbers in which a mechanism can be written.

use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

/// A real number or something that behaves like one: `f64`, a truncated Taylor series, or a number with
/// more digits. A mechanism written with these operations can be evaluated in all of them.
pub trait Scalar:
    Copy
    + Debug
    + From<f64>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
{
    /// Sine and cosine together.
    fn sin_cos(self) -> (Self, Self);
    /// Square root.
    fn sqrt(self) -> Self;
    /// Exponential.
    fn exp(self) -> Self;
    /// Natural logarithm.
    fn ln(self) -> Self;
    /// The value rounded to `f64`, derivatives dropped.
    fn value(self) -> f64;

    /// Sine.
    fn sin(self) -> Self {
        self.sin_cos().0
    }

    /// Cosine.
    fn cos(self) -> Self {
        self.sin_cos().1
    }

    /// `self · self`.
    fn square(self) -> Self {
        self * self
    }
}

impl Scalar for f64 {
    fn sin_cos(self) -> (Self, Self) {
        f64::sin_cos(self)
    }
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }
    fn exp(self) -> Self {
        f64::exp(self)
    }
    fn ln(self) -> Self {
        f64::ln(self)
    }
    fn value(self) -> f64 {
        self
    }
}
