//! Assigning operators of our number types, and the zero and one that nalgebra asks for.

use crate::{DoubleDouble, Scalar, Taylor};
use num_traits::{One, Zero};
use std::ops::{AddAssign, DivAssign, MulAssign, SubAssign};

macro_rules! assign {
    ($([$($generics:tt)*] $number:ty;)+) => {$(
        assign! { [$($generics)*] $number, AddAssign, add_assign, + }
        assign! { [$($generics)*] $number, SubAssign, sub_assign, - }
        assign! { [$($generics)*] $number, MulAssign, mul_assign, * }
        assign! { [$($generics)*] $number, DivAssign, div_assign, / }

        impl<$($generics)*> Zero for $number {
            fn zero() -> Self {
                Self::from(0.0)
            }
            fn is_zero(&self) -> bool {
                *self == Self::zero()
            }
        }

        impl<$($generics)*> One for $number {
            fn one() -> Self {
                Self::from(1.0)
            }
        }
    )+};
    ([$($generics:tt)*] $number:ty, $name:ident, $function:ident, $operator:tt) => {
        impl<$($generics)*> $name for $number {
            #[inline(always)]
            fn $function(&mut self, other: Self) {
                *self = *self $operator other;
            }
        }
    };
}

assign! {
    [] DoubleDouble;
    [S: Scalar, const N: usize] Taylor<S, N>;
}
