//! The chain as a hand-written kernel: one pass along the links, one sine and cosine for each.

use crate::Chain;
use system::{Auto, Kernel, Terms};

/// The system of a [`Chain`], written out.
pub struct ChainKernel {
    specification: Auto<Chain>,
    /// Half the length of a link.
    half: f64,
    mass: f64,
    inertia: f64,
    weight: f64,
}

impl ChainKernel {
    /// The kernel of `chain`.
    pub fn new(chain: Chain) -> Self {
        let p = chain.parameters();
        Self {
            specification: Auto::new(chain),
            half: 0.5 * p.length,
            mass: p.mass,
            inertia: chain.inertia(),
            weight: p.mass * p.gravity,
        }
    }
}

/// What the joint at the end of a link needs from it.
#[derive(Clone, Copy)]
struct Previous {
    /// (L/2) (cos θ, sin θ).
    arm: [f64; 2],
    /// End of the link.
    end: [f64; 2],
    /// (L/2) ω² (cos θ, sin θ).
    pull: [f64; 2],
}

impl Previous {
    const GROUND: Self = Self {
        arm: [0.0; 2],
        end: [0.0; 2],
        pull: [0.0; 2],
    };
}

impl Kernel for ChainKernel {
    type Mechanism = Chain;

    fn specification(&self) -> &Auto<Chain> {
        &self.specification
    }

    fn evaluate(&self, _t: f64, q: &[f64], v: &[f64], out: &mut Terms) {
        for (mass, force) in out
            .mass
            .chunks_exact_mut(3)
            .zip(out.force.chunks_exact_mut(3))
        {
            mass.copy_from_slice(&[self.mass, self.mass, self.inertia]);
            force.copy_from_slice(&[0.0, -self.weight, 0.0]);
        }
        out.phi_t.fill(0.0);

        // The first joint has four Jacobian values, every other one eight: rows x and y, each with the
        // previous link first.
        let (first, others) = out.jacobian.split_at_mut(4);
        let mut others = others.chunks_exact_mut(8);
        let mut previous = Previous::GROUND;
        let links = q.chunks_exact(3).zip(v.chunks_exact(3));
        let rows = out
            .phi
            .chunks_exact_mut(2)
            .zip(out.gamma.chunks_exact_mut(2));
        for (i, ((q, v), (phi, gamma))) in links.zip(rows).enumerate() {
            let (&[x, y, theta], &[_, _, omega]) = (q, v) else {
                unreachable!("chunks of three")
            };
            let (sin, cos) = math::sin_cos(theta);
            let (ax, ay) = (self.half * cos, self.half * sin);
            let square = omega * omega;
            let (px, py) = (ax * square, ay * square);
            phi.copy_from_slice(&[x - ax - previous.end[0], y - ay - previous.end[1]]);
            gamma.copy_from_slice(&[-(previous.pull[0] + px), -(previous.pull[1] + py)]);
            if i == 0 {
                first.copy_from_slice(&[1.0, ay, 1.0, -ax]);
            } else if let Some(values) = others.next() {
                let [bx, by] = previous.arm;
                values.copy_from_slice(&[-1.0, by, 1.0, ay, -1.0, -bx, 1.0, -ax]);
            }
            previous = Previous {
                arm: [ax, ay],
                end: [x + ax, y + ay],
                pull: [px, py],
            };
        }
    }

    fn energy(&self, _t: f64, q: &[f64], v: &[f64]) -> f64 {
        let (mut translation, mut rotation, mut height) = (0.0, 0.0, 0.0);
        for (q, v) in q.chunks_exact(3).zip(v.chunks_exact(3)) {
            translation += v[0] * v[0] + v[1] * v[1];
            rotation += v[2] * v[2];
            height += q[1];
        }
        0.5 * (self.mass * translation + self.inertia * rotation) + self.weight * height
    }
}
