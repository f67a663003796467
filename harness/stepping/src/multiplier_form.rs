//! The constrained equations of motion with their multipliers (index 1), which most formulations share:
//! `M v' + Jᵀ λ = f`, `J v' = γ + u`, with a feedback `u` that each method defines.

use crate::{Point, Refusal, StepError, Work};
use mechanics::{Feedback, Kkt, Singular, System, Terms};

/// Evaluation, factorization and solution at one point, with every buffer.
pub struct MultiplierForm<'a> {
    system: &'a dyn System,
    terms: Terms,
    kkt: Kkt,
    n_q: usize,
    n_v: usize,
    /// `γ + u`.
    rhs: Vec<f64>,
    /// `J v + Φ_t`.
    w: Vec<f64>,
    lambda: Vec<f64>,
    /// Acceleration, where only the multipliers are asked for.
    unused: Vec<f64>,
    /// Unit quaternions; empty when there are none.
    unit_q: Vec<f64>,
    plain_kinematics: bool,
    tracks_work: bool,
    work: Work,
}

impl<'a> MultiplierForm<'a> {
    /// Buffers for `system`.
    ///
    /// # Errors
    /// When the multipliers are not unique at the initial state.
    pub fn new(system: &'a dyn System) -> Result<Self, Refusal> {
        let shape = system.shape();
        let m = shape.constraints();
        let mut form = Self {
            system,
            terms: Terms::new(shape),
            kkt: Kkt::new(shape),
            n_q: shape.n_q(),
            n_v: shape.n_v(),
            rhs: vec![0.0; m],
            w: vec![0.0; m],
            lambda: vec![0.0; m],
            unused: vec![0.0; shape.n_v()],
            unit_q: if shape.quaternions().is_empty() {
                Vec::new()
            } else {
                vec![0.0; shape.n_q()]
            },
            plain_kinematics: shape.quaternions().is_empty(),
            tracks_work: shape.tracks_work(),
            work: Work::default(),
        };
        let start = system.initial();
        system.evaluate(start.t, start.q(), start.v(), &mut form.terms);
        form.kkt.factor(&form.terms)?;
        Ok(form)
    }

    /// The system.
    pub fn system(&self) -> &'a dyn System {
        self.system
    }

    /// What the last evaluation found.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    #[inline]
    fn evaluate_terms(&mut self, at: Point<'_>) {
        let q = if self.plain_kinematics {
            at.q
        } else {
            self.unit_q.copy_from_slice(at.q);
            self.system.shape().normalize(&mut self.unit_q);
            &self.unit_q
        };
        self.system.evaluate(at.t, q, at.v, &mut self.terms);
        self.work.evaluations += 1;
    }

    /// Evaluates the system at a point, quaternions brought to unit length, and factors it.
    ///
    /// # Errors
    /// When the equations are singular.
    pub fn evaluate(&mut self, at: Point<'_>) -> Result<(), StepError> {
        self.evaluate_terms(at);
        self.work.factorizations += 1;
        self.kkt
            .factor(&self.terms)
            .map_err(|cause| singular(at, cause))?;
        self.terms
            .velocity_residual(self.system.shape(), at.v, &mut self.w);
        Ok(())
    }

    /// The constraints Φ and the velocity residual `w = J v + Φ_t` at the last evaluation.
    pub fn violation(&self) -> (&[f64], &[f64]) {
        (&self.terms.phi, &self.w)
    }

    /// Evaluates the system at a point and gives `y' = (N v, v', W')` under linear feedback on the
    /// constraints; no feedback is the uncontrolled motion.
    ///
    /// # Errors
    /// When the equations are singular.
    #[inline]
    pub fn feedback_rate(
        &mut self,
        at: Point<'_>,
        feedback: Feedback,
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        self.evaluate_terms(at);
        self.work.factorizations += 1;
        self.work.solves += 1;
        let (q_dot, rest) = y_dot.split_at_mut(self.n_q);
        let (v_dot, w_dot) = rest.split_at_mut(self.n_v);
        let (w, lambda) = (&mut self.w, &mut self.lambda);
        self.kkt
            .accelerate(&self.terms, at.v, feedback, w, v_dot, lambda)
            .map_err(|cause| singular(at, cause))?;
        self.finish(at, q_dot, w_dot);
        Ok(())
    }

    /// `y' = (N v, v', W')` at the last evaluation with `u` added to γ.
    #[inline]
    pub fn rate_with(&mut self, at: Point<'_>, u: &[f64], y_dot: &mut [f64]) {
        let m = self.rhs.len();
        let (rhs, gamma, u) = (&mut self.rhs, &self.terms.gamma[..m], &u[..m]);
        for i in 0..m {
            rhs[i] = gamma[i] + u[i];
        }
        let (q_dot, rest) = y_dot.split_at_mut(self.n_q);
        let (v_dot, w_dot) = rest.split_at_mut(self.n_v);
        self.kkt
            .solve(&self.terms.force, &self.rhs, v_dot, &mut self.lambda);
        self.work.solves += 1;
        self.finish(at, q_dot, w_dot);
    }

    #[inline]
    fn finish(&mut self, at: Point<'_>, q_dot: &mut [f64], w_dot: &mut [f64]) {
        if self.plain_kinematics {
            for (q_dot, v) in q_dot.iter_mut().zip(at.v) {
                *q_dot = *v;
            }
        } else {
            self.system.shape().kinematics(at.q, at.v, q_dot);
        }
        if self.tracks_work {
            // Moving constraints do work: -λᵀ J v = λᵀ Φ_t on the constraint.
            let q = if self.plain_kinematics {
                at.q
            } else {
                &self.unit_q
            };
            let moving: f64 = self
                .lambda
                .iter()
                .zip(&self.terms.phi_t)
                .map(|(l, p)| l * p)
                .sum();
            w_dot[0] = self.system.power(at.t, q, at.v) + moving;
        }
    }

    /// The acceleration that the feedback `u` alone causes, as a rate: `(0, M⁻¹ Jᵀ S⁻¹ u, 0)`.
    pub fn correction(&mut self, u: &[f64], y_dot: &mut [f64]) {
        y_dot.fill(0.0);
        let a = &mut y_dot[self.n_q..self.n_q + self.n_v];
        // The multipliers of the motion stay as they are.
        self.kkt.correct(u, a, &mut self.rhs);
        self.work.solves += 1;
    }

    /// Evaluates at a point and gives the multipliers of the uncontrolled equation there.
    ///
    /// # Errors
    /// When the equations are singular.
    pub fn multipliers(&mut self, at: Point<'_>) -> Result<&[f64], StepError> {
        // Looking at λ is not part of the method's work.
        let work = self.work;
        self.evaluate(at)?;
        self.work = work;
        let (force, gamma) = (&self.terms.force, &self.terms.gamma);
        self.kkt
            .solve(force, gamma, &mut self.unused, &mut self.lambda);
        Ok(&self.lambda)
    }

    /// Evaluations, factorizations and solves so far.
    pub fn work(&self) -> Work {
        self.work
    }
}

/// Beyond this size products of coordinates overflow before long, and no mechanism has any business there.
const OUT_OF_BOUNDS: f64 = 1e50;

/// A state that has left all bounds makes the equations look singular; say what it really is.
#[cold]
fn singular(at: Point<'_>, cause: Singular) -> StepError {
    if at.q.iter().chain(at.v).all(|x| x.abs() < OUT_OF_BOUNDS) {
        StepError::Singular { t: at.t, cause }
    } else {
        StepError::Diverged { t: at.t }
    }
}
