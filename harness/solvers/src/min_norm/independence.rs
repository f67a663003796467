//! Estimates how independent rows are, by one step of inverse iteration with an existing factorization.
//!
//! With rows of unit length in the mass metric let `G = D S D` be their Gram matrix. Its smallest eigenvalue is
//! the square of the smallest singular value of the rows: the number on which their rank depends. Large pivots
//! alone do not bound it. Each is the distance of one row from the rows before it, but distances multiply: a row
//! that depends on two others at an angle δ gets a pivot of rounding divided by δ², which may look large.
//!
//! `x = G⁻¹ b` is dominated by the eigenvector of the smallest eigenvalue unless `b` is orthogonal to it. The
//! Rayleigh quotient `xᵀ G x / xᵀ x` is then close to that eigenvalue, and never less. With `x = D⁻¹ λ` and
//! `γ = -D⁻¹ b` both factors follow from one solve: `xᵀ G x = -λᵀ γ`.

use crate::Kkt;
use system::{Shape, Terms};

/// Fractional part of the golden ratio. The fractional parts of its multiples fill the unit interval evenly and never
/// repeat.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// Buffers of the estimate for one shape.
pub(super) struct Independence {
    /// Position of the diagonal mass entry of each velocity.
    own_mass: Vec<usize>,
    /// The right-hand side for rows of unit length: distinct numbers, so that copies of a row do not cancel.
    unit_gamma: Vec<f64>,
    /// Squared length of each row, `1/D²`, with the diagonal of the mass in place of the whole matrix.
    square: Vec<f64>,
    gamma: Vec<f64>,
    a: Vec<f64>,
    lambda: Vec<f64>,
}

impl Independence {
    pub(super) fn new(shape: &Shape) -> Self {
        let (n, m) = (shape.n_v(), shape.constraints());
        let mut own_mass = vec![0; n];
        shape.mass().each_entry(n, |at, i, j| {
            if i == j {
                own_mass[i] = at;
            }
        });
        Self {
            own_mass,
            unit_gamma: (0..m).map(|i| 0.5 + (GOLDEN * i as f64).fract()).collect(),
            square: vec![0.0; m],
            gamma: vec![0.0; m],
            a: vec![0.0; n],
            lambda: vec![0.0; m],
        }
    }

    /// An estimate of the smallest eigenvalue of the Gram matrix, never below it, for the rows of `terms` that `kkt`
    /// has factored; NaN where it cannot be computed.
    pub(super) fn estimate(&mut self, shape: &Shape, terms: &Terms, kkt: &mut Kkt) -> f64 {
        let rows = shape.rows();
        if rows.rows() < 2 {
            // One row depends on nothing, and its pivot has shown that it is not zero.
            return 1.0;
        }
        for i in 0..rows.rows() {
            let entries = rows.columns(i).iter().zip(&terms.jacobian[rows.range(i)]);
            let share = |(&c, &j): (&usize, &f64)| j * j / terms.mass[self.own_mass[c]];
            self.square[i] = entries.map(share).sum();
            self.gamma[i] = self.unit_gamma[i] * self.square[i].sqrt();
        }
        kkt.correct(&self.gamma, &mut self.a, &mut self.lambda);
        let (mut along, mut length) = (0.0, 0.0);
        for ((lambda, gamma), square) in self.lambda.iter().zip(&self.gamma).zip(&self.square) {
            along -= lambda * gamma;
            length += lambda * lambda * square;
        }
        along / length
    }
}
