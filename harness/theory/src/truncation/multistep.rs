//! Linear multistep methods by their polynomials, in exact fractions.
//!
//! `Σ α_j y_{k+j} = h Σ β_j f_{k+j}`, with `ρ(z) = Σ α_j z^j` and `σ(z) = Σ β_j z^j`. The coefficients of the
//! Adams methods follow from the recurrences of their backward differences, so that any number of steps is at hand
//! and none is copied from a table.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use numerics::{DoubleDouble, Scalar};
use thiserror::Error;

/// An exact fraction.
pub type Fraction = BigRational;

/// A linear multistep method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearMultistep {
    rho: Vec<Fraction>,
    sigma: Vec<Fraction>,
}

/// Reasons why two polynomials are not a method.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MultistepError {
    /// The polynomials are empty, of different lengths, or ρ lacks its leading coefficient.
    #[error(
        "ρ and σ need the same number of coefficients, at least two, and the leading one of ρ must not vanish"
    )]
    Malformed,
    /// `ρ(1) = 0` and `ρ'(1) = σ(1) ≠ 0` do not hold.
    #[error("the method is not consistent: ρ(1) = 0 and ρ'(1) = σ(1) ≠ 0 must hold")]
    Inconsistent,
}

impl LinearMultistep {
    /// The method of two polynomials, lowest power first.
    ///
    /// # Errors
    /// When they are not those of a consistent method.
    pub fn new(rho: Vec<Fraction>, sigma: Vec<Fraction>) -> Result<Self, MultistepError> {
        let leads = rho.last().is_some_and(|c| !c.is_zero());
        if rho.len() != sigma.len() || rho.len() < 2 || !leads {
            return Err(MultistepError::Malformed);
        }
        let at_one: Fraction = rho.iter().sum();
        let slope: Fraction = (0_i64..).zip(&rho).map(|(j, c)| whole(j) * c).sum();
        let weight: Fraction = sigma.iter().sum();
        if !at_one.is_zero() || slope != weight || weight.is_zero() {
            return Err(MultistepError::Inconsistent);
        }
        Ok(Self { rho, sigma })
    }

    /// Explicit Adams method of order `k`, at least 1; `k = 1` is Euler's.
    ///
    /// # Panics
    /// When `k` is zero.
    pub fn adams_bashforth(k: usize) -> Self {
        assert!(k > 0, "an Adams method needs a step");
        // y_{n+1} = y_n + h Σ γ_j ∇^j f_n with γ_m + γ_{m-1}/2 + … + γ_0/(m+1) = 1.
        let weights = backward_differences(&gammas(k, |_| Fraction::one()));
        Self::adams(k, |power| {
            (power < k).then(|| weights[k - 1 - power].clone())
        })
    }

    /// Implicit Adams method of order `k`, at least 1; `k = 1` is backward Euler, `k = 2` the trapezoidal rule.
    ///
    /// # Panics
    /// When `k` is zero.
    pub fn adams_moulton(k: usize) -> Self {
        assert!(k > 0, "an Adams method needs a step");
        // y_{n+1} = y_n + h Σ γ*_j ∇^j f_{n+1} with γ*_m + γ*_{m-1}/2 + … + γ*_0/(m+1) = 0 for m > 0, γ*_0 = 1.
        let sums = |m: usize| {
            if m == 0 {
                Fraction::one()
            } else {
                Fraction::zero()
            }
        };
        let weights = backward_differences(&gammas(k, sums));
        let degree = (k - 1).max(1);
        Self::adams(degree, |power| weights.get(degree - power).cloned())
    }

    /// `z^degree - z^(degree-1)` with the weights of the rates.
    fn adams(degree: usize, weight: impl Fn(usize) -> Option<Fraction>) -> Self {
        let mut rho = vec![Fraction::zero(); degree + 1];
        rho[degree] = Fraction::one();
        rho[degree - 1] = -Fraction::one();
        let sigma = (0..=degree).map(|power| weight(power).unwrap_or_else(Fraction::zero));
        Self::new(rho, sigma.collect()).expect("Adams methods are consistent")
    }

    /// Coefficients of ρ, lowest power first.
    pub fn rho(&self) -> &[Fraction] {
        &self.rho
    }

    /// Coefficients of σ, lowest power first.
    pub fn sigma(&self) -> &[Fraction] {
        &self.sigma
    }

    /// Number of steps of the method: the degree of its polynomials.
    pub fn steps(&self) -> usize {
        self.rho.len() - 1
    }

    /// Whether the method uses the rate at the new state.
    pub fn is_implicit(&self) -> bool {
        self.sigma.last().is_some_and(|c| !c.is_zero())
    }

    /// Whether the method is symmetric in time, as the trapezoidal rule is: coefficients of ρ change
    /// sign under reversal and those of σ do not. Oscillations are then neither damped nor pumped.
    pub fn is_symmetric(&self) -> bool {
        let reversed = |x: &[Fraction]| x.iter().rev().cloned().collect::<Vec<_>>();
        let negative: Vec<Fraction> = reversed(&self.rho).into_iter().map(|x| -x).collect();
        self.rho == negative && self.sigma == reversed(&self.sigma)
    }

    /// Whether it is of Adams' kind, `ρ(z) = z^k - z^(k-1)`: the new state is the last one plus rates.
    pub fn is_adams(&self) -> bool {
        let k = self.steps();
        let last = [-Fraction::one(), Fraction::one()];
        self.rho[k - 1..] == last && self.rho[..k - 1].iter().all(Zero::is_zero)
    }
}

/// `γ_0 … γ_{n-1}` with `Σ_{i=0..m} γ_{m-i}/(i+1) = sum(m)`.
fn gammas(n: usize, sum: impl Fn(usize) -> Fraction) -> Vec<Fraction> {
    let mut gammas: Vec<Fraction> = Vec::with_capacity(n);
    for m in 0..n {
        let known: Fraction = (0..m).map(|j| &gammas[j] / whole((m - j + 1) as i64)).sum();
        gammas.push(sum(m) - known);
    }
    gammas
}

/// Weights of the values, newest first, of `Σ_j terms_j ∇^j`.
fn backward_differences(terms: &[Fraction]) -> Vec<Fraction> {
    let mut weights = vec![Fraction::zero(); terms.len()];
    // (1 - x)^j, lowest power first.
    let mut power = vec![Fraction::one()];
    for term in terms {
        for (weight, coefficient) in weights.iter_mut().zip(&power) {
            *weight += term * coefficient;
        }
        let mut next = power.clone();
        next.push(Fraction::zero());
        for (i, coefficient) in power.iter().enumerate() {
            next[i + 1] -= coefficient;
        }
        power = next;
    }
    weights
}

/// A whole number as a fraction.
pub(crate) fn whole(n: i64) -> Fraction {
    Fraction::from_integer(BigInt::from(n))
}

/// The double nearest to a fraction.
pub(crate) fn double(x: &Fraction) -> f64 {
    precise(x).value()
}

/// A fraction to all digits of a double-double.
pub(crate) fn precise(x: &Fraction) -> DoubleDouble {
    let part = |n: &BigInt| match n.to_i64().filter(|n| n.unsigned_abs() < 1 << 53) {
        Some(small) => DoubleDouble::from(small as f64),
        None => {
            let size = DoubleDouble::parse(&n.abs().to_string()).expect("digits are a number");
            if n.is_negative() { -size } else { size }
        }
    };
    part(x.numer()) / part(x.denom())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fractions(pairs: &[(i64, i64)]) -> Vec<Fraction> {
        pairs.iter().map(|&(n, d)| whole(n) / whole(d)).collect()
    }

    #[test]
    fn weights_are_those_of_the_textbooks() {
        let am = LinearMultistep::adams_moulton;
        let ab3 = LinearMultistep::adams_bashforth(3);
        for (method, sigma) in [
            (ab3, &[(5, 12), (-4, 3), (23, 12), (0, 1)][..]),
            (am(4), &[(1, 24), (-5, 24), (19, 24), (3, 8)]),
            (am(2), &[(1, 2), (1, 2)]),
            (am(1), &[(0, 1), (1, 1)]),
        ] {
            assert_eq!(method.sigma(), fractions(sigma));
        }
    }

    #[test]
    fn polynomials_that_are_no_method_are_refused() {
        let make = |rho: &[i64], sigma: &[i64]| {
            let wholes = |x: &[i64]| x.iter().map(|&x| whole(x)).collect();
            LinearMultistep::new(wholes(rho), wholes(sigma))
        };
        assert_eq!(make(&[], &[]), Err(MultistepError::Malformed));
        assert_eq!(make(&[1, 0], &[1, 1]), Err(MultistepError::Malformed));
        assert_eq!(make(&[1, 1], &[1, 1]), Err(MultistepError::Inconsistent));
        assert_eq!(make(&[-1, 1], &[1, 1]), Err(MultistepError::Inconsistent));
        assert!(make(&[-1, 1], &[1, 0]).is_ok());
    }

    #[test]
    fn fractions_keep_their_digits() {
        let third = precise(&(whole(1) / whole(3)));
        assert_eq!(
            (third * DoubleDouble::from(3.0) - DoubleDouble::from(1.0)).value(),
            0.0
        );
        let large = whole(i64::MAX) * whole(i64::MAX);
        assert_eq!(double(&-large), -(i64::MAX as f64) * (i64::MAX as f64));
    }
}
