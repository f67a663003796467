//! Acceleration and multipliers of the constrained equations of motion.

use super::augmented::Augmented;
use super::dense::{Indefinite, SMALLEST_PIVOT, Schur, kernel_for};
use super::sparse::{SparseSchur, is_narrow, sparse_schur};
use crate::Singular;
use crate::factor::MassFactor;
use system::CompiledSolver;
use system::Question;
use system::{Feedback, MassLayout, Reaction, Shape, Terms};

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
    kernel: Option<CompiledSolver>,
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
            Some(CompiledSolver::Values(accelerate)) => {
                accelerate(&terms.mass, &question, reaction, a)
            }
            Some(CompiledSolver::Factored(accelerate)) if !self.factors.is_empty() => {
                accelerate(&self.factors, &question, reaction, a)
            }
            _ => false,
        };
        if done {
            return Ok(());
        }
        self.accelerate_in_parts(&question, reaction, a)
    }

    /// Out of line, so that the one pass stays small where it is inlined.
    #[inline(never)]
    fn accelerate_in_parts(
        &mut self,
        question: &Question<'_>,
        reaction: &mut Reaction,
        a: &mut [f64],
    ) -> Result<(), Singular> {
        let &Question { terms, v, feedback } = question;
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
mod tests;
