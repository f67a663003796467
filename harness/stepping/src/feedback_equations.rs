//! The equations of motion under linear feedback on the constraints, for every integrator and placement.
//!
//! ```text
//! M v' + Jᵀ λ = f,   J v' = γ + u,   u = -R w - S Φ,   w = J v + Φ_t
//! ```

use crate::{Formulation, MultiplierForm, Point, RowLaw, StepError, Work};
use mechanics::{Feedback, Kkt, MotionSolver, System};

/// A linear law of feedback on the constraints, `u = -R w - S Φ`, and its gains at the present step.
pub trait Law {
    /// Tells the step size, for gains that depend on it.
    fn set_step(&mut self, h: f64);

    /// Both gains, where they are the same for every row and couple none of them: the solver can then form `u`
    /// by itself.
    fn uniform(&self) -> Option<Feedback>;

    /// Writes `u` for the violations Φ and `w`.
    fn push(&self, phi: &[f64], w: &[f64], u: &mut [f64]);
}

/// The equations of motion under a law of feedback, solved by `S`.
pub struct FeedbackEquations<'a, L = RowLaw, S = Kkt> {
    form: MultiplierForm<'a, S>,
    law: L,
    /// The gains at the present step where they are the same for every row.
    uniform: Option<Feedback>,
    /// The feedback that a held control uses again.
    u: Vec<f64>,
    /// Whether `u` belongs to the last controlled pass.
    sampled: bool,
}

impl<'a, L: Law, S: MotionSolver> FeedbackEquations<'a, L, S> {
    /// Feedback by `law` in the equations of `form`.
    pub fn new(form: MultiplierForm<'a, S>, law: L) -> Self {
        let m = form.system().shape().constraints();
        Self {
            form,
            law,
            uniform: None,
            u: vec![0.0; m],
            sampled: false,
        }
    }

    /// The equations without the law, as the last pass left them.
    pub fn form(&self) -> &MultiplierForm<'a, S> {
        &self.form
    }

    /// `u` at the last evaluation.
    fn sample(&mut self) {
        let (phi, w) = self.form.violation();
        self.law.push(phi, w, &mut self.u);
    }
}

impl<L: Law, S: MotionSolver> Formulation for FeedbackEquations<'_, L, S> {
    fn system(&self) -> &dyn System {
        self.form.system()
    }

    fn set_step(&mut self, h: f64) {
        self.law.set_step(h);
        self.uniform = self.law.uniform();
    }

    fn rate(&mut self, at: Point<'_>, y_dot: &mut [f64]) -> Result<(), StepError> {
        self.form.feedback_rate(at, Feedback::default(), y_dot)
    }

    fn control(&mut self, at: Point<'_>, y_dot: &mut [f64]) -> Result<(), StepError> {
        self.sample();
        self.form.correction(at, &self.u, y_dot)
    }

    fn control_at(&mut self, at: Point<'_>, y_dot: &mut [f64]) -> Result<(), StepError> {
        self.form.look(at);
        self.control(at, y_dot)
    }

    /// The feedback enters the right-hand side of the one solve there is anyway.
    #[inline]
    fn controlled_rate(
        &mut self,
        at: Point<'_>,
        _control: &mut [f64],
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        if let Some(feedback) = self.uniform {
            self.sampled = false;
            return self.form.feedback_rate(at, feedback, y_dot);
        }
        self.sampled = true;
        let Self { form, law, u, .. } = self;
        form.ruled_rate(at, u, |phi, w, u| law.push(phi, w, u), y_dot)
    }

    /// What is held is `u`, the constraint acceleration; its direction follows J through the stages.
    fn held_rate(
        &mut self,
        at: Point<'_>,
        _control: &[f64],
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        if !self.sampled {
            // The violation of the last controlled pass is still there.
            self.sample();
            self.sampled = true;
        }
        self.form.pushed_rate(at, &self.u, y_dot)
    }

    fn multipliers(&mut self, at: Point<'_>) -> Result<&[f64], StepError> {
        self.form.multipliers(at)
    }

    fn work(&self) -> Work {
        self.form.work()
    }
}
