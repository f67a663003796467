//! What all cells of one problem share: the system, its start, the truth and its scales.

use crate::Scope;
use mechanics::{
    Coupling, Problem, ProblemCard, ProjectionError, Start, State, System, Terms, Truth,
    consistent, largest,
};

/// A problem made ready for its cells.
pub struct Prepared {
    pub(crate) card: ProblemCard,
    pub(crate) problem: Box<dyn Problem>,
    pub(crate) system: Box<dyn System>,
    pub(crate) start: Result<State, ProjectionError>,
    /// Output times, the start left out.
    pub(crate) times: Vec<f64>,
    pub(crate) truth: Vec<Truth>,
    pub(crate) scales: Scales,
    scope: Scope,
}

/// Largest sizes along the true motion, from which rounding floors follow.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scales {
    pub(crate) q: f64,
    pub(crate) v: f64,
    pub(crate) lambda: f64,
    /// Of the terms that Φ is made of.
    pub(crate) phi: f64,
    /// Of the terms that `J v + Φ_t` is made of.
    pub(crate) w: f64,
    pub(crate) energy: f64,
}

impl Prepared {
    /// Evaluates the truth on the output grid.
    pub fn new(problem: Box<dyn Problem>, scope: Scope) -> Self {
        let card = problem.card();
        let system = problem.system();
        let times = card.ladder.times(card.end_time);
        let truth = problem.truth(&times);
        let scales = Scales::along(&truth, system.as_ref());
        Self {
            start: match card.start {
                Start::Consistent => consistent(system.as_ref()),
                Start::AsStated => Ok(system.initial()),
            },
            card,
            problem,
            system,
            times,
            truth,
            scales,
            scope,
        }
    }

    /// As many of the rungs of a ladder, coarsest first, as the scope asks for: an order needs three.
    pub(crate) fn rungs(&self, there_are: usize) -> usize {
        match self.scope {
            Scope::Quick if there_are > 3 => there_are - 1,
            _ => there_are,
        }
    }
}

impl Prepared {
    /// Position errors below this are those of the reference.
    pub(crate) fn resolution(&self) -> f64 {
        self.scales.q * 10.0_f64.powi(-(self.card.reference.digits as i32))
    }

    /// The largest cosine between the gradients of the energy and of a constraint along the true motion (Yoon 1993
    /// Eq. 47): where it is zero, controls of the two do not disturb each other.
    pub(crate) fn energy_coupling(&self) -> f64 {
        let mut coupling = Coupling::new(self.system.as_ref());
        let mut largest_cosine = 0.0_f64;
        for at in &self.truth {
            let coupled = coupling.at(at.t, &at.q, &at.v);
            largest_cosine = largest_cosine.max(largest(coupled.cosines));
        }
        largest_cosine
    }
}

impl Scales {
    fn along(truth: &[Truth], system: &dyn System) -> Self {
        let shape = system.shape();
        let mut terms = Terms::new(shape);
        let mut momentum = vec![0.0; shape.n_v()];
        let mut unused = vec![0.0; shape.n_v()];
        let mut scales = Self::default();
        for at in truth {
            system.evaluate(at.t, &at.q, &at.v, &mut terms);
            system.energy_gradient(at.t, &at.q, &at.v, &mut unused, &mut momentum);
            let kinetic: f64 = 0.5 * at.v.iter().zip(&momentum).map(|(v, p)| v * p).sum::<f64>();
            let (q, v) = (largest(&at.q), largest(&at.v));
            let j = largest(&terms.jacobian);
            scales.q = scales.q.max(q);
            scales.v = scales.v.max(v);
            scales.phi = scales.phi.max(j * q);
            scales.w = scales.w.max(j * v);
            scales.energy = scales
                .energy
                .max(kinetic + system.energy(at.t, &at.q, &at.v).abs());
            if let Some(lambda) = &at.lambda {
                scales.lambda = scales.lambda.max(largest(lambda));
            }
        }
        scales
    }
}
