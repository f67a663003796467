//! The effect of truncation errors on the constraints along the true motion.
//!
//! A term `a_j h^j` of the model shifts `q'` by `(N v)^(j)` and `v'` by `A^(j)`, and with them Φ' and w' by
//!
//! ```text
//! D₁ = d/dε Φ(q + ε (N v)^(j)),   D₂ = d/dε w(q + ε (N v)^(j), v + ε A^(j))   at ε = 0
//! ```
//!
//! Written this way moving constraints, nonholonomic rows and quaternions need no care of their own but one: steppers
//! bring quaternions back to unit length after every step, so what points along them has no effect and is left out.

use super::model::Term;
use super::push::Push;
use crate::drift::motion::Motion;
use crate::violations::{Disturbance, DisturbanceError};
use thiserror::Error;
use trial::PreparedProblem;

/// Derivatives with a larger error cannot predict a drift within a tenth.
const USABLE: f64 = 0.05;

/// Reasons why nothing is predicted.
#[derive(Clone, Debug, PartialEq, Error)]
pub(crate) enum Unpredictable {
    #[error(
        "the reference is not smooth enough: estimates of derivative {order} along it differ by {:.0} %",
        100.0 * error
    )]
    Rough { order: usize, error: f64 },
    #[error("the starting steps could not be repeated")]
    NotStarted,
    #[error("the predicted drift is too large for a number")]
    TooLarge,
    #[error(transparent)]
    Disturbance(#[from] DisturbanceError),
}

/// `D₁` and `D₂` of all terms along the motion of one problem.
pub(crate) struct Profile {
    spacing: f64,
    rows: usize,
    /// For `j = 1, 2, …`: row after row, time after time.
    terms: Vec<Vec<[f64; 2]>>,
    /// Estimated relative errors of the derivatives, for `j = 1, 2, …`.
    errors: Vec<f64>,
}

impl Profile {
    /// What the terms of a model do along the true motion.
    pub(crate) fn along(prepared: &PreparedProblem, motion: &Motion) -> Self {
        let mut push = Push::new(prepared.system.as_ref(), prepared.scales);
        let terms = motion.derivatives.iter();
        let terms = terms.map(|along| push.all(motion.spacing, &motion.states, along));
        Self {
            spacing: motion.spacing,
            rows: prepared.system.shape().constraints(),
            terms: terms.collect(),
            errors: motion.errors.clone(),
        }
    }

    /// `Σ a_j h^j (D₁, D₂)` for the given terms.
    pub(crate) fn disturbance(
        &self,
        terms: &[Term],
        h: f64,
    ) -> Result<Disturbance, DisturbanceError> {
        let mut sum = vec![[0.0; 2]; self.terms[0].len()];
        for &Term { index, a } in terms {
            let factor = a * math::powi(h, index as i32);
            for (sum, d) in sum.iter_mut().zip(&self.terms[index - 1]) {
                *sum = [sum[0] + factor * d[0], sum[1] + factor * d[1]];
            }
        }
        Disturbance::new(self.spacing, self.rows, sum)
    }

    /// The largest estimated error of the derivatives that the terms need.
    pub(crate) fn error(&self, terms: &[Term]) -> f64 {
        let errors = terms.iter().map(|term| self.errors[term.index - 1]);
        errors.fold(0.0, f64::max)
    }

    /// Checks that the derivatives are good enough for these terms.
    pub(crate) fn check(&self, terms: &[Term]) -> Result<(), Unpredictable> {
        let rough = |term: &&Term| !(self.errors[term.index - 1] <= USABLE);
        match terms.iter().find(rough) {
            None => Ok(()),
            Some(term) => Err(Unpredictable::Rough {
                order: term.index,
                error: self.errors[term.index - 1],
            }),
        }
    }
}
