//! The interface of formulations to solvers.

use super::{Kkt, MinNorm, Singular};
use system::{Feedback, Reaction};
use system::{Shape, Terms};

/// Solves `M a + Jᵀ λ = f`, `J a = γ`: [`Kkt`] where rows are independent, [`MinNorm`] whatever their rank.
pub trait MotionSolver {
    /// Buffers for systems of this shape.
    fn new(shape: &Shape) -> Self;

    /// Factors the matrix of `terms`, for [`MotionSolver::solve`] and [`MotionSolver::correct`].
    ///
    /// # Errors
    /// When the matrix is singular in a way that the solver does not treat.
    fn factor(&mut self, terms: &Terms) -> Result<(), Singular>;

    /// Acceleration and multipliers for the force `f` and the right-hand side `γ`.
    fn solve(&mut self, f: &[f64], gamma: &[f64], a: &mut [f64], lambda: &mut [f64]);

    /// The smallest acceleration in the mass metric with `J a = γ`.
    fn correct(&mut self, gamma: &[f64], a: &mut [f64], lambda: &mut [f64]);

    /// Factors and solves under linear feedback in one call, with multipliers and velocity residual in
    /// `reaction`. It need not leave a factorization behind.
    ///
    /// # Errors
    /// When the matrix is singular in a way that the solver does not treat.
    fn accelerate(
        &mut self,
        terms: &Terms,
        v: &[f64],
        feedback: Feedback,
        reaction: &mut Reaction,
        a: &mut [f64],
    ) -> Result<(), Singular>;
}

/// Both solvers have the functions of the trait as their own.
macro_rules! delegate {
    ($($solver:ty),+) => {$(
        impl MotionSolver for $solver {
            fn new(shape: &Shape) -> Self {
                Self::new(shape)
            }

            #[inline(always)]
            fn factor(&mut self, terms: &Terms) -> Result<(), Singular> {
                self.factor(terms)
            }

            #[inline(always)]
            fn solve(&mut self, f: &[f64], gamma: &[f64], a: &mut [f64], lambda: &mut [f64]) {
                self.solve(f, gamma, a, lambda);
            }

            #[inline(always)]
            fn correct(&mut self, gamma: &[f64], a: &mut [f64], lambda: &mut [f64]) {
                self.correct(gamma, a, lambda);
            }

            #[inline(always)]
            fn accelerate(
                &mut self,
                terms: &Terms,
                v: &[f64],
                feedback: Feedback,
                reaction: &mut Reaction,
                a: &mut [f64],
            ) -> Result<(), Singular> {
                self.accelerate(terms, v, feedback, reaction, a)
            }
        }
    )+};
}

delegate!(Kkt, MinNorm);
