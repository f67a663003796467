//! Storage of mass matrices.

use crate::Pattern;

/// Layout of the mass matrix in [`crate::Terms::mass`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MassLayout {
    /// `n` diagonal entries.
    Diagonal,
    /// Square blocks of these sizes along the diagonal, each row-major.
    Blocks(Vec<usize>),
    /// One `n × n` row-major matrix.
    Dense,
    /// The entries of a symmetric pattern, both triangles and the diagonal, row by row. This is for masses that
    /// couple neighbours along a large mechanism; the cost is linear only where the order of the velocities follows
    /// the mechanism.
    Sparse(Pattern),
}

impl MassLayout {
    /// Number of stored values for `n` velocities.
    pub fn len(&self, n: usize) -> usize {
        match self {
            Self::Diagonal => n,
            Self::Blocks(sizes) => sizes.iter().map(|b| b * b).sum(),
            Self::Dense => n * n,
            Self::Sparse(pattern) => pattern.len(),
        }
    }

    /// Calls `visit(position in the stored values, row, column)` for each stored entry.
    pub fn each_entry(&self, n: usize, mut visit: impl FnMut(usize, usize, usize)) {
        let mut block = |row: usize, b: usize, at: usize| {
            for i in 0..b {
                for j in 0..b {
                    visit(at + i * b + j, row + i, row + j);
                }
            }
        };
        match self {
            Self::Diagonal => (0..n).for_each(|i| block(i, 1, i)),
            Self::Dense => block(0, n, 0),
            Self::Blocks(sizes) => {
                let (mut row, mut at) = (0, 0);
                for &b in sizes {
                    block(row, b, at);
                    row += b;
                    at += b * b;
                }
            }
            Self::Sparse(pattern) => {
                for i in 0..pattern.rows() {
                    for (at, &j) in pattern.range(i).zip(pattern.columns(i)) {
                        visit(at, i, j);
                    }
                }
            }
        }
    }

    /// `out = M x`.
    pub fn multiply<S: crate::Scalar>(&self, mass: &[S], x: &[S], out: &mut [S]) {
        match self {
            Self::Diagonal => {
                for ((y, &m), &x) in out.iter_mut().zip(mass).zip(x) {
                    *y = m * x;
                }
            }
            Self::Blocks(sizes) => {
                let (mut at, mut value) = (0, 0);
                for &b in sizes {
                    let block = &mass[value..value + b * b];
                    dense_multiply(block, &x[at..at + b], &mut out[at..at + b]);
                    at += b;
                    value += b * b;
                }
            }
            Self::Dense => dense_multiply(mass, x, out),
            Self::Sparse(pattern) => {
                for (i, y) in out.iter_mut().enumerate() {
                    let entries = mass[pattern.range(i)].iter().zip(pattern.columns(i));
                    *y = entries.fold(S::from(0.0), |sum, (&m, &j)| sum + m * x[j]);
                }
            }
        }
    }
}

fn dense_multiply<S: crate::Scalar>(a: &[S], x: &[S], out: &mut [S]) {
    for (row, y) in a.chunks_exact(x.len().max(1)).zip(out) {
        let mut sum = S::from(0.0);
        for (&a, &x) in row.iter().zip(x) {
            sum += a * x;
        }
        *y = sum;
    }
}
