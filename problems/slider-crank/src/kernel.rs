//! The slider-crank as a hand-written kernel: one sine and cosine for each angle.

use crate::SliderCrank;
use system::{Auto, Kernel, Terms};

/// The system of a [`SliderCrank`], written out.
pub struct SliderCrankKernel {
    specification: Auto<SliderCrank>,
    mass: [f64; 4],
    weight: f64,
    crank: f64,
    /// Length from the crank to the centre of the rod.
    centre: f64,
    /// Length from the centre of the rod to the slide.
    rest: f64,
}

impl SliderCrankKernel {
    /// The kernel of `slider_crank`.
    pub fn new(slider_crank: SliderCrank) -> Self {
        let p = slider_crank.parameters();
        Self {
            specification: Auto::new(slider_crank),
            mass: [p.crank_inertia, p.rod_inertia, p.mass, p.mass],
            weight: p.mass * p.gravity,
            crank: p.crank,
            centre: p.centre,
            rest: p.rod - p.centre,
        }
    }
}

/// The four components of a vector.
#[inline(always)]
fn four(x: &[f64]) -> [f64; 4] {
    [x[0], x[1], x[2], x[3]]
}

impl Kernel for SliderCrankKernel {
    type Mechanism = SliderCrank;

    fn specification(&self) -> &Auto<SliderCrank> {
        &self.specification
    }

    #[inline]
    fn evaluate(&self, _t: f64, q: &[f64], v: &[f64], out: &mut Terms) {
        let [theta, phi, x, y] = four(q);
        let [crank_rate, rod_rate, ..] = four(v);
        let (sin_theta, cos_theta) = math::sin_cos(theta);
        let (sin_phi, cos_phi) = math::sin_cos(phi);
        let crank = [self.crank * cos_theta, self.crank * sin_theta];
        let centre = [self.centre * cos_phi, self.centre * sin_phi];
        let rest = [self.rest * cos_phi, self.rest * sin_phi];
        let (crank_square, rod_square) = (crank_rate * crank_rate, rod_rate * rod_rate);
        out.mass.copy_from_slice(&self.mass);
        out.force.copy_from_slice(&[0.0, 0.0, 0.0, -self.weight]);
        out.phi.copy_from_slice(&[
            crank[0] + centre[0] - x,
            crank[1] + centre[1] - y,
            rest[1] + y,
        ]);
        #[rustfmt::skip]
        out.jacobian.copy_from_slice(&[
            -crank[1], -centre[1], -1.0, 0.0,
            crank[0], centre[0], 0.0, -1.0,
            0.0, rest[0], 0.0, 1.0,
        ]);
        out.phi_t.fill(0.0);
        out.gamma.copy_from_slice(&[
            crank[0] * crank_square + centre[0] * rod_square,
            crank[1] * crank_square + centre[1] * rod_square,
            rest[1] * rod_square,
        ]);
    }

    #[inline]
    fn constraint(&self, _t: f64, q: &[f64], out: &mut [f64]) {
        let [theta, phi, x, y] = four(q);
        let (sin_theta, cos_theta) = math::sin_cos(theta);
        let (sin_phi, cos_phi) = math::sin_cos(phi);
        out.copy_from_slice(&[
            self.crank * cos_theta + self.centre * cos_phi - x,
            self.crank * sin_theta + self.centre * sin_phi - y,
            self.rest * sin_phi + y,
        ]);
    }

    #[inline]
    fn energy(&self, _t: f64, q: &[f64], v: &[f64]) -> f64 {
        let (q, v) = (four(q), four(v));
        let twice = (0..4).fold(0.0, |sum, k| sum + self.mass[k] * v[k] * v[k]);
        0.5 * twice + self.weight * q[3]
    }

    #[inline]
    fn energy_gradient(&self, _t: f64, _q: &[f64], v: &[f64], by_q: &mut [f64], by_v: &mut [f64]) {
        let v = four(v);
        by_q.copy_from_slice(&[0.0, 0.0, 0.0, self.weight]);
        by_v.copy_from_slice(&std::array::from_fn::<f64, 4, _>(|k| self.mass[k] * v[k]));
    }
}
