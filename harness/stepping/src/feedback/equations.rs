//! The equations of motion under linear feedback on the constraints, for every integrator and placement.
//!
//! ```text
//! M v' + Jᵀ λ = f,   J v' = γ + u,   u = -R w - S Φ,   w = J v + Φ_t
//! ```

use crate::{
    ControlUse, Formulation, Integrator, MultiplierForm, OnMultiplierForm, Placement, Point,
    Prepared, Resolution, RowLaw, StepControl, StepError, Work, stepper,
};
use solvers::{Kkt, MotionSolver};
use system::{Feedback, System};

/// A stepper with fixed steps for the equations of motion under a law of feedback that acts in every stage of the
/// integrator. For other placements or adaptive steps, pass [`FeedbackEquations`] to [`stepper`].
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

/// A law of feedback on the constraints, in most methods `u = -R w - S Φ`, with its gains at the present step.
pub trait Law {
    /// Sets the step size, for gains that depend on it.
    fn set_step(&mut self, _h: f64) {}

    /// Whether the gains change with the step size.
    fn depends_on_step(&self) -> bool {
        true
    }

    /// Both gains, where they are the same for every row and no row is coupled with another. The solver can then form
    /// `u` by itself.
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
    /// The gains at the present step, where they are the same for every row.
    uniform: Option<Feedback>,
    /// A workspace for `u`.
    u: Vec<f64>,
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
        }
    }

    /// The rate under the law; `u` is written to `stored` if this is given.
    #[inline(always)]
    fn controlled_rate(
        &mut self,
        at: Point<'_>,
        stored: Option<&mut [f64]>,
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        // The feedback enters the right-hand side of the one solve that is made anyway.
        let Some(feedback) = self.uniform else {
            return self.ruled_rate(at, stored, y_dot);
        };
        self.form.feedback_rate(at, feedback, y_dot)?;
        if let Some(u) = stored {
            let (phi, w) = self.form.violation();
            self.law.push(phi, w, u);
        }
        Ok(())
    }

    /// The controlled rate where the solver cannot form `u`, out of line so that the other case stays small.
    #[inline(never)]
    fn ruled_rate(
        &mut self,
        at: Point<'_>,
        stored: Option<&mut [f64]>,
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        let Self { form, law, u, .. } = self;
        let u = stored.unwrap_or(u);
        form.ruled_rate(at, u, |phi, w, u| law.push(phi, w, u), y_dot)
    }

    /// The controlled rate with `u` stored. Out of line, as it is needed once in a step.
    #[inline(never)]
    fn sampled_rate(
        &mut self,
        at: Point<'_>,
        u: &mut [f64],
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        self.controlled_rate(at, Some(u), y_dot)
    }

    /// The uncontrolled rate with the control beside it. Out of line, as it is needed once in a step.
    #[inline(never)]
    fn rate_beside(
        &mut self,
        at: Point<'_>,
        control: &mut [f64],
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        self.form.feedback_rate(at, Feedback::default(), y_dot)?;
        self.correction(at, control)
    }

    /// Writes the rate that the law adds at the last evaluation.
    fn correction(&mut self, at: Point<'_>, y_dot: &mut [f64]) -> Result<(), StepError> {
        let (phi, w) = self.form.violation();
        self.law.push(phi, w, &mut self.u);
        self.form.correction(at, &self.u, y_dot)
    }
}

impl<L: Law, S: MotionSolver> Formulation for FeedbackEquations<'_, L, S> {
    fn system(&self) -> &dyn System {
        self.form.system()
    }

    fn set_step(&mut self, h: f64) -> bool {
        self.law.set_step(h);
        self.uniform = self.law.uniform();
        !self.law.depends_on_step()
    }

    #[inline(always)]
    fn rate(
        &mut self,
        at: Point<'_>,
        control: ControlUse<'_>,
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        match control {
            ControlUse::Off => self.form.feedback_rate(at, Feedback::default(), y_dot),
            ControlUse::Added(_) => self.controlled_rate(at, None, y_dot),
            ControlUse::Sampled(sample) => self.sampled_rate(at, &mut sample.u, y_dot),
            // Only `u` is held; its direction follows J through the stages.
            ControlUse::Held(sample) => self.form.pushed_rate(at, &sample.u, y_dot),
            ControlUse::Beside(control) => self.rate_beside(at, control, y_dot),
            ControlUse::Alone => {
                self.form.look(at);
                self.correction(at, y_dot)
            }
        }
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
    use crate::formulations::test_systems::{OFF, Parts, TurningRod};
    use crate::{ControlSample, Gain, Gains};
    use system::{Auto, Terms};

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
        let (mut rate, mut sample) = ([0.0; 5], ControlSample::new(system.shape()));
        let control = ControlUse::Added(&mut sample);
        feedback.rate(OFF, control, &mut rate).unwrap();
        let mut terms = Terms::new(system.shape());
        system.evaluate(OFF.t, OFF.q, OFF.v, &mut terms);
        let along = |x: &[f64]| terms.jacobian[0] * x[0] + terms.jacobian[1] * x[1];
        let acceleration = along(&rate[2..4]) - terms.gamma[0];
        let w = along(OFF.v) + terms.phi_t[0];
        let law = acceleration + 3.0 * w + 0.5 / 0.01 * terms.phi[0];
        assert!(law.abs() < 1e-12, "{law}");
        assert!(terms.phi[0].abs() > 0.01 && w.abs() > 0.01);
    }

    /// The control is the same together with the rate, beside it, alone or held; with the work of the moving
    /// constraint.
    #[test]
    fn rate_and_control_add_up_to_the_controlled_rate() {
        let system = Auto::new(TurningRod);
        for per_row in [false, true] {
            let parts = Parts::at(OFF, &system, &mut feedback(&system, per_row));
            assert!(parts.control[2..].iter().all(|x| x.abs() > 0.01));
            parts.check();
        }
    }
}
