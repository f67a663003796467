//! Positions as unknowns (ALF-INDEX3, Eqs. 35-40) with the trapezoidal rule.
//!
//! With `d = q⁺ - q` the rule is `v⁺ = 2d/h - v` and `h² a⁺/4 = d - h v - h² a/4`. Multiplied by `h²/4` the
//! equations of motion at the end of the step are
//!
//! ```text
//! M (d - h v - h² a/4) + Jᵀ λ' = h² f/4,   Φ(q + d) = 0,   λ' = h² λ/4,
//! ```
//!
//! a projection onto the constraints like the others, with forces in it. Newton's iteration takes one sweep at
//! each place, with `K = M + Jᵀ A J - h²/4 ∂f/∂q - h/2 ∂f/∂v`, of which the symmetric part is used. So the
//! penalty is relative to the mass here as well, and against `4 M/h²` in the equations as printed.
//!
//! The rule knows nothing of Φ' and Φ'': normal to the constraints `v⁺` errs by `h² q'''/6` and `a⁺` by
//! `h q'''/3`, and errors of both come back with the opposite sign in the next step, undamped. Both have to be
//! projected. For the same reason λ' is of first order only, while the multipliers at the projected state are of
//! second.

use crate::equations::Equations;
use solvers::{ForceTangent, MassOrthogonal, Penalty, PenaltyProjector, RelativePenalty, Singular};
use stepping::{Clock, ControlUse, Formulation, Multipliers, Refusal, StepError, Stepper, Work};
use system::{Feedback, ForceJacobian, State, System, Terms, largest};

/// The iteration has converged when positions change by less than this, relative to their size. It converges linearly
/// with a factor of `h² λ/m`, so the error that is left is smaller still.
const TOLERANCE: f64 = 1e-13;

/// An iteration that no longer halves its change has converged if the change is below this.
const NEARLY: f64 = 1e-10;

/// The most iterations. Near singular configurations multipliers converge slowly although the positions are good
/// enough: then the step is accepted if its last change is below [`GOOD_ENOUGH`], and fails otherwise.
const MAX_ITERATIONS: u32 = 40;

/// The largest last change of a step that is accepted without convergence. It would show in the energy if every step
/// had it; in the few steps near singular configurations it does not.
const GOOD_ENOUGH: f64 = 1e-6;

/// What is done with velocities and accelerations after the positions are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PostStep {
    /// Both are projected, with penalties of their own.
    Project(RelativePenalty),
    /// Neither is projected, to show why they must be.
    Skip,
}

/// The penalty of the constraints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Stiffness {
    /// In multiples of the mass that each row moves.
    Relative(RelativePenalty),
    /// As printed, the same α for every row beside forces: `h² α/4` beside the mass.
    Printed(f64),
}

/// What carries the reactions when the iteration has converged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReactionBy {
    /// Multipliers, which take over from the penalties.
    Multipliers,
    /// Penalties, which leave a violation of `λ/A`, to show what multipliers are for.
    Penalties,
}

/// The parts of a step that variants choose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Options {
    pub(crate) stiffness: Stiffness,
    pub(crate) reaction_by: ReactionBy,
    pub(crate) post_step: PostStep,
}

pub(crate) struct Index3<'a> {
    system: &'a dyn System,
    h: f64,
    clock: Clock,
    /// Gives the first acceleration, and multipliers at a state.
    equations: Equations<'a>,
    newton: MassOrthogonal,
    /// Absent where forces are constant.
    forces: Option<ForceJacobian>,
    reaction_by: ReactionBy,
    projector: Option<PenaltyProjector>,
    terms: Terms,
    memory: Memory,
    /// `d = q⁺ - q`.
    d: Vec<f64>,
    q: Vec<f64>,
    v: Vec<f64>,
    delta: Vec<f64>,
    violation: Vec<f64>,
    work: Work,
}

/// What a step leaves for the next.
struct Memory {
    /// The state that it belongs to, once `is_set`.
    state: State,
    is_set: bool,
    a: Vec<f64>,
    /// `h² λ/4`, of the equations as the rule sees them.
    lambda: Vec<f64>,
    /// Power of everything that changes the energy.
    power: f64,
}

impl<'a> Index3<'a> {
    /// Buffers for `system`. The penalty `kappa` is that of accelerations, at the start and for multipliers.
    pub(crate) fn new(
        system: &'a dyn System,
        h: f64,
        kappa: RelativePenalty,
        options: Options,
    ) -> Result<Self, Refusal> {
        let shape = system.shape();
        if shape.nonholonomic() > 0 {
            return Err(Refusal::Nonholonomic(shape.nonholonomic()));
        }
        if !shape.quaternions().is_empty() {
            return Err(Refusal::Quaternions(shape.quaternions().len()));
        }
        let equations = Equations::new(system, kappa, Feedback::default())?;
        let terms = equations.terms().clone();
        let constant_forces = shape.force_rows().is_empty();
        let penalty = match options.stiffness {
            Stiffness::Relative(kappa) => Penalty::relative(shape, &terms, kappa)?,
            Stiffness::Printed(alpha) => {
                let beside_mass = (0.25 * h * h * alpha).clamp(f64::MIN_POSITIVE, f64::MAX);
                Penalty::new(shape, beside_mass).expect("it is positive and finite")
            }
        };
        let (n, m) = (shape.n_v(), shape.constraints());
        Ok(Self {
            system,
            h,
            clock: Clock::default(),
            newton: MassOrthogonal::new(
                shape,
                if constant_forces {
                    penalty
                } else {
                    penalty.with_forces(shape)
                },
            ),
            forces: (!constant_forces).then(|| ForceJacobian::new(shape)),
            reaction_by: options.reaction_by,
            projector: match options.post_step {
                PostStep::Project(kappa) => Some(PenaltyProjector::new(shape, &terms, kappa)?),
                PostStep::Skip => None,
            },
            memory: Memory {
                state: system.initial(),
                is_set: false,
                a: vec![0.0; n],
                lambda: vec![0.0; m],
                power: 0.0,
            },
            equations,
            terms,
            d: vec![0.0; n],
            q: vec![0.0; n],
            v: vec![0.0; n],
            delta: vec![0.0; n],
            violation: vec![0.0; m],
            work: Work::default(),
        })
    }

    /// Acceleration and multipliers at a state that no step of this stepper led to.
    fn start(&mut self, state: &State) -> Result<(), StepError> {
        // The rate has the length of `y`; it is needed once, and the state has a buffer of that length.
        let rate = &mut self.memory.state;
        self.equations
            .rate(state.into(), ControlUse::Off, rate.y_mut())?;
        self.memory.a.copy_from_slice(rate.v());
        self.memory.power = rate.work_done();
        let factor = 0.25 * self.h * self.h;
        for (l, lambda) in self.memory.lambda.iter_mut().zip(self.equations.lambda()) {
            *l = factor * lambda;
        }
        Ok(())
    }

    /// Finds `d`, and leaves q⁺ and v⁺ as the rule gives them.
    fn solve(&mut self, from: &State, t: f64) -> Result<(), StepError> {
        let h = self.h;
        for ((d, v), a) in self.d.iter_mut().zip(from.v()).zip(&self.memory.a) {
            *d = h * (v + 0.5 * h * a);
        }
        // Positions may pass zero: then their changes are taken as their size.
        let scale = largest(from.q()).max(largest(&self.d));
        let mut last = f64::INFINITY;
        for _ in 0..MAX_ITERATIONS {
            self.place(from);
            self.system.evaluate(t, &self.q, &self.v, &mut self.terms);
            self.factor(t)
                .map_err(|cause| StepError::singular(from.into(), cause))?;
            self.imbalance(from);
            self.violation.copy_from_slice(&self.terms.phi);
            if self.reaction_by == ReactionBy::Penalties {
                self.memory.lambda.fill(0.0);
            }
            self.newton.sweep(
                &self.terms,
                &mut self.delta,
                &mut self.violation,
                &mut self.memory.lambda,
            );
            self.work.evaluations += 1;
            self.work.factorizations += 1;
            self.work.solves += 1;
            self.work.iterations += 1;
            for (d, delta) in self.d.iter_mut().zip(&self.delta) {
                *d += delta;
            }
            if !self.d.iter().all(|d| d.is_finite()) {
                return Err(StepError::Diverged { t });
            }
            let change = largest(&self.delta);
            let nearly = change > 0.5 * last && change <= NEARLY * scale;
            if change <= TOLERANCE * scale || nearly {
                self.place(from);
                return Ok(());
            }
            last = change;
        }
        self.place(from);
        if last <= GOOD_ENOUGH * scale {
            return Ok(());
        }
        Err(StepError::NotConverged {
            t,
            iterations: MAX_ITERATIONS,
            change: last / scale,
        })
    }

    /// `q⁺ = q + d` and `v⁺ = 2d/h - v`.
    fn place(&mut self, from: &State) {
        let per_step = 2.0 / self.h;
        let next = self.q.iter_mut().zip(&mut self.v);
        for (((q, v), d), (q0, v0)) in next.zip(&self.d).zip(from.q().iter().zip(from.v())) {
            *q = q0 + d;
            *v = per_step * d - v0;
        }
    }

    fn factor(&mut self, t: f64) -> Result<(), Singular> {
        let (h, matrix) = (self.h, self.newton.penalty());
        if let Some(jacobian) = &mut self.forces {
            self.system.force_jacobian(t, &self.q, &self.v, jacobian);
            let forces = ForceTangent {
                jacobian,
                by_position: 0.25 * h * h,
                by_velocity: 0.5 * h,
            };
            if matrix.factor_tangent(&self.terms, forces).is_ok() {
                return Ok(());
            }
            // The step is so long that force derivatives outweigh the mass: iterate without them.
        }
        matrix.factor(&self.terms)
    }

    /// `h² f/4 - M (d - h v - h² a/4)` at the last evaluation.
    fn imbalance(&mut self, from: &State) {
        let (h, shape) = (self.h, self.system.shape());
        let quarter = 0.25 * h * h;
        // The velocities of this place are not needed any more.
        let inertia = &mut self.v;
        for (((x, d), v), a) in inertia
            .iter_mut()
            .zip(&self.d)
            .zip(from.v())
            .zip(&self.memory.a)
        {
            *x = d - h * v - quarter * a;
        }
        let Terms { mass, force, .. } = &self.terms;
        shape.mass().multiply(mass, inertia, &mut self.delta);
        for (delta, f) in self.delta.iter_mut().zip(force) {
            *delta = quarter * f - *delta;
        }
    }

    /// Writes the result into the state, projects it and keeps the acceleration for the next step.
    fn finish(&mut self, state: &mut State, t: f64) -> Result<(), StepError> {
        let h = self.h;
        let quarter = 0.25 * h * h;
        for ((a, d), v) in self.memory.a.iter_mut().zip(&self.d).zip(state.v()) {
            *a = (d - h * v) / quarter - *a;
        }
        state.t = t;
        let (q, v) = state.q_v_mut();
        q.copy_from_slice(&self.q);
        v.copy_from_slice(&self.v);
        let mut moving = 0.0;
        if let Some(projector) = &mut self.projector
            && !self.violation.is_empty()
        {
            projector
                .velocities(self.system, state)
                .map_err(|error| StepError::in_projection(state, error))?;
            let more = projector.accelerations(self.system, state, &mut self.memory.a);
            // The multipliers of the projected acceleration are those of the rule and of the projection.
            for (total, (l, more)) in self
                .violation
                .iter_mut()
                .zip(self.memory.lambda.iter().zip(more))
            {
                *total = l / quarter + more;
            }
            let reactions = self.violation.iter().zip(&projector.terms().phi_t);
            moving = reactions.map(|(l, p)| l * p).sum();
        }
        if self.system.shape().tracks_work() {
            let power = self.system.power(t, state.q(), state.v()) + moving;
            if let Some(w) = state.y_mut().last_mut() {
                *w += 0.5 * h * (self.memory.power + power);
            }
            self.memory.power = power;
        }
        Ok(())
    }
}

impl Stepper for Index3<'_> {
    fn step(&mut self, state: &mut State) -> Result<(), StepError> {
        if !(self.memory.is_set && self.memory.state == *state) {
            self.memory.is_set = false;
            self.start(state)?;
        }
        let t = self.clock.after(state.t, self.h);
        self.solve(state, t)?;
        self.finish(state, t)?;
        self.work.steps += 1;
        if !state.is_finite() {
            return Err(StepError::Diverged { t });
        }
        self.memory.state.t = state.t;
        self.memory.state.y_mut().copy_from_slice(state.y());
        self.memory.is_set = true;
        Ok(())
    }

    fn multipliers(&mut self, state: &State) -> Result<Multipliers<'_>, StepError> {
        Ok(Multipliers {
            values: self.equations.multipliers(state.into())?,
            at_time: state.t,
        })
    }

    fn work(&self) -> Work {
        let mut work = self.work;
        work += self.equations.work();
        if let Some(projector) = &self.projector {
            work += projector.work();
        }
        work
    }
}

#[cfg(test)]
mod tests;
