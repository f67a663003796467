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

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    /// The estimate for two rows of two velocities.
    fn estimate(mass: [f64; 2], rows: [[f64; 2]; 2]) -> f64 {
        let shape = Shape::new(2, 2);
        let mut terms = Terms::new(&shape);
        terms.mass.copy_from_slice(&mass);
        terms.jacobian.copy_from_slice(rows.as_flattened());
        let mut kkt = Kkt::new(&shape);
        kkt.factor_definite(&terms).unwrap();
        Independence::new(&shape).estimate(&shape, &terms, &mut kkt)
    }

    #[test]
    fn rows_count_with_unit_length_in_the_mass_metric() {
        // J M⁻¹ Jᵀ is diagonal, so the Gram matrix is the identity, for any lengths and masses.
        for mass in [[1.0, 1.0], [4.0, 9.0], [1e-6, 1e6]] {
            let orthogonal = estimate(mass, [[3.0, 0.0], [0.0, 0.01]]);
            assert_relative_eq!(orthogonal, 1.0, max_relative = 1e-14);
            // At an angle δ in the mass metric the eigenvalues are 1 ± cos δ. One step of inverse iteration comes as close
            // as their quotient, some 1e-5.
            let delta = 1e-2;
            let (s, c) = (math::sin(delta), math::cos(delta));
            let [x, y] = mass.map(f64::sqrt);
            let near = estimate(mass, [[5.0 * x, 0.0], [0.2 * c * x, 0.2 * s * y]]);
            let smallest = 2.0 * math::powi(math::sin(0.5 * delta), 2);
            assert!(near >= smallest * (1.0 - 1e-9), "{near} {smallest}");
            assert_relative_eq!(near, smallest, max_relative = 1e-3);
        }
    }
}
