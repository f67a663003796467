//! The sparse backend: the Schur complement of a large, loosely coupled system, `S = J M⁻¹ Jᵀ`, is as sparse as the
//! mechanism. Joints along a chain have a kernel ([`block_tridiagonal`]), everything else a list of products
//! ([`scheduled`]).

mod block_tridiagonal;
mod pairs;
mod scheduled;
mod stencil;

use crate::Singular;
use crate::factor::MassFactor;
use block_tridiagonal::BlockTridiagonal;
use scheduled::Scheduled;
use system::Question;
use system::{MassLayout, Reaction, Shape};

/// The Schur complement of a sparse Jacobian and a mass that is diagonal or has blocks.
pub(crate) trait SparseSchur: Send + Sync {
    /// Forms and factors S for the factored `mass`.
    fn factor(&mut self, mass: &MassFactor, jacobian: &[f64]) -> Result<(), Singular>;

    /// With `a = M⁻¹ f` on entry computes `λ = S⁻¹ (J a - γ)`, then `a -= M⁻¹ Jᵀ λ`.
    fn solve(&mut self, mass: &MassFactor, gamma: &[f64], a: &mut [f64], lambda: &mut [f64]);

    /// Factors and solves in one call; need not leave a factorization behind.
    fn accelerate(
        &mut self,
        shape: &Shape,
        mass: &MassFactor,
        question: &Question<'_>,
        reaction: &mut Reaction,
        a: &mut [f64],
    ) -> Result<(), Singular> {
        let &Question { terms, v, feedback } = question;
        self.factor(mass, &terms.jacobian)?;
        reaction.aim(shape, terms, v, feedback);
        a.copy_from_slice(&terms.force);
        mass.solve(a);
        self.solve(mass, &reaction.aim, a, &mut reaction.lambda);
        Ok(())
    }
}

/// The kernel that fits the shape, or else the list of products.
pub(crate) fn sparse_schur(shape: &Shape) -> Box<dyn SparseSchur> {
    if *shape.mass() == MassLayout::Diagonal {
        if let Some(schur) = BlockTridiagonal::<4, 8>::new(shape.rows()) {
            return Box::new(schur);
        }
        if let Some(schur) = BlockTridiagonal::<8, 16>::new(shape.rows()) {
            return Box::new(schur);
        }
    }
    Box::new(Scheduled::new(shape))
}
