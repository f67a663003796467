//! The pendulum as a hand-written kernel.

use crate::Pendulum;
use mechanics::{ForceJacobian, Mechanism, Shape, State, System, Terms};

/// The system of a [`Pendulum`], written out.
pub struct PendulumKernel {
    pendulum: Pendulum,
    shape: Shape,
    mass: [f64; 2],
    force: [f64; 2],
    length_squared: f64,
}

impl PendulumKernel {
    /// The kernel of `pendulum`.
    pub fn new(pendulum: Pendulum) -> Self {
        let p = pendulum.parameters();
        Self {
            pendulum,
            shape: pendulum.shape(),
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

impl System for PendulumKernel {
    fn shape(&self) -> &Shape {
        &self.shape
    }

    fn initial(&self) -> State {
        let (q, v) = self.pendulum.initial();
        State::new(&self.shape, 0.0, &q, &v)
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
    fn constraint(&self, _t: f64, q: &[f64], out: &mut [f64]) {
        let [x, y] = planar(q);
        out.copy_from_slice(&[0.5 * (x * x + y * y - self.length_squared)]);
    }

    #[inline]
    fn energy(&self, _t: f64, q: &[f64], v: &[f64]) -> f64 {
        let [_, y] = planar(q);
        let [vx, vy] = planar(v);
        0.5 * self.mass[0] * (vx * vx + vy * vy) - self.force[1] * y
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
        let [vx, vy] = planar(v);
        by_position.copy_from_slice(&[0.0, -self.force[1]]);
        by_velocity.copy_from_slice(&[self.mass[0] * vx, self.mass[1] * vy]);
    }

    #[inline]
    fn power(&self, _t: f64, _q: &[f64], _v: &[f64]) -> f64 {
        0.0
    }

    /// The force is constant and the pattern empty.
    #[inline]
    fn force_jacobian(&self, _t: f64, _q: &[f64], _v: &[f64], _out: &mut ForceJacobian) {}
}
