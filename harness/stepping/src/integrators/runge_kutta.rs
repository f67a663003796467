//! Explicit Runge-Kutta methods with a fixed step.

use super::Scheme;
use super::tableau::{Tableau, Terms};
use crate::StepError;
use crate::placement::Passes;

pub(crate) struct RungeKutta {
    tableau: Tableau,
    combine: Combine,
    /// Rates of the stages, one after the other.
    k: Vec<f64>,
    stage: Vec<f64>,
}

impl RungeKutta {
    pub(crate) fn new(tableau: Tableau, dimension: usize) -> Self {
        Self {
            tableau,
            combine: combine_for(dimension),
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
            (self.combine)(y, h, self.tableau.a[i], done, &mut self.stage);
            passes.later(t + self.tableau.c[i] * h, &self.stage, &mut rest[..d])?;
        }
        (self.combine)(y, h, self.tableau.b, &self.k, &mut self.stage);
        for (y, stage) in y.iter_mut().zip(&self.stage) {
            *y = *stage;
        }
        Ok(())
    }
}

/// `out = y + h Σ a_k k_k`, with the stages one after the other in `k`.
pub(super) type Combine = fn(&[f64], f64, Terms, &[f64], &mut [f64]);

/// Sums of stages for vectors of this dimension: unrolled for the smallest mechanisms, whose steps would
/// otherwise spend as much time on loops as on arithmetic.
pub(super) fn combine_for(dimension: usize) -> Combine {
    match dimension {
        4 => combine::<4>,
        6 => combine::<6>,
        8 => combine::<8>,
        12 => combine::<12>,
        14 => combine::<14>,
        _ => combine::<0>,
    }
}

fn combine<const D: usize>(y: &[f64], h: f64, terms: Terms, k: &[f64], out: &mut [f64]) {
    let d = if D == 0 { out.len() } else { D };
    let (y, out) = (&y[..d], &mut out[..d]);
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
                let k = &k[s * d..][..d];
                for j in 0..d {
                    out[j] += a * k[j];
                }
            }
            for j in 0..d {
                out[j] = y[j] + h * out[j];
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
