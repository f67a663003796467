//! The penalty matrix `K = M + Jᵀ A J` with one positive penalty per row: regular even when rows are
//! redundant.

use super::matrix::Matrix;
use crate::Singular;
use crate::factor::Mass;
use system::{ForceJacobian, MassLayout, Pattern, Shape, Terms};
use thiserror::Error;

/// A penalty that is not positive and finite.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("penalty must be positive and finite, got {0}")]
pub struct PenaltyError(pub f64);

/// A penalty in multiples of the mass that its row moves: `A_i = κ / (J_i M⁻¹ J_iᵀ)`. It has no unit, and its effect
/// depends neither on the scale of a row nor on that of the masses.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct RelativePenalty(f64);

impl RelativePenalty {
    /// The penalty κ.
    ///
    /// # Errors
    /// When it is not positive and finite.
    pub fn new(kappa: f64) -> Result<Self, PenaltyError> {
        if kappa > 0.0 && kappa.is_finite() {
            Ok(Self(kappa))
        } else {
            Err(PenaltyError(kappa))
        }
    }

    /// The number κ.
    pub fn value(self) -> f64 {
        self.0
    }
}

/// Contribution of forces to the tangent of implicit equations: `-c_q ∂f/∂q - c_v ∂f/∂v`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForceTangent<'a> {
    /// Derivatives of the forces.
    pub jacobian: &'a ForceJacobian,
    /// The factor `c_q`.
    pub by_position: f64,
    /// The factor `c_v`.
    pub by_velocity: f64,
}

impl ForceTangent<'_> {
    pub(super) fn value(&self, at: usize) -> f64 {
        let by_position = self.by_position * self.jacobian.by_position[at];
        -by_position - self.by_velocity * self.jacobian.by_velocity[at]
    }
}

/// Solves with `K = M + Jᵀ A J`.
pub struct Penalty {
    layout: MassLayout,
    rows: Pattern,
    /// Pattern of the derivatives of the forces, where they are part of the matrix.
    force_rows: Option<Pattern>,
    penalties: Vec<f64>,
    matrix: Matrix,
}

impl Penalty {
    /// One penalty for all rows.
    ///
    /// # Errors
    /// When the penalty is not positive and finite.
    pub fn new(shape: &Shape, penalty: f64) -> Result<Self, PenaltyError> {
        Self::with_rows(shape, vec![penalty; shape.constraints()])
    }

    /// One penalty for each row.
    ///
    /// # Errors
    /// When a penalty is not positive and finite.
    ///
    /// # Panics
    /// When there are not as many penalties as rows.
    pub fn with_rows(shape: &Shape, penalties: Vec<f64>) -> Result<Self, PenaltyError> {
        assert_eq!(penalties.len(), shape.constraints(), "penalties");
        if let Some(&bad) = penalties.iter().find(|a| !(**a > 0.0 && a.is_finite())) {
            return Err(PenaltyError(bad));
        }
        Ok(Self {
            layout: shape.mass().clone(),
            rows: shape.rows().clone(),
            force_rows: None,
            penalties,
            matrix: Matrix::new(shape, None),
        })
    }

    /// The same penalty for all rows, relative to the mass they move at the state of `terms`.
    ///
    /// # Errors
    /// When the mass is not positive definite there, or a row is zero.
    pub fn relative(
        shape: &Shape,
        terms: &Terms,
        kappa: RelativePenalty,
    ) -> Result<Self, Singular> {
        let mut mass = Mass::new(shape);
        mass.factor(terms)?;
        let mut x = vec![0.0; shape.n_v()];
        let mut penalties = Vec::with_capacity(shape.constraints());
        for row in 0..shape.constraints() {
            let columns = shape.rows().columns(row);
            let values = &terms.jacobian[shape.rows().range(row)];
            let moved = if *shape.mass() == MassLayout::Diagonal {
                let squares = columns.iter().zip(values);
                squares.map(|(&j, a)| a * a / terms.mass[j]).sum()
            } else {
                x.fill(0.0);
                for (&j, value) in columns.iter().zip(values) {
                    x[j] = *value;
                }
                mass.solve(&mut x);
                let products = columns.iter().zip(values);
                products.map(|(&j, a)| a * x[j]).sum::<f64>()
            };
            let penalty = kappa.value() / moved;
            if !(penalty > 0.0 && penalty.is_finite()) {
                return Err(Singular::new(row, 0.0));
            }
            penalties.push(penalty);
        }
        Ok(Self::with_rows(shape, penalties).expect("every penalty was looked at"))
    }

    /// Makes room for the derivatives of the forces, for [`Penalty::factor_tangent`].
    pub fn with_forces(self, shape: &Shape) -> Self {
        let force_rows = shape.force_rows();
        Self {
            matrix: Matrix::new(shape, Some(force_rows)),
            force_rows: Some(force_rows.clone()),
            ..self
        }
    }

    /// Forms and factors K.
    ///
    /// # Errors
    /// When K is numerically singular, which for a positive definite mass means that a penalty is too large.
    pub fn factor(&mut self, terms: &Terms) -> Result<(), Singular> {
        self.assemble(terms);
        self.matrix.factor()
    }

    /// Forms and factors K with the symmetric part of the tangent of the forces in implicit equations.
    ///
    /// # Errors
    /// When the matrix is not positive definite: forces that drive the system apart outweigh its mass.
    ///
    /// # Panics
    /// When there is no room for the forces, see [`Penalty::with_forces`].
    pub fn factor_tangent(
        &mut self,
        terms: &Terms,
        forces: ForceTangent<'_>,
    ) -> Result<(), Singular> {
        self.assemble(terms);
        let pattern = self.force_rows.as_ref().expect("a matrix with forces");
        self.matrix.add_forces(pattern, forces);
        self.matrix.factor()
    }

    fn assemble(&mut self, terms: &Terms) {
        self.matrix
            .assemble(&self.layout, &self.rows, &self.penalties, terms);
    }

    /// `x = K⁻¹ x`.
    pub fn solve(&mut self, x: &mut [f64]) {
        self.matrix.solve(x);
    }

    /// The penalties, one per row.
    pub fn penalties(&self) -> &[f64] {
        &self.penalties
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::factor::Square;

    fn residual(shape: &Shape, terms: &Terms, a: f64, x: &[f64], rhs: &[f64]) -> f64 {
        let mut k_x = vec![0.0; shape.n_v()];
        shape.mass().multiply(&terms.mass, x, &mut k_x);
        let mut j_x = vec![0.0; shape.constraints()];
        shape.rows().multiply(&terms.jacobian, x, &mut j_x);
        shape
            .rows()
            .add_transposed(&terms.jacobian, a, &j_x, &mut k_x);
        k_x.iter()
            .zip(rhs)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max)
    }

    #[test]
    fn dense_and_sparse_matrices_solve_the_same_equation_with_a_duplicated_row() {
        for (n, sparse) in [(8, false), (60, true)] {
            let m = n / 2;
            // The last two rows are the same.
            let columns = |i: usize| {
                let i = i.min(m - 2);
                vec![2 * i, 2 * i + 1, (2 * i + 2) % n]
            };
            let rows = Pattern::from_rows(n, (0..m).map(columns));
            let sizes = [vec![2; n / 4], vec![1; n / 2]].concat();
            let shape = Shape::new(n, m)
                .with_mass(MassLayout::Blocks(sizes))
                .unwrap()
                .with_rows(rows)
                .unwrap();
            let mut terms = Terms::new(&shape);
            for (k, x) in terms.mass.iter_mut().enumerate() {
                *x = if k < n && k % 4 != 0 && k % 4 != 3 {
                    0.25
                } else {
                    1.0
                };
            }
            for i in 0..m {
                for (k, at) in shape.rows().range(i).enumerate() {
                    terms.jacobian[at] = math::cos((3 * i.min(m - 2) + k) as f64 * 1.3);
                }
            }
            let mut penalty = Penalty::new(&shape, 50.0).unwrap();
            assert_eq!(matches!(penalty.matrix, Matrix::Sparse { .. }), sparse);
            penalty.factor(&terms).unwrap();
            let rhs: Vec<f64> = (0..n).map(|k| math::sin(k as f64)).collect();
            let mut x = rhs.clone();
            penalty.solve(&mut x);
            assert!(residual(&shape, &terms, 50.0, &x, &rhs) < 1e-12);
        }
    }

    #[test]
    fn the_symmetric_part_of_forces_joins_dense_and_sparse_matrices_alike() {
        // Springs between neighbours and a force that is not symmetric.
        let (n, m) = (40, 10);
        let neighbours = |i: usize| vec![i, (i + 1) % n];
        let shape = Shape::new(n, m)
            .with_rows(Pattern::from_rows(
                n,
                (0..m).map(|i| vec![3 * i, 3 * i + 2]),
            ))
            .unwrap()
            .with_force_rows(Pattern::from_rows(n, (0..n).map(neighbours)))
            .unwrap();
        let mut terms = Terms::new(&shape);
        terms.mass.fill(2.0);
        terms.jacobian.fill(1.0);
        let mut jacobian = ForceJacobian::new(&shape);
        for (k, x) in jacobian.by_position.iter_mut().enumerate() {
            *x = math::sin(k as f64);
        }
        for (k, x) in jacobian.by_velocity.iter_mut().enumerate() {
            *x = math::cos(k as f64);
        }
        let forces = ForceTangent {
            jacobian: &jacobian,
            by_position: 0.3,
            by_velocity: 0.2,
        };
        let mut penalty = Penalty::new(&shape, 50.0).unwrap().with_forces(&shape);
        assert!(matches!(penalty.matrix, Matrix::Sparse { .. }));
        let mut dense = Penalty::new(&shape, 50.0).unwrap().with_forces(&shape);
        dense.matrix = Matrix::Dense(Square::new(n));
        let rhs: Vec<f64> = (0..n).map(|k| math::sin(3.0 * k as f64)).collect();
        let (mut x, mut y) = (rhs.clone(), rhs.clone());
        for (matrix, x) in [(&mut penalty, &mut x), (&mut dense, &mut y)] {
            matrix.factor_tangent(&terms, forces).unwrap();
            matrix.solve(x);
        }
        let gaps = x.iter().zip(&y).map(|(x, y)| (x - y).abs());
        assert!(gaps.fold(0.0, f64::max) < 1e-14);
        // The part of K x that comes from the forces, half from each side of the diagonal.
        let mut left = vec![0.0; n];
        for i in 0..n {
            let entries = shape
                .force_rows()
                .range(i)
                .zip(shape.force_rows().columns(i));
            for (at, &j) in entries {
                let half = -0.5 * (0.3 * jacobian.by_position[at] + 0.2 * jacobian.by_velocity[at]);
                left[i] += half * x[j];
                left[j] += half * x[i];
            }
        }
        let right: Vec<f64> = rhs.iter().zip(&left).map(|(b, l)| b - l).collect();
        assert!(residual(&shape, &terms, 50.0, &x, &right) < 1e-12);
    }

    #[test]
    fn relative_penalties_follow_the_scale_of_rows_and_masses() {
        let shape = Shape::new(2, 2);
        let mut terms = Terms::new(&shape);
        terms.mass.copy_from_slice(&[2.0, 4.0]);
        terms.jacobian.copy_from_slice(&[1.0, 1.0, 0.0, 10.0]);
        let kappa = RelativePenalty::new(1e7).unwrap();
        let penalty = Penalty::relative(&shape, &terms, kappa).unwrap();
        // J M⁻¹ Jᵀ is 1/2 + 1/4 and 100/4.
        assert_eq!(penalty.penalties(), [1e7 / 0.75, 1e7 / 25.0]);
    }

    #[test]
    fn penalties_that_are_not_positive_cannot_be_constructed() {
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(Penalty::new(&Shape::new(2, 1), bad).is_err());
        }
    }
}
