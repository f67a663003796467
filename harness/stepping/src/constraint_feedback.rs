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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_systems::TurningRod;
    use mechanics::{Auto, Terms};

    const GAINS: (Gain, Gain) = (Gain::Fixed(3.0), Gain::PerStep(0.5));

    /// Off the constraint and off its rate.
    const OFF: Point<'static> = Point {
        t: 0.3,
        q: &[0.9, 0.6],
        v: &[0.4, 1.7],
        work: 0.0,
    };

    fn feedback(system: &dyn System) -> ConstraintFeedback<'_> {
        let form = MultiplierForm::new(system).unwrap();
        let mut feedback = ConstraintFeedback::new(form, GAINS.0, GAINS.1);
        feedback.set_step(0.1);
        feedback
    }

    #[test]
    fn the_constraint_obeys_the_damped_oscillator() {
        let system = Auto::new(TurningRod);
        let mut rate = [0.0; 5];
        feedback(&system)
            .controlled_rate(OFF, &mut [0.0; 5], &mut rate)
            .unwrap();
        let mut terms = Terms::new(system.shape());
        system.evaluate(OFF.t, OFF.q, OFF.v, &mut terms);
        let along = |x: &[f64]| terms.jacobian[0] * x[0] + terms.jacobian[1] * x[1];
        let acceleration = along(&rate[2..4]) - terms.gamma[0];
        let w = along(OFF.v) + terms.phi_t[0];
        let law = acceleration + 3.0 * w + 0.5 / 0.01 * terms.phi[0];
        assert!(law.abs() < 1e-12, "{law}");
        assert!(terms.phi[0].abs() > 0.01 && w.abs() > 0.01);
    }

    /// Together, apart, at a new point or held: the same rates, with the work of the moving constraint.
    #[test]
    fn rate_and_control_add_up_to_the_controlled_rate() {
        let system = Auto::new(TurningRod);
        let mut feedback = feedback(&system);
        let [
            mut controlled,
            mut rate,
            mut control,
            mut elsewhere,
            mut held,
        ] = [[0.0; 5]; 5];
        feedback
            .controlled_rate(OFF, &mut [0.0; 5], &mut controlled)
            .unwrap();
        feedback.held_rate(OFF, &[], &mut held).unwrap();
        feedback.rate(OFF, &mut rate).unwrap();
        feedback.control(OFF, &mut control).unwrap();
        let start = system.initial();
        let other = Point {
            t: 0.0,
            q: start.q(),
            v: start.v(),
            work: 0.0,
        };
        feedback.rate(other, &mut elsewhere).unwrap();
        feedback.control_at(OFF, &mut elsewhere).unwrap();
        assert_eq!(elsewhere, control);
        assert_eq!(held, controlled);
        assert!(control[2..].iter().all(|x| x.abs() > 0.01), "{control:?}");
        for k in 0..5 {
            let gap = rate[k] + control[k] - controlled[k];
            assert!(gap.abs() < 1e-12, "component {k} differs by {gap}");
        }
    }
}
