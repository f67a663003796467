//! The pendulum as a hand-written kernel.

use crate::Pendulum;
use system::{Auto, Kernel, Terms};

/// The system of a [`Pendulum`], written out.
pub struct PendulumKernel {
    specification: Auto<Pendulum>,
    mass: [f64; 2],
    force: [f64; 2],
    length_squared: f64,
}

impl PendulumKernel {
    /// The kernel of `pendulum`.
    pub fn new(pendulum: Pendulum) -> Self {
        let p = pendulum.parameters();
        Self {
            specification: Auto::new(pendulum),
            mass: [p.mass; 2],
            force: [0.0, -p.mass * p.gravity],
            length_squared: p.length * p.length,
        }
    }
}

/// The two components of a planar vector.
#[inline(always)]
fn planar(x: &[f64]) -> [f64; 2] {
    [x[0], x[1]]
}

impl Kernel for PendulumKernel {
    type Mechanism = Pendulum;

    fn specification(&self) -> &Auto<Pendulum> {
        &self.specification
    }

    #[inline]
    fn evaluate(&self, _t: f64, q: &[f64], v: &[f64], out: &mut Terms) {
        let [x, y] = planar(q);
        let [vx, vy] = planar(v);
        out.mass.copy_from_slice(&self.mass);
        out.force.copy_from_slice(&self.force);
        out.phi
            .copy_from_slice(&[0.5 * (x * x + y * y - self.length_squared)]);
        // As one piece: the solver reads the pair at once, which stalls on two halves just written.
        out.jacobian.copy_from_slice(&q[..2]);
        out.phi_t.copy_from_slice(&[0.0]);
        out.gamma.copy_from_slice(&[-(vx * vx + vy * vy)]);
    }

    #[inline]
    fn energy(&self, _t: f64, q: &[f64], v: &[f64]) -> f64 {
        0.5 * self.mass[0] * (v[0] * v[0] + v[1] * v[1]) - self.force[1] * q[1]
    }

    #[inline]
    fn energy_gradient(&self, _t: f64, _q: &[f64], v: &[f64], by_q: &mut [f64], by_v: &mut [f64]) {
        by_q.copy_from_slice(&[0.0, -self.force[1]]);
        by_v.copy_from_slice(&[self.mass[0] * v[0], self.mass[1] * v[1]]);
    }
}
