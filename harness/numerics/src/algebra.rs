//! What nalgebra asks of the numbers in its vectors and matrices, beyond their arithmetic.

use crate::{DoubleDouble, Scalar, Taylor};
use num_traits::{One, Zero};
use std::ops::DivAssign;

impl Zero for DoubleDouble {
    fn zero() -> Self {
        Self::ZERO
    }
    fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }
}

impl One for DoubleDouble {
    fn one() -> Self {
        Self::from(1.0)
    }
}

impl DivAssign for DoubleDouble {
    fn div_assign(&mut self, other: Self) {
        *self = *self / other;
    }
}

impl<S: Scalar, const N: usize> Zero for Taylor<S, N> {
    fn zero() -> Self {
        Self::from(0.0)
    }
    fn is_zero(&self) -> bool {
        *self == Self::zero()
    }
}

impl<S: Scalar, const N: usize> One for Taylor<S, N> {
    fn one() -> Self {
        Self::from(1.0)
    }
}

impl<S: Scalar, const N: usize> DivAssign for Taylor<S, N> {
    fn div_assign(&mut self, other: Self) {
        *self = *self / other;
    }
}
