//! A sparse positive definite matrix with a fixed pattern: analysed once, factored many times.
//!
//! It is factored in its natural order where that has a narrow band, and after a fill-reducing ordering everywhere
//! else.

use super::band::{Band, Pivots};
use super::reordered::Reordered;
use crate::Singular;

pub(crate) struct SparseCholesky {
    /// The lower triangle, written by the owner. [`SparseCholesky::position`] tells where an entry is; all other values
    /// stay zero.
    pub(crate) values: Vec<f64>,
    kind: Kind,
}

enum Kind {
    Band(Band),
    Reordered(Box<Reordered>),
}

impl SparseCholesky {
    /// Analyses the matrix whose column `j` has entries in the ascending rows `lower[j]`, the first of
    /// which must be `j` itself.
    pub(crate) fn new(lower: &[Vec<usize>]) -> Self {
        let last = |(j, column): (usize, &Vec<usize>)| column.last().map_or(0, |&i| i - j);
        let width = lower.iter().enumerate().map(last).max().unwrap_or(0);
        match Band::new(lower.len(), width, Pivots::Positive) {
            Some(band) => Self {
                values: vec![0.0; band.len()],
                kind: Kind::Band(band),
            },
            None => Self {
                values: vec![0.0; lower.iter().map(Vec::len).sum()],
                kind: Kind::Reordered(Box::new(Reordered::new(lower))),
            },
        }
    }

    /// Whether the matrix is factored as a band in its natural order.
    pub(crate) fn is_band(&self) -> bool {
        matches!(self.kind, Kind::Band(_))
    }

    /// Where entry (i, j), the `count`-th of the pattern column by column, lies among the values.
    pub(crate) fn position(&self, count: usize, i: usize, j: usize) -> usize {
        match &self.kind {
            Kind::Band(band) => band.position(i, j),
            Kind::Reordered(_) => count,
        }
    }

    /// Factors the matrix in `values`. Fails when a pivot is below `smallest_pivot` × its diagonal entry.
    pub(crate) fn factor(&mut self, smallest_pivot: f64) -> Result<(), Singular> {
        match &mut self.kind {
            Kind::Band(band) => band.factor(&self.values, smallest_pivot),
            Kind::Reordered(matrix) => matrix.factor(&self.values, smallest_pivot),
        }
    }

    /// `x = A⁻¹ x`.
    pub(crate) fn solve(&mut self, x: &mut [f64]) {
        match &mut self.kind {
            Kind::Band(band) => band.solve(x),
            Kind::Reordered(matrix) => matrix.solve(x),
        }
    }
}
