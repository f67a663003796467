//! Limit, coefficient and order from three values and no reference.
//!
//! Welch's triple: if `f(h) = f* + C hⁿ` holds at three step sizes, coarsest first, the differences
//! `d₁ = f₁ - f₂` and `d₂ = f₂ - f₃` determine all three unknowns. With the ratios `r₁ = h₁/h₂` and
//! `r₂ = h₂/h₃`,
//!
//! ```text
//! d₁/d₂ = r₂ⁿ (r₁ⁿ - 1) / (r₂ⁿ - 1),      f* = f₃ - d₂ / (r₂ⁿ - 1).
//! ```
//!
//! For `r₁ = r₂ = r` this is `n = ln(d₁/d₂) / ln r`. For unequal ratios the right-hand side rises
//! strictly with `n`, from `ln r₁ / ln r₂` at `n = 0`, so a bisection finds the only solution, where
//! the customary fixed-point iteration may wander. Differences of opposite sign are read as
//! errors that alternate, `fₖ = f* ± C hₖⁿ`, which replaces both `- 1` by `+ 1`.
//!
//! The triple takes the law for granted. Errors against a reference, or norms of differences, belong
//! to [`observe`](crate::observe), which also checks it.

use thiserror::Error;

use crate::ladder::log_ratio;

/// Differences of at most this many units of the largest value are rounding.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// The law `f(h) = exact + coefficient · h^order`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Richardson {
    /// The limit for `h → 0`.
    pub exact: f64,
    /// Coefficient of the leading error; for alternating errors, with the sign at the finest step.
    pub coefficient: f64,
    /// The order, always positive.
    pub order: f64,
}

/// The result of an extrapolation, classified with equal ratios by `R = d₂/d₁`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Extrapolation {
    /// `0 < R < 1`: the values approach their limit from one side.
    Monotone(Richardson),
    /// `-1 < R < 0`: the values jump from one side of the limit to the other.
    Oscillatory(Richardson),
    /// `|R| ≥ 1`: differences grow under refinement, or a value is not finite.
    Divergent,
    /// The finest difference is zero up to rounding, or the law leaves the range of `f64`.
    Undetermined,
}

/// Reasons why three step sizes are not a triple.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum TripleError {
    /// A step size is zero, negative or not finite.
    #[error("step size {0} is not a positive finite number")]
    StepSize(f64),
    /// The steps must be listed from coarse to fine.
    #[error("step size {fine} does not refine {coarse}")]
    NotRefined {
        /// The step before.
        coarse: f64,
        /// The step that should be smaller.
        fine: f64,
    },
}

/// Solves for the law through `values` at `steps`, both from coarse to fine, with any ratios.
pub fn extrapolate(values: [f64; 3], steps: [f64; 3]) -> Result<Extrapolation, TripleError> {
    if let Some(&h) = steps.iter().find(|h| !(h.is_finite() && **h > 0.0)) {
        return Err(TripleError::StepSize(h));
    }
    if let Some(pair) = steps.windows(2).find(|pair| pair[0] <= pair[1]) {
        return Err(TripleError::NotRefined {
            coarse: pair[0],
            fine: pair[1],
        });
    }
    let [f1, f2, f3] = values;
    let (d1, d2) = (f1 - f2, f2 - f3);
    if !(d1.is_finite() && d2.is_finite()) {
        return Ok(Extrapolation::Divergent);
    }
    let rounding = ROUNDING * f1.abs().max(f2.abs()).max(f3.abs());
    if d2.abs() <= rounding {
        return Ok(Extrapolation::Undetermined);
    }
    if d1.abs() <= rounding {
        return Ok(Extrapolation::Divergent);
    }

    let law = Law {
        a: log_ratio(steps[0], steps[1]),
        b: log_ratio(steps[1], steps[2]),
        alternating: (d1 > 0.0) != (d2 > 0.0),
    };
    let Some(order) = law.order(log_ratio(d1.abs(), d2.abs())) else {
        return Ok(Extrapolation::Divergent);
    };
    // `C hⁿ` at the finest step, by the fine difference, which has the smaller error.
    let finest_error = match law.alternating {
        true => -d2 / (math::exp(order * law.b) + 1.0),
        false => d2 / math::exp_m1(order * law.b),
    };
    // The logarithm of |C| by the coarse difference, which is farther from underflow.
    let log_c =
        math::ln(d1.abs()) - order * math::ln(steps[0]) - law.ln_one_minus_power(order * law.a);
    let richardson = Richardson {
        exact: f3 - finest_error,
        coefficient: math::exp(log_c).copysign(finest_error),
        order,
    };
    Ok(match richardson {
        Richardson {
            exact,
            coefficient,
            order,
        } if !(exact + coefficient + order).is_finite() => Extrapolation::Undetermined,
        _ if law.alternating => Extrapolation::Oscillatory(richardson),
        _ => Extrapolation::Monotone(richardson),
    })
}

/// The right-hand side of the equation for the order.
struct Law {
    /// `ln r₁`.
    a: f64,
    /// `ln r₂`.
    b: f64,
    alternating: bool,
}

impl Law {
    /// The positive `n` at which the law shows this `ln |d₁/d₂|`, if there is one.
    fn order(&self, target: f64) -> Option<f64> {
        if (self.a - self.b).abs() <= ROUNDING * self.a {
            return Some(target / self.b).filter(|n| *n > 0.0);
        }
        let at_zero = if self.alternating {
            0.0
        } else {
            math::ln(self.a / self.b)
        };
        if target <= at_zero {
            return None;
        }
        let (mut low, mut high) = (0.0, 1.0);
        while self.log_quotient(high) < target {
            (low, high) = (high, 2.0 * high);
        }
        loop {
            let middle = 0.5 * (low + high);
            // No number lies between the bounds any more.
            if middle <= low || middle >= high {
                return Some(high);
            }
            match self.log_quotient(middle) < target {
                true => low = middle,
                false => high = middle,
            }
        }
    }

    /// `ln(r₂ⁿ (r₁ⁿ ∓ 1) / (r₂ⁿ ∓ 1))`, with the powers divided out so that none overflows.
    fn log_quotient(&self, n: f64) -> f64 {
        n * self.a + self.ln_one_minus_power(n * self.a) - self.ln_one_minus_power(n * self.b)
    }

    /// `ln(1 ∓ exp(-x))`.
    fn ln_one_minus_power(&self, x: f64) -> f64 {
        match self.alternating {
            true => math::ln_1p(math::exp(-x)),
            false => math::ln(-math::exp_m1(-x)),
        }
    }
}

#[cfg(test)]
mod tests;
