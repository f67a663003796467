//! The circle as a hand-written kernel.

use crate::Circle;
use system::{Auto, Kernel, Terms};

/// The system of [`Circle`], written out.
pub struct CircleKernel {
    specification: Auto<Circle>,
}

impl CircleKernel {
    /// A kernel ready to be evaluated.
    pub fn new() -> Self {
        Self {
            specification: Auto::new(Circle),
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

impl Kernel for CircleKernel {
    type Mechanism = Circle;

    fn specification(&self) -> &Auto<Circle> {
        &self.specification
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
    fn energy(&self, _t: f64, _q: &[f64], v: &[f64]) -> f64 {
        0.5 * (v[0] * v[0] + v[1] * v[1])
    }

    #[inline]
    fn energy_gradient(&self, _t: f64, _q: &[f64], v: &[f64], by_q: &mut [f64], by_v: &mut [f64]) {
        by_q.copy_from_slice(&[0.0, 0.0]);
        by_v.copy_from_slice(&planar(v));
    }
}
