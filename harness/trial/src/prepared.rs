//! The data that all cells of one problem share: the system, its start, the truth and its scales.

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
    /// Whether the finest step of ladders with more than three is left out.
    leave_out_finest: bool,
}

impl PreparedProblem {
    /// Evaluates the truth on the output grid.
    pub fn new(problem: Box<dyn Problem>) -> Self {
        let card = problem.card();
        let system = problem.system();
        let ladder = problem.ladder();
        let times = ladder.times(card.end_time);
        let truth = problem.truth(&times);
        let scales = scales_along(&truth, system.as_ref());
        Self {
            start: match card.start {
                Start::Consistent => consistent(system.as_ref()),
                Start::AsStated => Ok(system.initial()),
            },
            card,
            ladder,
            problem,
            system,
            times,
            truth,
            scales,
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

    /// The error of the reference in positions: smaller errors of a run cannot be told apart.
    pub fn reference_error(&self) -> f64 {
        self.scales.position * 10.0_f64.powi(-(self.card.reference.digits as i32))
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
