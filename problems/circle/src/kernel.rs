//! The circle as a hand-written kernel.

use crate::Circle;
use mechanics::{ForceJacobian, Mechanism, Shape, State, System, Terms};

/// The system of [`Circle`], written out.
pub struct CircleKernel {
    shape: Shape,
}

impl CircleKernel {
    /// A kernel ready to be evaluated.
    pub fn new() -> Self {
        Self {
            shape: Circle.shape(),
        }
    }
}

impl Default for CircleKernel {
    fn default() -> Self {
        Self::new()
    }
}

/// The two components of a planar vector.
#[inline(always)]
fn planar(x: &[f64]) -> [f64; 2] {
    [x[0], x[1]]
}

impl System for CircleKernel {
    fn shape(&self) -> &Shape {
        &self.shape
    }

    fn initial(&self) -> State {
        let (q, v) = Circle.initial();
        State::new(&self.shape, 0.0, &q, &v)
    }

    #[inline]
    fn evaluate(&self, _t: f64, q: &[f64], v: &[f64], out: &mut Terms) {
        let [x, y] = planar(q);
        let [vx, vy] = planar(v);
        out.mass.copy_from_slice(&[1.0, 1.0]);
        out.force.copy_from_slice(&[0.0, 0.0]);
        out.phi.copy_from_slice(&[0.5 * (x * x + y * y - 1.0)]);
        out.jacobian.copy_from_slice(&[x, y]);
        out.phi_t.copy_from_slice(&[0.0]);
        out.gamma.copy_from_slice(&[-(vx * vx + vy * vy)]);
    }

    #[inline]
    fn constraint(&self, _t: f64, q: &[f64], out: &mut [f64]) {
        let [x, y] = planar(q);
        out.copy_from_slice(&[0.5 * (x * x + y * y - 1.0)]);
    }

    #[inline]
    fn energy(&self, _t: f64, _q: &[f64], v: &[f64]) -> f64 {
        let [vx, vy] = planar(v);
        0.5 * (vx * vx + vy * vy)
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
        by_position.copy_from_slice(&[0.0, 0.0]);
        by_velocity.copy_from_slice(&planar(v));
    }

    #[inline]
    fn power(&self, _t: f64, _q: &[f64], _v: &[f64]) -> f64 {
        0.0
    }

    /// There are no forces and the pattern is empty.
    #[inline]
    fn force_jacobian(&self, _t: f64, _q: &[f64], _v: &[f64], _out: &mut ForceJacobian) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;
    use mechanics::Auto;

    /// Numbers in (-2, 2) from a linear congruence: the same states in every run.
    fn numbers() -> impl FnMut() -> f64 {
        let mut state = 1_u64;
        move || {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1_u64 << 51) as f64 - 2.0
        }
    }

    #[test]
    fn kernel_and_specification_agree_at_a_thousand_states() {
        let (kernel, auto) = (CircleKernel::new(), Auto::new(Circle));
        assert_eq!(kernel.shape(), auto.shape());
        let (mut a, mut b) = (Terms::new(kernel.shape()), Terms::new(auto.shape()));
        let mut next = numbers();
        let equal = |a: &[f64], b: &[f64]| {
            for (a, b) in a.iter().zip(b) {
                assert_relative_eq!(a, b, max_relative = 1e-12, epsilon = 1e-14);
            }
        };
        for _ in 0..1000 {
            let (t, q, v) = (next(), [next(), next()], [next(), next()]);
            for field in [
                &mut a.mass,
                &mut a.force,
                &mut a.phi,
                &mut a.jacobian,
                &mut a.phi_t,
                &mut a.gamma,
            ] {
                field.fill(f64::NAN);
            }
            kernel.evaluate(t, &q, &v, &mut a);
            auto.evaluate(t, &q, &v, &mut b);
            equal(&a.mass, &b.mass);
            equal(&a.force, &b.force);
            equal(&a.phi, &b.phi);
            equal(&a.jacobian, &b.jacobian);
            equal(&a.phi_t, &b.phi_t);
            equal(&a.gamma, &b.gamma);
            let (mut x, mut y) = ([f64::NAN; 1], [f64::NAN; 1]);
            kernel.constraint(t, &q, &mut x);
            auto.constraint(t, &q, &mut y);
            equal(&x, &y);
            equal(&[kernel.energy(t, &q, &v)], &[auto.energy(t, &q, &v)]);
            equal(&[kernel.power(t, &q, &v)], &[auto.power(t, &q, &v)]);
            let (mut p, mut r) = ([[f64::NAN; 2]; 2], [[f64::NAN; 2]; 2]);
            let [by_q, by_v] = &mut p;
            kernel.energy_gradient(t, &q, &v, by_q, by_v);
            let [by_q, by_v] = &mut r;
            auto.energy_gradient(t, &q, &v, by_q, by_v);
            equal(p.as_flattened(), r.as_flattened());
        }
        assert_eq!(ForceJacobian::new(kernel.shape()).by_position.len(), 0);
    }
}
