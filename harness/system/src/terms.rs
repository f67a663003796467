//! Terms of the equations of motion that one evaluation of a system writes.

use crate::{Scalar, Shape};

/// `M, f, Φ, J, Φ_t, γ` at one instant, in flat buffers laid out as the [`Shape`] says.
///
/// Nonholonomic rows have `phi = 0`, their matrix `B` in `jacobian` and their `b(t, q)` in `phi_t`, so that
/// `J v + Φ_t` is the velocity residual of every row.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms<S = f64> {
    /// Mass matrix values.
    pub mass: Vec<S>,
    /// Applied forces `f`, with gyroscopic and centrifugal terms.
    pub force: Vec<S>,
    /// Constraint values Φ.
    pub phi: Vec<S>,
    /// Jacobian values with respect to `v`.
    pub jacobian: Vec<S>,
    /// Partial time derivative Φ_t.
    pub phi_t: Vec<S>,
    /// Right-hand side of `J v' = γ`.
    pub gamma: Vec<S>,
}

impl<S: Scalar> Terms<S> {
    /// Buffers for a system of this shape, in any precision.
    pub fn zeros(shape: &Shape) -> Self {
        let (n, m) = (shape.n_v(), shape.constraints());
        let zeros = |len: usize| vec![S::from(0.0); len];
        Self {
            mass: zeros(shape.mass().len(n)),
            force: zeros(n),
            phi: zeros(m),
            jacobian: zeros(shape.rows().len()),
            phi_t: zeros(m),
            gamma: zeros(m),
        }
    }
}

impl Terms {
    /// Buffers for a system of this shape.
    pub fn new(shape: &Shape) -> Self {
        Self::zeros(shape)
    }

    /// The velocity residual `w = J v + Φ_t`.
    pub fn velocity_residual(&self, shape: &Shape, v: &[f64], w: &mut [f64]) {
        shape.rows().multiply(&self.jacobian, v, w);
        if shape.is_rheonomic() || shape.nonholonomic() > 0 {
            for (w, phi_t) in w.iter_mut().zip(&self.phi_t) {
                *w += phi_t;
            }
        }
    }
}

/// Derivatives of the forces, in the pattern [`Shape::force_rows`].
#[derive(Clone, Debug, PartialEq)]
pub struct ForceJacobian {
    /// `∂f/∂q`, along the virtual displacements of `v`.
    pub by_position: Vec<f64>,
    /// `∂f/∂v`.
    pub by_velocity: Vec<f64>,
}

impl ForceJacobian {
    /// Buffers for a system of this shape.
    pub fn new(shape: &Shape) -> Self {
        let len = shape.force_rows().len();
        Self {
            by_position: vec![0.0; len],
            by_velocity: vec![0.0; len],
        }
    }
}
