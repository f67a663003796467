//! The data that all cells of one problem share: the system, its start, the truth and its scales.

use crate::outputs::Known;
use problem::{Ladder, Problem, ProblemCard, Start, Truth};
use solvers::{ProjectionError, consistent};
use system::{Coupling, State, System, Terms, largest};
use vocabulary::PerQuantity;

/// A problem made ready for its cells.
pub struct PreparedProblem {
    /// The card of the problem.
    pub card: ProblemCard,
    /// The step sizes of the problem.
    pub ladder: Ladder,
    /// The problem itself.
    pub problem: Box<dyn Problem>,
    /// The system of the problem.
    pub system: Box<dyn System>,
    /// The start of its runs.
    pub start: Result<State, ProjectionError>,
    /// Output times, the start left out.
    pub times: Vec<f64>,
    /// The true motion at these times.
    pub truth: Vec<Truth>,
    /// Largest sizes along the true motion of what each quantity is made of, from which rounding floors follow.
    pub scales: PerQuantity<f64>,
    /// What is special about the motion.
    pub special: Special,
    /// Output times of steps that need not divide the grid.
    pub(crate) outputs: Known,
    /// Whether the finest step of ladders with more than three is left out.
    leave_out_finest: bool,
}

/// Properties of a motion that let methods do better than they promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Special {
    /// The Jacobian is the same everywhere along the motion.
    pub linear_constraints: bool,
    /// The multipliers are the same everywhere along the motion.
    pub constant_multipliers: bool,
    /// All velocities are zero at the start.
    pub starts_at_rest: bool,
}

/// Entries of J or λ that change by less than this, relative to the largest, are constant.
const CONSTANT: f64 = 1e-10;

impl PreparedProblem {
    /// Evaluates the truth on the output grid.
    pub fn new(problem: Box<dyn Problem>) -> Self {
        let card = problem.card();
        let system = problem.system();
        let ladder = problem.ladder();
        let times = ladder.times(card.end_time);
        let truth = problem.truth(&times);
        let scales = scales_along(&truth, system.as_ref());
        let start = match card.start {
            Start::Consistent => consistent(system.as_ref()),
            Start::AsStated => Ok(system.initial()),
        };
        Self {
            special: Special::of(&truth, start.as_ref().ok(), system.as_ref()),
            start,
            card,
            ladder,
            problem,
            system,
            times,
            truth,
            scales,
            outputs: Known::default(),
            leave_out_finest: false,
        }
    }

    /// Leaves out the finest step of ladders with more than three, for a quick overview.
    pub fn without_finest_steps(mut self) -> Self {
        self.leave_out_finest = true;
        self
    }

    /// The number of rungs of a ladder that are run, coarsest first: an order needs three.
    pub fn rungs(&self, there_are: usize) -> usize {
        if self.leave_out_finest && there_are > 3 {
            there_are - 1
        } else {
            there_are
        }
    }

    /// The largest cosine between the gradients of the energy and of a constraint along the true motion (Yoon 1992
    /// Eq. 47): where it is zero, controls of the two do not disturb each other.
    pub fn energy_coupling(&self) -> f64 {
        let mut coupling = Coupling::new(self.system.as_ref());
        let mut largest_cosine = 0.0_f64;
        for at in &self.truth {
            let coupled = coupling.at(at.t, &at.q, &at.v);
            largest_cosine = largest_cosine.max(largest(coupled.cosines));
        }
        largest_cosine
    }
}

impl Special {
    fn of(truth: &[Truth], start: Option<&State>, system: &dyn System) -> Self {
        let mut terms = Terms::new(system.shape());
        let jacobians = truth.iter().map(|at| {
            system.evaluate(at.t, &at.q, &at.v, &mut terms);
            terms.jacobian.clone()
        });
        Self {
            linear_constraints: is_constant(jacobians),
            constant_multipliers: truth.iter().all(|at| at.lambda.is_some())
                && is_constant(truth.iter().filter_map(|at| at.lambda.clone())),
            starts_at_rest: start.is_some_and(|start| largest(start.v()) == 0.0),
        }
    }
}

/// Whether all lists hold the same numbers but for rounding.
fn is_constant(mut lists: impl Iterator<Item = Vec<f64>>) -> bool {
    let Some(first) = lists.next() else {
        return true;
    };
    let room = CONSTANT * largest(&first);
    let same = |list: Vec<f64>| list.iter().zip(&first).all(|(a, b)| (a - b).abs() <= room);
    lists.all(same)
}

fn scales_along(truth: &[Truth], system: &dyn System) -> PerQuantity<f64> {
    let shape = system.shape();
    let mut terms = Terms::new(shape);
    let mut momentum = vec![0.0; shape.n_v()];
    let mut unused = vec![0.0; shape.n_v()];
    let mut scales = PerQuantity::<f64>::default();
    for at in truth {
        system.evaluate(at.t, &at.q, &at.v, &mut terms);
        system.energy_gradient(at.t, &at.q, &at.v, &mut unused, &mut momentum);
        let kinetic: f64 = 0.5 * at.v.iter().zip(&momentum).map(|(v, p)| v * p).sum::<f64>();
        let (q, v) = (largest(&at.q), largest(&at.v));
        let j = largest(&terms.jacobian);
        let here = PerQuantity {
            position: q,
            velocity: v,
            multiplier: at.lambda.as_deref().map_or(0.0, largest),
            drift_position: j * q,
            drift_velocity: j * v,
            energy: kinetic + system.energy(at.t, &at.q, &at.v).abs(),
        };
        scales = PerQuantity::from_fn(|quantity| scales[quantity].max(here[quantity]));
    }
    scales
}
