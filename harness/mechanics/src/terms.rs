//! What one evaluation of a system fills in.

use crate::Shape;

/// `M, f, Φ, J, Φ_t, γ` at one instant, in flat buffers laid out as the [`Shape`] says.
///
/// Nonholonomic rows have `phi = 0`, their matrix `B` in `jacobian` and their `b(t, q)` in `phi_t`, so that
/// `J v + Φ_t` is the velocity residual of every row.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// Mass matrix values.
    pub mass: Vec<f64>,
    /// Applied forces `f`, with gyroscopic and centrifugal terms.
    pub force: Vec<f64>,
    /// Constraint values Φ.
    pub phi: Vec<f64>,
    /// Jacobian values with respect to `v`.
    pub jacobian: Vec<f64>,
    /// Partial time derivative Φ_t.
    pub phi_t: Vec<f64>,
    /// Right-hand side of `J v' = γ`.
    pub gamma: Vec<f64>,
}

impl Terms {
    /// Buffers for a system of this shape.
    pub fn new(shape: &Shape) -> Self {
        let (n, m) = (shape.n_v(), shape.constraints());
        Self {
            mass: vec![0.0; shape.mass().len(n)],
            force: vec![0.0; n],
            phi: vec![0.0; m],
            jacobian: vec![0.0; shape.rows().len()],
            phi_t: vec![0.0; m],
            gamma: vec![0.0; m],
        }
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
