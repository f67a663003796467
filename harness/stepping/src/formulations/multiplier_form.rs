//! The constrained equations of motion with their multipliers (index 1), which most formulations share:
//! `M v' + Jᵀ λ = f`, `J v' = γ + u`, with a feedback `u` that each method defines.
//!
//! [`MultiplierForm::new`] needs independent rows; [`MultiplierForm::minimum_norm`] treats rows of any rank.

use crate::formulations::vectors::dot;
use crate::{Point, Refusal, StepError, Work};
use solvers::{Kkt, MinNorm, MotionSolver};
use system::{Feedback, Reaction, System, Terms};
use vocabulary::planted::{self, Defect};

/// The equations of motion in multiplier form, with every buffer for their evaluation and solution.
pub struct MultiplierForm<'a, S = Kkt> {
    system: &'a dyn System,
    terms: Terms,
    solver: S,
    n_q: usize,
    n_v: usize,
    plain_kinematics: bool,
    tracks_work: bool,
    reaction: Reaction,
    work: Work,
    /// A workspace for accelerations and multipliers that are not needed.
    unused: (Vec<f64>, Vec<f64>),
    /// Coordinates with quaternions of unit length; empty when there are no quaternions.
    unit_q: Vec<f64>,
}

impl<'a> MultiplierForm<'a> {
    /// Buffers for `system`, whose rows must be independent.
    ///
    /// # Errors
    /// When the multipliers are not unique at the initial state.
    pub fn new(system: &'a dyn System) -> Result<Self, Refusal> {
        Self::with_solver(system)
    }
}

impl<'a> MultiplierForm<'a, MinNorm> {
    /// Buffers for `system`, whose rows may have any rank. Accelerations are found by pseudo-inverse, and multipliers
    /// are those of smallest norm.
    ///
    /// # Errors
    /// When the mass matrix is singular at the initial state.
    pub fn minimum_norm(system: &'a dyn System) -> Result<Self, Refusal> {
        Self::with_solver(system)
    }
}

impl<'a, S: MotionSolver> MultiplierForm<'a, S> {
    fn with_solver(system: &'a dyn System) -> Result<Self, Refusal> {
        let shape = system.shape();
        let m = shape.constraints();
        let plain_kinematics = shape.quaternions().is_empty();
        let mut form = Self {
            system,
            terms: Terms::new(shape),
            solver: S::new(shape),
            n_q: shape.n_q(),
            n_v: shape.n_v(),
            plain_kinematics,
            tracks_work: shape.tracks_work(),
            reaction: Reaction::new(m),
            work: Work::default(),
            unused: (vec![0.0; shape.n_v()], vec![0.0; m]),
            unit_q: vec![0.0; if plain_kinematics { 0 } else { shape.n_q() }],
        };
        let start = system.initial();
        system.evaluate(start.t, start.q(), start.v(), &mut form.terms);
        form.solver.factor(&form.terms)?;
        Ok(form)
    }

    /// The system.
    pub fn system(&self) -> &'a dyn System {
        self.system
    }

    /// Terms of the last evaluation.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The constraints Φ and the velocity residual `w = J v + Φ_t` at the last evaluation.
    pub fn violation(&self) -> (&[f64], &[f64]) {
        (&self.terms.phi, &self.reaction.w)
    }

    /// Evaluates the system at a point and gives `y' = (N v, v', W')` under linear feedback on the constraints. With
    /// zero feedback this is the uncontrolled motion.
    ///
    /// # Errors
    /// When the equations are singular.
    #[inline(always)]
    pub fn feedback_rate(
        &mut self,
        at: Point<'_>,
        feedback: Feedback,
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        self.evaluate(at);
        self.solve(at, feedback, y_dot)
    }

    /// Evaluates the system at a point and gives `y'` for a given constraint acceleration: `J v' = γ + u`.
    ///
    /// # Errors
    /// When the equations are singular.
    pub fn pushed_rate(
        &mut self,
        at: Point<'_>,
        u: &[f64],
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        self.evaluate(at);
        self.solve_pushed(at, u, y_dot)
    }

    /// Evaluates the system at a point and gives `y'` for a constraint acceleration `u` that `rule` writes, given Φ
    /// and `w = J v + Φ_t` at that point.
    ///
    /// # Errors
    /// When the equations are singular.
    pub fn ruled_rate(
        &mut self,
        at: Point<'_>,
        u: &mut [f64],
        rule: impl FnOnce(&[f64], &[f64], &mut [f64]),
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        self.look(at);
        rule(&self.terms.phi, &self.reaction.w, u);
        self.solve_pushed(at, u, y_dot)
    }

    fn solve_pushed(
        &mut self,
        at: Point<'_>,
        u: &[f64],
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        for (gamma, u) in self.terms.gamma.iter_mut().zip(u) {
            *gamma += u;
        }
        self.solve(at, Feedback::default(), y_dot)
    }

    /// Evaluates the system at a point whose quaternions are first brought to unit length.
    #[inline(always)]
    fn evaluate(&mut self, at: Point<'_>) {
        if self.plain_kinematics {
            self.system.evaluate(at.t, at.q, at.v, &mut self.terms);
        } else {
            self.evaluate_unit(at);
        }
        if planted::is(Defect::AllocatesInStep) {
            std::hint::black_box(Box::new(at.t));
        }
        self.work.evaluations += match () {
            () if planted::is(Defect::EvaluationsNotCounted) => 0,
            () if planted::is(Defect::EvaluationsDoubled) => 2,
            () => 1,
        };
    }

    #[inline(never)]
    fn evaluate_unit(&mut self, at: Point<'_>) {
        self.unit_q.copy_from_slice(at.q);
        self.system.shape().normalize(&mut self.unit_q);
        self.system
            .evaluate(at.t, &self.unit_q, at.v, &mut self.terms);
    }

    #[inline(always)]
    fn solve(
        &mut self,
        at: Point<'_>,
        feedback: Feedback,
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        self.work.factorizations += u64::from(!planted::is(Defect::FactorizationsNotCounted));
        self.work.solves += u64::from(!planted::is(Defect::SolvesNotCounted));
        let feedback = wrong(feedback);
        let (q_dot, rest) = y_dot.split_at_mut(self.n_q);
        let (v_dot, w_dot) = rest.split_at_mut(self.n_v);
        if planted::is(Defect::SlowStep) {
            for _ in 0..4 {
                self.system.evaluate(at.t, at.q, at.v, &mut self.terms);
                let _ =
                    self.solver
                        .accelerate(&self.terms, at.v, feedback, &mut self.reaction, v_dot);
            }
        }
        self.solver
            .accelerate(&self.terms, at.v, feedback, &mut self.reaction, v_dot)
            .map_err(|cause| StepError::singular(at, cause))?;
        // The smallest systems would spend more on a call than on the copy. It copies both values at once, since
        // reading a pair right after writing its halves stalls the processor.
        let pair = (
            <&mut [f64; 2]>::try_from(&mut *q_dot),
            <&[f64; 2]>::try_from(at.v),
        );
        if let (Ok(q_dot), Ok(v)) = pair {
            *q_dot = *v;
        } else if self.plain_kinematics {
            q_dot.copy_from_slice(at.v);
        } else {
            self.system.shape().kinematics(at.q, at.v, q_dot);
        }
        if self.tracks_work {
            w_dot[0] = self.power(at);
        }
        Ok(())
    }

    /// Power of everything that changes the energy. Moving constraints contribute `-λᵀ J v = λᵀ Φ_t`.
    fn power(&self, at: Point<'_>) -> f64 {
        let q = if self.plain_kinematics {
            at.q
        } else {
            &self.unit_q
        };
        self.system.power(at.t, q, at.v) + dot(&self.reaction.lambda, &self.terms.phi_t)
    }

    /// Evaluates at a point the values of [`MultiplierForm::violation`], without solving for the motion.
    pub fn look(&mut self, at: Point<'_>) {
        self.evaluate(at);
        let w = &mut self.reaction.w;
        self.terms.velocity_residual(self.system.shape(), at.v, w);
    }

    /// The point `at`, which must be the last one evaluated, with unit quaternions.
    pub fn unit<'b>(&'b self, at: Point<'b>) -> Point<'b> {
        if self.plain_kinematics {
            at
        } else {
            Point {
                q: &self.unit_q,
                ..at
            }
        }
    }

    /// Factors the matrix of the last evaluation, for [`MultiplierForm::solve_for`].
    ///
    /// # Errors
    /// When the equations are singular.
    pub fn factor(&mut self, at: Point<'_>) -> Result<(), StepError> {
        self.work.factorizations += 1;
        self.solver
            .factor(&self.terms)
            .map_err(|cause| StepError::singular(at, cause))
    }

    /// Evaluates the system at a point and gives the uncontrolled rate, with its multipliers in
    /// [`MultiplierForm::lambda`] and the factored matrix ready for [`MultiplierForm::solve_for`].
    ///
    /// # Errors
    /// When the equations are singular.
    pub fn factored_rate(&mut self, at: Point<'_>, y_dot: &mut [f64]) -> Result<(), StepError> {
        self.look(at);
        self.factor(at)?;
        self.work.solves += 1;
        let (q_dot, rest) = y_dot.split_at_mut(self.n_q);
        let (v_dot, w_dot) = rest.split_at_mut(self.n_v);
        let (force, gamma) = (&self.terms.force, &self.terms.gamma);
        self.solver
            .solve(force, gamma, v_dot, &mut self.reaction.lambda);
        self.system.shape().kinematics(at.q, at.v, q_dot);
        if self.tracks_work {
            w_dot[0] = self.power(at);
        }
        Ok(())
    }

    /// The multipliers that the last rate was solved with.
    pub fn lambda(&self) -> &[f64] {
        &self.reaction.lambda
    }

    /// Solves `M a + Jᵀ λ = force`, `J a = gamma` with the matrix that was factored last.
    pub fn solve_for(&mut self, force: &[f64], gamma: &[f64], a: &mut [f64], lambda: &mut [f64]) {
        self.work.solves += 1;
        self.solver.solve(force, gamma, a, lambda);
    }

    /// The rate that `u` alone adds at the last evaluation: `(0, M⁻¹ Jᵀ S⁻¹ u, λᵤᵀ Φ_t)`. Where constraints move, the
    /// reactions `λᵤ = -S⁻¹ u` do work like all others.
    ///
    /// # Errors
    /// When the equations are singular.
    pub fn correction(
        &mut self,
        at: Point<'_>,
        u: &[f64],
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        self.work.factorizations += 1;
        self.work.solves += 1;
        self.solver
            .factor(&self.terms)
            .map_err(|cause| StepError::singular(at, cause))?;
        let (q_dot, rest) = y_dot.split_at_mut(self.n_q);
        let (v_dot, w_dot) = rest.split_at_mut(self.n_v);
        q_dot.fill(0.0);
        let lambda = &mut self.unused.1;
        self.solver.correct(u, v_dot, lambda);
        if self.tracks_work {
            w_dot[0] = dot(lambda, &self.terms.phi_t);
        }
        Ok(())
    }

    /// Evaluates the system at a point and gives the multipliers of the uncontrolled equation there.
    ///
    /// # Errors
    /// When the equations are singular.
    pub fn multipliers(&mut self, at: Point<'_>) -> Result<&[f64], StepError> {
        // Evaluating λ on demand does not count as work of the method.
        let work = self.work;
        self.evaluate(at);
        self.work = work;
        let (reaction, a) = (&mut self.reaction, &mut self.unused.0);
        self.solver
            .accelerate(&self.terms, at.v, Feedback::default(), reaction, a)
            .map_err(|cause| StepError::singular(at, cause))?;
        let factor = match () {
            () if planted::is(Defect::MultiplierSign) => -1.0,
            () if planted::is(Defect::MultipliersStale) => 1.001,
            () => 1.0,
        };
        if factor != 1.0 {
            self.reaction.lambda.iter_mut().for_each(|l| *l *= factor);
        }
        Ok(&self.reaction.lambda)
    }

    /// Evaluations, factorizations and solves so far.
    pub fn work(&self) -> Work {
        self.work
    }
}

/// The feedback with the planted defects that concern it.
#[inline(always)]
fn wrong(feedback: Feedback) -> Feedback {
    match () {
        () if planted::is(Defect::GainDoubled) => Feedback {
            alpha: 2.0 * feedback.alpha,
            ..feedback
        },
        () if planted::is(Defect::FeedbackLost) => Feedback {
            beta: 0.0,
            ..feedback
        },
        () => feedback,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulations::test_systems::{OFF, TurningRod};
    use system::Auto;

    #[test]
    fn a_factored_rate_is_the_uncontrolled_rate_and_leaves_its_factors_behind() {
        let system = Auto::new(TurningRod);
        let mut form = MultiplierForm::new(&system).unwrap();
        let (mut plain, mut factored) = ([0.0; 5], [0.0; 5]);
        form.feedback_rate(OFF, Feedback::default(), &mut plain)
            .unwrap();
        let lambda = form.lambda()[0];
        form.factored_rate(OFF, &mut factored).unwrap();
        for k in 0..5 {
            assert!((plain[k] - factored[k]).abs() < 1e-13, "component {k}");
        }
        assert!((form.lambda()[0] - lambda).abs() < 1e-13);
        let before = form.work();
        let (mut a, mut nu) = ([0.0; 2], [0.0]);
        let (force, gamma) = (form.terms().force.clone(), form.terms().gamma.clone());
        form.solve_for(&force, &gamma, &mut a, &mut nu);
        assert_eq!((&a[..], nu[0]), (&factored[2..4], form.lambda()[0]));
        let after = form.work();
        assert_eq!(after.factorizations, before.factorizations);
        assert_eq!(after.solves, before.solves + 1);
    }

    #[test]
    fn rates_and_corrections_count_what_they_do() {
        let system = Auto::new(TurningRod);
        let mut form = MultiplierForm::new(&system).unwrap();
        let mut y_dot = [0.0; 5];
        let counts = |form: &MultiplierForm<'_>| {
            let work = form.work();
            (work.evaluations, work.factorizations, work.solves)
        };
        form.feedback_rate(OFF, Feedback::default(), &mut y_dot)
            .unwrap();
        assert_eq!(counts(&form), (1, 1, 1));
        form.correction(OFF, &[0.5], &mut y_dot).unwrap();
        assert_eq!(counts(&form), (1, 2, 2));
        form.factor(OFF).unwrap();
        assert_eq!(counts(&form), (1, 3, 2));
    }
}
