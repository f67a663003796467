//! The double pendulum in natural coordinates as a hand-written kernel: no sine, no root, one pass.

use crate::{EndMasses, NaturalPendulum};
use system::{Auto, Kernel, Mechanism, Terms};

/// The system of a [`NaturalPendulum`], written out.
pub struct NaturalKernel {
    specification: Auto<NaturalPendulum>,
    /// The mass matrix in the layout of the shape.
    mass: Vec<f64>,
    ends: EndMasses<f64>,
    force: [f64; 4],
    length_squared: f64,
}

impl NaturalKernel {
    /// The kernel of `pendulum`.
    pub fn new(pendulum: NaturalPendulum) -> Self {
        let p = pendulum.parameters();
        let shape = pendulum.shape();
        let mut mass = vec![0.0; shape.mass().len(4)];
        pendulum.mass(&[0.0; 4], &mut mass);
        let ends = pendulum.end_masses::<f64>();
        let [first, second] = ends.weighing;
        Self {
            specification: Auto::new(pendulum),
            mass,
            ends,
            force: [0.0, -first * p.gravity, 0.0, -second * p.gravity],
            length_squared: p.length * p.length,
        }
    }

    /// `M v`.
    #[inline(always)]
    fn momentum(&self, v: [f64; 4]) -> [f64; 4] {
        let EndMasses {
            first,
            shared,
            second,
            ..
        } = self.ends;
        [
            first * v[0] + shared * v[2],
            first * v[1] + shared * v[3],
            shared * v[0] + second * v[2],
            shared * v[1] + second * v[3],
        ]
    }
}

/// The four values of a state vector.
#[inline(always)]
fn four(x: &[f64]) -> [f64; 4] {
    [x[0], x[1], x[2], x[3]]
}

impl Kernel for NaturalKernel {
    type Mechanism = NaturalPendulum;

    fn specification(&self) -> &Auto<NaturalPendulum> {
        &self.specification
    }

    #[inline]
    fn evaluate(&self, _t: f64, q: &[f64], v: &[f64], out: &mut Terms) {
        let (q, v) = (four(q), four(v));
        let [x1, y1, x2, y2] = q;
        let (dx, dy) = (x2 - x1, y2 - y1);
        let (wx, wy) = (v[2] - v[0], v[3] - v[1]);
        out.mass.copy_from_slice(&self.mass);
        out.force.copy_from_slice(&self.force);
        out.phi.copy_from_slice(&[
            0.5 * (x1 * x1 + y1 * y1 - self.length_squared),
            0.5 * (dx * dx + dy * dy - self.length_squared),
        ]);
        out.jacobian
            .copy_from_slice(&[x1, y1, 0.0, 0.0, -dx, -dy, dx, dy]);
        out.phi_t.copy_from_slice(&[0.0; 2]);
        out.gamma
            .copy_from_slice(&[-(v[0] * v[0] + v[1] * v[1]), -(wx * wx + wy * wy)]);
    }

    #[inline]
    fn energy(&self, _t: f64, q: &[f64], v: &[f64]) -> f64 {
        let (v, p) = (four(v), self.momentum(four(v)));
        let kinetic = v[0] * p[0] + v[1] * p[1] + v[2] * p[2] + v[3] * p[3];
        0.5 * kinetic - self.force[1] * q[1] - self.force[3] * q[3]
    }

    #[inline]
    fn energy_gradient(&self, _t: f64, _q: &[f64], v: &[f64], by_q: &mut [f64], by_v: &mut [f64]) {
        by_q.copy_from_slice(&self.force.map(|f| -f));
        by_v.copy_from_slice(&self.momentum(four(v)));
    }
}
