//! A sparse positive definite matrix whose natural order has no narrow band. It is ordered once so that its factor
//! fills little, and factored many times.

use crate::Singular;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::LltError;
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::cholesky::{
    CholeskySymbolicParams, LltRef, SymbolicCholesky, SymbolicCholeskyRaw, SymmetricOrdering,
    factorize_symbolic_cholesky,
};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMat};
use faer::{Conj, MatMut, Par, Side};

pub(crate) struct Reordered {
    pattern: SymbolicSparseColMat<usize>,
    /// Position of each diagonal entry among the values.
    diagonal: Vec<usize>,
    symbolic: SymbolicCholesky<usize>,
    factor: Vec<f64>,
    memory: MemBuffer,
}

impl Reordered {
    /// Analyses the matrix whose column `j` has entries in the ascending rows `lower[j]`, the first of
    /// which must be `j` itself.
    pub(crate) fn new(lower: &[Vec<usize>]) -> Self {
        let n = lower.len();
        let mut starts = vec![0];
        let mut rows = Vec::new();
        for (j, column) in lower.iter().enumerate() {
            assert_eq!(column.first(), Some(&j), "a column starts on the diagonal");
            rows.extend_from_slice(column);
            starts.push(rows.len());
        }
        let diagonal = starts[..n].to_vec();
        let pattern = SymbolicSparseColMat::new_checked(n, n, starts, None, rows);
        let parameters = CholeskySymbolicParams {
            // Mechanisms are loosely coupled: columns are too short for supernodes to pay.
            supernodal_flop_ratio_threshold: SupernodalThreshold::FORCE_SIMPLICIAL,
            ..Default::default()
        };
        let symbolic = factorize_symbolic_cholesky(
            pattern.as_ref(),
            Side::Lower,
            SymmetricOrdering::Amd,
            parameters,
        )
        .expect("the analysis fails only when memory runs out");
        let need = symbolic
            .factorize_numeric_llt_scratch::<f64>(Par::Seq, Default::default())
            .or(symbolic.solve_in_place_scratch::<f64>(1, Par::Seq));
        Self {
            diagonal,
            factor: vec![0.0; symbolic.len_val()],
            memory: MemBuffer::new(need),
            pattern,
            symbolic,
        }
    }

    /// Factors the matrix with these values of its lower triangle, column by column and rows ascending. Fails when a
    /// pivot is below `smallest_pivot` × its diagonal entry.
    pub(crate) fn factor(&mut self, values: &[f64], smallest_pivot: f64) -> Result<(), Singular> {
        let matrix = SparseColMatRef::new(self.pattern.as_ref(), values);
        let numeric = self
            .symbolic
            .factorize_numeric_llt(
                &mut self.factor,
                matrix,
                Side::Lower,
                Default::default(),
                Par::Seq,
                MemStack::new(&mut self.memory),
                Default::default(),
            )
            .map(|_| ());
        if let Err(LltError::NonPositivePivot { index }) = numeric {
            // The library counts pivots from one.
            return Err(Singular::new(
                self.original_row(index.saturating_sub(1)),
                0.0,
            ));
        }
        if let SymbolicCholeskyRaw::Simplicial(simplicial) = self.symbolic.raw() {
            for (k, &start) in simplicial.col_ptr()[..self.diagonal.len()]
                .iter()
                .enumerate()
            {
                let row = self.original_row(k);
                let root = self.factor[start];
                let pivot = root * root / values[self.diagonal[row]];
                if !(pivot > smallest_pivot) {
                    return Err(Singular::new(row, pivot));
                }
            }
        }
        Ok(())
    }

    /// Row of the matrix that the ordering moved to position `k`.
    fn original_row(&self, k: usize) -> usize {
        self.symbolic.perm().map_or(k, |p| p.arrays().0[k])
    }

    /// `x = A⁻¹ x`.
    pub(crate) fn solve(&mut self, x: &mut [f64]) {
        let n = x.len();
        LltRef::new(&self.symbolic, &self.factor).solve_in_place_with_conj(
            Conj::No,
            MatMut::from_column_major_slice_mut(x, n, 1),
            Par::Seq,
            MemStack::new(&mut self.memory),
        );
    }
}
