//! The Schur complement of a large, loosely coupled system: `S = J M⁻¹ Jᵀ` is as sparse as the mechanism.
//!
//! Which products meet in which entry is worked out once; forming `S` is then one straight pass.

use super::Singular;
use super::dense::SMALLEST_PIVOT;
use super::mass::{Block, MassFactor, blocks};
use super::sparse_cholesky::SparseCholesky;
use crate::{Pattern, Shape};

pub(super) struct SparseSchur {
    rows: Pattern,
    jacobian: Vec<f64>,
    /// Columns of M⁻¹ Jᵀ: those of J, extended to whole mass blocks.
    wide: Pattern,
    /// M⁻¹ Jᵀ, row by row.
    y: Vec<f64>,
    /// For each value of `wide` the value of J it starts from, if any.
    source: Vec<Option<usize>>,
    /// Mass blocks that each row touches; empty lists for a diagonal mass.
    row_blocks: Vec<Vec<Block>>,
    /// Sums that make the entries of S: `products[spans[e]..spans[e+1]]` holds positions in J and y.
    spans: Vec<usize>,
    products: Vec<(usize, usize)>,
    cholesky: SparseCholesky,
    dense_row: Vec<f64>,
}

impl SparseSchur {
    pub(super) fn new(shape: &Shape) -> Self {
        let rows = shape.rows().clone();
        let (n, m) = (shape.n_v(), rows.rows());
        let all_blocks = blocks(shape);
        let mut block_of: Vec<_> = (0..n).map(|c| c..c + 1).collect();
        for b in &all_blocks {
            block_of[b.velocities()].fill(b.velocities());
        }
        let row_blocks = (0..m)
            .map(|i| {
                let touched =
                    |b: &&Block| rows.columns(i).iter().any(|c| b.velocities().contains(c));
                all_blocks.iter().filter(touched).copied().collect()
            })
            .collect();
        let wide = Pattern::from_rows(
            n,
            (0..m).map(|i| {
                let own = rows.columns(i).iter();
                own.flat_map(|&c| block_of[c].clone()).collect()
            }),
        );
        let mut source = Vec::with_capacity(wide.len());
        let mut rows_of = vec![Vec::new(); n];
        for i in 0..m {
            for &c in wide.columns(i) {
                rows_of[c].push(i);
                let own = rows.columns(i).binary_search(&c).ok();
                source.push(own.map(|k| rows.range(i).start + k));
            }
        }
        let mut lower = vec![Vec::new(); m];
        let (mut spans, mut products) = (vec![0], Vec::new());
        for (j, column) in lower.iter_mut().enumerate() {
            let mut partners: Vec<usize> = rows
                .columns(j)
                .iter()
                .flat_map(|&c| rows_of[c].iter().copied())
                .filter(|&i| i >= j)
                .chain([j])
                .collect();
            partners.sort_unstable();
            partners.dedup();
            for &i in &partners {
                // S_ij = Σ_c J_jc (M⁻¹ Jᵀ)_ic
                for (k, c) in rows.columns(j).iter().enumerate() {
                    if let Ok(other) = wide.columns(i).binary_search(c) {
                        products.push((rows.range(j).start + k, wide.range(i).start + other));
                    }
                }
                spans.push(products.len());
            }
            *column = partners;
        }
        Self {
            jacobian: vec![0.0; rows.len()],
            y: vec![0.0; wide.len()],
            cholesky: SparseCholesky::new(&lower),
            row_blocks,
            dense_row: vec![0.0; n],
            rows,
            wide,
            source,
            spans,
            products,
        }
    }

    pub(super) fn factor(&mut self, mass: &MassFactor, jacobian: &[f64]) -> Result<(), Singular> {
        self.jacobian.copy_from_slice(jacobian);
        match mass {
            MassFactor::Diagonal(inverse) => {
                for i in 0..self.rows.rows() {
                    let range = self.rows.range(i);
                    let columns = self.rows.columns(i);
                    for (k, &c) in range.zip(columns) {
                        self.y[k] = self.jacobian[k] * inverse[c];
                    }
                }
            }
            MassFactor::Blocks { .. } | MassFactor::Sparse { .. } => self.divide_by_blocks(mass),
        }
        for (value, span) in self.cholesky.values.iter_mut().zip(self.spans.windows(2)) {
            let mut sum = 0.0;
            for &(j, y) in &self.products[span[0]..span[1]] {
                sum += self.jacobian[j] * self.y[y];
            }
            *value = sum;
        }
        self.cholesky.factor(SMALLEST_PIVOT)
    }

    /// `y_i = M⁻¹ J_i` for each row, over whole mass blocks.
    fn divide_by_blocks(&mut self, mass: &MassFactor) {
        for (i, blocks) in self.row_blocks.iter().enumerate() {
            for (k, &c) in self.wide.range(i).zip(self.wide.columns(i)) {
                self.dense_row[c] = self.source[k].map_or(0.0, |s| self.jacobian[s]);
            }
            for b in blocks {
                mass.solve_block(b, &mut self.dense_row);
            }
            for (k, &c) in self.wide.range(i).zip(self.wide.columns(i)) {
                self.y[k] = self.dense_row[c];
            }
        }
    }

    /// With `a = M⁻¹ f` on entry: `λ = S⁻¹ (J a - γ)`, then `a -= M⁻¹ Jᵀ λ`.
    pub(super) fn solve(&mut self, gamma: &[f64], a: &mut [f64], lambda: &mut [f64]) {
        self.rows.multiply(&self.jacobian, a, lambda);
        for (r, gamma) in lambda.iter_mut().zip(gamma) {
            *r -= gamma;
        }
        self.cholesky.solve(lambda);
        self.wide.add_transposed(&self.y, -1.0, lambda, a);
    }
}
