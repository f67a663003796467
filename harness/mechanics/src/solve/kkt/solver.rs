//! Acceleration and multipliers of the constrained equations of motion.

use super::augmented::Augmented;
use super::dense::{Indefinite, Kernel, SMALLEST_PIVOT, Schur, kernel_for};
use super::sparse::{SparseSchur, is_narrow, sparse_schur};
use crate::solve::Question;
use crate::solve::factor::MassFactor;
use crate::{Feedback, MassLayout, Reaction, Shape, Singular, Terms};

/// Which linear algebra a [`Kkt`] uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// Dense Schur complement, indefinite factorization near singular configurations.
    Dense,
    /// Sparse Schur complement with one symbolic analysis.
    Sparse,
    /// The whole matrix within its band or envelope, for masses that couple neighbours; with pivoting near singular
    /// configurations.
    Envelope,
}

/// From this number of rows on a narrow band is faster than a dense matrix (measured on chains: three times with 8 rows,
/// fourteen times with 20). Fewer rows keep the backend that passes singular configurations.
const BAND_FROM_ROWS: usize = 8;

/// The same for sparse rows without a narrow band (measured: they meet between 12 and 20 rows).
const SPARSE_FROM_ROWS: usize = 16;

/// Relative pivots below which a band is factored with pivoting. It costs a few times as much, and is met so rarely that
/// nothing is gained by waiting until more than half of the digits are gone.
const PIVOTED_BELOW: f64 = 1e-7;

/// Solves `M a + Jᵀ λ = f`, `J a = γ`. Factor once, solve many.
pub struct Kkt {
    shape: Shape,
    mass: MassFactor,
    mass_is_factored: bool,
    /// The kernel that does everything at once, where there is one for this shape.
    kernel: Option<Kernel>,
    /// The factors of a constant mass as the kernel wants them; empty until they are known.
    factors: Vec<f64>,
    solver: Solver,
}

enum Solver {
    Dense {
        schur: Schur,
        indefinite: Box<Indefinite>,
        use_indefinite: bool,
    },
    Sparse(Box<dyn SparseSchur>),
    Envelope(Box<Augmented>),
}

impl Kkt {
    /// Chooses the backend by size and sparsity.
    pub fn new(shape: &Shape) -> Self {
        let rows = shape.rows();
        let longest = (0..rows.rows())
            .map(|i| rows.columns(i).len())
            .max()
            .unwrap_or(0);
        let from = if is_narrow(shape) {
            BAND_FROM_ROWS
        } else {
            SPARSE_FROM_ROWS
        };
        let many = rows.rows() >= from;
        let short = 4 * longest <= shape.n_v();
        let backend = match shape.mass() {
            MassLayout::Diagonal | MassLayout::Blocks(_) if many && short => Backend::Sparse,
            // An envelope does not mind a row that is a little longer (measured: four times faster than the
            // dense backend for 30 coordinates and 25 rows of up to nine entries).
            MassLayout::Sparse(_) if many => Backend::Envelope,
            _ => Backend::Dense,
        };
        Self::with_backend(shape, backend)
    }

    /// Uses the given backend.
    pub fn with_backend(shape: &Shape, backend: Backend) -> Self {
        let (n, m) = (shape.n_v(), shape.constraints());
        let solver = match backend {
            Backend::Dense => Solver::Dense {
                schur: Schur::new(n, m),
                indefinite: Box::new(Indefinite::new(n, m)),
                use_indefinite: false,
            },
            // The Schur complement of a coupled mass is full, and its pattern here would not be.
            Backend::Sparse if !matches!(shape.mass(), MassLayout::Sparse(_)) => {
                Solver::Sparse(sparse_schur(shape))
            }
            Backend::Sparse | Backend::Envelope => {
                Solver::Envelope(Box::new(Augmented::new(shape)))
            }
        };
        let kernel = match &solver {
            Solver::Dense { .. } => kernel_for(shape),
            _ => None,
        };
        Self {
            shape: shape.clone(),
            mass: MassFactor::new(shape),
            mass_is_factored: false,
            kernel,
            factors: Vec::with_capacity(shape.mass().len(n)),
            solver,
        }
    }

    /// The backend in use.
    pub fn backend(&self) -> Backend {
        match self.solver {
            Solver::Dense { .. } => Backend::Dense,
            Solver::Sparse(_) => Backend::Sparse,
            Solver::Envelope(_) => Backend::Envelope,
        }
    }

    /// Factors the matrix of `terms`.
    ///
    /// # Errors
    /// When rows are redundant or the mass matrix is singular on the constraint surface.
    #[inline]
    pub fn factor(&mut self, terms: &Terms) -> Result<(), Singular> {
        let definite = match &mut self.solver {
            Solver::Envelope(augmented) if augmented.can_pivot() => {
                augmented.factor(terms, PIVOTED_BELOW)
            }
            _ => self.factor_definite(terms),
        };
        match &mut self.solver {
            Solver::Dense {
                indefinite,
                use_indefinite,
                ..
            } if definite.is_err() => {
                *use_indefinite = true;
                let (layout, rows) = (self.shape.mass(), self.shape.rows());
                indefinite.factor(layout, &terms.mass, rows, &terms.jacobian)
            }
            Solver::Envelope(augmented) if definite.is_err() && augmented.can_pivot() => {
                augmented.factor_pivoted(&self.shape, terms)
            }
            _ => definite,
        }
    }

    /// Factors the matrix of `terms` where no pivot is small against the entry it came from; the indefinite
    /// factorization, which would go on from there, is not tried.
    ///
    /// # Errors
    /// When a pivot is small: rows are redundant, or nearly so, or the mass matrix is singular.
    #[inline]
    pub(crate) fn factor_definite(&mut self, terms: &Terms) -> Result<(), Singular> {
        if !matches!(self.solver, Solver::Envelope(_)) {
            self.factor_mass(terms)?;
        }
        match &mut self.solver {
            Solver::Dense {
                schur,
                use_indefinite,
                ..
            } => {
                *use_indefinite = false;
                scatter(&self.shape, &terms.jacobian, &mut schur.jacobian);
                schur.y.copy_from_slice(&schur.jacobian);
                for row in schur.y.chunks_exact_mut(self.shape.n_v().max(1)) {
                    self.mass.solve(row);
                }
                schur.factor()
            }
            Solver::Sparse(schur) => schur.factor(&self.mass, &terms.jacobian),
            Solver::Envelope(augmented) => augmented.factor(terms, SMALLEST_PIVOT),
        }
    }

    /// Factors the mass matrix, a constant one only once.
    fn factor_mass(&mut self, terms: &Terms) -> Result<(), Singular> {
        if !self.mass_is_factored {
            self.mass.factor(&terms.mass)?;
            self.mass_is_factored = self.shape.has_constant_mass();
        }
        Ok(())
    }

    /// Acceleration `a` and multipliers `λ` for the force `f` and the right-hand side `γ`, with the matrix
    /// of the last successful [`Kkt::factor`].
    #[inline]
    pub fn solve(&mut self, f: &[f64], gamma: &[f64], a: &mut [f64], lambda: &mut [f64]) {
        match &mut self.solver {
            Solver::Dense {
                indefinite,
                use_indefinite: true,
                ..
            } => indefinite.solve(f, gamma, a, lambda),
            Solver::Dense { schur, .. } => {
                a.copy_from_slice(f);
                self.mass.solve(a);
                schur.solve(gamma, a, lambda);
            }
            Solver::Sparse(schur) => {
                a.copy_from_slice(f);
                self.mass.solve(a);
                schur.solve(&self.mass, gamma, a, lambda);
            }
            Solver::Envelope(augmented) => augmented.solve(Some(f), gamma, a, lambda),
        }
    }

    /// The acceleration `a` for the matrix of `terms` under linear feedback, with multipliers and velocity
    /// residual in `reaction`: what most steps need, in one call and, where sizes are small, one pass. It
    /// does not leave a factorization behind.
    ///
    /// # Errors
    /// When rows are redundant or the mass matrix is singular on the constraint surface.
    #[inline(always)]
    pub fn accelerate(
        &mut self,
        terms: &Terms,
        v: &[f64],
        feedback: Feedback,
        reaction: &mut Reaction,
        a: &mut [f64],
    ) -> Result<(), Singular> {
        let question = Question { terms, v, feedback };
        let done = match self.kernel {
            Some(Kernel::Values(accelerate)) => accelerate(&terms.mass, question, reaction, a),
            Some(Kernel::Factored(accelerate)) if !self.factors.is_empty() => {
                accelerate(&self.factors, question, reaction, a)
            }
            _ => false,
        };
        if done {
            return Ok(());
        }
        self.accelerate_in_parts(question, reaction, a)
    }

    /// Out of line, so that the one pass stays small where it is inlined.
    #[inline(never)]
    fn accelerate_in_parts(
        &mut self,
        question: Question<'_>,
        reaction: &mut Reaction,
        a: &mut [f64],
    ) -> Result<(), Singular> {
        let Question { terms, v, feedback } = question;
        if matches!(self.solver, Solver::Sparse(_)) {
            self.factor_mass(terms)?;
        }
        if let Solver::Sparse(schur) = &mut self.solver {
            return schur.accelerate(&self.shape, &self.mass, question, reaction, a);
        }
        self.factor(terms)?;
        if self.factors.is_empty() && self.mass_is_factored {
            // From now on in one pass.
            self.factors.extend_from_slice(self.mass.values());
        }
        reaction.aim(&self.shape, terms, v, feedback);
        self.solve(&terms.force, &reaction.aim, a, &mut reaction.lambda);
        Ok(())
    }

    /// The smallest acceleration in the mass metric with `J a = γ`: `a = M⁻¹ Jᵀ S⁻¹ γ`.
    pub fn correct(&mut self, gamma: &[f64], a: &mut [f64], lambda: &mut [f64]) {
        if let Solver::Dense {
            indefinite,
            use_indefinite: true,
            ..
        } = &mut self.solver
        {
            indefinite.correct(gamma, a, lambda);
            return;
        }
        a.fill(0.0);
        match &mut self.solver {
            Solver::Dense { schur, .. } => schur.solve(gamma, a, lambda),
            Solver::Sparse(schur) => schur.solve(&self.mass, gamma, a, lambda),
            Solver::Envelope(augmented) => augmented.solve(None, gamma, a, lambda),
        }
    }
}

/// Writes the row-sparse Jacobian as a dense row-major matrix; entries outside of the pattern stay zero.
fn scatter(shape: &Shape, jacobian: &[f64], out: &mut [f64]) {
    let (rows, n) = (shape.rows(), shape.n_v());
    for i in 0..rows.rows() {
        for (&c, &value) in rows.columns(i).iter().zip(&jacobian[rows.range(i)]) {
            out[i * n + c] = value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::samples::{chain, filled, neighbours, residual};
    use crate::{MassLayout, Pattern};
    use approx::assert_abs_diff_eq;

    #[test]
    fn every_backend_and_mass_layout_satisfies_both_equations() {
        for m in [1, 2, 5, 40] {
            let n = 2 * m + 2;
            for layout in [
                MassLayout::Diagonal,
                MassLayout::Blocks([vec![3; n / 3], vec![1; n % 3]].concat()),
                MassLayout::Dense,
                neighbours(n),
            ] {
                let (shape, terms) = chain(m, layout);
                for backend in [Backend::Dense, Backend::Sparse, Backend::Envelope] {
                    let mut kkt = Kkt::with_backend(&shape, backend);
                    kkt.factor(&terms).unwrap();
                    let (mut a, mut lambda) = (vec![0.0; n], vec![0.0; m]);
                    kkt.solve(&terms.force, &terms.gamma, &mut a, &mut lambda);
                    assert!(
                        residual(&shape, &terms, &a, &lambda) < 1e-12,
                        "{m} {backend:?}"
                    );
                    // In one call, with the feedback moved to the other side of the comparison.
                    let v = vec![0.7; n];
                    let mut reaction = Reaction::new(m);
                    let feedback = Feedback {
                        alpha: 3.0,
                        beta: 5.0,
                    };
                    let mut moved = terms.clone();
                    moved.phi.fill(0.25);
                    kkt.accelerate(&moved, &v, feedback, &mut reaction, &mut a)
                        .unwrap();
                    for (g, w) in moved.gamma.iter_mut().zip(&reaction.w) {
                        *g -= 3.0 * w + 5.0 * 0.25;
                    }
                    let lambda = &reaction.lambda;
                    assert!(residual(&shape, &moved, &a, lambda) < 1e-11);
                }
            }
        }
    }

    /// Every shape that has a kernel.
    fn shapes_with_kernels() -> Vec<Shape> {
        let dense = [(2, 1), (3, 1), (3, 2), (4, 2), (4, 3)];
        let mut shapes: Vec<_> = dense.iter().map(|&(n, m)| Shape::new(n, m)).collect();
        shapes.push(Shape::new(4, 2).with_mass(MassLayout::Dense).unwrap());
        let pins = [vec![0, 2], vec![1, 2], vec![0, 2, 3, 5], vec![1, 2, 4, 5]];
        let rods = Shape::new(6, 4).with_rows(Pattern::from_rows(6, pins));
        shapes.push(rods.unwrap());
        let loops = [vec![0, 1, 2], vec![0, 1, 3, 4], vec![0, 1, 5, 6]];
        for open in [0, 1] {
            let rows = loops[open..]
                .iter()
                .flat_map(|row| [row.clone(), row.clone()]);
            let rows = Pattern::from_rows(7, rows);
            let squeezer = Shape::new(7, rows.rows())
                .with_rows(rows)
                .and_then(|shape| shape.with_mass(MassLayout::Blocks(vec![2, 1, 2, 2])))
                .unwrap();
            shapes.push(squeezer.with_configuration_dependent_mass());
        }
        shapes
    }

    /// Terms with independent rows: those of one wave alone would depend on each other.
    fn regular(shape: &Shape) -> Terms {
        let mut terms = filled(shape);
        for i in 0..shape.constraints() {
            let row = shape.rows().range(i);
            terms.jacobian[row.start + i % row.len()] += 2.0 + i as f64;
            (terms.phi[i], terms.phi_t[i]) = ((5.0 * i as f64).sin(), (7.0 * i as f64).cos());
        }
        terms
    }

    #[test]
    fn one_pass_and_parts_give_the_same_bits() {
        for shape in shapes_with_kernels() {
            // With Φ_t, which is otherwise known to be zero.
            let shape = shape.with_time_dependence();
            let (n, m) = (shape.n_v(), shape.constraints());
            let mut terms = regular(&shape);
            let mut kkt = Kkt::new(&shape);
            assert!(kkt.kernel.is_some(), "{n} × {m}");
            let v: Vec<f64> = (0..n).map(|k| (13.0 * k as f64).sin()).collect();
            let feedback = Feedback {
                alpha: 2.0,
                beta: 3.0,
            };
            let (mut a, mut reaction) = (vec![0.0; n], Reaction::new(m));
            let (mut b, mut expected) = (vec![0.0; n], Reaction::new(m));
            // A constant mass is factored in parts the first time.
            for _ in 0..3 {
                kkt.accelerate(&terms, &v, feedback, &mut reaction, &mut a)
                    .unwrap();
                let question = Question {
                    terms: &terms,
                    v: &v,
                    feedback,
                };
                kkt.accelerate_in_parts(question, &mut expected, &mut b)
                    .unwrap();
                assert_eq!((&a, &reaction.lambda), (&b, &expected.lambda), "{n} × {m}");
                assert_eq!(reaction.w, expected.w, "{n} × {m}");
                if !shape.has_constant_mass() {
                    terms.mass.iter_mut().for_each(|m| *m *= 1.25);
                }
                terms.force[0] += 0.1;
            }
        }
    }

    #[test]
    fn redundant_rows_are_an_error_for_every_kernel() {
        for shape in shapes_with_kernels() {
            let mut terms = regular(&shape);
            let (n, m) = (shape.n_v(), shape.constraints());
            let (mut a, mut reaction) = (vec![0.0; n], Reaction::new(m));
            let mut kkt = Kkt::new(&shape);
            let mut accelerate = |terms: &Terms| {
                kkt.accelerate(
                    terms,
                    &vec![0.7; n],
                    Feedback::default(),
                    &mut reaction,
                    &mut a,
                )
            };
            assert!(accelerate(&terms).is_ok(), "{n} × {m}");
            terms.jacobian.fill(0.0);
            assert!(accelerate(&terms).is_err(), "{n} × {m}");
        }
    }

    #[test]
    fn long_chains_choose_the_sparse_backend_and_small_ones_do_not() {
        assert_eq!(
            Kkt::new(&chain(100, MassLayout::Diagonal).0).backend(),
            Backend::Sparse
        );
        assert_eq!(
            Kkt::new(&chain(100, neighbours(202)).0).backend(),
            Backend::Envelope
        );
        assert_eq!(
            Kkt::new(&chain(3, MassLayout::Diagonal).0).backend(),
            Backend::Dense
        );
    }

    #[test]
    fn redundant_rows_are_an_error_for_every_backend() {
        let rows = Pattern::from_rows(3, [vec![0, 1], vec![0, 1]]);
        let shape = Shape::new(3, 2).with_rows(rows).unwrap();
        let mut terms = Terms::new(&shape);
        terms.mass.fill(1.0);
        terms.jacobian.copy_from_slice(&[0.6, 0.8, 0.6, 0.8]);
        for backend in [Backend::Dense, Backend::Sparse, Backend::Envelope] {
            let singular = Kkt::with_backend(&shape, backend)
                .factor(&terms)
                .unwrap_err();
            assert!(singular.pivot.abs() < 1e-12, "{singular}");
        }
    }

    #[test]
    fn near_a_singular_configuration_pivoting_keeps_the_digits() {
        // Two rows at the angle δ: the Schur pivot is δ², which alone would leave no digit at 1e-7.
        let delta = 1e-7;
        let shape = Shape::new(3, 2);
        let mut terms = Terms::new(&shape);
        terms.mass.fill(1.0);
        terms
            .jacobian
            .copy_from_slice(&[1.0, 0.0, 0.0, 1.0, delta, 0.0]);
        terms.force.copy_from_slice(&[0.0, 0.0, 1.0]);
        terms.gamma.copy_from_slice(&[1.0, 1.0 + 3.0 * delta]);
        for backend in [Backend::Dense, Backend::Envelope] {
            let mut kkt = Kkt::with_backend(&shape, backend);
            kkt.factor(&terms).unwrap();
            let (mut a, mut lambda) = ([0.0; 3], [0.0; 2]);
            kkt.solve(&terms.force, &terms.gamma, &mut a, &mut lambda);
            assert_abs_diff_eq!(a[0], 1.0, epsilon = 1e-15);
            assert_abs_diff_eq!(a[1], 3.0, epsilon = 1e-8); // ε/δ
            assert_abs_diff_eq!(a[2], 1.0, epsilon = 1e-15);
            let mut b = [0.0; 3];
            kkt.correct(&terms.gamma, &mut b, &mut lambda);
            assert_abs_diff_eq!(b[1], 3.0, epsilon = 1e-8);
            assert_abs_diff_eq!(b[2], 0.0, epsilon = 1e-15);
        }
    }

    #[test]
    fn a_system_without_rows_is_just_newtons_law() {
        let shape = Shape::new(2, 0);
        let mut terms = Terms::new(&shape);
        terms.mass.copy_from_slice(&[2.0, 4.0]);
        terms.force.copy_from_slice(&[1.0, 1.0]);
        let mut kkt = Kkt::new(&shape);
        kkt.factor(&terms).unwrap();
        let mut a = [0.0; 2];
        kkt.solve(&terms.force, &[], &mut a, &mut []);
        assert_eq!(a, [0.5, 0.25]);
    }
}
