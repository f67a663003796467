//! The Schur complement of any pattern. The products that add up to each entry are listed once, and forming `S` is
//! then one straight pass over the list.

use super::SparseSchur;
use crate::Singular;
use crate::factor::{Block, MassFactor, SparseCholesky, blocks};
use crate::kkt::dense::SMALLEST_PIVOT;
use system::{Pattern, Shape};

/// The Schur complement of any pattern, formed by a list of products.
pub(super) struct Scheduled {
    rows: Pattern,
    jacobian: Vec<f64>,
    /// Columns of M⁻¹ Jᵀ: those of J, extended to whole mass blocks.
    wide: Pattern,
    /// M⁻¹ Jᵀ, row by row.
    y: Vec<f64>,
    /// For each value of `wide` the value of J it starts from, if any.
    source: Vec<Option<usize>>,
    /// Mass blocks that each row touches; none for a diagonal mass.
    row_blocks: Vec<Vec<Block>>,
    /// The entries of S: the position of each, and the end of its products.
    entries: Vec<Entry>,
    /// Positions in J and y of the factors of each product, entry by entry.
    products: Vec<(u32, u32)>,
    cholesky: SparseCholesky,
    dense_row: Vec<f64>,
}

struct Entry {
    at: usize,
    end: usize,
}

impl Scheduled {
    pub(super) fn new(shape: &Shape) -> Self {
        let rows = shape.rows().clone();
        let (n, m) = (shape.n_v(), rows.rows());
        let all_blocks = blocks(shape);
        // The velocities of the block of each velocity, and which block that is.
        let mut block_of: Vec<_> = (0..n).map(|c| (c..c + 1, None)).collect();
        for (k, b) in all_blocks.iter().enumerate() {
            block_of[b.velocities()].fill((b.velocities(), Some(k)));
        }
        let row_blocks = (0..m)
            .map(|i| {
                let touched = rows.columns(i).iter().filter_map(|&c| block_of[c].1);
                let mut touched: Vec<usize> = touched.collect();
                // Columns ascend, and blocks with them.
                touched.dedup();
                touched.into_iter().map(|k| all_blocks[k]).collect()
            })
            .collect();
        let wide = Pattern::from_rows(
            n,
            (0..m).map(|i| {
                let own = rows.columns(i).iter();
                own.flat_map(|&c| block_of[c].0.clone()).collect()
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
        let (mut ends, mut products) = (Vec::new(), Vec::new());
        let narrow = |position: usize| u32::try_from(position).expect("fewer than 2^32 values");
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
                        let (left, right) = (rows.range(j).start + k, wide.range(i).start + other);
                        products.push((narrow(left), narrow(right)));
                    }
                }
                ends.push(products.len());
            }
            *column = partners;
        }
        let cholesky = SparseCholesky::new(&lower);
        let each = lower.iter().enumerate();
        let each = each.flat_map(|(j, column)| column.iter().map(move |&i| (i, j)));
        let entries = each
            .zip(ends)
            .enumerate()
            .map(|(count, ((i, j), end))| Entry {
                at: cholesky.position(count, i, j),
                end,
            });
        Self {
            jacobian: vec![0.0; rows.len()],
            y: vec![0.0; wide.len()],
            entries: entries.collect(),
            cholesky,
            row_blocks,
            dense_row: vec![0.0; n],
            rows,
            wide,
            source,
            products,
        }
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
}

impl SparseSchur for Scheduled {
    fn factor(&mut self, mass: &MassFactor, jacobian: &[f64]) -> Result<(), Singular> {
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
        let mut start = 0;
        for &Entry { at, end } in &self.entries {
            let mut sum = 0.0;
            for &(j, y) in &self.products[start..end] {
                sum += self.jacobian[j as usize] * self.y[y as usize];
            }
            self.cholesky.values[at] = sum;
            start = end;
        }
        self.cholesky.factor(SMALLEST_PIVOT)
    }

    fn solve(&mut self, _mass: &MassFactor, gamma: &[f64], a: &mut [f64], lambda: &mut [f64]) {
        self.rows.multiply(&self.jacobian, a, lambda);
        for (r, gamma) in lambda.iter_mut().zip(gamma) {
            *r -= gamma;
        }
        self.cholesky.solve(lambda);
        self.wide.add_transposed(&self.y, -1.0, lambda, a);
    }
}

#[cfg(test)]
mod tests {
    use super::super::sparse_schur;
    use super::*;
    use crate::samples::{filled, residual};
    use system::MassLayout;

    /// A tree of bodies with three velocities each: row i ties body i + 1 to body i / 2.
    fn tree(m: usize, layout: fn(usize) -> MassLayout) -> Shape {
        let n = 3 * (m + 1);
        let row = |i: usize| vec![3 * (i / 2) + i % 3, 3 * i + 3, 3 * i + 4];
        Shape::new(n, m)
            .with_mass(layout(m + 1))
            .unwrap()
            .with_rows(Pattern::from_rows(n, (0..m).map(row)))
            .unwrap()
    }

    #[test]
    fn a_tree_is_reordered_and_solved_for_diagonal_and_block_masses() {
        let layouts: [fn(usize) -> MassLayout; 2] = [
            |_| MassLayout::Diagonal,
            |bodies| MassLayout::Blocks(vec![3; bodies]),
        ];
        for layout in layouts {
            for m in [3, 20, 60] {
                let shape = tree(m, layout);
                let mut terms = filled(&shape);
                // Each row has a body of its own, so rows are independent where its value is large.
                (0..m).for_each(|i| terms.jacobian[3 * i + 1] += 3.0);
                let mut mass = MassFactor::new(&shape);
                mass.factor(&terms.mass).unwrap();
                let mut schur = sparse_schur(&shape);
                schur.factor(&mass, &terms.jacobian).unwrap();
                let (mut a, mut lambda) = (terms.force.clone(), vec![0.0; m]);
                mass.solve(&mut a);
                schur.solve(&mass, &terms.gamma, &mut a, &mut lambda);
                assert!(residual(&shape, &terms, &a, &lambda) < 1e-12, "{m}");
                terms.jacobian[3 * (m - 2)..3 * (m - 1)].fill(0.0);
                let singular = schur.factor(&mass, &terms.jacobian).unwrap_err();
                assert_eq!(singular.row, m - 2);
            }
        }
    }
}
