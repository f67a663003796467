//! The equations of motion under linear feedback on the constraints, for every integrator and placement.
//!
//! ```text
//! M v' + Jᵀ λ = f,   J v' = γ + u,   u = -R w - S Φ,   w = J v + Φ_t
//! ```

use crate::{
    Formulation, Integrator, MultiplierForm, OnMultiplierForm, Placement, Point, Prepared,
    Resolution, RowLaw, StepControl, StepError, Work, stepper,
};
use solvers::{Kkt, MotionSolver};
use system::{Feedback, System};

/// A stepper with fixed steps for the equations of motion under a law of feedback that acts in every pass of the
/// integrator. For other placements, or adaptive steps, give [`FeedbackEquations`] to [`stepper`].
///
/// # Errors
/// When the rows are redundant, or the resolution is a tolerance.
pub fn by_law<'a>(
    law: impl Law + 'a,
    integrator: Integrator,
    system: &'a dyn System,
    resolution: Resolution,
) -> Prepared<'a> {
    StepControl::Fixed.check(resolution)?;
    let equations = FeedbackEquations::new(MultiplierForm::new(system)?, law);
    stepper(equations, integrator, Placement::EveryPass, resolution)
}

/// A law of feedback on the constraints, in most methods `u = -R w - S Φ`, and its gains at the present step.
pub trait Law {
    /// Tells the step size, for gains that depend on it.
    fn set_step(&mut self, _h: f64) {}

    /// Whether the gains change with the step size.
    fn depends_on_step(&self) -> bool {
        true
    }

    /// Both gains, where they are the same for every row and couple none of them: the solver can then form `u`
    /// by itself.
    fn uniform(&self) -> Option<Feedback> {
        None
    }

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

    /// The controlled rate where the solver cannot form `u`. Out of line, so that the other case stays small.
    #[inline(never)]
    fn ruled_rate(&mut self, at: Point<'_>, y_dot: &mut [f64]) -> Result<(), StepError> {
        self.sampled = true;
        let Self { form, law, u, .. } = self;
        form.ruled_rate(at, u, |phi, w, u| law.push(phi, w, u), y_dot)
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

    fn depends_on_step(&self) -> bool {
        self.law.depends_on_step()
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
    #[inline(always)]
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
        self.ruled_rate(at, y_dot)
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

impl<'a, L: Law> OnMultiplierForm<'a> for FeedbackEquations<'a, L> {
    fn form(&self) -> &MultiplierForm<'a> {
        &self.form
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulations::test_systems::TurningRod;
    use crate::{Gain, Gains};
    use system::{Auto, Terms};

    /// Off the constraint and off its rate.
    const OFF: Point<'static> = Point {
        t: 0.3,
        q: &[0.9, 0.6],
        v: &[0.4, 1.7],
        work: 0.0,
    };

    /// Uniform gains, which the solver feeds back by itself, or the same ones row by row.
    fn feedback(system: &dyn System, per_row: bool) -> FeedbackEquations<'_> {
        let form = MultiplierForm::new(system).unwrap();
        let (alpha, beta) = (Gain::Fixed(3.0), Gain::PerStep(0.5));
        let gains = if per_row {
            Gains::per_row(&[(alpha, beta)])
        } else {
            Gains::new(alpha, beta)
        };
        let mut feedback = FeedbackEquations::new(form, gains.unwrap().law(1).unwrap());
        feedback.set_step(0.1);
        feedback
    }

    #[test]
    fn the_constraint_obeys_the_damped_oscillator() {
        let system = Auto::new(TurningRod);
        for per_row in [false, true] {
            obeys_the_oscillator(&system, feedback(&system, per_row));
        }
    }

    fn obeys_the_oscillator(system: &dyn System, mut feedback: FeedbackEquations<'_>) {
        let mut rate = [0.0; 5];
        feedback
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
        let mut feedback = feedback(&system, false);
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
