//! The whole symmetric indefinite system, by Bunch-Kaufman factorization. It is the fallback near singular
//! configurations, where the Schur complement has lost most of its digits, and for singular masses.
//!
//! ```text
//! [ M  Jᵀ ] [ a ]   [ f ]
//! [ J  0  ] [ λ ] = [ γ ]
//! ```

use crate::Singular;
use faer::diag::{DiagMut, DiagRef};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::lblt::{factor, solve};
use faer::perm::PermRef;
use faer::{Conj, MatMut, MatRef, Par};
use system::{Shape, Terms, largest};

/// Smallest pivot of the factorization, relative to the largest entry, that is not called singular.
pub(crate) const SMALLEST_INDEFINITE: f64 = 1e-14;

/// Rows are scaled to this multiple of the mass. Pivoting then takes constraint rows first, as 2 × 2
/// pivots whose size is the distance to singularity; mass pivots would square that distance like a Schur
/// complement does. The zero block keeps the scaling from costing digits.
pub(crate) const ROW_SCALE: f64 = 1e12;

pub(crate) struct Indefinite {
    n: usize,
    size: usize,
    matrix: Vec<f64>,
    sub_diagonal: Vec<f64>,
    diagonal: Vec<f64>,
    permutation: Vec<usize>,
    inverse: Vec<usize>,
    rhs: Vec<f64>,
    scale: Vec<f64>,
    memory: MemBuffer,
}

impl Indefinite {
    pub(crate) fn new(n: usize, m: usize) -> Self {
        let size = n + m;
        let memory =
            factor::cholesky_in_place_scratch::<usize, f64>(size, Par::Seq, Default::default()).or(
                solve::solve_in_place_scratch::<usize, f64>(size, 1, Par::Seq),
            );
        Self {
            n,
            size,
            matrix: vec![0.0; size * size],
            sub_diagonal: vec![0.0; size],
            diagonal: vec![0.0; size],
            permutation: vec![0; size],
            inverse: vec![0; size],
            rhs: vec![0.0; size],
            scale: vec![1.0; size],
            memory: MemBuffer::new(memory),
        }
    }

    pub(crate) fn factor(&mut self, shape: &Shape, terms: &Terms) -> Result<(), Singular> {
        let (rows, mass, jacobian) = (shape.rows(), &terms.mass, &terms.jacobian);
        let (n, size) = (self.n, self.size);
        self.matrix.fill(0.0);
        // Column-major, lower triangle.
        shape.mass().each_entry(n, |at, i, j| {
            if i >= j {
                self.matrix[j * size + i] = mass[at];
            }
        });
        let mass_scale = ROW_SCALE * largest(mass);
        for i in 0..rows.rows() {
            let values = &jacobian[rows.range(i)];
            let largest = largest(values);
            let scale = if largest > 0.0 {
                mass_scale / largest
            } else {
                1.0
            };
            self.scale[n + i] = scale;
            for (&j, value) in rows.columns(i).iter().zip(values) {
                self.matrix[j * size + n + i] = scale * value;
            }
        }
        let largest = largest(&self.matrix);
        if !largest.is_finite() {
            return Err(Singular::new(0, 0.0));
        }
        factor::cholesky_in_place(
            MatMut::from_column_major_slice_mut(&mut self.matrix, size, size),
            DiagMut::from_slice_mut(&mut self.sub_diagonal),
            &mut self.permutation,
            &mut self.inverse,
            Par::Seq,
            MemStack::new(&mut self.memory),
            Default::default(),
        );
        for (i, d) in self.diagonal.iter_mut().enumerate() {
            *d = self.matrix[i * size + i];
        }
        self.check_pivots(largest)
    }

    /// Walks the 1 × 1 and 2 × 2 pivots.
    fn check_pivots(&self, largest: f64) -> Result<(), Singular> {
        let mut i = 0;
        while i < self.size {
            let off = self.sub_diagonal[i];
            let (pivot, width) = if off == 0.0 {
                (self.diagonal[i].abs(), 1)
            } else {
                let determinant = self.diagonal[i] * self.diagonal[i + 1] - off * off;
                (determinant.abs().sqrt(), 2)
            };
            if !(pivot > SMALLEST_INDEFINITE * largest) {
                return Err(Singular::new(self.permutation[i], pivot / largest));
            }
            i += width;
        }
        Ok(())
    }

    /// Accelerations and multipliers for the force `f`, zero where there is none, and the right-hand side `γ`.
    pub(crate) fn solve(
        &mut self,
        f: Option<&[f64]>,
        gamma: &[f64],
        a: &mut [f64],
        lambda: &mut [f64],
    ) {
        let (n, size) = (self.n, self.size);
        match f {
            Some(f) => self.rhs[..n].copy_from_slice(f),
            None => self.rhs[..n].fill(0.0),
        }
        for i in n..size {
            self.rhs[i] = self.scale[i] * gamma[i - n];
        }
        solve::solve_in_place_with_conj(
            MatRef::from_column_major_slice(&self.matrix, size, size),
            DiagRef::from_slice(&self.diagonal),
            DiagRef::from_slice(&self.sub_diagonal),
            Conj::No,
            PermRef::new_checked(&self.permutation, &self.inverse, size),
            MatMut::from_column_major_slice_mut(&mut self.rhs, size, 1),
            Par::Seq,
            MemStack::new(&mut self.memory),
        );
        a.copy_from_slice(&self.rhs[..n]);
        for (i, lambda) in lambda.iter_mut().enumerate() {
            *lambda = self.scale[n + i] * self.rhs[n + i];
        }
    }
}
