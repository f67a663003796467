//! The equations of motion by penalties and multipliers (ALF, Eqs. 5-8).

use solvers::{Mass, MassOrthogonal, Penalty, RelativePenalty, Singular, Sweeps};
use stepping::{ControlUse, Formulation, Point, Refusal, StepError, Work};
use system::{Feedback, System, Terms};

/// Sweeps that leave more than this fraction of the residual have not found the multipliers. Independent and redundant
/// rows leave far less, nearly dependent rows far more.
const FOUND: f64 = 1e-6;

/// The free acceleration `M⁻¹ f`, moved to the nearest with `J a = γ - α w - β Φ`.
pub(crate) struct Equations<'a> {
    system: &'a dyn System,
    terms: Terms,
    mass: Mass,
    nearest: MassOrthogonal,
    feedback: Feedback,
    /// The right-hand side of the constraints, and the acceleration where only multipliers are asked for.
    c: Vec<f64>,
    unused: Vec<f64>,
    lambda: Vec<f64>,
    /// Unit quaternions; empty when there are none.
    unit_q: Vec<f64>,
    work: Work,
}

/// Which constraint accelerations the equations ask for.
#[derive(Clone, Copy, PartialEq)]
enum Goal {
    /// `J a = γ`.
    Uncontrolled,
    /// `J a = γ - α w - β Φ`.
    Controlled,
}

impl<'a> Equations<'a> {
    /// Buffers for `system`, with penalties relative to the mass that its rows move at the start.
    pub(crate) fn new(
        system: &'a dyn System,
        kappa: RelativePenalty,
        feedback: Feedback,
    ) -> Result<Self, Refusal> {
        let shape = system.shape();
        let start = system.initial();
        let mut terms = Terms::new(shape);
        system.evaluate(start.t, start.q(), start.v(), &mut terms);
        let penalty = Penalty::relative(shape, &terms, kappa)?;
        let m = shape.constraints();
        let q_of_quaternions = if shape.quaternions().is_empty() {
            0
        } else {
            shape.n_q()
        };
        let mut equations = Self {
            system,
            terms,
            mass: Mass::new(shape),
            nearest: MassOrthogonal::new(shape, penalty),
            feedback,
            c: vec![0.0; m],
            unused: vec![0.0; shape.n_v()],
            lambda: vec![0.0; m],
            unit_q: vec![0.0; q_of_quaternions],
            work: Work::default(),
        };
        let at = Point::from(&start);
        let mut a = vec![0.0; shape.n_v()];
        let Sweeps { count, residual } = equations.accelerate(at, Goal::Uncontrolled, &mut a)?;
        if residual > FOUND {
            return Err(Refusal::NearlyDependent {
                sweeps: count,
                residual,
            });
        }
        equations.work = Work::default();
        Ok(equations)
    }

    /// What the last evaluation found.
    pub(crate) fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The multipliers of the last rate.
    pub(crate) fn lambda(&self) -> &[f64] {
        &self.lambda
    }

    /// Evaluates the system at a point, quaternions brought to unit length.
    fn evaluate(&mut self, at: Point<'_>) {
        let q = if self.unit_q.is_empty() {
            at.q
        } else {
            self.unit_q.copy_from_slice(at.q);
            self.system.shape().normalize(&mut self.unit_q);
            &self.unit_q
        };
        self.system.evaluate(at.t, q, at.v, &mut self.terms);
        self.work.evaluations += 1;
    }

    /// The acceleration at the point evaluated last, with its multipliers in `lambda`.
    fn accelerate(&mut self, at: Point<'_>, goal: Goal, a: &mut [f64]) -> Result<Sweeps, Singular> {
        if self.c.is_empty() {
            // Newton's law, rounded as everywhere else.
            a.copy_from_slice(&self.terms.force);
            self.mass.factor(&self.terms)?;
            self.mass.solve(a);
            return Ok(Sweeps {
                count: 0,
                residual: 0.0,
            });
        }
        self.nearest.factor(&self.terms)?;
        self.aim(at, goal);
        let Self { terms, lambda, .. } = self;
        let sweeps = self.nearest.solve(terms, &terms.force, &self.c, a, lambda);
        self.work.factorizations += 1;
        self.work.solves += u64::from(sweeps.count);
        Ok(sweeps)
    }

    /// Writes the right-hand side of the constraints.
    fn aim(&mut self, at: Point<'_>, goal: Goal) {
        let Terms { gamma, phi, .. } = &self.terms;
        if goal == Goal::Uncontrolled {
            self.c.copy_from_slice(gamma);
            return;
        }
        let Feedback { alpha, beta } = self.feedback;
        self.terms
            .velocity_residual(self.system.shape(), at.v, &mut self.c);
        for ((c, gamma), phi) in self.c.iter_mut().zip(gamma).zip(phi) {
            *c = gamma - alpha * *c - beta * phi;
        }
    }

    /// `y' = (N v, a, W')`.
    fn derive(&mut self, at: Point<'_>, goal: Goal, y_dot: &mut [f64]) -> Result<(), StepError> {
        self.evaluate(at);
        let shape = self.system.shape();
        let (q_dot, rest) = y_dot.split_at_mut(shape.n_q());
        let (v_dot, w_dot) = rest.split_at_mut(shape.n_v());
        self.accelerate(at, goal, v_dot)
            .map_err(|cause| self.lost(at, cause))?;
        shape.kinematics(at.q, at.v, q_dot);
        if let Some(w_dot) = w_dot.first_mut() {
            *w_dot = self.power(at);
        }
        Ok(())
    }

    /// Why there is no acceleration. Where the mass is definite K is as well, up to rounding: then rows have grown
    /// so much since the start that nothing is left of the mass beside them.
    #[cold]
    fn lost(&mut self, at: Point<'_>, cause: Singular) -> StepError {
        match self.mass.factor(&self.terms) {
            Ok(()) => StepError::Diverged { t: at.t },
            Err(_) => StepError::singular(at, cause),
        }
    }

    /// Power of everything that changes the energy. Moving constraints do work: `-λᵀ J v = λᵀ Φ_t`.
    fn power(&self, at: Point<'_>) -> f64 {
        let q = if self.unit_q.is_empty() {
            at.q
        } else {
            &self.unit_q
        };
        let reactions = self.lambda.iter().zip(&self.terms.phi_t);
        let moving: f64 = reactions.map(|(l, p)| l * p).sum();
        self.system.power(at.t, q, at.v) + moving
    }

    /// What the feedback adds: the smallest acceleration with `J a = -α w - β Φ`, from the factorization at hand.
    fn control(&mut self, at: Point<'_>, y_dot: &mut [f64]) {
        self.aim(at, Goal::Controlled);
        for (c, gamma) in self.c.iter_mut().zip(&self.terms.gamma) {
            *c -= gamma;
        }
        y_dot.fill(0.0);
        let shape = self.system.shape();
        let a = &mut y_dot[shape.n_q()..shape.n_q() + shape.n_v()];
        let sweeps = self
            .nearest
            .project(&self.terms, &self.c, a, &mut self.lambda);
        self.work.solves += u64::from(sweeps.count);
    }
}

impl Formulation for Equations<'_> {
    fn system(&self) -> &dyn System {
        self.system
    }

    fn rate(
        &mut self,
        at: Point<'_>,
        control: ControlUse<'_>,
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        if matches!(control, ControlUse::Added(_)) {
            return self.derive(at, Goal::Controlled, y_dot);
        }
        self.derive(at, Goal::Uncontrolled, y_dot)?;
        control.apply(y_dot, |u| {
            self.control(at, u);
            Ok(())
        })
    }

    fn multipliers(&mut self, at: Point<'_>) -> Result<&[f64], StepError> {
        // Reading λ does not count as work of the method.
        let work = self.work;
        self.evaluate(at);
        let mut a = std::mem::take(&mut self.unused);
        let solved = self.accelerate(at, Goal::Uncontrolled, &mut a);
        (self.unused, self.work) = (a, work);
        solved.map_err(|cause| self.lost(at, cause))?;
        Ok(&self.lambda)
    }

    fn work(&self) -> Work {
        self.work
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conformance::fixtures::{Setting, duplicated_row, nearly_parallel};
    use stepping::ControlSample;

    const FEEDBACK: Feedback = Feedback {
        alpha: 20.0,
        beta: 100.0,
    };

    fn equations(system: &dyn System) -> Result<Equations<'_>, Refusal> {
        Equations::new(system, RelativePenalty::new(1e7).unwrap(), FEEDBACK)
    }

    #[test]
    fn copies_of_a_row_share_its_reaction_evenly() {
        // The second row is twice the first, so half the multiplier is the same force.
        let fixture = duplicated_row();
        let start = fixture.system.initial();
        let mut equations = equations(&*fixture.system).unwrap();
        let at = Point::from(&start);
        let lambda = equations.multipliers(at).unwrap();
        // The rod carries m (v² + g cos θ), θ = 1, v = 1/2, and each row half of it.
        let half = 0.5 * (0.25 + 9.81 * math::cos(1.0));
        assert!((lambda[0] - half).abs() < 1e-14, "{lambda:?}");
        assert!((2.0 * lambda[1] - half).abs() < 1e-14, "{lambda:?}");
    }

    #[test]
    fn rate_and_control_are_the_controlled_rate() {
        // A start that violates its constraints.
        let system = Setting::PLAIN.system();
        let start = system.initial();
        let at = Point::from(&start);
        let mut equations = equations(&*system).unwrap();
        let [mut rate, mut control, mut both] = [(); 3].map(|()| vec![0.0; start.y().len()]);
        let beside = ControlUse::Beside(&mut control);
        equations.rate(at, beside, &mut rate).unwrap();
        assert!(control.iter().any(|u| u.abs() > 0.01), "{control:?}");
        let mut sample = ControlSample::new(system.shape());
        let added = ControlUse::Added(&mut sample);
        equations.rate(at, added, &mut both).unwrap();
        for ((rate, control), both) in rate.iter().zip(&control).zip(&both) {
            assert!((rate + control - both).abs() < 1e-13);
        }
    }

    #[test]
    fn rows_at_a_millionth_of_a_radian_are_refused_and_why() {
        let fixture = nearly_parallel();
        let refusal = equations(&*fixture.system).err().unwrap();
        assert!(
            matches!(refusal, Refusal::NearlyDependent { sweeps: 6, .. }),
            "{refusal}"
        );
    }
}
