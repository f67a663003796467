//! Storage and factorization of `K = M + Jᵀ A J`: dense, or sparse in large systems.

use super::ForceTangent;
use crate::Singular;
use crate::factor::{SparseCholesky, Square};
use system::{MassLayout, Pattern, Shape, Terms};

/// Smallest relative pivot. Penalties of 1e7 and more times the mass are in normal use, so nearly all digits may be
/// lost before the matrix is called singular.
const SMALLEST_PIVOT: f64 = 1e-15;

/// Number of velocities from which a sparse matrix pays where rows are short: as a band (measured: four times faster
/// than the dense matrix for 18 velocities, eight times for 30), or with an ordering where there is no narrow band.
const BAND_FROM_VELOCITIES: usize = 8;
const ORDERED_FROM_VELOCITIES: usize = 32;

pub(super) enum Matrix {
    Dense(Square),
    Sparse {
        cholesky: Box<SparseCholesky>,
        /// Position of each stored mass value, if it lies in the lower triangle.
        mass_at: Vec<Option<usize>>,
        /// Positions of the products of each row, for pairs of its columns in the lower triangle.
        row_at: Vec<usize>,
        /// Positions of the stored derivatives of forces, whichever triangle they lie in.
        force_at: Vec<usize>,
    },
}

impl Matrix {
    /// Sparse where the system is large and neither a row nor a force reaches far, dense otherwise.
    pub(super) fn new(shape: &Shape, forces: Option<&Pattern>) -> Self {
        let n = shape.n_v();
        let longest = |rows: &Pattern| (0..rows.rows()).map(|i| rows.columns(i).len()).max();
        let longest = longest(shape.rows()).max(forces.and_then(longest));
        let is_loose = 4 * longest.unwrap_or(0) <= n && *shape.mass() != MassLayout::Dense;
        if is_loose && n >= BAND_FROM_VELOCITIES {
            let sparse = Self::sparse(shape, forces);
            if n >= ORDERED_FROM_VELOCITIES || sparse.is_band() {
                return sparse;
            }
        }
        Self::Dense(Square::new(n))
    }

    fn is_band(&self) -> bool {
        matches!(self, Self::Sparse { cholesky, .. } if cholesky.is_band())
    }

    fn sparse(shape: &Shape, forces: Option<&Pattern>) -> Self {
        let (n, rows) = (shape.n_v(), shape.rows());
        let mut lower: Vec<Vec<usize>> = (0..n).map(|j| vec![j]).collect();
        shape.mass().each_entry(n, |_, i, j| {
            if i >= j {
                lower[j].push(i);
            }
        });
        for row in 0..rows.rows() {
            let columns = rows.columns(row);
            for (k, &j) in columns.iter().enumerate() {
                lower[j].extend_from_slice(&columns[k..]);
            }
        }
        // The derivative of force i by velocity j, in either triangle.
        let each_force = |visit: &mut dyn FnMut(usize, usize)| {
            let Some(pattern) = forces else { return };
            for i in 0..n {
                for &j in pattern.columns(i) {
                    visit(i.max(j), i.min(j));
                }
            }
        };
        each_force(&mut |i, j| lower[j].push(i));
        let mut start = vec![0];
        for column in &mut lower {
            column.sort_unstable();
            column.dedup();
            start.push(start[start.len() - 1] + column.len());
        }
        let cholesky = SparseCholesky::new(&lower);
        let position = |i: usize, j: usize| {
            let k = lower[j]
                .binary_search(&i)
                .expect("the pattern holds every product");
            cholesky.position(start[j] + k, i, j)
        };
        let mut mass_at = vec![None; shape.mass().len(n)];
        shape.mass().each_entry(n, |value, i, j| {
            mass_at[value] = (i >= j).then(|| position(i, j));
        });
        let mut row_at = Vec::new();
        for row in 0..rows.rows() {
            let columns = rows.columns(row);
            for (k, &j) in columns.iter().enumerate() {
                row_at.extend(columns[k..].iter().map(|&i| position(i, j)));
            }
        }
        let mut force_at = Vec::new();
        each_force(&mut |i, j| force_at.push(position(i, j)));
        Self::Sparse {
            cholesky: Box::new(cholesky),
            mass_at,
            row_at,
            force_at,
        }
    }

    /// Writes `M + Jᵀ A J`.
    pub(super) fn assemble(
        &mut self,
        layout: &MassLayout,
        rows: &Pattern,
        penalties: &[f64],
        terms: &Terms,
    ) {
        match self {
            Self::Dense(square) => {
                let n = square.size();
                let k = &mut square.values;
                k.fill(0.0);
                layout.each_entry(n, |value, i, j| k[i * n + j] = terms.mass[value]);
                if rows.is_dense() {
                    square.add_dense_rows(&terms.jacobian, penalties);
                    return;
                }
                for (row, &a) in penalties.iter().enumerate() {
                    let columns = rows.columns(row);
                    let values = &terms.jacobian[rows.range(row)];
                    // Columns ascend, so this is the lower triangle, which is all that is factored.
                    for (at, (&i, x)) in columns.iter().zip(values).enumerate() {
                        let scaled = a * x;
                        for (&j, y) in columns[..=at].iter().zip(values) {
                            k[i * n + j] += scaled * y;
                        }
                    }
                }
            }
            Self::Sparse {
                cholesky,
                mass_at,
                row_at,
                ..
            } => {
                cholesky.values.fill(0.0);
                for (value, at) in terms.mass.iter().zip(mass_at) {
                    if let Some(at) = at {
                        cholesky.values[*at] += value;
                    }
                }
                let mut at = row_at.iter();
                for (row, &a) in penalties.iter().enumerate() {
                    let values = &terms.jacobian[rows.range(row)];
                    for (k, x) in values.iter().enumerate() {
                        for (y, at) in values[k..].iter().zip(&mut at) {
                            cholesky.values[*at] += a * x * y;
                        }
                    }
                }
            }
        }
    }

    /// Adds the symmetric part of the tangent of forces with this pattern.
    pub(super) fn add_forces(&mut self, pattern: &Pattern, forces: ForceTangent<'_>) {
        for i in 0..pattern.rows() {
            for (at, &j) in pattern.range(i).zip(pattern.columns(i)) {
                let share = if i == j { 1.0 } else { 0.5 };
                let value = share * forces.value(at);
                match self {
                    Self::Dense(square) => {
                        let n = square.size();
                        square.values[i.max(j) * n + i.min(j)] += value;
                    }
                    Self::Sparse {
                        cholesky, force_at, ..
                    } => cholesky.values[force_at[at]] += value,
                }
            }
        }
    }

    pub(super) fn factor(&mut self) -> Result<(), Singular> {
        match self {
            Self::Dense(square) => square.factor(SMALLEST_PIVOT),
            Self::Sparse { cholesky, .. } => cholesky.factor(SMALLEST_PIVOT),
        }
    }

    /// `x = K⁻¹ x`.
    pub(super) fn solve(&mut self, x: &mut [f64]) {
        match self {
            Self::Dense(square) => square.solve(x),
            Self::Sparse { cholesky, .. } => cholesky.solve(x),
        }
    }
}
