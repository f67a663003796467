//! The circle as a hand-written kernel.

use crate::Circle;
use mechanics::{ForceJacobian, Mechanism, Shape, State, System, Terms};

/// The system of [`Circle`], written out.
pub struct CircleKernel {
    shape: Shape,
}

impl CircleKernel {
    /// A kernel ready to be evaluated.
    pub fn new() -> Self {
        Self {
            shape: Circle.shape(),
        }
    }
}

impl Default for CircleKernel {
    fn default() -> Self {
        Self::new()
    }
}

/// The two components of a planar vector.
#[inline(always)]
fn planar(x: &[f64]) -> [f64; 2] {
    [x[0], x[1]]
}

impl System for CircleKernel {
    fn shape(&self) -> &Shape {
        &self.shape
    }

    fn initial(&self) -> State {
        let (q, v) = Circle.initial();
        State::new(&self.shape, 0.0, &q, &v)
    }

    #[inline]
    fn evaluate(&self, _t: f64, q: &[f64], v: &[f64], out: &mut Terms) {
        let [x, y] = planar(q);
        let [vx, vy] = planar(v);
        out.mass.copy_from_slice(&[1.0, 1.0]);
        out.force.copy_from_slice(&[0.0, 0.0]);
        out.phi.copy_from_slice(&[0.5 * (x * x + y * y - 1.0)]);
        out.jacobian.copy_from_slice(&[x, y]);
        out.phi_t.copy_from_slice(&[0.0]);
        out.gamma.copy_from_slice(&[-(vx * vx + vy * vy)]);
    }

    #[inline]
    fn constraint(&self, _t: f64, q: &[f64], out: &mut [f64]) {
        let [x, y] = planar(q);
        out.copy_from_slice(&[0.5 * (x * x + y * y - 1.0)]);
    }

    #[inline]
    fn energy(&self, _t: f64, _q: &[f64], v: &[f64]) -> f64 {
        let [vx, vy] = planar(v);
        0.5 * (vx * vx + vy * vy)
    }

    #[inline]
    fn energy_gradient(
        &self,
        _t: f64,
        _q: &[f64],
        v: &[f64],
        by_position: &mut [f64],
        by_velocity: &mut [f64],
    ) {
        by_position.copy_from_slice(&[0.0, 0.0]);
        by_velocity.copy_from_slice(&planar(v));
    }

    #[inline]
    fn power(&self, _t: f64, _q: &[f64], _v: &[f64]) -> f64 {
        0.0
    }

    /// There are no forces and the pattern is empty.
    #[inline]
    fn force_jacobian(&self, _t: f64, _q: &[f64], _v: &[f64], _out: &mut ForceJacobian) {}
}
