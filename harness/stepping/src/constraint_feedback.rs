//! Baumgarte's feedback `u = -α (J v + Φ_t) - β Φ` on the acceleration level (1972; Yoon 1993 Eq. 48).

use crate::{Formulation, Gain, MultiplierForm, OnMultiplierForm, Point, StepError, Work};
use mechanics::{Feedback, System};

/// The equations of motion with that feedback: `M v' + Jᵀ λ = f`, `J v' = γ + u`.
pub struct ConstraintFeedback<'a> {
    form: MultiplierForm<'a>,
    gains: (Gain, Gain),
    /// Gains at the present step.
    feedback: Feedback,
    /// The feedback that a held control uses again.
    u: Vec<f64>,
    /// Whether `u` belongs to the last controlled pass.
    sampled: bool,
}

impl<'a> ConstraintFeedback<'a> {
    /// Feedback with the gains `alpha` on Φ' and `beta` on Φ.
    pub fn new(form: MultiplierForm<'a>, alpha: Gain, beta: Gain) -> Self {
        let m = form.system().shape().constraints();
        Self {
            form,
            gains: (alpha, beta),
            feedback: Feedback::default(),
            u: vec![0.0; m],
            sampled: false,
        }
    }

    /// `u = -α (J v + Φ_t) - β Φ` at the last evaluation.
    fn sample(&mut self) {
        let Feedback { alpha, beta } = self.feedback;
        let (phi, w) = self.form.violation();
        for ((u, w), phi) in self.u.iter_mut().zip(w).zip(phi) {
            *u = -alpha * w - beta * phi;
        }
    }
}

impl Formulation for ConstraintFeedback<'_> {
    fn system(&self) -> &dyn System {
        self.form.system()
    }

    fn set_step(&mut self, h: f64) {
        self.feedback = Feedback {
            alpha: self.gains.0.first_order(h),
            beta: self.gains.1.second_order(h),
        };
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
        self.sampled = false;
        self.form.feedback_rate(at, self.feedback, y_dot)
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

impl<'a> OnMultiplierForm<'a> for ConstraintFeedback<'a> {
    fn form(&self) -> &MultiplierForm<'a> {
        &self.form
    }
}
