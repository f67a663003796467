//! Extrapolation of the modified midpoint rule (Gragg, Bulirsch and Stoer): reference solutions to nearly
//! the precision of the scalar, by a route that shares no code with the integrators under test.

use system::Scalar;
use thiserror::Error;

/// An extrapolation that could not reach its tolerance.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ExtrapolationError {
    /// The step became too small.
    #[error("extrapolation step fell below {h:.1e} at t = {t}, error {error:.1e}")]
    StepTooSmall {
        /// Time of the failure.
        t: f64,
        /// Last step tried.
        h: f64,
        /// Estimated error of that step.
        error: f64,
    },
}

/// Settings and buffers of the extrapolation.
pub struct Extrapolation<S> {
    columns: usize,
    tolerance: f64,
    h: f64,
    table: Vec<Vec<S>>,
    before: Vec<S>,
    here: Vec<S>,
    rate: Vec<S>,
}

impl<S: Scalar> Extrapolation<S> {
    /// Extrapolates `columns` times (sequence 2, 4, 6, …) until the last two columns agree to `tolerance`,
    /// relative to each component or absolute below one. `h` is the first step tried.
    pub fn new(columns: usize, tolerance: f64, h: f64) -> Self {
        Self {
            columns: columns.max(2),
            tolerance,
            h,
            table: Vec::new(),
            before: Vec::new(),
            here: Vec::new(),
            rate: Vec::new(),
        }
    }

    /// Advances `y` from `t` to `end`. Times are scalars too: in a precision beyond `f64` a rounded step would
    /// cost the digits that were to be won.
    ///
    /// # Errors
    /// When the tolerance cannot be reached with steps of any size.
    pub fn advance(
        &mut self,
        mut rhs: impl FnMut(S, &[S], &mut [S]),
        y: &mut [S],
        t: S,
        end: S,
    ) -> Result<(), ExtrapolationError> {
        self.table = vec![y.to_vec(); self.columns];
        for buffer in [&mut self.before, &mut self.here, &mut self.rate] {
            buffer.clear();
            buffer.extend_from_slice(y);
        }
        let span = end - t;
        let mut done = S::from(0.0);
        while done.value() < span.value() {
            let rest = (span - done).value();
            let last = self.h >= rest * (1.0 - 1e-12);
            let h = if last { span - done } else { S::from(self.h) };
            let error = self.try_step(&mut rhs, y, t + done, h);
            if error <= self.tolerance {
                y.copy_from_slice(&self.table[self.columns - 1]);
                done = if last { span } else { done + h };
                if !last && error < 1e-3 * self.tolerance {
                    self.h *= 1.5;
                }
            } else {
                self.h = 0.5 * h.value();
                if !(self.h > 1e-9 * span.value()) {
                    return Err(ExtrapolationError::StepTooSmall {
                        t: (t + done).value(),
                        h: h.value(),
                        error,
                    });
                }
            }
        }
        Ok(())
    }

    /// One extrapolated step; the result is left in the last row of the table.
    fn try_step(&mut self, rhs: &mut impl FnMut(S, &[S], &mut [S]), y: &[S], t: S, h: S) -> f64 {
        let mut error: f64 = f64::INFINITY;
        for k in 0..self.columns {
            self.midpoint(rhs, y, t, h, 2 * (k + 1));
            // Neville's scheme in (h/n)²: on entry table[j] holds T(k-1, j).
            let square = |i: usize| (i * i) as f64;
            let weights: Vec<S> = (0..k)
                .map(|j| S::from(square(k - j)) / S::from(square(k + 1) - square(k - j)))
                .collect();
            error = 0.0;
            for c in 0..y.len() {
                let mut newest = self.here[c];
                for (j, &weight) in weights.iter().enumerate() {
                    let better = newest + (newest - self.table[j][c]) * weight;
                    self.table[j][c] = newest;
                    newest = better;
                }
                self.table[k][c] = newest;
                if k > 0 {
                    let change = (newest - self.table[k - 1][c]).value().abs();
                    let relative = change / newest.value().abs().max(1.0);
                    // NaN must not pass for a small error.
                    error = if relative.is_nan() {
                        f64::INFINITY
                    } else {
                        error.max(relative)
                    };
                }
            }
        }
        error
    }

    /// The modified midpoint rule with `n` substeps and Gragg's smoothing, result in `here`.
    fn midpoint(&mut self, rhs: &mut impl FnMut(S, &[S], &mut [S]), y: &[S], t: S, h: S, n: usize) {
        let sub = h / S::from(n as f64);
        rhs(t, y, &mut self.rate);
        self.before.copy_from_slice(y);
        for ((x, &y), &r) in self.here.iter_mut().zip(y).zip(&self.rate) {
            *x = y + sub * r;
        }
        for i in 1..n {
            rhs(t + S::from(i as f64) * sub, &self.here, &mut self.rate);
            for ((b, x), &r) in self
                .before
                .iter_mut()
                .zip(self.here.iter_mut())
                .zip(&self.rate)
            {
                let next = *b + (sub + sub) * r;
                *b = *x;
                *x = next;
            }
        }
        rhs(t + h, &self.here, &mut self.rate);
        for ((x, &b), &r) in self.here.iter_mut().zip(&self.before).zip(&self.rate) {
            *x = (*x + b + sub * r) * S::from(0.5);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_abs_diff_eq;

    #[test]
    fn a_kepler_orbit_closes_to_rounding() {
        // Eccentricity 0.5: the ellipse is left and reached again after 2π.
        let start = [0.5, 0.0, 0.0, 3.0_f64.sqrt()];
        let mut y = start;
        let rhs = |_: f64, y: &[f64], out: &mut [f64]| {
            let r3 = math::powf(y[0] * y[0] + y[1] * y[1], 1.5);
            out.copy_from_slice(&[y[2], y[3], -y[0] / r3, -y[1] / r3]);
        };
        let mut gbs = Extrapolation::new(8, 1e-14, 0.1);
        gbs.advance(rhs, &mut y, 0.0, std::f64::consts::TAU)
            .unwrap();
        // A relative energy error ε of the start shifts the phase by 3π ε; some 60 roundings of 1e-15 each.
        for k in 0..4 {
            assert_abs_diff_eq!(y[k], start[k], epsilon = 3e-12);
        }
    }

    #[test]
    fn a_solution_that_ends_is_reported_with_its_time() {
        // y' = y², y(0) = 1 ends at t = 1.
        let mut gbs = Extrapolation::new(8, 1e-12, 0.1);
        let end = gbs.advance(|_, y, out| out[0] = y[0] * y[0], &mut [1.0], 0.0, 2.0);
        let ExtrapolationError::StepTooSmall { t, .. } = end.unwrap_err();
        assert_abs_diff_eq!(t, 1.0, epsilon = 1e-3);
    }
}
