//! Truncated Taylor series: automatic differentiation along a curve.
//!
//! A series holds the coefficients `c_k = x^(k)/k!` of `x(s)` at `s = 0`. With two coefficients it is a
//! dual number, with three it gives second derivatives along a curve, and series of series give mixed ones.
//! The base can be any [`Scalar`], so that derivatives come in every precision. Libraries of dual numbers over
//! machine floats do not offer that; one of them checks this type in the tests.

use crate::{DoubleDouble, Scalar};
use std::ops::{Add, Div, Mul, Neg, Sub};

/// `N` Taylor coefficients over the base `S`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taylor<S, const N: usize>(pub [S; N]);

impl<S: Scalar, const N: usize> Taylor<S, N> {
    /// The series of a constant.
    pub fn constant(value: S) -> Self {
        Self(std::array::from_fn(|k| {
            if k == 0 { value } else { S::from(0.0) }
        }))
    }

    /// The series `value + s slope`.
    pub fn line(value: S, slope: S) -> Self {
        Self(std::array::from_fn(|k| match k {
            0 => value,
            1 => slope,
            _ => S::from(0.0),
        }))
    }
}

impl<S: Scalar, const N: usize> From<f64> for Taylor<S, N> {
    fn from(value: f64) -> Self {
        Self::constant(S::from(value))
    }
}

impl<S: Scalar, const N: usize> Add for Taylor<S, N> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|k| self.0[k] + other.0[k]))
    }
}

impl<S: Scalar, const N: usize> Sub for Taylor<S, N> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|k| self.0[k] - other.0[k]))
    }
}

impl<S: Scalar, const N: usize> Neg for Taylor<S, N> {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.map(|c| -c))
    }
}

impl<S: Scalar, const N: usize> Mul for Taylor<S, N> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self(std::array::from_fn(|k| {
            let mut sum = self.0[0] * other.0[k];
            for j in 1..=k {
                sum += self.0[j] * other.0[k - j];
            }
            sum
        }))
    }
}

impl<S: Scalar, const N: usize> Div for Taylor<S, N> {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        // From self = quotient · other, one coefficient after the other.
        let mut c = [S::from(0.0); N];
        for k in 0..N {
            let mut sum = self.0[k];
            for j in 0..k {
                sum -= c[j] * other.0[k - j];
            }
            c[k] = sum / other.0[0];
        }
        Self(c)
    }
}

impl<S: Scalar, const N: usize> Taylor<S, N> {
    /// `Σ_{j=1..k} j x_j f_{k-j} / k`: coefficient `k` of the integral of `f x'`, on which the
    /// recurrences of the elementary functions rest.
    fn integrated(x: &[S; N], f: &[S; N], k: usize) -> S {
        let mut sum = S::from(0.0);
        for j in 1..=k {
            sum += S::from(j as f64) * x[j] * f[k - j];
        }
        sum / S::from(k as f64)
    }
}

impl<S: Scalar, const N: usize> Scalar for Taylor<S, N> {
    fn sin_cos(self) -> (Self, Self) {
        let (mut s, mut c) = ([S::from(0.0); N], [S::from(0.0); N]);
        (s[0], c[0]) = self.0[0].sin_cos();
        for k in 1..N {
            s[k] = Self::integrated(&self.0, &c, k);
            c[k] = -Self::integrated(&self.0, &s, k);
        }
        (Self(s), Self(c))
    }

    fn sqrt(self) -> Self {
        let mut r = [S::from(0.0); N];
        r[0] = self.0[0].sqrt();
        for k in 1..N {
            let mut sum = self.0[k];
            for j in 1..k {
                sum -= r[j] * r[k - j];
            }
            r[k] = sum / (r[0] + r[0]);
        }
        Self(r)
    }

    fn exp(self) -> Self {
        let mut e = [S::from(0.0); N];
        e[0] = self.0[0].exp();
        for k in 1..N {
            e[k] = Self::integrated(&self.0, &e, k);
        }
        Self(e)
    }

    fn ln(self) -> Self {
        // From x l' = x'.
        let mut l = [S::from(0.0); N];
        l[0] = self.0[0].ln();
        for k in 1..N {
            let mut sum = S::from(k as f64) * self.0[k];
            for j in 1..k {
                sum -= S::from(j as f64) * l[j] * self.0[k - j];
            }
            l[k] = sum / (S::from(k as f64) * self.0[0]);
        }
        Self(l)
    }

    fn value(self) -> f64 {
        self.0[0].value()
    }

    fn as_double_double(self) -> DoubleDouble {
        self.0[0].as_double_double()
    }

    fn decimal(x: f64) -> Self {
        Self::constant(S::decimal(x))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;
    use num_dual::{DualNum, third_derivative};
    use proptest::prelude::*;

    fn sample<S: Scalar>(x: S) -> S {
        let (s, c) = (x * x + S::from(0.3)).sin_cos();
        (s * c + S::from(2.0)).sqrt() / (x.exp() - c.square()) + (x + S::from(3.0)).ln()
    }

    fn sample_dual<D: DualNum<Primitive = f64> + Copy>(x: D) -> D {
        let (s, c) = (x * x + 0.3).sin_cos();
        (s * c + 2.0).sqrt() / (x.exp() - c * c) + (x + 3.0).ln()
    }

    proptest! {
        #[test]
        fn derivatives_agree_with_an_independent_library_of_dual_numbers(x in 0.5..2.0) {
            let ours = sample(Taylor::<f64, 4>::line(x, 1.0)).0;
            let (value, first, second, third) = third_derivative(sample_dual, x);
            assert_relative_eq!(ours[0], value, max_relative = 1e-13);
            assert_relative_eq!(ours[1], first, max_relative = 1e-11, epsilon = 1e-12);
            assert_relative_eq!(2.0 * ours[2], second, max_relative = 1e-10, epsilon = 1e-11);
            assert_relative_eq!(6.0 * ours[3], third, max_relative = 1e-9, epsilon = 1e-9);
        }

        #[test]
        fn nested_series_give_mixed_derivatives(x in 0.5..2.0, y in 0.5..2.0) {
            // f = sin(x y): f_xy = cos(xy) - xy sin(xy).
            type Inner = Taylor<f64, 2>;
            let a = Taylor::<Inner, 2>([Inner::line(x, 1.0), Inner::constant(0.0)]);
            let b = Taylor::<Inner, 2>([Inner::constant(y), Inner::constant(1.0)]);
            let mixed = (a * b).sin().0[1].0[1];
            let p: f64 = x * y;
            assert_relative_eq!(mixed, math::cos(p) - p * math::sin(p), max_relative = 1e-12, epsilon = 1e-12);
        }
    }
}
