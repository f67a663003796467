//! The truncation-error model of a multistep method (Yoon, Howe and Greenwood, Eqs. 28-32).
//!
//! A method that is handed `F` where `X' = F` follows, up to its starting steps,
//!
//! ```text
//! X' = F + Σ a_j h^j F^(j),    1 + Σ a_j s^j = s σ(e^s) / ρ(e^s)
//! ```
//!
//! Even coefficients are errors of frequency, odd ones errors of damping: on `F = e^{iωt}` the former change the
//! phase of the answer and the latter its size.

use super::multistep::{Fraction, LinearMultistep, double, whole};
use num_traits::{One, Zero};

/// The first coefficients `a_j`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorModel {
    /// `a_1, a_2, …`.
    coefficients: Vec<Fraction>,
}

/// The first term that changes the size of an oscillation, and the one behind it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Damping {
    /// The smallest odd index m with `a_m ≠ 0`.
    pub index: u32,
    /// The coefficient `a_m`.
    pub leading: f64,
    /// The coefficient `a_{m+2}`.
    pub next: f64,
}

impl Damping {
    /// `(-1)^((m-1)/2)`, the sign of `i^m / i`: with `s = iΩ` the odd terms are `i Ω^m a_m` times this.
    pub fn sign(&self) -> f64 {
        if self.index % 4 == 1 { 1.0 } else { -1.0 }
    }
}

impl LinearMultistep {
    /// The first `terms` coefficients of the model.
    pub fn model(&self, terms: usize) -> ErrorModel {
        let mut factorial = Fraction::one();
        // Coefficients of ρ(e^s)/s and σ(e^s): e^{js} has the coefficients jⁿ/n!.
        let (mut denominator, mut numerator) = (Vec::new(), Vec::new());
        let moment = |weights: &[Fraction], n: usize| -> Fraction {
            let power = |j: usize| num_traits::pow(whole(j as i64), n);
            (0..).zip(weights).map(|(j, w)| power(j) * w).sum()
        };
        for n in 0..=terms + 1 {
            if n > 0 {
                factorial *= whole(n as i64);
                denominator.push(moment(self.rho(), n) / &factorial);
            }
            numerator.push(moment(self.sigma(), n) / &factorial);
        }
        let mut quotient: Vec<Fraction> = Vec::with_capacity(terms + 1);
        for n in 0..=terms {
            let known: Fraction = (0..n).map(|j| &quotient[j] * &denominator[n - j]).sum();
            quotient.push((&numerator[n] - known) / &denominator[0]);
        }
        debug_assert!(
            quotient[0].is_one(),
            "consistent methods integrate constants"
        );
        quotient.remove(0);
        ErrorModel {
            coefficients: quotient,
        }
    }
}

impl ErrorModel {
    /// The coefficient `a_j`, `j` from 1; zero beyond the computed terms.
    pub fn a(&self, j: usize) -> f64 {
        self.coefficients.get(j.wrapping_sub(1)).map_or(0.0, double)
    }

    /// All coefficients, `a_1` first, exactly.
    pub fn coefficients(&self) -> &[Fraction] {
        &self.coefficients
    }

    /// The order of the method: the index of its first error term. `None` where all computed terms vanish.
    pub fn order(&self) -> Option<usize> {
        let first = self.coefficients.iter().position(|a| !a.is_zero());
        first.map(|at| at + 1)
    }

    /// The indices of the first `n` terms that do not vanish.
    pub fn leading_terms(&self, n: usize) -> Vec<usize> {
        let there = (1..).zip(&self.coefficients).filter(|(_, a)| !a.is_zero());
        there.map(|(j, _)| j).take(n).collect()
    }

    /// The leading damping terms; `None` for methods without damping, such as the trapezoidal rule.
    pub fn damping(&self) -> Option<Damping> {
        let odd = (1..=self.coefficients.len()).step_by(2);
        let index = odd
            .into_iter()
            .find(|&j| !self.coefficients[j - 1].is_zero())?;
        Some(Damping {
            index: index as u32,
            leading: self.a(index),
            next: self.a(index + 2),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Eqs. 29 and 31 of the paper, and the rest by an independent computation.
    #[test]
    fn coefficients_of_the_common_methods() {
        let (ab, am) = (
            LinearMultistep::adams_bashforth,
            LinearMultistep::adams_moulton,
        );
        for (method, expected) in [
            (ab(1), "-1/2 1/12 0 -1/720 0 1/30240 0"),
            (ab(2), "0 -5/12 1/4 -61/720 1/48 -25/6048 1/1440"),
            (ab(3), "0 0 -3/8 289/720 -23/96 313/3024 -103/2880"),
            (ab(4), "0 0 0 -251/720 13/24 -347/756 5/18"),
            (ab(5), "0 0 0 0 -95/288 40763/60480 -1277/1728"),
            (am(1), "1/2 1/12 0 -1/720 0 1/30240 0"),
            (am(2), "0 1/12 0 -1/720 0 1/30240 0"),
            (am(3), "0 0 1/24 -11/720 1/288 -1/1512 1/8640"),
            (am(4), "0 0 0 19/720 -1/48 59/6048 -1/288"),
            (am(5), "0 0 0 0 3/160 -281/12096 47/2880"),
        ] {
            let model = method.model(7);
            let found: Vec<String> = model
                .coefficients()
                .iter()
                .map(ToString::to_string)
                .collect();
            assert_eq!(found.join(" "), expected);
        }
    }

    proptest! {
        #[test]
        fn coefficients_vanish_below_the_order(k in 1_usize..12) {
            for method in [LinearMultistep::adams_bashforth(k), LinearMultistep::adams_moulton(k)] {
                prop_assert_eq!(method.model(k + 1).order(), Some(k));
            }
        }

        /// The model is what it says: on `e^{st}` the method multiplies the integral by `1 + Σ a_j s^j`.
        #[test]
        fn the_model_is_the_transfer_function(k in 1_usize..6, s in -0.05..0.05_f64) {
            prop_assume!(s.abs() > 1e-3);
            let method = LinearMultistep::adams_bashforth(k);
            let at = |weights: &[Fraction]| -> f64 {
                (0..).zip(weights).map(|(j, w)| double(w) * math::exp(f64::from(j) * s)).sum()
            };
            let exact = s * at(method.sigma()) / at(method.rho());
            let model = method.model(14);
            let series: f64 = (1..=14).map(|j| model.a(j) * math::powi(s, j as i32)).sum();
            prop_assert!((exact - 1.0 - series).abs() < 1e-13 / s.abs());
        }
    }

    #[test]
    fn only_symmetric_methods_have_no_damping() {
        assert_eq!(LinearMultistep::adams_moulton(2).model(11).damping(), None);
        let damping = |k| {
            let model = LinearMultistep::adams_bashforth(k).model(7);
            let damping = model.damping().unwrap();
            (damping.index, damping.leading, damping.sign())
        };
        assert_eq!(damping(2), (3, 0.25, -1.0));
        assert_eq!(damping(4), (5, 13.0 / 24.0, 1.0));
    }
}
