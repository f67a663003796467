//! Quantities that are evaluated along a run: energy, violations of the constraints, accelerations.

use crate::Result;
use augmented_lagrangian::{AugmentedLagrangian, Omitted, ParameterError as LagrangianError};
use solvers::{MassOrthogonal, Penalty, RelativePenalty};
use system::largest;
use system::{Feedback, System, Terms};
use trial::Sample;

/// The penalty of the paper, which is also used to compute accelerations.
pub(super) const PENALTY: f64 = 1e7;

/// Index 3 with the penalty of the paper, and without the part that is left out.
pub(super) fn index3(left_out: Option<Omitted>) -> Result<AugmentedLagrangian> {
    let index3 = AugmentedLagrangian::index3_printed(PENALTY, PENALTY)?;
    Ok(match left_out {
        Some(what) => index3.without(what),
        None => index3,
    })
}

/// Time, energies and violation of one state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Glance {
    /// Time in s.
    pub(super) t: f64,
    /// The change of the energy `T + V` since the start.
    pub(super) energy: f64,
    /// The kinetic energy `T`.
    pub(super) kinetic: f64,
    /// The largest |Φ| of all constraints.
    pub(super) position: f64,
}

impl Glance {
    /// Evaluates a sample of a run of `system`.
    pub(super) fn of(sample: &Sample<'_>, system: &dyn System) -> Self {
        let v = sample.state.v();
        let mut momentum = vec![0.0; v.len()];
        let mass = system.shape().mass();
        mass.multiply(&sample.terms.mass, v, &mut momentum);
        Self {
            t: sample.state.t,
            energy: sample.energy,
            kinetic: 0.5 * v.iter().zip(&momentum).map(|(v, p)| v * p).sum::<f64>(),
            position: largest(sample.phi),
        }
    }
}

/// Computes accelerations of one system by penalties (Eq. 8).
pub(super) struct Accelerations<'a> {
    system: &'a dyn System,
    nearest: MassOrthogonal,
    a: Vec<f64>,
    rows: Vec<f64>,
    lambda: Vec<f64>,
}

impl<'a> Accelerations<'a> {
    /// Prepares penalties that are relative to the terms at the start of `system`.
    pub(super) fn new(system: &'a dyn System) -> Result<Self> {
        let (shape, start) = (system.shape(), system.initial());
        let mut terms = Terms::new(shape);
        system.evaluate(start.t, start.q(), start.v(), &mut terms);
        let kappa = RelativePenalty::new(PENALTY).map_err(LagrangianError::from)?;
        let penalty = Penalty::relative(shape, &terms, kappa)?;
        Ok(Self {
            system,
            nearest: MassOrthogonal::new(shape, penalty),
            a: vec![0.0; shape.n_v()],
            rows: vec![0.0; shape.constraints()],
            lambda: vec![0.0; shape.constraints()],
        })
    }

    /// The acceleration at a sample with this feedback.
    pub(super) fn find(
        &mut self,
        &Sample { terms, phi, w, .. }: &Sample<'_>,
        Feedback { alpha, beta }: Feedback,
    ) -> Result<&[f64]> {
        for (i, c) in self.rows.iter_mut().enumerate() {
            *c = terms.gamma[i] - alpha * w[i] - beta * phi[i];
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

    /// The largest |J a - γ| and the largest |γ| at the sample at which the last acceleration was found.
    pub(super) fn violation(&mut self, sample: &Sample<'_>) -> [f64; 2] {
        let Terms {
            jacobian, gamma, ..
        } = sample.terms;
        let rows = self.system.shape().rows();
        rows.multiply(jacobian, &self.a, &mut self.rows);
        for (r, gamma) in self.rows.iter_mut().zip(gamma) {
            *r -= gamma;
        }
        [largest(&self.rows), largest(gamma)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pendulum::{Parameters, Pendulum, PendulumKernel};
    use trial::Gauge;

    #[test]
    fn a_swinging_mass_has_its_energy_violations_and_acceleration() {
        let pendulum = Pendulum::new(Parameters {
            gravity: 2.0,
            ..Parameters::default()
        });
        let system = PendulumKernel::new(pendulum.unwrap());
        let mut state = system.initial();
        let mut gauge = Gauge::new(&system, &state);
        // From (-1, 0) at rest to one and a half times the length straight down, with a velocity of (3, 4).
        let (q, v) = state.q_v_mut();
        q.copy_from_slice(&[0.0, -1.5]);
        v.copy_from_slice(&[3.0, 4.0]);
        let sample = gauge.sample(&system, &state);
        let glance = Glance::of(&sample, &system);
        assert_eq!((glance.kinetic, glance.energy), (12.5, 9.5));
        assert_eq!((glance.position, sample.w[0].abs()), (0.625, 6.0));
        // J a = -|v|² - α w - β Φ = -25 + 6 - 2 * 0.625 with J = (0, -1.5).
        let feedback = Feedback {
            alpha: 1.0,
            beta: 2.0,
        };
        let mut accelerations = Accelerations::new(&system).unwrap();
        let a = accelerations.find(&sample, feedback).unwrap();
        assert!((a[1] - 20.25 / 1.5).abs() < 1e-12, "{a:?}");
        let [violation, gamma] = accelerations.violation(&sample);
        assert!((violation - 4.75).abs() < 1e-12 && gamma == 25.0);
    }
}
