//! The interface of formulations to solvers.

use super::{Kkt, MinNorm, Singular};
use system::{Feedback, Reaction};
use system::{Shape, Terms};

/// Solves `M a + Jᵀ λ = f`, `J a = γ`. [`Kkt`] does so for independent rows, [`MinNorm`] for rows of any rank.
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

    /// Factors and solves under linear feedback in one call, and writes multipliers and velocity residual to
    /// `reaction`. Afterwards there need not be a factorization to solve with.
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

/// Implements the trait by the inherent functions of the same names.
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
