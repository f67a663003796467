//! Trapezoidal rule and implicit midpoint rule, by fixed-point iteration on the index-1 equations.
//!
//! The equations are not stiff unless the forces are, so the iteration contracts by about `h |f_y| / 2`.
//! It runs until the change is rounding, so that observed orders do not depend on a tolerance.

use super::Scheme;
use crate::StepError;
use crate::formulations::placement::Stages;

/// Change, relative to the state, at which the iteration has converged.
pub const TOLERANCE: f64 = 1e-15;

/// Change below which an iteration that no longer contracts has converged to rounding level.
const ROUNDING: f64 = 1e-12;

/// Number of iterations after which a step fails.
const MAX_ITERATIONS: u32 = 100;

/// An implicit rule.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// `y⁺ = y + h (f(y) + f(y⁺)) / 2`.
    Trapezoid,
    /// `y⁺ = y + h f((y + y⁺) / 2)`.
    Midpoint,
}

pub(crate) struct Implicit {
    rule: Rule,
    first: Vec<f64>,
    rate: Vec<f64>,
    /// The point at which the implicit rate is evaluated: the result, or the midpoint.
    unknown: Vec<f64>,
}

impl Implicit {
    pub(crate) fn new(rule: Rule, dimension: usize) -> Self {
        Self {
            rule,
            first: vec![0.0; dimension],
            rate: vec![0.0; dimension],
            unknown: vec![0.0; dimension],
        }
    }
}

impl Scheme for Implicit {
    fn advance(
        &mut self,
        stages: &mut impl Stages,
        t: f64,
        h: f64,
        y: &mut [f64],
    ) -> Result<u64, StepError> {
        // The unknown is x = y + h (e f(y) + f(x)) / 2, with e = 1 for the trapezoid and 0 for the midpoint.
        let (explicit, reach) = match self.rule {
            Rule::Trapezoid => (1.0, 1.0),
            Rule::Midpoint => (0.0, 0.5),
        };
        stages.first(t, y, &mut self.first)?;
        for ((x, y), f) in self.unknown.iter_mut().zip(y.iter()).zip(&self.first) {
            *x = y + reach * h * f;
        }
        let mut last_change = f64::INFINITY;
        for iteration in 1..=MAX_ITERATIONS {
            stages.later(t + reach * h, &self.unknown, &mut self.rate)?;
            let (mut change, mut scale) = (0.0_f64, 1.0_f64);
            for (((x, y), f), r) in self
                .unknown
                .iter_mut()
                .zip(y.iter())
                .zip(&self.first)
                .zip(&self.rate)
            {
                let next = y + 0.5 * h * (explicit * f + r);
                change = change.max((next - *x).abs());
                scale = scale.max(next.abs());
                *x = next;
            }
            change /= scale;
            let stalled = change >= last_change && change < ROUNDING;
            if change <= TOLERANCE || stalled {
                match self.rule {
                    Rule::Trapezoid => y.copy_from_slice(&self.unknown),
                    Rule::Midpoint => {
                        for (y, x) in y.iter_mut().zip(&self.unknown) {
                            *y = 2.0 * x - *y;
                        }
                    }
                }
                return Ok(u64::from(iteration));
            }
            // `f64::max` drops NaN, so the change alone does not show that a state is not finite.
            if !self.unknown.iter().all(|x| x.is_finite()) {
                return Err(StepError::Diverged { t });
            }
            last_change = change;
        }
        Err(StepError::NotConverged {
            t,
            iterations: MAX_ITERATIONS,
            change: last_change,
        })
    }
}
