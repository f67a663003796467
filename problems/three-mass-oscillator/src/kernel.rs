//! The oscillator as a hand-written kernel.

use crate::{ThreeMassOscillator, stiffness};
use system::{Auto, ForceJacobian, Kernel, Scalar, Terms};

/// The system of a [`ThreeMassOscillator`], written out.
pub struct ThreeMassKernel {
    specification: Auto<ThreeMassOscillator>,
    masses: [f64; 3],
    stiffness: [[f64; 3]; 3],
    damping: [[f64; 3]; 3],
    amplitudes: [f64; 2],
    frequencies: [f64; 2],
    rows: &'static [[f64; 3]],
}

impl ThreeMassKernel {
    /// The kernel of `oscillator`.
    pub fn new(oscillator: ThreeMassOscillator) -> Self {
        let p = oscillator.parameters();
        Self {
            specification: Auto::new(oscillator),
            masses: p.masses,
            // Symmetric: columns are rows.
            stiffness: stiffness(p).into(),
            damping: oscillator.damping().transpose().map(|c| c.value()).into(),
            amplitudes: p.amplitudes,
            frequencies: p.frequencies,
            rows: p.rows.coefficients(),
        }
    }

    /// Forces that do not come from the springs, `P - C v`.
    #[inline(always)]
    fn drive_and_damping(&self, t: f64, v: &[f64; 3]) -> [f64; 3] {
        let [w1, w2] = self.frequencies;
        let [a1, a2] = self.amplitudes;
        let drag = times(&self.damping, v);
        [
            a1 * math::sin(w1 * t) - drag[0],
            a2 * math::cos(w2 * t) - drag[1],
            -drag[2],
        ]
    }
}

/// The three components of a vector.
#[inline(always)]
fn three(x: &[f64]) -> [f64; 3] {
    [x[0], x[1], x[2]]
}

#[inline(always)]
fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
fn times(matrix: &[[f64; 3]; 3], x: &[f64; 3]) -> [f64; 3] {
    [dot(&matrix[0], x), dot(&matrix[1], x), dot(&matrix[2], x)]
}

impl Kernel for ThreeMassKernel {
    type Mechanism = ThreeMassOscillator;

    fn specification(&self) -> &Auto<ThreeMassOscillator> {
        &self.specification
    }

    #[inline]
    fn evaluate(&self, t: f64, q: &[f64], v: &[f64], out: &mut Terms) {
        let q = three(q);
        let pull = times(&self.stiffness, &q);
        let push = self.drive_and_damping(t, &three(v));
        out.mass.copy_from_slice(&self.masses);
        out.force
            .copy_from_slice(&[push[0] - pull[0], push[1] - pull[1], push[2] - pull[2]]);
        for (row, phi) in self.rows.iter().zip(out.phi.iter_mut()) {
            *phi = dot(row, &q);
        }
        out.jacobian.copy_from_slice(self.rows.as_flattened());
        out.phi_t.fill(0.0);
        out.gamma.fill(0.0);
    }

    #[inline]
    fn energy(&self, _t: f64, q: &[f64], v: &[f64]) -> f64 {
        let (q, v) = (three(q), three(v));
        let [m1, m2, m3] = self.masses;
        let kinetic = m1 * v[0] * v[0] + m2 * v[1] * v[1] + m3 * v[2] * v[2];
        0.5 * (kinetic + dot(&q, &times(&self.stiffness, &q)))
    }

    #[inline]
    fn energy_gradient(&self, _t: f64, q: &[f64], v: &[f64], by_q: &mut [f64], by_v: &mut [f64]) {
        let [m1, m2, m3] = self.masses;
        by_q.copy_from_slice(&times(&self.stiffness, &three(q)));
        by_v.copy_from_slice(&[m1 * v[0], m2 * v[1], m3 * v[2]]);
    }

    #[inline]
    fn power(&self, t: f64, _q: &[f64], v: &[f64]) -> f64 {
        let v = three(v);
        dot(&self.drive_and_damping(t, &v), &v)
    }

    fn force_jacobian(&self, _t: f64, _q: &[f64], _v: &[f64], out: &mut ForceJacobian) {
        let pairs = [
            (&mut out.by_position, &self.stiffness),
            (&mut out.by_velocity, &self.damping),
        ];
        for (out, matrix) in pairs {
            for (out, entry) in out.iter_mut().zip(matrix.as_flattened()) {
                *out = -entry;
            }
        }
    }
}
