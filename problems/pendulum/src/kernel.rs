//! The pendulum as a hand-written kernel.

use crate::Pendulum;
use mechanics::{ForceJacobian, Mechanism, Shape, State, System, Terms};

/// The system of a [`Pendulum`], written out.
pub struct PendulumKernel {
    pendulum: Pendulum,
    shape: Shape,
    mass: f64,
    weight: f64,
    length_squared: f64,
}

impl PendulumKernel {
    /// The kernel of `pendulum`.
    pub fn new(pendulum: Pendulum) -> Self {
        let p = pendulum.parameters();
        Self {
            pendulum,
            shape: pendulum.shape(),
            mass: p.mass,
            weight: p.mass * p.gravity,
            length_squared: p.length * p.length,
        }
    }
}

/// The two components of a planar vector.
#[inline(always)]
fn planar(x: &[f64]) -> [f64; 2] {
    [x[0], x[1]]
}

impl System for PendulumKernel {
    fn shape(&self) -> &Shape {
        &self.shape
    }

    fn initial(&self) -> State {
        let (q, v) = self.pendulum.initial();
        State::new(&self.shape, 0.0, &q, &v)
    }

    #[inline]
    fn evaluate(&self, _t: f64, q: &[f64], v: &[f64], out: &mut Terms) {
        let [x, y] = planar(q);
        let [vx, vy] = planar(v);
        out.mass.copy_from_slice(&[self.mass, self.mass]);
        out.force.copy_from_slice(&[0.0, -self.weight]);
        out.phi
            .copy_from_slice(&[0.5 * (x * x + y * y - self.length_squared)]);
        out.jacobian.copy_from_slice(&[x, y]);
        out.phi_t.copy_from_slice(&[0.0]);
        out.gamma.copy_from_slice(&[-(vx * vx + vy * vy)]);
    }

    #[inline]
    fn constraint(&self, _t: f64, q: &[f64], out: &mut [f64]) {
        let [x, y] = planar(q);
        out.copy_from_slice(&[0.5 * (x * x + y * y - self.length_squared)]);
    }

    #[inline]
    fn energy(&self, _t: f64, q: &[f64], v: &[f64]) -> f64 {
        let [_, y] = planar(q);
        let [vx, vy] = planar(v);
        0.5 * self.mass * (vx * vx + vy * vy) + self.weight * y
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
        let [vx, vy] = planar(v);
        by_position.copy_from_slice(&[0.0, self.weight]);
        by_velocity.copy_from_slice(&[self.mass * vx, self.mass * vy]);
    }

    #[inline]
    fn power(&self, _t: f64, _q: &[f64], _v: &[f64]) -> f64 {
        0.0
    }

    /// The force is constant and the pattern empty.
    #[inline]
    fn force_jacobian(&self, _t: f64, _q: &[f64], _v: &[f64], _out: &mut ForceJacobian) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parameters;
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

    fn equal(a: &[f64], b: &[f64]) {
        assert_eq!(a.len(), b.len());
        for (a, b) in a.iter().zip(b) {
            assert_relative_eq!(a, b, max_relative = 1e-12, epsilon = 1e-14);
        }
    }

    #[test]
    fn kernel_and_specification_agree_at_a_thousand_states() {
        let odd = Parameters {
            mass: 1.7,
            length: 0.6,
            gravity: 3.3,
            ..Parameters::default()
        };
        let pendulum = Pendulum::new(odd).unwrap();
        let (kernel, auto) = (PendulumKernel::new(pendulum), Auto::new(pendulum));
        assert_eq!(kernel.shape(), auto.shape());
        assert_eq!(kernel.initial(), auto.initial());
        let (mut a, mut b) = (Terms::new(kernel.shape()), Terms::new(auto.shape()));
        let mut next = numbers();
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
            // The pattern of the force Jacobian is empty, and so must be what was declared.
            let mut jacobian = ForceJacobian::new(auto.shape());
            auto.force_jacobian(t, &q, &v, &mut jacobian);
            kernel.force_jacobian(t, &q, &v, &mut jacobian);
            assert!(jacobian.by_position.is_empty() && jacobian.by_velocity.is_empty());
        }
    }
}
