//! The loops as a hand-written kernel: one pass along the row.

use crate::NFourBar;
use system::{Auto, Kernel, Mechanism, Terms};

/// The system of an [`NFourBar`], written out.
pub struct NFourBarKernel {
    specification: Auto<NFourBar>,
    length: f64,
    /// A sixth of the mass of a rod.
    sixth: f64,
    /// The mass matrix, which is constant.
    mass: Vec<f64>,
    /// The weight on each coordinate.
    force: Vec<f64>,
}

impl NFourBarKernel {
    /// The kernel of `linkage`.
    pub fn new(linkage: NFourBar) -> Self {
        let p = linkage.parameters();
        let shape = linkage.shape();
        let mut mass = vec![0.0; shape.mass().len(shape.n_v())];
        linkage.mass(&[], &mut mass);
        let half_weight = 0.5 * p.mass * p.gravity;
        let weight = |i: usize| [0.0, -half_weight * (1 + linkage.couplers_at(i)) as f64];
        Self {
            specification: Auto::new(linkage),
            length: p.length,
            sixth: p.mass / 6.0,
            mass,
            force: (0..=p.loops).flat_map(weight).collect(),
        }
    }
}

/// The two components of a planar vector.
#[inline(always)]
fn planar(x: &[f64]) -> [f64; 2] {
    [x[0], x[1]]
}

#[inline(always)]
fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

#[inline(always)]
fn minus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

impl Kernel for NFourBarKernel {
    type Mechanism = NFourBar;

    fn specification(&self) -> &Auto<NFourBar> {
        &self.specification
    }

    fn evaluate(&self, _t: f64, q: &[f64], v: &[f64], out: &mut Terms) {
        out.mass.copy_from_slice(&self.mass);
        out.force.copy_from_slice(&self.force);
        out.phi_t.fill(0.0);
        let square = self.length * self.length;
        let half_excess = |rod: [f64; 2]| 0.5 * (dot(rod, rod) - square);

        // Crank 0 is alone; every further point adds a coupler, which touches four coordinates, and a crank.
        let (mut before, mut rate_before) = (planar(q), planar(v));
        out.phi[0] = half_excess(before);
        out.gamma[0] = -dot(rate_before, rate_before);
        out.jacobian[..2].copy_from_slice(&before);
        let points = q.chunks_exact(2).zip(v.chunks_exact(2)).skip(1);
        let rows = out.phi[1..]
            .chunks_exact_mut(2)
            .zip(out.gamma[1..].chunks_exact_mut(2))
            .zip(out.jacobian[2..].chunks_exact_mut(6));
        for (i, ((q, v), ((phi, gamma), jacobian))) in points.zip(rows).enumerate() {
            let (point, rate) = (planar(q), planar(v));
            let coupler = minus(point, before);
            let crank = [point[0] - (i + 1) as f64 * self.length, point[1]];
            let turning = minus(rate, rate_before);
            phi.copy_from_slice(&[half_excess(coupler), half_excess(crank)]);
            gamma.copy_from_slice(&[-dot(turning, turning), -dot(rate, rate)]);
            let [dx, dy] = coupler;
            jacobian.copy_from_slice(&[-dx, -dy, dx, dy, crank[0], crank[1]]);
            (before, rate_before) = (point, rate);
        }
    }

    fn energy(&self, _t: f64, q: &[f64], v: &[f64]) -> f64 {
        // A rod whose ends move with a and b has (m/6)(a² + a·b + b²).
        let (mut squares, mut before) = (0.0, [0.0; 2]);
        for (i, v) in v.chunks_exact(2).enumerate() {
            let rate = planar(v);
            squares += dot(rate, rate);
            if i > 0 {
                squares += dot(before, before) + dot(before, rate) + dot(rate, rate);
            }
            before = rate;
        }
        let work: f64 = self.force.iter().zip(q).map(|(f, q)| f * q).sum();
        self.sixth * squares - work
    }
}
