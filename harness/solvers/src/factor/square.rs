//! A dense positive definite matrix `A = L D Lᵀ`, for small systems: no square roots, which would make every row wait
//! twice as long for the one before it.

use super::ldl::{ldl, ldl_any, solve_any, solve_ldl};
use crate::Singular;

/// Runs `$fixed` with small sizes as a constant, so that loops unroll, and `$other` for all other sizes.
macro_rules! by_size {
    ($size:expr, $n:ident => $fixed:expr, $other:expr) => {
        by_size!(@ $size, $n, $fixed, $other, 1 2 3 4 5 6 7 8)
    };
    (@ $size:expr, $n:ident, $fixed:expr, $other:expr, $($small:literal)+) => {
        match $size {
            $($small => {
                const $n: usize = $small;
                $fixed
            })+
            _ => $other,
        }
    };
}

/// A row-major `n × n` matrix of which the lower triangle is used; after factoring, L below the diagonal and `1/D` on
/// it.
pub(crate) struct Square {
    n: usize,
    pub(crate) values: Vec<f64>,
}

impl Square {
    pub(crate) fn new(n: usize) -> Self {
        Self {
            n,
            values: vec![0.0; n * n],
        }
    }

    /// Number of rows.
    pub(crate) fn size(&self) -> usize {
        self.n
    }

    /// `A += Σ a x xᵀ` for rows x of `n` values each and their weights a.
    pub(crate) fn add_dense_rows(&mut self, rows: &[f64], weights: &[f64]) {
        let (a, n) = (&mut *self.values, self.n);
        by_size!(n, N => add_rows::<N>(a, rows, weights), add_any(a, n, rows, weights));
    }

    /// Factors the matrix. Fails when a pivot is below `smallest` × the diagonal entry it came from.
    pub(crate) fn factor(&mut self, smallest: f64) -> Result<(), Singular> {
        let (a, n) = (&mut *self.values, self.n);
        by_size!(n, N => ldl(a, N, smallest, |_, _| true), ldl_any(a, n, smallest))
    }

    /// `x = A⁻¹ x`.
    pub(crate) fn solve(&self, x: &mut [f64]) {
        let (l, n) = (&self.values, self.n);
        by_size!(n, N => solve_fixed::<N>(l, x), solve_any(l, n, x))
    }
}

/// [`add_rows`] for sizes known at run time.
fn add_any(a: &mut [f64], n: usize, rows: &[f64], weights: &[f64]) {
    for (x, weight) in rows.chunks_exact(n.max(1)).zip(weights) {
        for (row, xi) in a.chunks_exact_mut(n).zip(x) {
            let scaled = weight * xi;
            for (value, xj) in row.iter_mut().zip(x) {
                *value += scaled * xj;
            }
        }
    }
}

/// `A += Σ a x xᵀ`, row by row so that sums stay in registers.
fn add_rows<const N: usize>(values: &mut [f64], rows: &[f64], weights: &[f64]) {
    let (values, _) = values.as_chunks_mut::<N>();
    let (rows, _) = rows.as_chunks::<N>();
    for (i, row) in values.iter_mut().enumerate() {
        let mut sum = *row;
        for (x, a) in rows.iter().zip(weights) {
            let scaled = a * x[i];
            for (sum, xj) in sum.iter_mut().zip(x) {
                *sum += scaled * xj;
            }
        }
        *row = sum;
    }
}

/// `x = A⁻¹ x` on a local array: in memory, vector loads would span values that were just stored one by one, and stall.
fn solve_fixed<const N: usize>(l: &[f64], x: &mut [f64]) {
    let x = x.first_chunk_mut::<N>().expect("as many values as rows");
    let mut local = *x;
    solve_ldl(l, N, &mut local, |_, _| true);
    *x = local;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_squares_are_solved_for_fixed_and_other_sizes() {
        for n in [1, 2, 3, 4, 5, 6, 7, 8, 9, 12] {
            let rows: Vec<f64> = (0..n * n)
                .map(|k| math::sin(1.7 * k as f64 + 0.3))
                .collect();
            let weights: Vec<f64> = (0..n).map(|k| 1.0 + k as f64).collect();
            let mut square = Square::new(n);
            (0..n).for_each(|i| square.values[i * n + i] = 1.0);
            square.add_dense_rows(&rows, &weights);
            let expected: Vec<f64> = (0..n).map(|k| math::cos(0.7 * k as f64)).collect();
            // (1 + Σ a x xᵀ) y from its parts.
            let mut y = expected.clone();
            for (x, a) in rows.chunks_exact(n).zip(&weights) {
                let along: f64 = x.iter().zip(&expected).map(|(x, y)| x * y).sum();
                y.iter_mut().zip(x).for_each(|(y, x)| *y += a * along * x);
            }
            square.factor(1e-12).unwrap();
            square.solve(&mut y);
            for (y, expected) in y.iter().zip(&expected) {
                assert!((y - expected).abs() < 1e-12, "{n}: {y} {expected}");
            }
        }
    }

    #[test]
    fn a_matrix_that_is_not_definite_is_an_error_at_its_row() {
        let mut square = Square::new(3);
        square.values = vec![1.0, 0.0, 0.0, 2.0, 4.0, 0.0, 0.0, 0.0, 1.0];
        assert_eq!(square.factor(1e-15).unwrap_err().row, 1);
        square.values = vec![1.0, 0.0, 0.0, 0.0, 1.0, 0.0, f64::NAN, 0.0, 1.0];
        assert_eq!(square.factor(1e-15).unwrap_err().row, 2);
    }
}
