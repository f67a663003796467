//! Violations under a disturbance that is known on a grid of times.

use super::polynomial::coefficients;
use super::propagator::{COEFFICIENTS, Oscillator, Propagator};
use thiserror::Error;

/// `d₁` and `d₂` of all rows at equally spaced times from zero on.
#[derive(Clone, Debug, PartialEq)]
pub struct Disturbance {
    spacing: f64,
    rows: usize,
    /// `[d₁, d₂]`, row after row, time after time.
    values: Vec<[f64; 2]>,
}

/// Reasons why a disturbance cannot be interpolated.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum DisturbanceError {
    /// There are fewer times than an interpolation needs.
    #[error("a disturbance needs {COEFFICIENTS} times at least, got {0}")]
    TooFew(usize),
    /// The spacing is not a positive number.
    #[error("a disturbance needs a positive spacing, got {0}")]
    Spacing(f64),
}

/// One row: its feedback, and its violation when the disturbance begins to act.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Row {
    /// `Φ'' + α Φ' + β Φ = 0`.
    pub oscillator: Oscillator,
    /// Φ at the beginning.
    pub phi: f64,
    /// `J v + Φ_t` at the beginning.
    pub w: f64,
}

/// Violations of all rows at the given times: row after row, time after time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Violations {
    /// Values of Φ.
    pub phi: Vec<f64>,
    /// Values of `J v + Φ_t`.
    pub w: Vec<f64>,
}

impl Disturbance {
    /// `values` for `rows` rows at times `spacing` apart, the first at zero.
    ///
    /// # Errors
    /// When there are too few times or the spacing is not positive.
    pub fn new(spacing: f64, rows: usize, values: Vec<[f64; 2]>) -> Result<Self, DisturbanceError> {
        if !(spacing > 0.0 && spacing.is_finite()) {
            return Err(DisturbanceError::Spacing(spacing));
        }
        let times = values.len().checked_div(rows).unwrap_or(COEFFICIENTS);
        if times < COEFFICIENTS {
            return Err(DisturbanceError::TooFew(times));
        }
        Ok(Self {
            spacing,
            rows,
            values,
        })
    }

    /// Number of intervals.
    fn intervals(&self) -> usize {
        (self.values.len() / self.rows.max(1)).saturating_sub(1)
    }

    /// The polynomial in `(t - t_i)/spacing` through the values around the interval that begins at `t_i`.
    fn polynomial(
        &self,
        row: usize,
        stencil: &[Vec<f64>],
        first: usize,
    ) -> [[f64; 2]; COEFFICIENTS] {
        let value = |node: usize| self.values[(first + node) * self.rows + row];
        std::array::from_fn(|k| {
            let mut sum = [0.0; 2];
            for (node, weight) in stencil[k].iter().enumerate() {
                let d = value(node);
                sum = [sum[0] + weight * d[0], sum[1] + weight * d[1]];
            }
            sum
        })
    }
}

/// Violations at ascending `times`, all after `start`, from those that `rows` holds at `start`.
///
/// Between the times of its grid the disturbance is a polynomial of degree five, and under that the equation is solved
/// exactly, so large gains do not need a finer grid. The last polynomial holds beyond the end.
pub fn violations(
    disturbance: &Disturbance,
    rows: &[Row],
    start: f64,
    times: &[f64],
) -> Violations {
    let spacing = disturbance.spacing;
    let intervals = disturbance.intervals();
    let mut x: Vec<[f64; 2]> = rows.iter().map(|row| [row.phi, row.w]).collect();
    let mut out = Violations::default();
    if rows.is_empty() || intervals == 0 {
        return out;
    }
    let stencils: [_; COEFFICIENTS - 1] =
        std::array::from_fn(|before| coefficients(COEFFICIENTS, before));
    let mut whole = Steps::default();
    let mut part = Steps::default();
    let interval_at = |t: f64| ((t / spacing).max(0.0) as usize).min(intervals - 1);
    let mut now = start;
    let mut interval = interval_at(start);
    for &time in times {
        while now < time {
            let begin = interval as f64 * spacing;
            let end = (interval + 1) as f64 * spacing;
            // A time that is the end of the interval but for rounding is that end.
            let passes = time > end - 1e-9 * spacing && interval + 1 < intervals;
            let next = if passes { end } else { time };
            let is_whole = passes && now == begin;
            let tau = if is_whole { spacing } else { next - now };
            let steps = if is_whole { &mut whole } else { &mut part };
            steps.prepare(rows, tau);
            let first = interval.saturating_sub(2).min(intervals + 1 - COEFFICIENTS);
            let stencil = &stencils[interval - first];
            for (row, (x, of_row)) in x.iter_mut().zip(rows).enumerate() {
                let polynomial = disturbance.polynomial(row, stencil, first);
                let moved = moved(&polynomial, (now - begin) / spacing, tau / spacing);
                *x = steps.of(of_row.oscillator).step(*x, &moved);
            }
            now = next;
            if passes {
                interval += 1;
            }
        }
        out.phi.extend(x.iter().map(|x| x[0]));
        out.w.extend(x.iter().map(|x| x[1]));
    }
    out
}

/// Coefficients of the polynomial in `(s - offset)/length`.
fn moved(
    polynomial: &[[f64; 2]; COEFFICIENTS],
    offset: f64,
    length: f64,
) -> [[f64; 2]; COEFFICIENTS] {
    let mut c = *polynomial;
    if offset != 0.0 {
        // Synthetic division by (s - offset), again and again.
        for low in 0..COEFFICIENTS {
            for k in (low..COEFFICIENTS - 1).rev() {
                c[k] = [
                    c[k][0] + offset * c[k + 1][0],
                    c[k][1] + offset * c[k + 1][1],
                ];
            }
        }
    }
    let mut power = 1.0;
    for c in &mut c {
        *c = c.map(|c| power * c);
        power *= length;
    }
    c
}

/// Propagators of one length for all kinds of feedback there are.
#[derive(Default)]
struct Steps {
    tau: f64,
    known: Vec<(Oscillator, Propagator)>,
}

impl Steps {
    fn prepare(&mut self, rows: &[Row], tau: f64) {
        if self.tau == tau {
            return;
        }
        self.tau = tau;
        self.known.clear();
        for row in rows {
            if !self.known.iter().any(|(o, _)| *o == row.oscillator) {
                let propagator = Propagator::new(row.oscillator, tau);
                self.known.push((row.oscillator, propagator));
            }
        }
    }

    fn of(&self, oscillator: Oscillator) -> &Propagator {
        let known = self.known.iter().find(|(o, _)| *o == oscillator);
        &known.expect("every row was prepared").1
    }
}

#[cfg(test)]
mod tests;
