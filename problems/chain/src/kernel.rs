//! The chain as a hand-written kernel: one pass along the links, one sine and cosine for each.

use crate::Chain;
use mechanics::{ForceJacobian, Mechanism, Shape, State, System, Terms};

/// The system of a [`Chain`], written out.
pub struct ChainKernel {
    chain: Chain,
    shape: Shape,
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
            chain,
            shape: chain.shape(),
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

impl System for ChainKernel {
    fn shape(&self) -> &Shape {
        &self.shape
    }

    fn initial(&self) -> State {
        let (q, v) = self.chain.initial();
        State::new(&self.shape, 0.0, &q, &v)
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
            let (sin, cos) = theta.sin_cos();
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

    fn constraint(&self, _t: f64, q: &[f64], out: &mut [f64]) {
        let mut end = [0.0; 2];
        for (q, phi) in q.chunks_exact(3).zip(out.chunks_exact_mut(2)) {
            let &[x, y, theta] = q else {
                unreachable!("chunks of three")
            };
            let (sin, cos) = theta.sin_cos();
            let (ax, ay) = (self.half * cos, self.half * sin);
            phi.copy_from_slice(&[x - ax - end[0], y - ay - end[1]]);
            end = [x + ax, y + ay];
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

    fn energy_gradient(
        &self,
        _t: f64,
        _q: &[f64],
        v: &[f64],
        by_position: &mut [f64],
        by_velocity: &mut [f64],
    ) {
        for gradient in by_position.chunks_exact_mut(3) {
            gradient.copy_from_slice(&[0.0, self.weight, 0.0]);
        }
        for (momentum, v) in by_velocity.chunks_exact_mut(3).zip(v.chunks_exact(3)) {
            momentum.copy_from_slice(&[self.mass * v[0], self.mass * v[1], self.inertia * v[2]]);
        }
    }

    fn power(&self, _t: f64, _q: &[f64], _v: &[f64]) -> f64 {
        0.0
    }

    /// The forces are constant and the pattern is empty.
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

    fn kernel_and_specification_agree(links: usize, states: usize) {
        let parameters = Parameters {
            links,
            length: 0.7,
            mass: 1.3,
            gravity: 4.2,
        };
        let chain = Chain::with(parameters).unwrap();
        let (kernel, auto) = (ChainKernel::new(chain), Auto::new(chain));
        assert_eq!(kernel.shape(), auto.shape());
        assert_eq!(kernel.initial(), auto.initial());
        let (n, m) = (kernel.shape().n_v(), kernel.shape().constraints());
        let (mut a, mut b) = (Terms::new(kernel.shape()), Terms::new(auto.shape()));
        let mut next = numbers();
        for _ in 0..states {
            let t = next();
            let q: Vec<f64> = (0..n).map(|_| next()).collect();
            let v: Vec<f64> = (0..n).map(|_| next()).collect();
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
            let (mut x, mut y) = (vec![f64::NAN; m], vec![f64::NAN; m]);
            kernel.constraint(t, &q, &mut x);
            auto.constraint(t, &q, &mut y);
            equal(&x, &y);
            equal(&[kernel.energy(t, &q, &v)], &[auto.energy(t, &q, &v)]);
            equal(&[kernel.power(t, &q, &v)], &[auto.power(t, &q, &v)]);
            let (mut p, mut r) = (
                [vec![f64::NAN; n], vec![f64::NAN; n]],
                [vec![f64::NAN; n], vec![f64::NAN; n]],
            );
            let [by_q, by_v] = &mut p;
            kernel.energy_gradient(t, &q, &v, by_q, by_v);
            let [by_q, by_v] = &mut r;
            auto.energy_gradient(t, &q, &v, by_q, by_v);
            equal(&p.concat(), &r.concat());
        }
        let mut jacobian = ForceJacobian::new(kernel.shape());
        kernel.force_jacobian(0.0, &vec![0.0; n], &vec![0.0; n], &mut jacobian);
        assert!(jacobian.by_position.is_empty() && jacobian.by_velocity.is_empty());
    }

    #[test]
    fn kernel_and_specification_agree_at_a_thousand_states() {
        kernel_and_specification_agree(4, 1000);
    }

    #[test]
    fn a_single_link_and_a_long_chain_agree_too() {
        kernel_and_specification_agree(1, 100);
        kernel_and_specification_agree(60, 10);
    }
}
