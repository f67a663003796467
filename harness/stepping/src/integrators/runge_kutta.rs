//! Explicit Runge-Kutta methods with a fixed step.

use super::Scheme;
use super::tableau::{Tableau, Terms};
use crate::StepError;
use crate::placement::Passes;

pub(crate) struct RungeKutta {
    tableau: Tableau,
    /// Rates of the stages, one after the other.
    k: Vec<f64>,
    stage: Vec<f64>,
}

impl RungeKutta {
    pub(crate) fn new(tableau: Tableau, dimension: usize) -> Self {
        Self {
            tableau,
            k: vec![0.0; dimension * tableau.c.len()],
            stage: vec![0.0; dimension],
        }
    }

    /// The rate at the beginning of the step, to be filled before [`RungeKutta::continue_from_first`].
    pub(crate) fn first_rate(&mut self) -> &mut [f64] {
        let d = self.stage.len();
        &mut self.k[..d]
    }

    /// The remaining stages and the result.
    #[inline]
    pub(crate) fn continue_from_first(
        &mut self,
        passes: &mut impl Passes,
        t: f64,
        h: f64,
        y: &mut [f64],
    ) -> Result<(), StepError> {
        let d = self.stage.len();
        for i in 1..self.tableau.c.len() {
            let (done, rest) = self.k.split_at_mut(i * d);
            combine(y, h, self.tableau.a[i], done, &mut self.stage);
            passes.later(t + self.tableau.c[i] * h, &self.stage, &mut rest[..d])?;
        }
        combine(y, h, self.tableau.b, &self.k, &mut self.stage);
        y.copy_from_slice(&self.stage);
        Ok(())
    }
}

/// `out = y + h Σ a_k k_k`, with the stages one after the other in `k`.
#[inline]
pub(super) fn combine(y: &[f64], h: f64, terms: Terms, k: &[f64], out: &mut [f64]) {
    let d = out.len();
    let y = &y[..d];
    match *terms {
        [(s0, a0)] => {
            let (k0, a0) = (&k[s0 * d..][..d], h * a0);
            for j in 0..d {
                out[j] = y[j] + a0 * k0[j];
            }
        }
        [(s0, a0), (s1, a1), (s2, a2), (s3, a3)] => {
            let (k0, k1) = (&k[s0 * d..][..d], &k[s1 * d..][..d]);
            let (k2, k3) = (&k[s2 * d..][..d], &k[s3 * d..][..d]);
            let (a0, a1, a2, a3) = (h * a0, h * a1, h * a2, h * a3);
            for j in 0..d {
                out[j] = y[j] + (a0 * k0[j] + a1 * k1[j] + (a2 * k2[j] + a3 * k3[j]));
            }
        }
        _ => {
            out.fill(0.0);
            for &(s, a) in terms {
                for (x, k) in out.iter_mut().zip(&k[s * d..][..d]) {
                    *x += a * k;
                }
            }
            for (x, y) in out.iter_mut().zip(y) {
                *x = y + h * *x;
            }
        }
    }
}

impl Scheme for RungeKutta {
    #[inline]
    fn advance(
        &mut self,
        passes: &mut impl Passes,
        t: f64,
        h: f64,
        y: &mut [f64],
    ) -> Result<u64, StepError> {
        passes.first(t, y, self.first_rate())?;
        self.continue_from_first(passes, t, h, y)?;
        Ok(0)
    }
}
