//! What a single step adds, from a state on the true motion or beside it.

use super::Unsampled;
use super::law::Law;
use crate::drift::motion::Motion;
use results::planted;
use solvers::MinNorm;
use stepping::{Resolution, StepSize, Stepper, Variant, Work};
use system::{State, System, Terms};
use trial::{Gauge, Sample};

/// What one step adds to the violations that it finds, and to the energy.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Defect {
    /// Φ and w of each row that the law does not account for.
    pub(crate) delta: [Vec<f64>; 2],
    /// λ of the motion.
    pub(crate) lambda: Vec<f64>,
    /// Ψ without the work that λ does on what the step finds; from a state beside the motion without the energy of the
    /// violations.
    pub(crate) energy: f64,
    /// The energy of the violations from which the step began; zero on the motion.
    pub(crate) stored: f64,
}

impl Defect {
    /// Φ, w or the energy.
    pub(crate) fn of(&self, q: usize) -> &[f64] {
        match q {
            0 | 1 => &self.delta[q],
            _ => std::slice::from_ref(&self.energy),
        }
    }

    /// Multiplies everything by a factor.
    pub(crate) fn scale(&mut self, factor: f64) {
        let [phi, w] = &mut self.delta;
        let values = phi.iter_mut().chain(w).chain(&mut self.lambda);
        values.for_each(|x| *x *= factor);
        self.energy *= factor;
        self.stored *= factor;
    }

    /// Adds a multiple of another one.
    pub(crate) fn add(&mut self, other: &Self, factor: f64) {
        let [phi, w] = &mut self.delta;
        let values = phi.iter_mut().chain(w).chain(&mut self.lambda);
        let more = other.delta.iter().flatten().chain(&other.lambda);
        values.zip(more).for_each(|(x, y)| *x += factor * y);
        self.energy += factor * other.energy;
        self.stored += factor * other.stored;
    }

    /// The same, to be changed.
    pub(crate) fn of_mut(&mut self, q: usize) -> &mut [f64] {
        match q {
            0 | 1 => &mut self.delta[q],
            _ => std::slice::from_mut(&mut self.energy),
        }
    }
}

/// Takes single steps of one size.
pub(crate) struct SingleSteps<'a> {
    motion: &'a Motion,
    law: Law,
    system: &'a dyn System,
    stepper: Box<dyn Stepper + 'a>,
    gauge: Gauge,
    aside: Aside,
    y: Vec<f64>,
    taken: usize,
}

impl<'a> SingleSteps<'a> {
    /// Steps of `h` of a variant along a motion.
    ///
    /// # Errors
    /// When the variant has no law, or refuses the system.
    pub(crate) fn new(
        motion: &'a Motion,
        variant: &'a dyn Variant,
        system: &'a dyn System,
        h: StepSize,
    ) -> Result<Self, Unsampled> {
        let shape = system.shape();
        let law = Law::of(variant, shape, h)?;
        let stepper = variant.prepare(system, Resolution::Fixed(h))?;
        let (q, v) = motion.states[0].split_at(shape.n_q());
        Ok(Self {
            motion,
            law,
            system,
            stepper,
            gauge: Gauge::new(system, &State::new(shape, 0.0, q, v)),
            aside: Aside::new(system),
            y: vec![0.0; shape.n_q() + shape.n_v()],
            taken: 0,
        })
    }

    /// Number of steps taken so far, and their work.
    pub(crate) fn cost(&self) -> (usize, Work) {
        (self.taken, self.stepper.work())
    }

    /// The step from the true state at time `t`.
    ///
    /// # Errors
    /// When the step cannot be taken.
    pub(crate) fn take(&mut self, t: f64) -> Result<Defect, Unsampled> {
        let (mut state, lambda) = self.state(t);
        let before = self.gauge.sample(self.system, &state);
        let found = before.phi.iter().zip(before.w).map(|(phi, w)| [*phi, *w]);
        let found: Vec<[f64; 2]> = found.collect();
        let mut energy = -before.energy;
        self.taken += 1;
        self.stepper.step(&mut state)?;
        let after = self.gauge.sample(self.system, &state);
        energy += after.energy;
        let (mut phi, mut w) = (after.phi.to_vec(), after.w.to_vec());
        // The motion is known up to an error, and so the state is on the constraints up to an error.
        energy -= self.law.gains(t, &found, &lambda);
        for (row, left) in self.law.leaves(t, &found).into_iter().enumerate() {
            phi[row] -= left[0];
            w[row] -= left[1];
        }
        if planted::is(planted::Defect::LocalDefectSign) {
            w.iter_mut().for_each(|w| *w = -*w);
        }
        Ok(Defect {
            delta: [phi, w],
            lambda,
            energy,
            stored: 0.0,
        })
    }

    /// The step from the state that is off the true state at time `t` by `e` in each row, of which the law leaves its part.
    ///
    /// # Errors
    /// When the step cannot be taken.
    pub(crate) fn take_beside(
        &mut self,
        law: &Law,
        t: f64,
        e: &[[f64; 2]],
    ) -> Result<Beside, Unsampled> {
        let (mut state, lambda) = self.state(t);
        self.aside.shift(self.system, &mut state, e)?;
        let before = self.gauge.sample(self.system, &state);
        let found = before.phi.iter().zip(before.w).map(|(phi, w)| [*phi, *w]);
        let found: Vec<[f64; 2]> = found.collect();
        let mut energy = -before.energy;
        let stored = self
            .aside
            .stored(before.terms, before.phi, before.w, &lambda, t)?;
        self.taken += 1;
        self.stepper.step(&mut state)?;
        let (_, lambda) = self.state(state.t);
        let after = self.gauge.sample(self.system, &state);
        energy += after.energy;
        let released = self
            .aside
            .stored(after.terms, after.phi, after.w, &lambda, state.t)?;
        let (mut phi, mut w) = (after.phi.to_vec(), after.w.to_vec());
        for (row, left) in law.leaves(t, &found).into_iter().enumerate() {
            phi[row] -= left[0];
            w[row] -= left[1];
        }
        Ok(Beside {
            defect: Defect {
                delta: [phi, w],
                lambda: vec![0.0; lambda.len()],
                energy: energy - (released - stored),
                stored,
            },
            gained: energy,
        })
    }

    /// The step from the state that is off the true state at time `t` by `e` in each row, without a law.
    ///
    /// # Errors
    /// When the step cannot be taken.
    pub(crate) fn jump(&mut self, t: f64, e: &[[f64; 2]]) -> Result<Jump, Unsampled> {
        let (mut state, _) = self.state(t);
        self.aside.shift(self.system, &mut state, e)?;
        let pairs = |sample: &Sample<'_>| -> Vec<[f64; 2]> {
            let both = sample.phi.iter().zip(sample.w);
            both.map(|(phi, w)| [*phi, *w]).collect()
        };
        let before = self.gauge.sample(self.system, &state);
        let (found, energy) = (pairs(&before), before.energy);
        self.taken += 1;
        self.stepper.step(&mut state)?;
        let after = self.gauge.sample(self.system, &state);
        Ok(Jump {
            found,
            left: pairs(&after),
            gained: after.energy - energy,
        })
    }

    /// The true state and λ at time `t`.
    fn state(&mut self, t: f64) -> (State, Vec<f64>) {
        let shape = self.system.shape();
        let mut lambda = vec![0.0; shape.constraints()];
        self.motion.at(t, &mut self.y, &mut lambda);
        let (q, v) = self.y.split_at_mut(shape.n_q());
        shape.normalize(q);
        (State::new(shape, t, q, v), lambda)
    }
}

/// A step with what it found and what it left.
pub(crate) struct Jump {
    /// `(Φ, w)` of each row before the step, and after it.
    pub(crate) found: Vec<[f64; 2]>,
    pub(crate) left: Vec<[f64; 2]>,
    /// Everything that the energy gained.
    pub(crate) gained: f64,
}

/// A step from a state beside the motion.
pub(crate) struct Beside {
    /// What it adds to the violations, and to the energy beyond that of the violations.
    pub(crate) defect: Defect,
    /// Everything that the energy gained.
    pub(crate) gained: f64,
}

/// Moves states off the constraints by the shortest way in the metric of the mass.
struct Aside {
    terms: Terms,
    solver: MinNorm,
    wanted: Vec<f64>,
    shift: Vec<f64>,
    rate: Vec<f64>,
    lambda: Vec<f64>,
}

impl Aside {
    fn new(system: &dyn System) -> Self {
        let shape = system.shape();
        Self {
            terms: Terms::new(shape),
            solver: MinNorm::new(shape),
            wanted: vec![0.0; shape.constraints()],
            shift: vec![0.0; shape.n_v()],
            rate: vec![0.0; shape.n_q()],
            lambda: vec![0.0; shape.constraints()],
        }
    }

    /// The energy of violations, `½ wᵀ S⁻¹ w - λᵀ Φ`: that of velocities across the constraints, and the work of the
    /// forces of constraint on the way out.
    fn stored(
        &mut self,
        terms: &Terms,
        phi: &[f64],
        w: &[f64],
        lambda: &[f64],
        t: f64,
    ) -> Result<f64, Unsampled> {
        let singular = |_| Unsampled::Singular { t };
        self.solver.factor(terms).map_err(singular)?;
        self.solver.correct(w, &mut self.shift, &mut self.lambda);
        let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
        Ok(0.5 * dot(w, &self.lambda).abs() - dot(lambda, phi))
    }

    /// Adds `e = (Φ, w)` to the violations of a state, up to their square.
    fn shift(
        &mut self,
        system: &dyn System,
        state: &mut State,
        e: &[[f64; 2]],
    ) -> Result<(), Unsampled> {
        let shape = system.shape();
        let t = state.t;
        let singular = |_| Unsampled::Singular { t };
        system.evaluate(state.t, state.q(), state.v(), &mut self.terms);
        self.solver.factor(&self.terms).map_err(singular)?;
        for (wanted, e) in self.wanted.iter_mut().zip(e) {
            *wanted = e[0];
        }
        self.solver
            .correct(&self.wanted, &mut self.shift, &mut self.lambda);
        shape.kinematics(state.q(), &self.shift, &mut self.rate);
        let (q, _) = state.q_v_mut();
        q.iter_mut()
            .zip(&self.rate)
            .for_each(|(q, shift)| *q += shift);
        shape.normalize(q);

        system.evaluate(state.t, state.q(), state.v(), &mut self.terms);
        self.solver.factor(&self.terms).map_err(singular)?;
        self.terms
            .velocity_residual(shape, state.v(), &mut self.wanted);
        for (wanted, e) in self.wanted.iter_mut().zip(e) {
            *wanted = e[1] - *wanted;
        }
        self.solver
            .correct(&self.wanted, &mut self.shift, &mut self.lambda);
        let (_, v) = state.q_v_mut();
        v.iter_mut()
            .zip(&self.shift)
            .for_each(|(v, shift)| *v += shift);
        Ok(())
    }
}
