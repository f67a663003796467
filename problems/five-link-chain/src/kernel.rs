//! The chain as a hand-written kernel: one pass along the links.

use crate::{FiveLinkChain, GROUND_AXIS, LINKS, N};
use system::{Auto, Kernel, Mechanism, Terms};

/// The system of a [`FiveLinkChain`], written out.
pub struct FiveLinkKernel {
    specification: Auto<FiveLinkChain>,
    /// Values of the constant mass matrix.
    mass: Vec<f64>,
    square_length: f64,
    /// Mass of a link.
    link: f64,
    /// m w²/12, the share of a link in the inertia of its axes.
    across: f64,
    weight: f64,
}

impl FiveLinkKernel {
    /// The kernel of `chain`.
    pub fn new(chain: FiveLinkChain) -> Self {
        let p = chain.parameters();
        let shape = chain.shape();
        let mut mass = vec![0.0; shape.mass().len(N)];
        chain.mass::<f64>(&[], &mut mass);
        Self {
            specification: Auto::new(chain),
            mass,
            square_length: p.length * p.length,
            link: p.mass,
            across: p.mass * p.width * p.width / 12.0,
            weight: p.mass * p.gravity,
        }
    }

    /// Weight on the end of link `k`: half of each link that it belongs to.
    fn weight_on(&self, k: usize) -> f64 {
        self.weight * if k + 1 < LINKS { 1.0 } else { 0.5 }
    }
}

/// A point with the axis through it, or their velocities.
#[derive(Clone, Copy)]
struct End {
    point: [f64; 3],
    axis: [f64; 3],
}

impl End {
    const GROUND: Self = Self {
        point: [0.0; 3],
        axis: GROUND_AXIS,
    };
    const AT_REST: Self = Self {
        point: [0.0; 3],
        axis: [0.0; 3],
    };

    fn of(x: &[f64]) -> Self {
        let &[a, b, c, d, e, f] = x else {
            unreachable!("chunks of six")
        };
        Self {
            point: [a, b, c],
            axis: [d, e, f],
        }
    }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn difference(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|k| a[k] - b[k])
}

fn scaled(factor: f64, x: [f64; 3]) -> [f64; 3] {
    x.map(|x| factor * x)
}

/// Writes vectors one after the other.
fn write<const K: usize>(out: &mut [f64], vectors: [[f64; 3]; K]) {
    out.copy_from_slice(vectors.as_flattened());
}

impl Kernel for FiveLinkKernel {
    type Mechanism = FiveLinkChain;

    fn specification(&self) -> &Auto<FiveLinkChain> {
        &self.specification
    }

    fn evaluate(&self, _t: f64, q: &[f64], v: &[f64], out: &mut Terms) {
        out.mass.copy_from_slice(&self.mass);
        for (k, force) in out.force.chunks_exact_mut(6).enumerate() {
            force.copy_from_slice(&[0.0, 0.0, -self.weight_on(k), 0.0, 0.0, 0.0]);
        }
        out.phi_t.fill(0.0);

        // The first link has six vectors of Jacobian values, every other one eleven: its rows one after the other,
        // each with what it shares with the link before first.
        let (first, others) = out.jacobian.split_at_mut(18);
        let mut others = others.chunks_exact_mut(33);
        let (mut a, mut a_dot) = (End::GROUND, End::AT_REST);
        let links = q.chunks_exact(6).zip(v.chunks_exact(6));
        let rows = out
            .phi
            .chunks_exact_mut(5)
            .zip(out.gamma.chunks_exact_mut(5));
        for (k, ((q, v), (phi, gamma))) in links.zip(rows).enumerate() {
            let (b, b_dot) = (End::of(q), End::of(v));
            let r = difference(b.point, a.point);
            let r_dot = difference(b_dot.point, a_dot.point);
            phi.copy_from_slice(&[
                dot(r, r) - self.square_length,
                dot(r, a.axis),
                dot(r, b.axis),
                dot(a.axis, b.axis),
                dot(b.axis, b.axis) - 1.0,
            ]);
            gamma.copy_from_slice(&[
                -2.0 * dot(r_dot, r_dot),
                -2.0 * dot(r_dot, a_dot.axis),
                -2.0 * dot(r_dot, b_dot.axis),
                -2.0 * dot(a_dot.axis, b_dot.axis),
                -2.0 * dot(b_dot.axis, b_dot.axis),
            ]);
            let (twice_r, twice_axis) = (scaled(2.0, r), scaled(2.0, b.axis));
            if k == 0 {
                write(first, [twice_r, a.axis, b.axis, r, a.axis, twice_axis]);
            } else if let Some(values) = others.next() {
                let (minus_a, minus_b) = (scaled(-1.0, a.axis), scaled(-1.0, b.axis));
                let along = [scaled(-2.0, r), twice_r];
                let across = [[minus_a, r, a.axis], [minus_b, b.axis, r]];
                let axes = [b.axis, a.axis, twice_axis];
                write(&mut values[..6], along);
                write(&mut values[6..15], across[0]);
                write(&mut values[15..24], across[1]);
                write(&mut values[24..], axes);
            }
            (a, a_dot) = (b, b_dot);
        }
    }

    fn energy(&self, _t: f64, q: &[f64], v: &[f64]) -> f64 {
        let (mut points, mut axes, mut fall) = (0.0, 0.0, 0.0);
        let mut a = End::AT_REST;
        for (k, (q, v)) in q.chunks_exact(6).zip(v.chunks_exact(6)).enumerate() {
            let b = End::of(v);
            points += dot(a.point, a.point) + dot(a.point, b.point) + dot(b.point, b.point);
            axes += dot(a.axis, a.axis) + dot(b.axis, b.axis);
            fall += self.weight_on(k) * q[2];
            a = b;
        }
        self.link / 6.0 * points + 0.5 * self.across * axes + fall
    }
}
