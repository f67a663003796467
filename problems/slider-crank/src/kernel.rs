//! The slider-crank as a hand-written kernel: one sine and cosine for each angle.

use crate::SliderCrank;
use mechanics::{ForceJacobian, Mechanism, Shape, State, System, Terms};

/// The system of a [`SliderCrank`], written out.
pub struct SliderCrankKernel {
    slider_crank: SliderCrank,
    shape: Shape,
    mass: [f64; 4],
    weight: f64,
    crank: f64,
    /// From the crank to the centre of the rod,
    centre: f64,
    /// and from there to the slide.
    rest: f64,
}

impl SliderCrankKernel {
    /// The kernel of `slider_crank`.
    pub fn new(slider_crank: SliderCrank) -> Self {
        let p = slider_crank.parameters();
        Self {
            slider_crank,
            shape: slider_crank.shape(),
            mass: [p.crank_inertia, p.rod_inertia, p.mass, p.mass],
            weight: p.mass * p.gravity,
            crank: p.crank,
            centre: p.centre,
            rest: p.rod - p.centre,
        }
    }

    /// Crank and both parts of the rod as vectors.
    #[inline(always)]
    fn arms(&self, theta: f64, phi: f64) -> Arms {
        let (sin_theta, cos_theta) = theta.sin_cos();
        let (sin_phi, cos_phi) = phi.sin_cos();
        Arms {
            crank: [self.crank * cos_theta, self.crank * sin_theta],
            centre: [self.centre * cos_phi, self.centre * sin_phi],
            rest: [self.rest * cos_phi, self.rest * sin_phi],
        }
    }
}

struct Arms {
    crank: [f64; 2],
    centre: [f64; 2],
    rest: [f64; 2],
}

impl Arms {
    #[inline(always)]
    fn violation(&self, x: f64, y: f64) -> [f64; 3] {
        [
            self.crank[0] + self.centre[0] - x,
            self.crank[1] + self.centre[1] - y,
            self.rest[1] + y,
        ]
    }
}

/// The four components of a vector.
#[inline(always)]
fn four(x: &[f64]) -> [f64; 4] {
    [x[0], x[1], x[2], x[3]]
}

impl System for SliderCrankKernel {
    fn shape(&self) -> &Shape {
        &self.shape
    }

    fn initial(&self) -> State {
        let (q, v) = self.slider_crank.initial::<f64>();
        State::new(&self.shape, 0.0, &q, &v)
    }

    #[inline]
    fn evaluate(&self, _t: f64, q: &[f64], v: &[f64], out: &mut Terms) {
        let [theta, phi, x, y] = four(q);
        let [crank_rate, rod_rate, ..] = four(v);
        let arms = self.arms(theta, phi);
        let Arms {
            crank,
            centre,
            rest,
        } = &arms;
        let (crank_square, rod_square) = (crank_rate * crank_rate, rod_rate * rod_rate);
        out.mass.copy_from_slice(&self.mass);
        out.force.copy_from_slice(&[0.0, 0.0, 0.0, -self.weight]);
        out.phi.copy_from_slice(&arms.violation(x, y));
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
        out.copy_from_slice(&self.arms(theta, phi).violation(x, y));
    }

    #[inline]
    fn energy(&self, _t: f64, q: &[f64], v: &[f64]) -> f64 {
        let mut twice = 0.0;
        for (m, v) in self.mass.iter().zip(v) {
            twice += m * v * v;
        }
        0.5 * twice + self.weight * q[3]
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
        by_position.copy_from_slice(&[0.0, 0.0, 0.0, self.weight]);
        for ((p, m), v) in by_velocity.iter_mut().zip(&self.mass).zip(v) {
            *p = m * v;
        }
    }

    #[inline]
    fn power(&self, _t: f64, _q: &[f64], _v: &[f64]) -> f64 {
        0.0
    }

    /// The force is constant and the pattern empty.
    #[inline]
    fn force_jacobian(&self, _t: f64, _q: &[f64], _v: &[f64], _out: &mut ForceJacobian) {}
}
