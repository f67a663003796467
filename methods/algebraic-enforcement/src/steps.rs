//! One step: predictor, corrector and second pass.

use crate::Scheme;
use crate::kinematics::{add, advance, mean};
use solvers::Kkt;
use stepping::{Clock, Multipliers, Point, Refusal, StepError, Stepper, Work};
use system::quaternion::{implicit_update, midpoint_update};
use system::{Feedback, Reaction, State, System, Terms};

/// Steps of the predictor alone at a start that may be inconsistent: it is dead-beat in two.
const START: u64 = 2;

/// The scheme bound to one system, with every buffer.
pub(crate) struct Steps<'a> {
    system: &'a dyn System,
    scheme: Scheme,
    h: f64,
    clock: Clock,
    work: Work,
    terms: Terms,
    kkt: Kkt,
    /// λ of the last solve.
    reaction: Reaction,
    /// Acceleration of the last solve.
    a: Vec<f64>,
    predicted: Place,
    half: Place,
    /// Φᵖ.
    phi: Vec<f64>,
    /// Right-hand side of the corrector, which forces do not change.
    gamma: Vec<f64>,
    /// λ of the last step with a corrector.
    lambda: Vec<f64>,
    /// λ of the step with a corrector before that.
    earlier: Vec<f64>,
    averaged: Vec<f64>,
    /// Steps with a corrector so far.
    corrected: u64,
}

struct Place {
    q: Vec<f64>,
    v: Vec<f64>,
}

impl<'a> Steps<'a> {
    /// Steps of size `h`.
    ///
    /// # Errors
    /// When the multipliers are not unique at the initial state.
    pub(crate) fn new(system: &'a dyn System, scheme: Scheme, h: f64) -> Result<Self, Refusal> {
        let shape = system.shape();
        let (n, m) = (shape.n_v(), shape.constraints());
        let place = || Place {
            q: vec![0.0; shape.n_q()],
            v: vec![0.0; n],
        };
        let mut steps = Self {
            system,
            scheme,
            h,
            clock: Clock::default(),
            work: Work::default(),
            terms: Terms::new(shape),
            kkt: Kkt::new(shape),
            reaction: Reaction::new(m),
            a: vec![0.0; n],
            predicted: place(),
            half: place(),
            phi: vec![0.0; m],
            gamma: vec![0.0; m],
            lambda: vec![0.0; m],
            earlier: vec![0.0; m],
            averaged: vec![0.0; m],
            corrected: 0,
        };
        let start = system.initial();
        system.evaluate(start.t, start.q(), start.v(), &mut steps.terms);
        steps.kkt.factor(&steps.terms)?;
        Ok(steps)
    }

    /// Leaves `(qᵖ, vᵖ)` in `predicted` (Eqs. 14-22, 44a).
    fn predict(&mut self, state: &State) -> Result<(), StepError> {
        let (h, shape) = (self.h, self.system.shape());
        let (t, q, v) = (state.t, state.q(), state.v());
        self.system.evaluate(t, q, v, &mut self.terms);
        // Eq. 21 is a feedback of Φ and Φ' with these gains on a constraint without γ.
        self.terms.gamma.fill(0.0);
        let expansion = Feedback {
            alpha: 1.0 / h,
            beta: 1.0 / (h * h),
        };
        self.kkt
            .accelerate(&self.terms, v, expansion, &mut self.reaction, &mut self.a)
            .map_err(|cause| StepError::singular(at(t, q, v), cause))?;
        self.count(1, 1, 1);
        let Place { q: q_p, v: v_p } = &mut self.predicted;
        v_p.copy_from_slice(v);
        add(v_p, h, &self.a);
        q_p.copy_from_slice(q);
        advance(shape, q_p, v_p, h, implicit_update);
        Ok(())
    }

    /// Moves the state to where the predictor leads.
    fn accept_prediction(&mut self, state: &mut State) {
        if self.system.shape().tracks_work() {
            // The rectangle rule is of the same order as the predictor.
            let power = self.system.power(state.t, state.q(), state.v()) + self.moving();
            add_work(state, self.h * power);
        }
        let (q, v) = state.q_v_mut();
        q.copy_from_slice(&self.predicted.q);
        v.copy_from_slice(&self.predicted.v);
    }

    /// Moves the state from the predicted place to the corrected one (Eqs. 23-42, 44b).
    fn correct(&mut self, state: &mut State, t_next: f64) -> Result<(), StepError> {
        let (h, shape) = (self.h, self.system.shape());
        let t_half = state.t + 0.5 * h;
        mean(state.q(), &self.predicted.q, &mut self.half.q);
        shape.normalize(&mut self.half.q);
        mean(state.v(), &self.predicted.v, &mut self.half.v);
        self.system
            .constraint(t_next, &self.predicted.q, &mut self.phi);
        self.evaluate_half(t_half);
        self.expand(state.v());
        self.solve_half(state.v(), t_half)?;
        if self.scheme == Scheme::SecondPass {
            let v_h = &mut self.half.v;
            v_h.copy_from_slice(state.v());
            add(v_h, 0.5 * h, &self.a);
            self.evaluate_half(t_half);
            let lambda = &mut self.reaction.lambda;
            self.kkt
                .solve(&self.terms.force, &self.gamma, &mut self.a, lambda);
            self.count(0, 0, 1);
        }
        let (q, v) = state.q_v_mut();
        // (v + v⁺)/2 moves the coordinates (Eqs. 30 and 32).
        self.half.v.copy_from_slice(v);
        add(&mut self.half.v, 0.5 * h, &self.a);
        add(v, h, &self.a);
        advance(shape, q, &self.half.v, h, midpoint_update);
        shape.normalize(q);
        if shape.tracks_work() {
            let Place { q, v } = &self.half;
            let power = self.system.power(t_half, q, v) + self.moving();
            add_work(state, h * power);
        }
        std::mem::swap(&mut self.earlier, &mut self.lambda);
        self.lambda.copy_from_slice(&self.reaction.lambda);
        self.corrected += 1;
        Ok(())
    }

    fn evaluate_half(&mut self, t_half: f64) {
        let Place { q, v } = &self.half;
        self.system.evaluate(t_half, q, v, &mut self.terms);
        self.count(1, 0, 0);
    }

    /// The right-hand side of the corrector at the half step.
    fn expand(&mut self, v: &[f64]) {
        let (h, shape) = (self.h, self.system.shape());
        let rows = shape.rows();
        // The acceleration of the predictor is no longer needed: its buffer is free.
        let back = &mut self.a;
        for ((back, v), v_p) in back.iter_mut().zip(v).zip(&self.predicted.v) {
            *back = v - v_p;
        }
        rows.multiply(&self.terms.jacobian, back, &mut self.gamma);
        for (gamma, phi) in self.gamma.iter_mut().zip(&self.phi) {
            *gamma = -2.0 / h * (*gamma + phi / h);
        }
        if shape.nonholonomic() > 0 {
            let w = &mut self.reaction.w;
            self.terms.velocity_residual(shape, v, w);
            let velocity_rows = shape.holonomic()..;
            let gamma = &mut self.gamma[velocity_rows.clone()];
            for (gamma, w) in gamma.iter_mut().zip(&w[velocity_rows]) {
                *gamma = -2.0 / h * w;
            }
        }
    }

    /// Acceleration and λ at the half step. Where a second pass follows, the factorization stays for it.
    fn solve_half(&mut self, v: &[f64], t_half: f64) -> Result<(), StepError> {
        let Self {
            kkt,
            terms,
            gamma,
            reaction,
            a,
            ..
        } = self;
        let solved = if self.scheme == Scheme::SecondPass {
            kkt.factor(terms)
                .map(|()| kkt.solve(&terms.force, gamma, a, &mut reaction.lambda))
        } else {
            terms.gamma.copy_from_slice(gamma);
            kkt.accelerate(terms, v, Feedback::default(), reaction, a)
        };
        self.count(0, 1, 1);
        let Place { q, v } = &self.half;
        solved.map_err(|cause| StepError::singular(at(t_half, q, v), cause))
    }

    /// λ of the equations of motion at the state. The λ of the predictor is not the reaction: it lacks γ, for which later
    /// steps compensate through Φ and w, and it contains the rounding of Φ divided by h².
    fn react(&mut self, state: &State) -> Result<(), StepError> {
        let (t, q, v) = (state.t, state.q(), state.v());
        self.system.evaluate(t, q, v, &mut self.terms);
        let (reaction, a) = (&mut self.reaction, &mut self.a);
        self.kkt
            .accelerate(&self.terms, v, Feedback::default(), reaction, a)
            .map_err(|cause| StepError::singular(at(t, q, v), cause))?;
        self.lambda.copy_from_slice(&reaction.lambda);
        Ok(())
    }

    /// Power of moving constraints, `-λᵀ J v = λᵀ Φ_t`.
    fn moving(&self) -> f64 {
        let rows = self.reaction.lambda.iter().zip(&self.terms.phi_t);
        rows.map(|(lambda, phi_t)| lambda * phi_t).sum()
    }

    fn count(&mut self, evaluations: u64, factorizations: u64, solves: u64) {
        self.work.evaluations += evaluations;
        self.work.factorizations += factorizations;
        self.work.solves += solves;
    }
}

impl Stepper for Steps<'_> {
    fn step(&mut self, state: &mut State) -> Result<(), StepError> {
        let t_next = self.clock.after(state.t, self.h);
        self.predict(state)?;
        let predictor_alone = match self.scheme {
            Scheme::Predictor => true,
            Scheme::PredictorStart => self.work.steps < START,
            Scheme::PredictorCorrector | Scheme::SecondPass => false,
        };
        if predictor_alone {
            self.accept_prediction(state);
        } else {
            self.correct(state, t_next)?;
        }
        self.work.steps += 1;
        state.t = t_next;
        StepError::unless_finite(state)
    }

    fn multipliers(&mut self, state: &State) -> Result<Multipliers<'_>, StepError> {
        Ok(match self.corrected {
            0 => {
                self.react(state)?;
                Multipliers {
                    values: &self.lambda,
                    at_time: state.t,
                }
            }
            n if n > 1 && self.scheme.averages() => {
                mean(&self.earlier, &self.lambda, &mut self.averaged);
                Multipliers {
                    values: &self.averaged,
                    at_time: state.t - self.h,
                }
            }
            _ => Multipliers {
                values: &self.lambda,
                at_time: state.t - 0.5 * self.h,
            },
        })
    }

    fn work(&self) -> Work {
        self.work
    }
}

fn add_work(state: &mut State, work: f64) {
    if let Some(w) = state.y_mut().last_mut() {
        *w += work;
    }
}

fn at<'b>(t: f64, q: &'b [f64], v: &'b [f64]) -> Point<'b> {
    Point { t, q, v, work: 0.0 }
}
