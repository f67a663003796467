//! Random systems, and their solutions by nalgebra.
//!
//! nalgebra solves `[[M, Jᵀ], [J, 0]]` with masses and rows scaled to one, so that condition numbers tell how near rows
//! are to being dependent and not in which units they are written.

use nalgebra::{DMatrix, DVector};
use numerics::SplitMix64;
use system::{MassLayout, Pattern, Shape, Terms};

/// The coupling of the velocities by the mass.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Diagonal,
    Blocks,
    Dense,
    Neighbours,
}

pub(crate) struct Sample {
    pub(crate) shape: Shape,
    pub(crate) terms: Terms,
}

impl Sample {
    /// `m` independent rows and `spare` more velocities than rows. Masses and rows have sizes over `decades` decades;
    /// rows touch all velocities, or a few near each other.
    pub(crate) fn new(
        seed: u64,
        m: usize,
        spare: usize,
        kind: Kind,
        decades: f64,
        dense: bool,
    ) -> Self {
        let mut random = SplitMix64::new(seed);
        let n = m + spare;
        let layout = match kind {
            Kind::Diagonal => MassLayout::Diagonal,
            Kind::Blocks => MassLayout::Blocks([vec![3; n / 3], vec![1; n % 3]].concat()),
            Kind::Dense => MassLayout::Dense,
            Kind::Neighbours => {
                let near = |i: usize| (i.saturating_sub(1)..(i + 2).min(n)).collect();
                MassLayout::Sparse(Pattern::from_rows(n, (0..n).map(near)))
            }
        };
        // Row i weights velocity i more than its neighbours, so that rows are independent.
        let row = |i: usize| match dense {
            true => (0..n).collect(),
            false => (i.saturating_sub(2)..(i + 3).min(n)).collect::<Vec<_>>(),
        };
        let shape = Shape::new(n, m)
            .with_mass(layout)
            .and_then(|shape| shape.with_rows(Pattern::from_rows(n, (0..m).map(row))))
            .expect("patterns that fit");
        let mut terms = Terms::new(&shape);
        let mut size = || math::powf(10.0, 0.5 * decades * random.symmetric());
        let units: Vec<f64> = (0..n).map(|_| size()).collect();
        let lengths: Vec<f64> = (0..m).map(|_| size()).collect();
        // Symmetric, and dominated by its diagonal.
        shape.mass().each_entry(n, |at, i, j| {
            let coupling = math::sin((i * j) as f64 + 0.3 * (i + j) as f64) / n.max(2) as f64;
            let entry = if i == j { 1.0 } else { 0.9 * coupling };
            terms.mass[at] = units[i] * units[j] * entry;
        });
        for i in 0..m {
            for (at, &c) in shape.rows().range(i).zip(shape.rows().columns(i)) {
                let own = if c == i { 1.5 } else { 0.0 };
                terms.jacobian[at] = lengths[i] * units[c] * (random.symmetric() + own);
            }
        }
        for (f, unit) in terms.force.iter_mut().zip(&units) {
            *f = unit * random.symmetric();
        }
        for (i, length) in lengths.iter().enumerate() {
            terms.gamma[i] = length * random.symmetric();
            terms.phi[i] = length * random.symmetric();
        }
        Self { shape, terms }
    }

    /// The same system with a copy of row `i`, twice as long.
    pub(crate) fn with_copied_row(&self, i: usize) -> Self {
        let (n, m) = (self.shape.n_v(), self.shape.constraints());
        let rows = self.shape.rows();
        let columns = |row: usize| rows.columns(row).to_vec();
        let shape = Shape::new(n, m + 1)
            .with_mass(self.shape.mass().clone())
            .and_then(|shape| {
                let rows = (0..m).chain([i]).map(columns);
                shape.with_rows(Pattern::from_rows(n, rows))
            })
            .expect("patterns that fit");
        let mut terms = self.terms.clone();
        let twice = |x: &f64| 2.0 * x;
        let copy: Vec<f64> = self.terms.jacobian[rows.range(i)]
            .iter()
            .map(twice)
            .collect();
        terms.jacobian.extend(copy);
        terms.gamma.push(2.0 * self.terms.gamma[i]);
        terms.phi.push(2.0 * self.terms.phi[i]);
        terms.phi_t.push(2.0 * self.terms.phi_t[i]);
        Self { shape, terms }
    }

    pub(crate) fn mass(&self) -> DMatrix<f64> {
        let n = self.shape.n_v();
        let mut mass = DMatrix::zeros(n, n);
        let layout = self.shape.mass();
        layout.each_entry(n, |at, i, j| mass[(i, j)] = self.terms.mass[at]);
        mass
    }

    pub(crate) fn jacobian(&self) -> DMatrix<f64> {
        let (n, rows) = (self.shape.n_v(), self.shape.rows());
        let mut jacobian = DMatrix::zeros(rows.rows(), n);
        for i in 0..rows.rows() {
            for (at, &c) in rows.range(i).zip(rows.columns(i)) {
                jacobian[(i, c)] = self.terms.jacobian[at];
            }
        }
        jacobian
    }

    /// Units of the velocities in which each has unit mass.
    pub(crate) fn mass_scale(&self) -> DMatrix<f64> {
        DMatrix::from_diagonal(&self.mass().diagonal().map(|m| 1.0 / m.sqrt()))
    }

    /// Factors that scale the rows to unit length in these units.
    fn row_scale(&self) -> DMatrix<f64> {
        let rows = self.jacobian() * self.mass_scale();
        let lengths = DVector::from_fn(rows.nrows(), |i, _| 1.0 / rows.row(i).norm());
        DMatrix::from_diagonal(&lengths)
    }

    /// Mass, rows, force and γ, scaled.
    fn parts(&self) -> (DMatrix<f64>, DMatrix<f64>, DVector<f64>, DVector<f64>) {
        let (unit, length) = (self.mass_scale(), self.row_scale());
        let force = DVector::from_column_slice(&self.terms.force);
        let gamma = DVector::from_column_slice(&self.terms.gamma);
        (
            &unit * self.mass() * &unit,
            &length * self.jacobian() * &unit,
            &unit * force,
            &length * gamma,
        )
    }

    /// Accelerations and then multipliers, scaled like those of nalgebra.
    pub(crate) fn scaled(&self, a: &[f64], lambda: &[f64]) -> DVector<f64> {
        let mass = self.mass().diagonal().map(f64::sqrt);
        let rows = self.row_scale().diagonal();
        let a = a.iter().zip(mass.iter()).map(|(a, m)| a * m);
        let lambda = lambda.iter().zip(rows.iter()).map(|(l, d)| l / d);
        DVector::from_vec(a.chain(lambda).collect())
    }

    /// The solution by LU decomposition of the whole matrix.
    pub(crate) fn solution(&self) -> DVector<f64> {
        let (mass, j, force, gamma) = self.parts();
        let (n, m) = (mass.nrows(), j.nrows());
        let mut whole = DMatrix::zeros(n + m, n + m);
        whole.view_mut((0, 0), (n, n)).copy_from(&mass);
        whole.view_mut((n, 0), (m, n)).copy_from(&j);
        whole.view_mut((0, n), (n, m)).copy_from(&j.transpose());
        let mut right = DVector::zeros(n + m);
        right.rows_mut(0, n).copy_from(&force);
        right.rows_mut(n, m).copy_from(&gamma);
        whole.lu().solve(&right).expect("independent rows")
    }

    /// The condition of the mass times that of the Schur complement, which limits the accuracy of solvers without
    /// pivoting.
    pub(crate) fn condition(&self) -> f64 {
        let (mass, j, ..) = self.parts();
        let inverse = mass.clone().try_inverse().expect("definite");
        let schur = &j * inverse * j.transpose();
        let of = |matrix: DMatrix<f64>| match matrix.nrows() {
            0 => 1.0,
            _ => {
                let spectrum = matrix.singular_values();
                spectrum.max() / spectrum.min()
            }
        };
        of(mass) * of(schur)
    }

    /// The solution with the pseudo-inverse of rows of this rank: the smallest correction in the mass metric, the
    /// smallest multipliers of rows of unit length.
    pub(crate) fn pseudo_solution(&self, rank: usize) -> DVector<f64> {
        let (mass, j, force, gamma) = self.parts();
        let cholesky = mass.clone().cholesky().expect("definite");
        let free = cholesky.solve(&force);
        // Rows of unit length in the whole mass metric, not in that of its diagonal.
        let a = cholesky
            .l()
            .solve_lower_triangular(&j.transpose())
            .expect("definite")
            .transpose();
        let lengths = DVector::from_fn(a.nrows(), |i, _| 1.0 / a.row(i).norm());
        let d = DMatrix::from_diagonal(&lengths);
        let svd = (&d * a).svd(true, true);
        let cut = svd.singular_values.as_slice()[rank - 1] * 0.5;
        let inverse = svd.pseudo_inverse(cut).expect("a positive cut-off");
        let right = &d * (gamma - &j * &free);
        let y = &inverse * &right;
        let correction = cholesky
            .l()
            .transpose()
            .solve_upper_triangular(&y)
            .expect("definite");
        let lambda = -(&d * inverse.transpose() * y);
        DVector::from_vec(
            (free + correction)
                .iter()
                .chain(lambda.iter())
                .copied()
                .collect(),
        )
    }
}
