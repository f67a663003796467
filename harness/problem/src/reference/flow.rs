//! The equations of motion of a system in double precision, followed by extrapolation: no code of the integrators
//! under test.

use crate::{Extrapolation, ExtrapolationError, Truth};
use solvers::{Kkt, MinNorm};
use system::{System, Terms};

/// Where the extrapolation stops improving a step.
const TOLERANCE: f64 = 1e-13;

/// Follows the motion of one system from true states.
pub struct Flow<'a> {
    system: &'a dyn System,
    terms: Terms,
    kkt: Kkt,
    /// Takes over where rows are redundant.
    min_norm: Option<MinNorm>,
    q: Vec<f64>,
    lambda: Vec<f64>,
}

impl<'a> Flow<'a> {
    /// Buffers for `system`.
    pub fn new(system: &'a dyn System) -> Self {
        let shape = system.shape();
        Self {
            system,
            terms: Terms::new(shape),
            kkt: Kkt::new(shape),
            min_norm: None,
            q: vec![0.0; shape.n_q()],
            lambda: vec![0.0; shape.constraints()],
        }
    }

    /// Accelerations at a state, NaN where the equations are singular; λ is left in `lambda`.
    fn accelerate(&mut self, t: f64, q: &[f64], v: &[f64], a: &mut [f64]) {
        self.q.copy_from_slice(q);
        self.system.shape().normalize(&mut self.q);
        self.system.evaluate(t, &self.q, v, &mut self.terms);
        let (force, gamma) = (&self.terms.force, &self.terms.gamma);
        if self.kkt.factor(&self.terms).is_ok() {
            self.kkt.solve(force, gamma, a, &mut self.lambda);
            return;
        }
        let shape = self.system.shape();
        let min_norm = self.min_norm.get_or_insert_with(|| MinNorm::new(shape));
        if min_norm.factor(&self.terms).is_ok() {
            min_norm.solve(force, gamma, a, &mut self.lambda);
        } else {
            a.fill(f64::NAN);
        }
    }

    /// The rates `(N v, v')` of `y = (q, v)`; accelerations are NaN where the equations are singular.
    pub fn rate(&mut self, t: f64, y: &[f64], out: &mut [f64]) {
        let n_q = self.system.shape().n_q();
        let (q, v) = y.split_at(n_q);
        let (q_dot, a) = out.split_at_mut(n_q);
        self.system.shape().kinematics(q, v, q_dot);
        self.accelerate(t, q, v, a);
    }

    /// The multipliers that belong to the last rate.
    pub fn lambda(&self) -> &[f64] {
        &self.lambda
    }

    /// Coordinates and velocities at time `end`, starting from the state `(q, v)` at time `t`.
    ///
    /// # Errors
    /// When the equations cannot be followed that far.
    pub fn advance(
        &mut self,
        t: f64,
        q: &[f64],
        v: &[f64],
        end: f64,
    ) -> Result<(Vec<f64>, Vec<f64>), ExtrapolationError> {
        let n_q = self.system.shape().n_q();
        let mut y = [q, v].concat();
        let mut extrapolation = Extrapolation::new(8, TOLERANCE, 0.25 * (end - t));
        let rhs = |t: f64, y: &[f64], out: &mut [f64]| self.rate(t, y, out);
        extrapolation.advance(rhs, &mut y, t, end)?;
        self.system.shape().normalize(&mut y[..n_q]);
        let v = y.split_off(n_q);
        Ok((y, v))
    }

    /// Multipliers at a true state; `None` where the equations are singular.
    pub fn multipliers(&mut self, at: &Truth) -> Option<Vec<f64>> {
        let mut a = vec![0.0; self.system.shape().n_v()];
        self.accelerate(at.t, &at.q, &at.v, &mut a);
        a.iter().all(|a| a.is_finite()).then(|| self.lambda.clone())
    }
}
