//! The double pendulum as a hand-written kernel: two sines and cosines, every matrix written as one piece.

use crate::DoublePendulum;
use system::{Auto, Kernel, Terms};

/// The system of a [`DoublePendulum`], written out.
pub struct DoublePendulumKernel {
    specification: Auto<DoublePendulum>,
    mass: [f64; 6],
    force: [f64; 6],
    /// Half the length of a rod.
    half: f64,
    /// The constant part of J, and the factors of sine and cosine in the rest.
    centres: [f64; 12],
    arms: [f64; 12],
}

impl DoublePendulumKernel {
    /// The kernel of `pendulum`.
    pub fn new(pendulum: DoublePendulum) -> Self {
        let p = pendulum.parameters();
        let (mass, inertia, weight) = (p.mass, pendulum.inertia(), p.mass * p.gravity);
        let half = 0.5 * p.length;
        Self {
            specification: Auto::new(pendulum),
            mass: [mass, mass, inertia, mass, mass, inertia],
            force: [weight, 0.0, 0.0, weight, 0.0, 0.0],
            half,
            #[rustfmt::skip]
            centres: [
                 1.0, 0.0,
                 1.0, 0.0,
                -1.0, 0.0, 1.0, 0.0,
                -1.0, 0.0, 1.0, 0.0,
            ],
            #[rustfmt::skip]
            arms: [
                0.0, -half,
                0.0,  half,
                0.0, -half, 0.0, -half,
                0.0,  half, 0.0,  half,
            ],
        }
    }

    /// Half a rod as a vector, (L/2) (sin θ, cos θ).
    #[inline(always)]
    fn arm(&self, (sin, cos): (f64, f64)) -> [f64; 2] {
        [self.half * sin, self.half * cos]
    }
}

/// The six values of a state vector, with one check of its length.
#[inline(always)]
fn six(x: &[f64]) -> &[f64; 6] {
    x.first_chunk().expect("six values")
}

/// Φ from the coordinates and the arms of both rods.
#[inline(always)]
fn joints([x1, y1, _, x2, y2, _]: &[f64; 6], [ax, ay]: [f64; 2], [bx, by]: [f64; 2]) -> [f64; 4] {
    [x1 - ax, y1 - ay, x2 - x1 - (ax + bx), y2 - y1 - (ay + by)]
}

impl Kernel for DoublePendulumKernel {
    type Mechanism = DoublePendulum;

    fn specification(&self) -> &Auto<DoublePendulum> {
        &self.specification
    }

    #[inline]
    fn evaluate(&self, _t: f64, q: &[f64], v: &[f64], out: &mut Terms) {
        let (q, v) = (six(q), six(v));
        // Constants go first: the solver reads them in other pairs than they are written in, which takes no time once
        // they have reached the cache, and sines are long enough for that.
        out.mass.copy_from_slice(&self.mass);
        out.force.copy_from_slice(&self.force);
        out.phi_t.copy_from_slice(&[0.0; 4]);
        let (one, two) = (math::sin_cos(q[2]), math::sin_cos(q[5]));
        let ([ax, ay], [bx, by]) = (self.arm(one), self.arm(two));
        let (square1, square2) = (v[2] * v[2], v[5] * v[5]);
        let (px, py) = (ax * square1, ay * square1);
        out.phi.copy_from_slice(&joints(q, [ax, ay], [bx, by]));
        // Ones and arms by the same operations, so that they are written in pairs: reading a pair right after writing its
        // halves stalls the processor.
        let ((sin1, cos1), (sin2, cos2)) = (one, two);
        let turned = [
            cos1, cos1, sin1, sin1, cos1, cos1, cos2, cos2, sin1, sin1, sin2, sin2,
        ];
        let mut jacobian = self.centres;
        for k in 0..12 {
            jacobian[k] += self.arms[k] * turned[k];
        }
        out.jacobian.copy_from_slice(&jacobian);
        out.gamma
            .copy_from_slice(&[-px, -py, -(px + bx * square2), -(py + by * square2)]);
    }

    #[inline]
    fn constraint(&self, _t: f64, q: &[f64], out: &mut [f64]) {
        let q = six(q);
        let (one, two) = (math::sin_cos(q[2]), math::sin_cos(q[5]));
        out.copy_from_slice(&joints(q, self.arm(one), self.arm(two)));
    }

    #[inline]
    fn energy(&self, _t: f64, q: &[f64], v: &[f64]) -> f64 {
        let (q, v) = (six(q), six(v));
        let kinetic = (0..6).fold(0.0, |sum, k| sum + self.mass[k] * v[k] * v[k]);
        0.5 * kinetic - self.force[0] * (q[0] + q[3])
    }

    #[inline]
    fn energy_gradient(&self, _t: f64, _q: &[f64], v: &[f64], by_q: &mut [f64], by_v: &mut [f64]) {
        let v = six(v);
        by_q.copy_from_slice(&self.force.map(|f| -f));
        by_v.copy_from_slice(&std::array::from_fn::<f64, 6, _>(|k| self.mass[k] * v[k]));
    }
}
