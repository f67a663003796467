//! The double pendulum as a hand-written kernel: two sines and cosines, every matrix written as one piece.

use crate::DoublePendulum;
use mechanics::{ForceJacobian, Mechanism, Shape, State, System, Terms};

/// The system of a [`DoublePendulum`], written out.
pub struct DoublePendulumKernel {
    pendulum: DoublePendulum,
    shape: Shape,
    mass: [f64; 6],
    force: [f64; 6],
    /// Half the length of a rod.
    half: f64,
}

impl DoublePendulumKernel {
    /// The kernel of `pendulum`.
    pub fn new(pendulum: DoublePendulum) -> Self {
        let p = pendulum.parameters();
        let (mass, inertia, weight) = (p.mass, pendulum.inertia(), p.mass * p.gravity);
        Self {
            pendulum,
            shape: pendulum.shape(),
            mass: [mass, mass, inertia, mass, mass, inertia],
            force: [weight, 0.0, 0.0, weight, 0.0, 0.0],
            half: 0.5 * p.length,
        }
    }

    /// Half a rod as a vector, (L/2) (sin θ, cos θ).
    #[inline(always)]
    fn arm(&self, theta: f64) -> [f64; 2] {
        let (sin, cos) = theta.sin_cos();
        [self.half * sin, self.half * cos]
    }
}

/// The six values of a state vector.
#[inline(always)]
fn six(x: &[f64]) -> [f64; 6] {
    [x[0], x[1], x[2], x[3], x[4], x[5]]
}

/// Φ from the coordinates and the arms of both rods.
#[inline(always)]
fn joints([x1, y1, _, x2, y2, _]: [f64; 6], [ax, ay]: [f64; 2], [bx, by]: [f64; 2]) -> [f64; 4] {
    [x1 - ax, y1 - ay, x2 - x1 - (ax + bx), y2 - y1 - (ay + by)]
}

impl System for DoublePendulumKernel {
    fn shape(&self) -> &Shape {
        &self.shape
    }

    fn initial(&self) -> State {
        let (q, v) = self.pendulum.initial();
        State::new(&self.shape, 0.0, &q, &v)
    }

    #[inline]
    fn evaluate(&self, _t: f64, q: &[f64], v: &[f64], out: &mut Terms) {
        let q = six(q);
        let [_, _, omega1, _, _, omega2] = six(v);
        let ([ax, ay], [bx, by]) = (self.arm(q[2]), self.arm(q[5]));
        let (square1, square2) = (omega1 * omega1, omega2 * omega2);
        let (px, py) = (ax * square1, ay * square1);
        out.mass.copy_from_slice(&self.mass);
        out.force.copy_from_slice(&self.force);
        out.phi.copy_from_slice(&joints(q, [ax, ay], [bx, by]));
        #[rustfmt::skip]
        out.jacobian.copy_from_slice(&[
             1.0,  0.0, -ay, 0.0, 0.0, 0.0,
             0.0,  1.0,  ax, 0.0, 0.0, 0.0,
            -1.0,  0.0, -ay, 1.0, 0.0, -by,
             0.0, -1.0,  ax, 0.0, 1.0,  bx,
        ]);
        out.phi_t.copy_from_slice(&[0.0; 4]);
        out.gamma
            .copy_from_slice(&[-px, -py, -(px + bx * square2), -(py + by * square2)]);
    }

    #[inline]
    fn constraint(&self, _t: f64, q: &[f64], out: &mut [f64]) {
        let q = six(q);
        out.copy_from_slice(&joints(q, self.arm(q[2]), self.arm(q[5])));
    }

    #[inline]
    fn energy(&self, _t: f64, q: &[f64], v: &[f64]) -> f64 {
        let (q, v) = (six(q), six(v));
        let kinetic = (0..6).fold(0.0, |sum, k| sum + self.mass[k] * v[k] * v[k]);
        0.5 * kinetic - self.force[0] * (q[0] + q[3])
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
        let v = six(v);
        by_position.copy_from_slice(&self.force.map(|f| -f));
        by_velocity.copy_from_slice(&std::array::from_fn::<f64, 6, _>(|k| self.mass[k] * v[k]));
    }

    #[inline]
    fn power(&self, _t: f64, _q: &[f64], _v: &[f64]) -> f64 {
        0.0
    }

    /// The forces are constant and the pattern is empty.
    #[inline]
    fn force_jacobian(&self, _t: f64, _q: &[f64], _v: &[f64], _out: &mut ForceJacobian) {}
}
