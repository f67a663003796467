//! Elimination within a band, with the largest entry of each column as its pivot. It serves matrices that are nearly
//! singular, where no fixed order of pivots keeps the digits. Symmetry is lost and the band grows by half, but the
//! cost stays linear.

use crate::Singular;
use system::largest;

pub(crate) struct PivotedBand {
    width: usize,
    /// The entries by rows: column j of row i is at `j - i + width`, with room for twice the width after the
    /// diagonal, since rows are swapped.
    rows: Vec<f64>,
    /// The pivot row of each column.
    taken: Vec<usize>,
    /// Multiples of each pivot row that were subtracted from the `width` rows below it.
    multipliers: Vec<f64>,
}

impl PivotedBand {
    /// Room for `n` rows with entries at most `width` from the diagonal.
    pub(crate) fn new(n: usize, width: usize) -> Self {
        Self {
            width,
            rows: vec![0.0; n * (3 * width + 1)],
            taken: vec![0; n],
            multipliers: vec![0.0; n * width],
        }
    }

    /// Sets all entries to zero.
    pub(crate) fn clear(&mut self) {
        self.rows.fill(0.0);
    }

    /// Sets entry (i, j).
    pub(crate) fn set(&mut self, i: usize, j: usize, value: f64) {
        let at = self.position(i, j);
        self.rows[at] = value;
    }

    fn position(&self, i: usize, j: usize) -> usize {
        i * (3 * self.width + 1) + self.width + j - i
    }

    /// Positions of columns `from..to` of row i.
    fn span(&self, i: usize, from: usize, to: usize) -> std::ops::Range<usize> {
        self.position(i, from)..self.position(i, from) + to - from
    }

    /// Factors the matrix. Fails when a pivot is below `smallest` × the largest entry.
    pub(crate) fn factor(&mut self, smallest: f64) -> Result<(), Singular> {
        let (n, b) = (self.taken.len(), self.width);
        let largest = largest(&self.rows);
        for k in 0..n {
            let below = (k + b + 1).min(n);
            let (mut row, mut size) = (k, 0.0);
            for i in k..below {
                let candidate = self.rows[self.position(i, k)].abs();
                if candidate > size {
                    (row, size) = (i, candidate);
                }
                // A NaN loses every comparison, so it would otherwise be overlooked beside another candidate.
                if candidate.is_nan() {
                    return Err(Singular::new(k, candidate));
                }
            }
            if !(size > smallest * largest && size.is_finite()) {
                return Err(Singular::new(k, size / largest));
            }
            self.taken[k] = row;
            let end = (k + 2 * b + 1).min(n);
            if row != k {
                for j in k..end {
                    let (a, b) = (self.position(k, j), self.position(row, j));
                    self.rows.swap(a, b);
                }
            }
            let inverse = 1.0 / self.rows[self.position(k, k)];
            for i in k + 1..below {
                let factor = self.rows[self.position(i, k)] * inverse;
                self.multipliers[k * b + i - k - 1] = factor;
                if factor != 0.0 {
                    let (pivot, target) = (self.span(k, k + 1, end), self.span(i, k + 1, end));
                    let (above, below) = self.rows.split_at_mut(target.start);
                    for (x, p) in below.iter_mut().zip(&above[pivot]) {
                        *x -= factor * p;
                    }
                }
            }
        }
        Ok(())
    }

    /// `x = A⁻¹ x`.
    pub(crate) fn solve(&self, x: &mut [f64]) {
        let (n, b) = (self.taken.len(), self.width);
        for k in 0..n {
            x.swap(k, self.taken[k]);
            let (pivot, below) = x[k..(k + b + 1).min(n)].split_first_mut().expect("a row");
            for (x, factor) in below.iter_mut().zip(&self.multipliers[k * b..]) {
                *x -= factor * *pivot;
            }
        }
        for k in (0..n).rev() {
            let end = (k + 2 * b + 1).min(n);
            let row = &self.rows[self.span(k, k + 1, end)];
            let sum: f64 = row.iter().zip(&x[k + 1..end]).map(|(a, x)| a * x).sum();
            x[k] = (x[k] - sum) / self.rows[self.position(k, k)];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_on_the_diagonal_are_no_obstacle() {
        for (n, width) in [(1, 1), (2, 1), (9, 1), (30, 3), (40, 7)] {
            let mut band = PivotedBand::new(n, width);
            let expected: Vec<f64> = (0..n).map(|k| math::cos(0.7 * k as f64)).collect();
            let mut x = vec![0.0; n];
            for i in 0..n {
                for j in i.saturating_sub(width)..(i + width + 1).min(n) {
                    // Not symmetric, with a zero on every other place of the diagonal.
                    let wave = math::sin(1.3 * (i * n + j) as f64 + 0.5);
                    let value = if i == j && i % 2 == 1 { 0.0 } else { wave };
                    band.set(i, j, value);
                    x[i] += value * expected[j];
                }
            }
            band.factor(1e-14).unwrap();
            band.solve(&mut x);
            for (x, expected) in x.iter().zip(&expected) {
                assert!((x - expected).abs() < 1e-11, "{n} {width}: {x} {expected}");
            }
        }
    }
}
