//! The equations of motion with Baumgarte's feedback.

use mechanics::System;
use stepping::{Formulation, Gain, MultiplierForm, Point, StepError, Work};

pub(crate) struct Equations<'a> {
    form: MultiplierForm<'a>,
    gains: (Gain, Gain),
    /// Gains at the present step.
    alpha: f64,
    beta: f64,
    /// The feedback of the last controlled pass, which a held control uses again.
    u: Vec<f64>,
}

impl<'a> Equations<'a> {
    pub(crate) fn new(form: MultiplierForm<'a>, alpha: Gain, beta: Gain) -> Self {
        let m = form.system().shape().constraints();
        Self {
            form,
            gains: (alpha, beta),
            alpha: 0.0,
            beta: 0.0,
            u: vec![0.0; m],
        }
    }

    /// `u = -α (J v + Φ_t) - β Φ` at the last evaluation.
    #[inline]
    fn sample(&mut self, v: &[f64]) {
        let (phi, w) = self.form.violation(v);
        for ((u, w), phi) in self.u.iter_mut().zip(w).zip(phi) {
            *u = -self.alpha * w - self.beta * phi;
        }
    }
}

impl Formulation for Equations<'_> {
    fn system(&self) -> &dyn System {
        self.form.system()
    }

    fn set_step(&mut self, h: f64) {
        self.alpha = self.gains.0.first_order(h);
        self.beta = self.gains.1.second_order(h);
    }

    fn rate(&mut self, at: Point<'_>, y_dot: &mut [f64]) -> Result<(), StepError> {
        self.form.evaluate(at)?;
        self.form.rate(at, y_dot);
        Ok(())
    }

    fn control(&mut self, at: Point<'_>, y_dot: &mut [f64]) {
        self.sample(at.v);
        self.form.correction(&self.u, y_dot);
    }

    fn control_at(&mut self, at: Point<'_>, y_dot: &mut [f64]) -> Result<(), StepError> {
        self.form.evaluate(at)?;
        self.control(at, y_dot);
        Ok(())
    }

    /// The feedback enters the right-hand side of the one solve there is anyway.
    #[inline]
    fn controlled_rate(
        &mut self,
        at: Point<'_>,
        _control: &mut [f64],
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        self.form.evaluate(at)?;
        self.sample(at.v);
        self.form.rate_with(at, &self.u, y_dot);
        Ok(())
    }

    /// What is held is `u`, the constraint acceleration; its direction follows J through the stages.
    #[inline]
    fn held_rate(
        &mut self,
        at: Point<'_>,
        _control: &[f64],
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        self.form.evaluate(at)?;
        self.form.rate_with(at, &self.u, y_dot);
        Ok(())
    }

    fn multipliers(&mut self, at: Point<'_>) -> Result<&[f64], StepError> {
        self.form.multipliers(at)
    }

    fn work(&self) -> Work {
        self.form.work()
    }
}
