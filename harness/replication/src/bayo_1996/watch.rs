//! What is looked at along a run: energy, violations of the constraints, accelerations.

use crate::ReplicationError;
use crate::largest::largest;
use augmented_lagrangian::ParameterError as LagrangianError;
use solvers::{MassOrthogonal, Penalty, RelativePenalty, Singular};
use system::{Feedback, State, System, Terms};

/// The penalty of the paper, which accelerations are found with as well.
pub(super) const PENALTY: f64 = 1e7;

/// Looks at states of one system.
pub(super) struct Watch<'a> {
    system: &'a dyn System,
    terms: Terms,
    nearest: MassOrthogonal,
    start: f64,
    a: Vec<f64>,
    rows: Vec<f64>,
    lambda: Vec<f64>,
}

/// One look.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Glance {
    /// When.
    pub(super) t: f64,
    /// `T + V` less that of the start.
    pub(super) energy: f64,
    /// `T`.
    pub(super) kinetic: f64,
    /// Largest |Φ|.
    pub(super) position: f64,
    /// Largest |J v + Φ_t|.
    pub(super) velocity: f64,
}

impl<'a> Watch<'a> {
    /// Buffers for `system`.
    pub(super) fn new(system: &'a dyn System) -> Result<Self, ReplicationError> {
        let (shape, start) = (system.shape(), system.initial());
        let mut terms = Terms::new(shape);
        system.evaluate(start.t, start.q(), start.v(), &mut terms);
        let kappa = RelativePenalty::new(PENALTY).map_err(LagrangianError::from)?;
        let penalty = Penalty::relative(shape, &terms, kappa)?;
        Ok(Self {
            system,
            terms,
            nearest: MassOrthogonal::new(shape, penalty),
            start: system.energy(start.t, start.q(), start.v()),
            a: vec![0.0; shape.n_v()],
            rows: vec![0.0; shape.constraints()],
            lambda: vec![0.0; shape.constraints()],
        })
    }

    /// Looks at a state.
    pub(super) fn look(&mut self, state: &State) -> Glance {
        let shape = self.system.shape();
        let (q, v) = (state.q(), state.v());
        self.system.evaluate(state.t, q, v, &mut self.terms);
        shape.mass().multiply(&self.terms.mass, v, &mut self.a);
        let kinetic = 0.5 * v.iter().zip(&self.a).map(|(v, p)| v * p).sum::<f64>();
        self.terms.velocity_residual(shape, v, &mut self.rows);
        Glance {
            t: state.t,
            energy: self.system.energy(state.t, q, v) - self.start,
            kinetic,
            position: largest(self.terms.phi.iter().copied()),
            velocity: largest(self.rows.iter().copied()),
        }
    }

    /// The acceleration at the state that was looked at last, under `feedback`, by penalties (Eq. 8).
    pub(super) fn accelerate(
        &mut self,
        state: &State,
        Feedback { alpha, beta }: Feedback,
    ) -> Result<&[f64], Singular> {
        let (terms, shape) = (&self.terms, self.system.shape());
        terms.velocity_residual(shape, state.v(), &mut self.rows);
        for ((c, gamma), phi) in self.rows.iter_mut().zip(&terms.gamma).zip(&terms.phi) {
            *c = gamma - alpha * *c - beta * phi;
        }
        self.nearest.factor(terms)?;
        self.nearest.solve(
            terms,
            &terms.force,
            &self.rows,
            &mut self.a,
            &mut self.lambda,
        );
        Ok(&self.a)
    }

    /// The largest |J a - γ| of the acceleration found last, and the largest |γ|.
    pub(super) fn acceleration_violation(&mut self) -> [f64; 2] {
        let Terms {
            jacobian, gamma, ..
        } = &self.terms;
        let rows = self.system.shape().rows();
        rows.multiply(jacobian, &self.a, &mut self.rows);
        for (r, gamma) in self.rows.iter_mut().zip(gamma) {
            *r -= gamma;
        }
        [
            largest(self.rows.iter().copied()),
            largest(gamma.iter().copied()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pendulum::{Parameters, Pendulum, PendulumKernel};

    #[test]
    fn a_swinging_mass_has_its_energy_violations_and_acceleration() {
        let pendulum = Pendulum::new(Parameters {
            gravity: 2.0,
            ..Parameters::default()
        });
        let system = PendulumKernel::new(pendulum.unwrap());
        let mut watch = Watch::new(&system).unwrap();
        let mut state = system.initial();
        // From (-1, 0) at rest to one and a half times the length straight down, with a velocity of (3, 4).
        let (q, v) = state.q_v_mut();
        q.copy_from_slice(&[0.0, -1.5]);
        v.copy_from_slice(&[3.0, 4.0]);
        let glance = watch.look(&state);
        assert_eq!((glance.kinetic, glance.energy), (12.5, 9.5));
        assert_eq!((glance.position, glance.velocity), (0.625, 6.0));
        // J a = -|v|² - α w - β Φ = -25 + 6 - 2 * 0.625 with J = (0, -1.5).
        let feedback = Feedback {
            alpha: 1.0,
            beta: 2.0,
        };
        let a = watch.accelerate(&state, feedback).unwrap();
        assert!((a[1] - 20.25 / 1.5).abs() < 1e-12, "{a:?}");
        let [violation, gamma] = watch.acceleration_violation();
        assert!((violation - 4.75).abs() < 1e-12 && gamma == 25.0);
    }
}
