//! Explicit Runge-Kutta methods with a fixed step.

use super::Scheme;
use super::tableau::{Tableau, Terms};
use crate::StepError;
use crate::formulations::placement::Stages;
use vocabulary::planted::{self, Defect};

/// Storage for one vector `y`: a `Vec`, or an array whose length the compiler knows. With a `Vec` the smallest
/// mechanisms spend as much time on loops as on arithmetic.
pub(crate) trait Buffer: AsRef<[f64]> + AsMut<[f64]> + Clone {}

impl<T: AsRef<[f64]> + AsMut<[f64]> + Clone> Buffer for T {}

/// An array on a boundary of the vector registers. An array that straddles cache lines, which depends on where the
/// heap puts it, makes a step of the smallest mechanisms half as slow again.
#[derive(Clone)]
#[repr(align(32))]
pub(crate) struct Aligned<const D: usize>(pub(crate) [f64; D]);

impl<const D: usize> AsRef<[f64]> for Aligned<D> {
    fn as_ref(&self) -> &[f64] {
        &self.0
    }
}

impl<const D: usize> AsMut<[f64]> for Aligned<D> {
    fn as_mut(&mut self) -> &mut [f64] {
        &mut self.0
    }
}

pub(crate) struct RungeKutta<B> {
    tableau: &'static Tableau,
    /// Rates of the stages.
    k: Vec<B>,
    stage: B,
}

impl<B: Buffer> RungeKutta<B> {
    /// A method whose vectors are stored like `zero`.
    pub(crate) fn new(tableau: &'static Tableau, zero: B) -> Self {
        Self {
            tableau,
            k: vec![zero.clone(); tableau.c.len()],
            stage: zero,
        }
    }

    /// The rate at the beginning of the step, to be filled before [`RungeKutta::continue_from_first`].
    pub(crate) fn first_rate(&mut self) -> &mut [f64] {
        self.k[0].as_mut()
    }

    /// Evaluates the remaining stages and the result.
    #[inline]
    pub(crate) fn continue_from_first(
        &mut self,
        stages: &mut impl Stages,
        t: f64,
        h: f64,
        y: &mut [f64],
    ) -> Result<(), StepError> {
        let Tableau { a, b, c, .. } = self.tableau;
        for i in 1..a.len().min(c.len()) {
            combine(y, h, a[i], &self.k, &mut self.stage);
            if planted::is(Defect::OneStageLess) && i + 1 == c.len() {
                let (before, last) = self.k.split_at_mut(i);
                last[0].as_mut().copy_from_slice(before[i - 1].as_ref());
                continue;
            }
            let later = match planted::is(Defect::TimeShifted) {
                true => t,
                false => t + c[i] * h,
            };
            stages.later(later, self.stage.as_ref(), self.k[i].as_mut())?;
        }
        assert!(!planted::is(Defect::PanicInStep), "planted");
        let width = match planted::is(Defect::RungeKuttaWeight) {
            true => 1.0001 * h,
            false => h,
        };
        combine(y, width, b, &self.k, &mut self.stage);
        y.copy_from_slice(self.stage.as_ref());
        Ok(())
    }
}

/// `out = y + h Σ a_k k_k`.
#[inline]
pub(super) fn combine<B: Buffer>(y: &[f64], h: f64, terms: Terms, k: &[B], out: &mut B) {
    let out = out.as_mut();
    let d = out.len();
    let y = &y[..d];
    let stage = |s: usize| &k[s].as_ref()[..d];
    match *terms {
        [(s0, a0)] => {
            let (k0, a0) = (stage(s0), h * a0);
            for j in 0..d {
                out[j] = y[j] + a0 * k0[j];
            }
        }
        [(s0, a0), (s1, a1), (s2, a2), (s3, a3)] => {
            let (k0, k1, k2, k3) = (stage(s0), stage(s1), stage(s2), stage(s3));
            let (a0, a1, a2, a3) = (h * a0, h * a1, h * a2, h * a3);
            for j in 0..d {
                out[j] = y[j] + (a0 * k0[j] + a1 * k1[j] + (a2 * k2[j] + a3 * k3[j]));
            }
        }
        _ => weigh(y, h, terms, k, out),
    }
}

/// `out = y + h Σ a_k k_k` for any number of stages, in blocks of components that stay in registers while the stages are
/// added; out of line, so that the short sums need not save its registers.
#[inline(never)]
fn weigh<B: Buffer>(y: &[f64], h: f64, terms: Terms, k: &[B], out: &mut [f64]) {
    match out.len() {
        8.. => weigh_blocks::<8, B>(y, h, terms, k, out),
        4.. => weigh_blocks::<4, B>(y, h, terms, k, out),
        _ => weigh_blocks::<1, B>(y, h, terms, k, out),
    }
}

/// [`weigh`] in blocks of `N` components. The last block ends with the vector: where it overlaps the one before, it
/// finds the same values again.
#[inline(always)]
fn weigh_blocks<const N: usize, B: Buffer>(
    y: &[f64],
    h: f64,
    terms: Terms,
    k: &[B],
    out: &mut [f64],
) {
    let last = out.len().saturating_sub(N);
    for at in (0..out.len()).step_by(N) {
        let at = at.min(last);
        out[at..at + N].copy_from_slice(&block::<N, B>(y, h, terms, k, at));
    }
}

/// The components `at..at + N` of `y + h Σ a_k k_k`. Eight terms are summed before `y` is added, and the others of the
/// longest tableaux one by one after it: another order of additions would round differently.
#[inline(always)]
fn block<const N: usize, B: Buffer>(
    y: &[f64],
    h: f64,
    terms: Terms,
    k: &[B],
    at: usize,
) -> [f64; N] {
    let (first, rest) = terms.split_at(terms.len().min(8));
    // Adding to -0 keeps the sign of a zero, which adding to +0 would not.
    let mut stages = [-0.0; N];
    for &(s, a) in first {
        let (a, k) = (h * a, &k[s].as_ref()[at..at + N]);
        for j in 0..N {
            stages[j] += a * k[j];
        }
    }
    let mut total = [0.0; N];
    let y = &y[at..at + N];
    for j in 0..N {
        total[j] = y[j] + stages[j];
    }
    for &(s, a) in rest {
        let (a, k) = (h * a, &k[s].as_ref()[at..at + N]);
        for j in 0..N {
            total[j] += a * k[j];
        }
    }
    total
}

impl<B: Buffer> Scheme for RungeKutta<B> {
    #[inline]
    fn advance(
        &mut self,
        stages: &mut impl Stages,
        t: f64,
        h: f64,
        y: &mut [f64],
    ) -> Result<u64, StepError> {
        stages.first(t, y, self.first_rate())?;
        self.continue_from_first(stages, t, h, y)?;
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks overlap at the end of a vector, and sums of more than eight stages have two parts: every length and
    /// number of stages gives the bits of the plain sum in the same order.
    #[test]
    fn blocks_give_the_bits_of_the_plain_sum() {
        let (h, stages) = (0.3, 13);
        for d in 0..20 {
            let value = |i: usize| math::sin(1.7 * i as f64) * math::powi(3.0, i as i32 % 7);
            let y: Vec<f64> = (0..d).map(value).collect();
            let rate = |s: usize| (0..d).map(|j| value(31 * s + j + 5)).collect();
            let k: Vec<Vec<f64>> = (0..stages).map(rate).collect();
            for count in 0..=stages {
                let terms: Vec<(usize, f64)> = (0..count)
                    .map(|s| (stages - 1 - s, value(7 * s + 2)))
                    .collect();
                let plain = |j: usize| {
                    let term = |&(s, a): &(usize, f64)| h * a * k[s][j];
                    let (first, rest) = terms.split_at(count.min(8));
                    let sum = first.iter().map(term).reduce(|sum, term| sum + term);
                    let start = sum.map_or(y[j], |sum| y[j] + sum);
                    rest.iter().map(term).fold(start, |sum, term| sum + term)
                };
                let expected: Vec<f64> = (0..d).map(plain).collect();
                let mut out = vec![f64::NAN; d];
                weigh(&y, h, terms.clone().leak(), &k, &mut out);
                assert_eq!(out, expected, "{d} components, {count} stages");
            }
        }
    }
}
