//! Acceleration and multipliers of the constrained equations of motion.

use super::augmented::Augmented;
use super::cost::sparse_is_cheaper;
use super::dense::{Indefinite, SMALLEST_PIVOT, Schur, kernel_for};
use super::sparse::{SparseSchur, sparse_schur};
use crate::{Mass, Singular};
use system::{CompiledSolver, Feedback, MassLayout, Question, Reaction, Shape, Terms};
use vocabulary::planted::{self, Defect};

/// The linear algebra of a [`Kkt`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// Dense Schur complement, with an indefinite factorization near singular configurations.
    Dense,
    /// Sparse Schur complement with one symbolic analysis; small systems share the fallback of the dense backend.
    Sparse,
    /// The whole matrix within its band or envelope, for masses that couple neighbours; with pivoting near singular
    /// configurations.
    Envelope,
}

/// Number of rows from which a coupled mass is factored together with the rows. Measured on loops in a row and on a
/// chain, this is four times faster than the dense backend for 25 rows. Fewer rows keep the dense backend, which is the
/// most accurate one near singular configurations.
const ENVELOPE_FROM_ROWS: usize = 8;

/// The sparse backend has the dense fallback for at most this many velocities and rows together; in larger systems the
/// dense matrix would need more memory than everything else.
const FALLBACK_UP_TO: usize = 64;

/// Relative pivots below which a band is factored with pivoting. Pivoting costs a few times as much, but is needed so
/// rarely that nothing is gained by waiting until more than half of the digits are gone.
const PIVOTED_BELOW: f64 = 1e-7;

/// Solves `M a + Jᵀ λ = f`, `J a = γ`. Factor once, solve many.
pub struct Kkt {
    shape: Shape,
    mass: Mass,
    /// The kernel that accelerates in one pass, where there is one for this shape.
    kernel: Option<CompiledSolver>,
    /// The factors of a constant mass in the form that the kernel takes; empty until they are known.
    factors: Vec<f64>,
    solver: Solver,
    /// The whole matrix with pivoting, used where the Schur complement is nearly singular.
    fallback: Option<Box<Indefinite>>,
    use_fallback: bool,
}

enum Solver {
    Dense(Schur),
    Sparse(Box<dyn SparseSchur>),
    Envelope(Box<Augmented>),
}

impl Kkt {
    /// Chooses the backend by size and sparsity.
    pub fn new(shape: &Shape) -> Self {
        let backend = match shape.mass() {
            MassLayout::Sparse(_) if shape.constraints() >= ENVELOPE_FROM_ROWS => Backend::Envelope,
            MassLayout::Diagonal | MassLayout::Blocks(_)
                if kernel_for(shape).is_none() && sparse_is_cheaper(shape) =>
            {
                Backend::Sparse
            }
            _ => Backend::Dense,
        };
        Self::with_backend(shape, backend)
    }

    /// Uses the given backend, but the envelope in place of the sparse one where the mass couples neighbours.
    pub fn with_backend(shape: &Shape, backend: Backend) -> Self {
        let (n, m) = (shape.n_v(), shape.constraints());
        let is_coupled = matches!(shape.mass(), MassLayout::Sparse(_));
        let solver = match backend {
            Backend::Dense => Solver::Dense(Schur::new(n, m)),
            // The Schur complement of a coupled mass is full, which the sparse backend does not provide for.
            Backend::Sparse if !is_coupled => Solver::Sparse(sparse_schur(shape)),
            _ => Solver::Envelope(Box::new(Augmented::new(shape))),
        };
        let is_dense = backend == Backend::Dense;
        let is_small = matches!(solver, Solver::Sparse(_)) && n + m <= FALLBACK_UP_TO;
        let has_fallback = is_dense || is_small;
        Self {
            shape: shape.clone(),
            mass: Mass::new(shape),
            kernel: is_dense.then(|| kernel_for(shape)).flatten(),
            factors: Vec::with_capacity(shape.mass().len(n)),
            solver,
            fallback: has_fallback.then(|| Box::new(Indefinite::new(n, m))),
            use_fallback: false,
        }
    }

    /// The backend in use.
    pub fn backend(&self) -> Backend {
        match self.solver {
            Solver::Dense(_) => Backend::Dense,
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
        if let Solver::Envelope(augmented) = &mut self.solver
            && augmented.can_pivot()
        {
            return augmented
                .factor(terms, PIVOTED_BELOW)
                .or_else(|_| augmented.factor_pivoted(&self.shape, terms));
        }
        self.factor_definite(terms).or_else(|singular| {
            let fallback = self.fallback.as_mut().ok_or(singular)?;
            self.use_fallback = true;
            fallback.factor(&self.shape, terms)
        })
    }

    /// Factors the matrix of `terms` without its fallback, and only where no pivot is small against its reference
    /// magnitude.
    ///
    /// # Errors
    /// When a pivot is small: rows are redundant, or nearly so, or the mass matrix is singular.
    #[inline]
    pub(crate) fn factor_definite(&mut self, terms: &Terms) -> Result<(), Singular> {
        self.use_fallback = false;
        match &mut self.solver {
            Solver::Dense(schur) => {
                self.mass.factor(terms)?;
                schur.factor(self.shape.rows(), &self.mass, &terms.jacobian)
            }
            Solver::Sparse(schur) => {
                self.mass.factor(terms)?;
                schur.factor(self.mass.factors(), &terms.jacobian)
            }
            Solver::Envelope(augmented) => augmented.factor(terms, SMALLEST_PIVOT),
        }
    }

    /// Acceleration `a` and multipliers `λ` for the force `f` and the right-hand side `γ`, with the matrix
    /// of the last successful [`Kkt::factor`].
    #[inline]
    pub fn solve(&mut self, f: &[f64], gamma: &[f64], a: &mut [f64], lambda: &mut [f64]) {
        self.solve_for(Some(f), gamma, a, lambda);
    }

    /// The smallest acceleration in the mass metric with `J a = γ`: `a = M⁻¹ Jᵀ S⁻¹ γ`.
    pub fn correct(&mut self, gamma: &[f64], a: &mut [f64], lambda: &mut [f64]) {
        self.solve_for(None, gamma, a, lambda);
    }

    #[inline(always)]
    fn solve_for(&mut self, f: Option<&[f64]>, gamma: &[f64], a: &mut [f64], lambda: &mut [f64]) {
        if let (true, Some(fallback)) = (self.use_fallback, &mut self.fallback) {
            return fallback.solve(f, gamma, a, lambda);
        }
        match &mut self.solver {
            Solver::Dense(schur) => {
                self.mass.free_acceleration(f, a);
                schur.solve(gamma, a, lambda);
            }
            Solver::Sparse(schur) => {
                self.mass.free_acceleration(f, a);
                schur.solve(self.mass.factors(), gamma, a, lambda);
            }
            Solver::Envelope(augmented) => augmented.solve(f, gamma, a, lambda),
        }
    }

    /// The acceleration `a` for the matrix of `terms` under linear feedback, with multipliers and velocity residual
    /// in `reaction`. Most steps need nothing else. It takes one call and, where sizes are small, one pass, and does
    /// not leave a factorization behind.
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
        let done = match self.kernel {
            Some(CompiledSolver::Values(accelerate)) => {
                accelerate(&terms.mass, terms, v, feedback, reaction, a)
            }
            Some(CompiledSolver::Factored(accelerate)) if !self.factors.is_empty() => {
                accelerate(&self.factors, terms, v, feedback, reaction, a)
            }
            _ => false,
        };
        if !done {
            self.accelerate_in_parts(&Question { terms, v, feedback }, reaction, a)?;
        }
        if planted::is(Defect::NotANumber) && reaction.lambda.len() > 2 {
            a.fill(f64::NAN);
        }
        if planted::is(Defect::WrongBeyondSixtyRows) && reaction.lambda.len() > 60 {
            a.iter_mut().skip(120).for_each(|a| *a *= 1.01);
        }
        Ok(())
    }

    /// Accelerates by factoring and solving, out of line so that the one pass stays small where it is inlined.
    #[inline(never)]
    fn accelerate_in_parts(
        &mut self,
        question: &Question<'_>,
        reaction: &mut Reaction,
        a: &mut [f64],
    ) -> Result<(), Singular> {
        let &Question { terms, v, feedback } = question;
        if let Solver::Sparse(schur) = &mut self.solver {
            let done = self.mass.factor(terms).and_then(|()| {
                schur.accelerate(&self.shape, self.mass.factors(), question, reaction, a)
            });
            if done.is_ok() || self.fallback.is_none() {
                return done;
            }
        }
        self.factor(terms)?;
        if self.factors.is_empty() && self.mass.is_final() {
            // The kernel takes over from the next call on.
            self.factors.extend_from_slice(self.mass.factors().values());
        }
        reaction.aim(&self.shape, terms, v, feedback);
        self.solve(&terms.force, &reaction.aim, a, &mut reaction.lambda);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
