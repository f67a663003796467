//! The readable specification of a system.

use crate::{Scalar, Shape};

/// A mechanism written once, generic over the scalar: Φ, mass, force, potential, and nothing else.
///
/// [`crate::Auto`] derives the rest by automatic differentiation: Jacobians, γ, conservative forces,
/// centrifugal and gyroscopic terms, energy gradients and force Jacobians. Data go in as
/// [`Scalar::decimal`], so that a higher precision sees the same decimal numbers.
pub trait Mechanism: Sync + Send {
    /// Sizes, row kinds and sparsity.
    fn shape(&self) -> Shape;

    /// Coordinates and velocities at `t = 0`. Where the problem starts consistently they must be consistent to the
    /// precision of the scalar, because references need all digits of the start.
    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>);

    /// Position constraints Φ(t, q), one entry per holonomic row.
    fn constraint<S: Scalar>(&self, t: S, q: &[S], out: &mut [S]);

    /// Mass matrix in the layout of the shape; zero entries must be written too.
    fn mass<S: Scalar>(&self, q: &[S], out: &mut [S]);

    /// Potential energy V(t, q).
    fn potential<S: Scalar>(&self, _t: S, _q: &[S]) -> S {
        S::from(0.0)
    }

    /// Forces that do not come from the potential. `out` starts at zero.
    fn force<S: Scalar>(&self, _t: S, _q: &[S], _v: &[S], _out: &mut [S]) {}

    /// Velocity constraints `B(t, q) v + b(t, q)`, one entry per nonholonomic row; linear in `v`.
    fn velocity_constraint<S: Scalar>(&self, _t: S, _q: &[S], _v: &[S], _out: &mut [S]) {}
}
