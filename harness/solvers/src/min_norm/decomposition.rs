//! The pseudo-inverse of rows of any rank, by singular value decomposition.
//!
//! With `M = L Lᵀ` and `A = D J L⁻ᵀ` (rows scaled to unit length by D), the Udwadia-Kalaba form is
//! `a = a_f + L⁻ᵀ A⁺ D (γ - J a_f)`, `a_f = M⁻¹ f`. The multipliers of smallest norm (of the scaled rows)
//! are `λ = -D (A Aᵀ)⁺ D (γ - J a_f)`.

use super::orthogonal_columns::orthogonalize;
use crate::{Mass, Singular};
use system::{Shape, Terms};

/// Singular values below this fraction of the largest count as zero. Rows that differ by less are copies;
/// machine epsilon would let rounding decide.
const RANK_CUTOFF: f64 = 1e-11;

/// The decomposed rows of one system.
pub(super) struct Decomposition {
    shape: Shape,
    mass: Mass,
    jacobian: Vec<f64>,
    row_scale: Vec<f64>,
    /// Aᵀ, column-major `n × m`, so that row i of A is contiguous; then `U Σ`.
    matrix: Vec<f64>,
    sigma: Vec<f64>,
    /// V, column-major `m × m`.
    right: Vec<f64>,
    /// Places of the singular values that count, the largest first.
    counted: Vec<usize>,
    residual: Vec<f64>,
    correction: Vec<f64>,
}

impl Decomposition {
    /// Buffers for systems of this shape.
    pub(super) fn new(shape: &Shape) -> Self {
        let (n, m) = (shape.n_v(), shape.constraints());
        Self {
            shape: shape.clone(),
            mass: Mass::new(shape),
            jacobian: vec![0.0; shape.rows().len()],
            row_scale: vec![1.0; m],
            matrix: vec![0.0; n * m],
            sigma: vec![0.0; m],
            right: vec![0.0; m * m],
            counted: Vec::with_capacity(m),
            residual: vec![0.0; m],
            correction: vec![0.0; n],
        }
    }

    /// Decomposes the matrix of `terms`.
    ///
    /// # Errors
    /// When the mass matrix is not positive definite or a value is not finite.
    pub(super) fn factor(&mut self, terms: &Terms) -> Result<(), Singular> {
        self.mass.factor(terms)?;
        let (n, m) = (self.shape.n_v(), self.shape.constraints());
        self.jacobian.copy_from_slice(&terms.jacobian);
        self.counted.clear();
        if n == 0 || m == 0 {
            return Ok(());
        }
        self.matrix.fill(0.0);
        let rows = self.shape.rows();
        for (i, row) in self.matrix.chunks_exact_mut(n).enumerate() {
            for (&c, &value) in rows.columns(i).iter().zip(&terms.jacobian[rows.range(i)]) {
                row[c] = value;
            }
            self.mass.factors().forward(row);
            let norm = row.iter().map(|x| x * x).sum::<f64>().sqrt();
            if !norm.is_finite() {
                return Err(Singular::new(i, 0.0));
            }
            self.row_scale[i] = if norm > 0.0 { 1.0 / norm } else { 1.0 };
            for x in row {
                *x *= self.row_scale[i];
            }
        }
        orthogonalize(&mut self.matrix, n, &mut self.right, &mut self.sigma)
            .map_err(|_| Singular::new(0, 0.0))?;
        let sigma = &self.sigma;
        let cutoff = RANK_CUTOFF * sigma.iter().copied().fold(0.0, f64::max);
        self.counted.extend((0..m).filter(|k| sigma[*k] > cutoff));
        self.counted
            .sort_unstable_by(|a, b| sigma[*b].total_cmp(&sigma[*a]).then(a.cmp(b)));
        Ok(())
    }

    /// Number of independent rows found by the last [`Decomposition::factor`].
    pub(super) fn rank(&self) -> usize {
        self.counted.len()
    }

    /// Acceleration and multipliers for the force `f` and the right-hand side `γ`.
    pub(super) fn solve(&mut self, f: &[f64], gamma: &[f64], a: &mut [f64], lambda: &mut [f64]) {
        a.copy_from_slice(f);
        self.mass.solve(a);
        self.shape
            .rows()
            .multiply(&self.jacobian, a, &mut self.residual);
        for (r, gamma) in self.residual.iter_mut().zip(gamma) {
            *r = gamma - *r;
        }
        self.apply(a, lambda);
    }

    /// The smallest acceleration in the mass metric with `J a = γ` in the least-squares sense.
    pub(super) fn correct(&mut self, gamma: &[f64], a: &mut [f64], lambda: &mut [f64]) {
        a.fill(0.0);
        self.residual.copy_from_slice(gamma);
        self.apply(a, lambda);
    }

    /// Adds `L⁻ᵀ A⁺ D r` to `a` and writes `λ = -D (A Aᵀ)⁺ D r`. With Aᵀ = U Σ Vᵀ: A⁺ = U Σ⁻¹ Vᵀ.
    fn apply(&mut self, a: &mut [f64], lambda: &mut [f64]) {
        let (n, m) = (self.shape.n_v(), self.shape.constraints());
        lambda.fill(0.0);
        let correction = &mut self.correction;
        correction.fill(0.0);
        for &k in &self.counted {
            let right = &self.right[k * m..(k + 1) * m];
            let scaled = right.iter().zip(&self.row_scale).zip(&self.residual);
            let c = scaled.map(|((v, d), r)| v * d * r).sum::<f64>() / self.sigma[k];
            for (x, u) in correction.iter_mut().zip(&self.matrix[k * n..(k + 1) * n]) {
                *x += c / self.sigma[k] * u;
            }
            for ((lambda, v), d) in lambda.iter_mut().zip(right).zip(&self.row_scale) {
                *lambda -= d * v * c / self.sigma[k];
            }
        }
        self.mass.factors().backward(correction);
        for (a, x) in a.iter_mut().zip(correction.iter()) {
            *a += x;
        }
    }
}
