//! The contract between problems and methods: one virtual call per evaluation.

use crate::{ForceJacobian, Shape, State, Terms};

/// A constrained mechanical system, evaluated in `f64`.
///
/// Functions write every value they are asked for and allocate nothing. Slices have the lengths that
/// [`System::shape`] states; quaternions in `q` are unit.
pub trait System: Sync + Send {
    /// Sizes, quaternion blocks, row kinds and sparsity.
    fn shape(&self) -> &Shape;

    /// The initial state as the problem states it; see `solvers::consistent` for a consistent one.
    fn initial(&self) -> State;

    /// Everything that a step needs, in one pass: `M, f, Φ, J, Φ_t, γ`.
    fn evaluate(&self, t: f64, q: &[f64], v: &[f64], out: &mut Terms);

    /// Φ alone, for Newton iterations. `out` has one entry per row; nonholonomic rows get zero.
    fn constraint(&self, t: f64, q: &[f64], out: &mut [f64]);

    /// Kinetic and potential energy `T + V`.
    fn energy(&self, t: f64, q: &[f64], v: &[f64]) -> f64;

    /// Gradient of the energy along the virtual displacements of `v`, and `∂(T+V)/∂v = M v`.
    fn energy_gradient(&self, t: f64, q: &[f64], v: &[f64], by_q: &mut [f64], by_v: &mut [f64]);

    /// Power of the forces that do not come from the potential, plus `∂V/∂t`. The caller adds the power `λᵀ Φ_t` of
    /// moving constraints, since only the caller knows λ.
    fn power(&self, t: f64, q: &[f64], v: &[f64]) -> f64;

    /// Derivatives of the forces.
    fn force_jacobian(&self, t: f64, q: &[f64], v: &[f64], out: &mut ForceJacobian);
}
