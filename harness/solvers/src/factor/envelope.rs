//! Factorization `A = L D Lᵀ` of a symmetric matrix within its envelope: each row is stored from its first
//! non-zero entry to the diagonal, and the factor fills nothing else.
//!
//! No ordering and no index is computed while factoring, so where the natural order follows the mechanism (a chain, a
//! row of loops) the cost is linear, as for a band. Pivots may have either sign. For an equilibrium matrix
//! `[[M, Jᵀ], [J, 0]]` they exist in every order in which a constraint row comes after the velocities it touches,
//! because then each leading part is an equilibrium matrix itself.

use crate::Singular;

pub(crate) struct Envelope {
    /// First column of each row.
    first: Vec<usize>,
    /// Where each row starts in `values`.
    start: Vec<usize>,
    /// The entries of A; after factoring L below the diagonal and D on it.
    pub(crate) values: Vec<f64>,
    /// `1/D`, so that rows need not divide by each pivot they reach back to.
    inverse: Vec<f64>,
}

impl Envelope {
    /// Room for a matrix whose row `i` reaches back to column `first[i] ≤ i`.
    pub(crate) fn new(first: Vec<usize>) -> Self {
        let mut start = vec![0];
        for (i, &f) in first.iter().enumerate() {
            assert!(f <= i, "a row ends on the diagonal");
            start.push(start[i] + i - f + 1);
        }
        let len = start[first.len()];
        Self {
            inverse: vec![0.0; first.len()],
            first,
            start,
            values: vec![0.0; len],
        }
    }

    /// Position of entry (i, j), `first[i] ≤ j ≤ i`, among the values.
    pub(crate) fn position(&self, i: usize, j: usize) -> usize {
        self.start[i] + j - self.first[i]
    }

    /// Factors the matrix in `values`. Fails when a pivot is below `smallest_pivot` × the sum of the magnitudes of its
    /// terms.
    pub(crate) fn factor(&mut self, smallest_pivot: f64) -> Result<(), Singular> {
        for i in 0..self.first.len() {
            let first = self.first[i];
            let (above, row) = self.values.split_at_mut(self.start[i]);
            let row = &mut row[..i - first + 1];
            // u_ij = a_ij - Σ_k u_ik l_jk, the product l_ij d_j without division.
            for j in first..i {
                let other = self.first[j];
                let from = first.max(other);
                let l = &above[self.start[j] + from - other..self.start[j] + j - other];
                let u = &row[from - first..j - first];
                let sum: f64 = u.iter().zip(l).map(|(u, l)| u * l).sum();
                row[j - first] -= sum;
            }
            let mut pivot = row[i - first];
            let mut size = pivot.abs();
            for (u, inverse) in row.iter_mut().zip(&self.inverse[first..i]) {
                let l = *u * inverse;
                pivot -= *u * l;
                size += (*u * l).abs();
                *u = l;
            }
            // Written so that NaN fails too.
            if !(pivot.abs() > smallest_pivot * size) || !size.is_finite() {
                return Err(Singular::new(i, pivot.abs() / size));
            }
            row[i - first] = pivot;
            self.inverse[i] = 1.0 / pivot;
        }
        Ok(())
    }

    /// `x = L⁻¹ x`.
    fn forward(&self, x: &mut [f64]) {
        for i in 0..self.first.len() {
            let first = self.first[i];
            let l = &self.values[self.start[i]..self.start[i + 1] - 1];
            let sum: f64 = l.iter().zip(&x[first..i]).map(|(l, x)| l * x).sum();
            x[i] -= sum;
        }
    }

    /// `x = L⁻ᵀ x`.
    fn backward(&self, x: &mut [f64]) {
        for i in (0..self.first.len()).rev() {
            let l = &self.values[self.start[i]..self.start[i + 1] - 1];
            let (before, rest) = x.split_at_mut(i);
            for (x, l) in before[self.first[i]..].iter_mut().zip(l) {
                *x -= l * rest[0];
            }
        }
    }

    /// The pivots D.
    fn pivots(&self) -> impl Iterator<Item = f64> {
        self.start[1..].iter().map(|&end| self.values[end - 1])
    }

    /// `x = A⁻¹ x`.
    pub(crate) fn solve(&self, x: &mut [f64]) {
        self.forward(x);
        for (x, inverse) in x.iter_mut().zip(&self.inverse) {
            *x *= inverse;
        }
        self.backward(x);
    }

    /// `x = D^-½ L⁻¹ x`, for positive pivots.
    pub(crate) fn half_forward(&self, x: &mut [f64]) {
        self.forward(x);
        for (x, d) in x.iter_mut().zip(self.pivots()) {
            *x /= d.sqrt();
        }
    }

    /// `x = L⁻ᵀ D^-½ x`, for positive pivots.
    pub(crate) fn half_backward(&self, x: &mut [f64]) {
        for (x, d) in x.iter_mut().zip(self.pivots()) {
            *x /= d.sqrt();
        }
        self.backward(x);
    }

    /// Whether every pivot is positive.
    pub(crate) fn is_definite(&self) -> bool {
        self.pivots().all(|d| d > 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_indefinite_matrix_with_a_ragged_envelope_is_solved() {
        // Rows of a mass matrix with two constraint rows between them, whose diagonal is zero.
        let first = vec![0, 0, 0, 2, 1, 3];
        let entries: [&[f64]; 6] = [
            &[2.0],
            &[0.5, 3.0],
            &[1.0, -1.0, 0.0],
            &[0.0, 4.0],
            &[0.25, 0.5, 1.0, 2.0],
            &[1.0, 2.0, 0.0],
        ];
        let mut envelope = Envelope::new(first.clone());
        let mut dense = [[0.0; 6]; 6];
        for (i, row) in entries.iter().enumerate() {
            for (k, &value) in row.iter().enumerate() {
                let j = first[i] + k;
                let at = envelope.position(i, j);
                envelope.values[at] = value;
                (dense[i][j], dense[j][i]) = (value, value);
            }
        }
        envelope.factor(1e-12).unwrap();
        assert!(!envelope.is_definite());
        let expected = [1.0, -2.0, 3.0, 0.5, -1.5, 2.5];
        let mut x = dense.map(|row| row.iter().zip(&expected).map(|(a, x)| a * x).sum::<f64>());
        envelope.solve(&mut x);
        for (x, e) in x.iter().zip(expected) {
            assert!((x - e).abs() < 1e-13, "{x} {e}");
        }
        let mut singular = Envelope::new(vec![0, 0]);
        singular.values.copy_from_slice(&[1.0, 2.0, 4.0]);
        assert_eq!(singular.factor(1e-12).unwrap_err().row, 1);
    }
}
