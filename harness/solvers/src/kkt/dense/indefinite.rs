//! The whole symmetric indefinite system, by Bunch-Kaufman factorization. It is the fallback near singular
//! configurations, where the Schur complement has lost most of its digits, and for singular masses.
//!
//! ```text
//! [ M  Jᵀ ] [ a ]   [ f ]
//! [ J  0  ] [ λ ] = [ γ ]
//! ```

use crate::Singular;
use crate::factor::Symmetric;
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
    matrix: Symmetric,
    rhs: Vec<f64>,
    scale: Vec<f64>,
}

impl Indefinite {
    pub(crate) fn new(n: usize, m: usize) -> Self {
        let size = n + m;
        Self {
            n,
            size,
            matrix: Symmetric::new(size),
            rhs: vec![0.0; size],
            scale: vec![1.0; size],
        }
    }

    pub(crate) fn factor(&mut self, shape: &Shape, terms: &Terms) -> Result<(), Singular> {
        let (rows, mass, jacobian) = (shape.rows(), &terms.mass, &terms.jacobian);
        let (n, size) = (self.n, self.size);
        // The lower triangle.
        let matrix = self.matrix.entries();
        matrix.fill(0.0);
        shape.mass().each_entry(n, |at, i, j| {
            if i >= j {
                matrix[i * size + j] = mass[at];
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
                matrix[(n + i) * size + j] = scale * value;
            }
        }
        let largest = largest(matrix);
        if !largest.is_finite() {
            return Err(Singular::new(0, 0.0));
        }
        self.matrix.factor();
        for pivot in self.matrix.pivots() {
            if !(pivot.size > SMALLEST_INDEFINITE * largest) {
                return Err(Singular::new(pivot.row, pivot.size / largest));
            }
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
        self.matrix.solve(&mut self.rhs);
        a.copy_from_slice(&self.rhs[..n]);
        for (i, lambda) in lambda.iter_mut().enumerate() {
            *lambda = self.scale[n + i] * self.rhs[n + i];
        }
    }
}
