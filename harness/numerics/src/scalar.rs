//! The numbers in which a mechanism can be written.

use crate::DoubleDouble;
use nalgebra::{ClosedAddAssign, ClosedDivAssign, ClosedMulAssign, ClosedSubAssign};
use num_traits::{One, Zero};
use std::ops::Neg;

/// A real number or something that behaves like one: `f64`, a truncated Taylor series, or a number with
/// more digits. A mechanism written with these operations, or with vectors and matrices of nalgebra, can be evaluated
/// in all of them.
pub trait Scalar:
    Copy
    + nalgebra::Scalar
    + From<f64>
    + Zero
    + One
    + Neg<Output = Self>
    + ClosedAddAssign
    + ClosedSubAssign
    + ClosedMulAssign
    + ClosedDivAssign
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
    /// The value in double-double precision, derivatives dropped.
    fn as_double_double(self) -> DoubleDouble;

    /// The decimal number that was written as the double `x`: `decimal(0.1)` is one tenth in every precision, where
    /// `from(0.1)` would be the double next to it. Data of a problem are written in this way.
    fn decimal(x: f64) -> Self {
        Self::from(x)
    }

    /// The angle of the vector (x, y) = (`other`, `self`), between -π and π.
    fn atan2(self, other: Self) -> Self {
        // Newton for the angle φ at which y cos φ = x sin φ; each step doubles the digits and the order of the
        // derivatives, starting from a double.
        let r = (self.square() + other.square()).sqrt();
        let mut angle = Self::from(math::atan2(self.value(), other.value()));
        for _ in 0..4 {
            let (sin, cos) = angle.sin_cos();
            angle += (self * cos - other * sin) / r;
        }
        angle
    }

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

/// Converts doubles to scalars of any kind, digit for digit.
pub fn widen<S: Scalar>(x: impl AsRef<[f64]>) -> Vec<S> {
    x.as_ref().iter().map(|&x| S::from(x)).collect()
}

impl Scalar for f64 {
    fn sin_cos(self) -> (Self, Self) {
        math::sin_cos(self)
    }
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }
    fn exp(self) -> Self {
        math::exp(self)
    }
    fn ln(self) -> Self {
        math::ln(self)
    }
    fn value(self) -> f64 {
        self
    }
    fn as_double_double(self) -> DoubleDouble {
        DoubleDouble::from(self)
    }
    fn atan2(self, other: Self) -> Self {
        math::atan2(self, other)
    }
}
