//! A benchmark problem: the question and the truth together.

use crate::{Route, System};
use vocabulary::Reference;

/// One benchmark problem (one preset): a system, what is known about its motion, and how to run it.
pub trait Problem: Sync + Send {
    /// What the report shows.
    fn card(&self) -> ProblemCard;

    /// The system, as fast as the crate can make it.
    fn system(&self) -> Box<dyn System>;

    /// The same system from its readable specification, where `system` is hand-written.
    fn specification(&self) -> Option<Box<dyn System>> {
        None
    }

    /// The true motion at the given ascending times, all of them at most the end time.
    fn truth(&self, times: &[f64]) -> Vec<Truth>;

    /// Independent ways to compute the motion to more digits than a double holds, the one whose digits are stored
    /// first.
    fn routes(&self) -> Vec<Route> {
        Vec::new()
    }

    /// The text of the stored trajectory, where the truth is one.
    fn stored(&self) -> Option<&'static str> {
        None
    }

    /// Digits that others found, as lines `t,quantity,value` after a heading; quantities are `q1`, `v1`, `a1`, `l1` and so
    /// on for coordinates, velocities, accelerations and multipliers. Values hold to their last digit but one.
    fn published(&self) -> &'static str {
        ""
    }
}

/// The true state at one time.
#[derive(Clone, Debug, PartialEq)]
pub struct Truth {
    /// Time.
    pub t: f64,
    /// Coordinates.
    pub q: Vec<f64>,
    /// Velocities.
    pub v: Vec<f64>,
    /// Multipliers; absent where they are not unique.
    pub lambda: Option<Vec<f64>>,
}

/// What the report shows of a problem, and how it is run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProblemCard {
    /// Identifier, `problem` or `problem/preset`.
    pub id: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// What moves, and what makes it hard.
    pub summary: &'static str,
    /// Difficulty tags.
    pub tags: &'static [&'static str],
    /// Where it comes from.
    pub origin: &'static str,
    /// Simulated time in seconds.
    pub end_time: f64,
    /// Whether runs start consistent.
    pub start: Start,
    /// What is known about the motion.
    pub reference: Reference,
    /// How much a push changes the end: the largest |δq(T)|/|δv(0)| in seconds over consistent pushes. Free motion
    /// has the end time; much more than that makes the motion hard to predict.
    pub sensitivity: f64,
    /// Why a method of order p need not show it here, if it need not.
    pub caveat: Option<&'static str>,
    /// Step sizes for which integrators are in their asymptotic range.
    pub ladder: Ladder,
}

/// Where runs start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// From the initial state, projected onto the constraints.
    Consistent,
    /// From the initial state as it is stated, although it violates the constraints. The truth is the motion from the
    /// projected state, and no order is judged: what such a start shows is how the violation develops.
    AsStated,
}

/// Step sizes as numbers of steps over the whole interval, so that every run ends exactly at the end.
///
/// Low-order integrators need finer steps than high-order ones to be in their asymptotic range, and
/// high-order ones coarser steps to stay above rounding: the ladder depends on the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ladder {
    grid: usize,
    rungs: Rungs,
}

/// Orders with multiples of the output grid.
pub type Rungs = &'static [(u32, &'static [usize])];

impl Ladder {
    /// `grid` output points; for each entry `(order, multiples)` integrators of at most that order run
    /// with `multiple × grid` steps. Orders ascend; the last entry serves all higher orders.
    ///
    /// # Panics
    /// When a ladder has fewer than three rungs or does not get finer: in a constant that is an error of the
    /// compiler.
    pub const fn new(grid: usize, rungs: Rungs) -> Self {
        assert!(
            grid > 0 && !rungs.is_empty(),
            "a ladder needs a grid and rungs"
        );
        let mut i = 0;
        while i < rungs.len() {
            let multiples = rungs[i].1;
            assert!(
                multiples.len() >= 3 && multiples[0] > 0,
                "a ladder needs at least three step sizes for each order"
            );
            let mut k = 1;
            while k < multiples.len() {
                assert!(multiples[k - 1] < multiples[k], "a ladder must get finer");
                k += 1;
            }
            i += 1;
        }
        Self { grid, rungs }
    }

    /// Number of equally spaced output points after the start.
    pub const fn grid(&self) -> usize {
        self.grid
    }

    /// The output times of a run to `end_time`, the start left out.
    pub fn times(&self, end_time: f64) -> Vec<f64> {
        (1..=self.grid)
            .map(|k| end_time * k as f64 / self.grid as f64)
            .collect()
    }

    /// Numbers of steps, coarsest first, for an integrator of this order.
    pub fn steps(&self, order: u32) -> Vec<usize> {
        let rung = self.rungs.iter().find(|(o, _)| order <= *o);
        let (_, multiples) = rung.unwrap_or(&self.rungs[self.rungs.len() - 1]);
        multiples.iter().map(|m| m * self.grid).collect()
    }
}
