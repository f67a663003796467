//! The penalty matrix `K = M + Jᵀ A J` with one positive penalty per row: regular even when rows are
//! redundant.

use super::Singular;
use super::mass::{backward, cholesky, forward};
use super::sparse_cholesky::SparseCholesky;
use crate::{MassLayout, Pattern, Shape, Terms};
use thiserror::Error;

/// Smallest relative pivot: penalties of 1e7 and more times the mass are in normal use, so nearly all
/// digits may be lost before the matrix is called singular.
const SMALLEST_PIVOT: f64 = 1e-15;

/// From this number of velocities on a sparse factorization pays where rows are short.
const SPARSE_FROM_VELOCITIES: usize = 32;

/// A penalty that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("penalty must be positive and finite, got {0}")]
pub struct PenaltyError(pub f64);

/// Solves with `K = M + Jᵀ A J`.
pub struct Penalty {
    layout: MassLayout,
    rows: Pattern,
    penalties: Vec<f64>,
    n: usize,
    matrix: Matrix,
}

enum Matrix {
    Dense(Vec<f64>),
    Sparse {
        cholesky: Box<SparseCholesky>,
        /// Where each stored mass value goes, if it lies in the lower triangle.
        mass_at: Vec<Option<usize>>,
        /// Where the products of each row go, for pairs of its columns in the lower triangle.
        row_at: Vec<usize>,
    },
}

impl Penalty {
    /// One penalty for all rows.
    ///
    /// # Errors
    /// When the penalty is not positive and finite.
    pub fn new(shape: &Shape, penalty: f64) -> Result<Self, PenaltyError> {
        Self::with_rows(shape, vec![penalty; shape.constraints()])
    }

    /// One penalty for each row.
    ///
    /// # Errors
    /// When a penalty is not positive and finite.
    ///
    /// # Panics
    /// When there are not as many penalties as rows.
    pub fn with_rows(shape: &Shape, penalties: Vec<f64>) -> Result<Self, PenaltyError> {
        assert_eq!(penalties.len(), shape.constraints(), "penalties");
        if let Some(&bad) = penalties.iter().find(|a| !(**a > 0.0 && a.is_finite())) {
            return Err(PenaltyError(bad));
        }
        let n = shape.n_v();
        let rows = shape.rows();
        let longest = (0..rows.rows())
            .map(|i| rows.columns(i).len())
            .max()
            .unwrap_or(0);
        let sparse =
            n >= SPARSE_FROM_VELOCITIES && 4 * longest <= n && *shape.mass() != MassLayout::Dense;
        Ok(Self {
            layout: shape.mass().clone(),
            rows: rows.clone(),
            penalties,
            n,
            matrix: if sparse {
                Matrix::sparse(shape)
            } else {
                Matrix::Dense(vec![0.0; n * n])
            },
        })
    }

    /// Forms and factors K.
    ///
    /// # Errors
    /// When K is numerically singular, which for a positive definite mass means that a penalty is too large.
    pub fn factor(&mut self, terms: &Terms) -> Result<(), Singular> {
        match &mut self.matrix {
            Matrix::Dense(k) => {
                let n = self.n;
                k.fill(0.0);
                self.layout
                    .each_entry(n, |value, i, j| k[i * n + j] = terms.mass[value]);
                for (row, &a) in self.penalties.iter().enumerate() {
                    let columns = self.rows.columns(row);
                    let values = &terms.jacobian[self.rows.range(row)];
                    for (&i, x) in columns.iter().zip(values) {
                        for (&j, y) in columns.iter().zip(values) {
                            k[i * n + j] += a * x * y;
                        }
                    }
                }
                cholesky(k, n)
            }
            Matrix::Sparse {
                cholesky,
                mass_at,
                row_at,
            } => {
                cholesky.values.fill(0.0);
                for (value, at) in terms.mass.iter().zip(mass_at) {
                    if let Some(at) = at {
                        cholesky.values[*at] += value;
                    }
                }
                let mut at = row_at.iter();
                for (row, &a) in self.penalties.iter().enumerate() {
                    let values = &terms.jacobian[self.rows.range(row)];
                    for (k, x) in values.iter().enumerate() {
                        for (y, at) in values[k..].iter().zip(&mut at) {
                            cholesky.values[*at] += a * x * y;
                        }
                    }
                }
                cholesky.factor(SMALLEST_PIVOT)
            }
        }
    }

    /// `x = K⁻¹ x`.
    pub fn solve(&mut self, x: &mut [f64]) {
        match &mut self.matrix {
            Matrix::Dense(l) => {
                forward(l, x);
                backward(l, x);
            }
            Matrix::Sparse { cholesky, .. } => cholesky.solve(x),
        }
    }

    /// The penalties, one per row.
    pub fn penalties(&self) -> &[f64] {
        &self.penalties
    }
}

impl Matrix {
    fn sparse(shape: &Shape) -> Self {
        let (n, rows) = (shape.n_v(), shape.rows());
        let mut lower: Vec<Vec<usize>> = (0..n).map(|j| vec![j]).collect();
        shape.mass().each_entry(n, |_, i, j| {
            if i >= j {
                lower[j].push(i);
            }
        });
        for row in 0..rows.rows() {
            let columns = rows.columns(row);
            for (k, &j) in columns.iter().enumerate() {
                lower[j].extend_from_slice(&columns[k..]);
            }
        }
        let mut start = vec![0];
        for column in &mut lower {
            column.sort_unstable();
            column.dedup();
            start.push(start[start.len() - 1] + column.len());
        }
        let position = |i: usize, j: usize| {
            let k = lower[j]
                .binary_search(&i)
                .expect("the pattern holds every product");
            start[j] + k
        };
        let mut mass_at = vec![None; shape.mass().len(n)];
        shape.mass().each_entry(n, |value, i, j| {
            mass_at[value] = (i >= j).then(|| position(i, j));
        });
        let mut row_at = Vec::new();
        for row in 0..rows.rows() {
            let columns = rows.columns(row);
            for (k, &j) in columns.iter().enumerate() {
                row_at.extend(columns[k..].iter().map(|&i| position(i, j)));
            }
        }
        Self::Sparse {
            cholesky: Box::new(SparseCholesky::new(&lower)),
            mass_at,
            row_at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn residual(shape: &Shape, terms: &Terms, a: f64, x: &[f64], rhs: &[f64]) -> f64 {
        let mut k_x = vec![0.0; shape.n_v()];
        shape.mass().multiply(&terms.mass, x, &mut k_x);
        let mut j_x = vec![0.0; shape.constraints()];
        shape.rows().multiply(&terms.jacobian, x, &mut j_x);
        shape
            .rows()
            .add_transposed(&terms.jacobian, a, &j_x, &mut k_x);
        k_x.iter()
            .zip(rhs)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max)
    }

    #[test]
    fn dense_and_sparse_matrices_solve_the_same_equation_with_a_duplicated_row() {
        for (n, sparse) in [(8, false), (60, true)] {
            let m = n / 2;
            // The last two rows are the same.
            let columns = |i: usize| {
                let i = i.min(m - 2);
                vec![2 * i, 2 * i + 1, (2 * i + 2) % n]
            };
            let rows = Pattern::from_rows(n, (0..m).map(columns));
            let sizes = [vec![2; n / 4], vec![1; n / 2]].concat();
            let shape = Shape::new(n, m)
                .with_mass(MassLayout::Blocks(sizes))
                .unwrap()
                .with_rows(rows)
                .unwrap();
            let mut terms = Terms::new(&shape);
            for (k, x) in terms.mass.iter_mut().enumerate() {
                *x = if k < n && k % 4 != 0 && k % 4 != 3 {
                    0.25
                } else {
                    1.0
                };
            }
            for i in 0..m {
                for (k, at) in shape.rows().range(i).enumerate() {
                    terms.jacobian[at] = ((3 * i.min(m - 2) + k) as f64 * 1.3).cos();
                }
            }
            let mut penalty = Penalty::new(&shape, 50.0).unwrap();
            assert_eq!(matches!(penalty.matrix, Matrix::Sparse { .. }), sparse);
            penalty.factor(&terms).unwrap();
            let rhs: Vec<f64> = (0..n).map(|k| (k as f64).sin()).collect();
            let mut x = rhs.clone();
            penalty.solve(&mut x);
            assert!(residual(&shape, &terms, 50.0, &x, &rhs) < 1e-12);
        }
    }

    #[test]
    fn penalties_that_are_not_positive_cannot_be_constructed() {
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(Penalty::new(&Shape::new(2, 1), bad).is_err());
        }
    }
}
