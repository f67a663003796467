//! The pendulum as a hand-written kernel: three rotation matrices, one pass along the joints.

use crate::{Link, ThreeLinkPendulum};
use system::quaternion::cross;
use system::{Auto, ForceJacobian, Kernel, Terms};

/// The system of a [`ThreeLinkPendulum`], written out.
pub struct ThreeLinkKernel {
    specification: Auto<ThreeLinkPendulum>,
    links: [Link<f64>; 3],
    /// Acceleration of free fall.
    fall: [f64; 3],
    /// Axis of the pin in link 3, and the axes of link 2 to which it is perpendicular.
    pin: usize,
    across_pin: [usize; 2],
}

impl ThreeLinkKernel {
    /// The kernel of `pendulum`.
    pub fn new(pendulum: ThreeLinkPendulum) -> Self {
        let (pin, other) = pendulum.parameters().pin.axes();
        Self {
            specification: Auto::new(pendulum),
            links: pendulum.links(),
            fall: pendulum.fall(),
            pin,
            across_pin: [other, 2],
        }
    }
}

/// A matrix as its columns.
type Columns = [[f64; 3]; 3];

const UNIT: Columns = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// The body axes of a link with these coordinates, seen from the ground.
#[inline(always)]
fn attitude(q: &[f64]) -> Columns {
    let [e0, e1, e2, e3] = [q[3], q[4], q[5], q[6]];
    let [s0, s1, s2, s3] = [e0 * e0, e1 * e1, e2 * e2, e3 * e3];
    let twice = |a: f64, b: f64| 2.0 * (a + b);
    [
        [
            s0 + s1 - s2 - s3,
            twice(e1 * e2, e0 * e3),
            twice(e1 * e3, -e0 * e2),
        ],
        [
            twice(e1 * e2, -e0 * e3),
            s0 - s1 + s2 - s3,
            twice(e2 * e3, e0 * e1),
        ],
        [
            twice(e1 * e3, e0 * e2),
            twice(e2 * e3, -e0 * e1),
            s0 - s1 - s2 + s3,
        ],
    ]
}

#[inline(always)]
fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// `A x`.
#[inline(always)]
fn apply(a: &Columns, x: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|k| a[0][k] * x[0] + a[1][k] * x[1] + a[2][k] * x[2])
}

/// `Aᵀ B`, the axes B seen from the axes A.
#[inline(always)]
fn relative(a: &Columns, b: &Columns) -> Columns {
    b.map(|column| a.map(|axis| dot(axis, column)))
}

/// What the joint at the end of a link needs from it.
#[derive(Clone, Copy)]
struct Previous {
    /// Lower end of the link.
    end: [f64; 3],
    /// Half the length times the body axes x and y.
    arms: [[f64; 3]; 2],
    /// Second derivative of half the length times the body axis z, for constant ω.
    bend: [f64; 3],
}

impl Previous {
    const GROUND: Self = Self {
        end: [0.0; 3],
        arms: [[0.0; 3]; 2],
        bend: [0.0; 3],
    };
}

impl Kernel for ThreeLinkKernel {
    type Mechanism = ThreeLinkPendulum;

    fn specification(&self) -> &Auto<ThreeLinkPendulum> {
        &self.specification
    }

    fn evaluate(&self, _t: f64, q: &[f64], v: &[f64], out: &mut Terms) {
        out.phi_t.fill(0.0);
        // The first joint has three rows of three Jacobian values, the others of six, the link before first.
        let (first, others) = out.jacobian.split_at_mut(9);
        let mut axes = [UNIT; 3];
        let mut spins = [[0.0; 3]; 3];
        let mut previous = Previous::GROUND;
        for (i, link) in self.links.iter().enumerate() {
            let (q, v) = (&q[7 * i..7 * i + 7], &v[6 * i..6 * i + 6]);
            let &Link {
                half,
                mass,
                across,
                along,
            } = link;
            let a = attitude(q);
            let w @ [wx, wy, wz] = [v[3], v[4], v[5]];
            let [gx, gy, gz] = self.fall.map(|g| mass * g);
            let gyroscopic = (across - along) * wz;
            out.mass[6 * i..6 * i + 6].copy_from_slice(&[mass, mass, mass, across, across, along]);
            out.force[6 * i..6 * i + 6].copy_from_slice(&[
                gx,
                gy,
                gz,
                gyroscopic * wy,
                -gyroscopic * wx,
                0.0,
            ]);

            let arms = [a[0], a[1]].map(|axis| axis.map(|x| half * x));
            let square = wx * wx + wy * wy;
            let bend = apply(&a, [wx * wz, wy * wz, -square].map(|x| half * x));
            for k in 0..3 {
                let (row, arm) = (3 * i + k, half * a[2][k]);
                out.phi[row] = q[k] + arm - previous.end[k];
                out.gamma[row] = -(bend[k] + previous.bend[k]);
                previous.end[k] = q[k] - arm;
                let own = [1.0, -arms[1][k], arms[0][k]];
                if i == 0 {
                    first[3 * k..3 * k + 3].copy_from_slice(&own);
                } else {
                    let values = &mut others[6 * (row - 3)..6 * (row - 3) + 6];
                    let [x, y] = previous.arms;
                    values[..3].copy_from_slice(&[-1.0, -y[k], x[k]]);
                    values[3..].copy_from_slice(&own);
                }
            }
            (previous.arms, previous.bend) = (arms, bend);
            (axes[i], spins[i]) = (a, w);
        }

        // The pin and its first two derivatives, seen from link 2.
        let seen = relative(&axes[1], &axes[2]);
        let [_, w2, w3] = spins;
        let pin = UNIT[self.pin];
        let turning = cross(w3, pin);
        let place = seen[self.pin];
        let speed = apply(&seen, turning);
        let bend = apply(&seen, cross(w3, turning));
        for (k, &axis) in self.across_pin.iter().enumerate() {
            let across = UNIT[axis];
            let carried = cross(w2, across);
            out.phi[9 + k] = place[axis];
            out.gamma[9 + k] =
                -(dot(cross(w2, carried), place) + 2.0 * dot(carried, speed) + bend[axis]);
            let values = &mut others[36 + 6 * k..42 + 6 * k];
            values[..3].copy_from_slice(&cross(across, place));
            values[3..].copy_from_slice(&cross(pin, seen.map(|column| column[axis])));
        }
    }

    fn constraint(&self, _t: f64, q: &[f64], out: &mut [f64]) {
        let axes: [Columns; 3] = std::array::from_fn(|i| attitude(&q[7 * i..7 * i + 7]));
        let mut end = [0.0; 3];
        for (i, link) in self.links.iter().enumerate() {
            for k in 0..3 {
                let (centre, arm) = (q[7 * i + k], link.half * axes[i][2][k]);
                out[3 * i + k] = centre + arm - end[k];
                end[k] = centre - arm;
            }
        }
        for (out, axis) in out[9..].iter_mut().zip(self.across_pin) {
            *out = dot(axes[1][axis], axes[2][self.pin]);
        }
    }

    fn energy(&self, _t: f64, q: &[f64], v: &[f64]) -> f64 {
        let mut energy = 0.0;
        let states = q.chunks_exact(7).zip(v.chunks_exact(6));
        for ((q, v), link) in states.zip(&self.links) {
            let (x, u) = ([q[0], q[1], q[2]], [v[0], v[1], v[2]]);
            let across = v[3] * v[3] + v[4] * v[4];
            energy += 0.5 * (link.across * across + link.along * v[5] * v[5]);
            energy += link.mass * (0.5 * dot(u, u) - dot(self.fall, x));
        }
        energy
    }

    fn energy_gradient(&self, _t: f64, _q: &[f64], v: &[f64], by_q: &mut [f64], by_v: &mut [f64]) {
        for (i, link) in self.links.iter().enumerate() {
            let at = 6 * i..6 * i + 6;
            let [gx, gy, gz] = self.fall.map(|g| -link.mass * g);
            by_q[at.clone()].copy_from_slice(&[gx, gy, gz, 0.0, 0.0, 0.0]);
            let &Link {
                mass,
                across,
                along,
                ..
            } = link;
            let inertia = [mass, mass, mass, across, across, along];
            for ((p, v), m) in by_v[at.clone()].iter_mut().zip(&v[at]).zip(inertia) {
                *p = m * v;
            }
        }
    }

    fn force_jacobian(&self, _t: f64, _q: &[f64], v: &[f64], out: &mut ForceJacobian) {
        out.by_position.fill(0.0);
        let values = out.by_velocity.chunks_exact_mut(4);
        for ((values, v), link) in values.zip(v.chunks_exact(6)).zip(&self.links) {
            let difference = link.across - link.along;
            let [x, y, z] = [v[3], v[4], v[5]].map(|w| difference * w);
            values.copy_from_slice(&[z, y, -z, -x]);
        }
    }
}
