//! A benchmark problem: the question and the truth together.

use crate::System;
use thiserror::Error;

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
#[derive(Clone, Debug, PartialEq)]
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
    /// What is known about the motion.
    pub reference: Reference,
    /// Step sizes for which integrators are in their asymptotic range.
    pub ladder: Ladder,
}

/// How the truth is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// By what means.
    pub kind: ReferenceKind,
    /// Digits that hold over the whole interval.
    pub digits: u32,
}

/// The means by which a truth is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceKind {
    /// A formula.
    ClosedForm,
    /// Another set of coordinates without constraints, integrated to rounding.
    MinimalCoordinates,
    /// Digits stored with the problem.
    StoredDigits,
}

impl ReferenceKind {
    /// For people.
    pub fn describe(self) -> &'static str {
        match self {
            Self::ClosedForm => "closed form",
            Self::MinimalCoordinates => "minimal coordinates",
            Self::StoredDigits => "stored digits",
        }
    }
}

/// Step sizes as numbers of steps over the whole interval, so that every run ends exactly at the end.
///
/// Low-order integrators need finer steps than high-order ones to be in their asymptotic range, and
/// high-order ones coarser steps to stay above rounding: the ladder depends on the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    grid: usize,
    rungs: Vec<(u32, Vec<usize>)>,
}

/// A ladder that cannot be climbed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LadderError {
    /// There is nothing on it.
    #[error("a ladder needs at least three step sizes for each order")]
    TooShort,
    /// Step sizes do not get smaller.
    #[error("a ladder must get finer, but {0} steps follow {1}")]
    NotFiner(usize, usize),
}

impl Ladder {
    /// `grid` output points; for each entry `(order, multiples)` integrators of at most that order run
    /// with `multiple × grid` steps. Orders ascend; the last entry serves all higher orders.
    ///
    /// # Errors
    /// When a ladder has fewer than three rungs or does not get finer.
    pub fn new(grid: usize, rungs: &[(u32, &[usize])]) -> Result<Self, LadderError> {
        if grid == 0 || rungs.is_empty() {
            return Err(LadderError::TooShort);
        }
        for (_, multiples) in rungs {
            if multiples.len() < 3 || multiples[0] == 0 {
                return Err(LadderError::TooShort);
            }
            if let Some(w) = multiples.windows(2).find(|w| w[1] <= w[0]) {
                return Err(LadderError::NotFiner(w[1] * grid, w[0] * grid));
            }
        }
        Ok(Self {
            grid,
            rungs: rungs
                .iter()
                .map(|(order, multiples)| (*order, multiples.to_vec()))
                .collect(),
        })
    }

    /// Number of equally spaced output points after the start.
    pub fn grid(&self) -> usize {
        self.grid
    }

    /// Numbers of steps, coarsest first, for an integrator of this order.
    pub fn steps(&self, order: u32) -> Vec<usize> {
        let rung = self.rungs.iter().find(|(o, _)| order <= *o);
        let (_, multiples) = rung.unwrap_or(&self.rungs[self.rungs.len() - 1]);
        multiples.iter().map(|m| m * self.grid).collect()
    }
}
