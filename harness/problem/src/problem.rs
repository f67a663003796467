//! A benchmark problem: the question and the truth together.

use crate::{Drawn, Ladder, Route};
use system::System;
use vocabulary::Reference;

/// One benchmark problem (one preset): a system, what is known about its motion, and how to run it.
pub trait Problem: Sync + Send {
    /// The card for the report.
    fn card(&self) -> ProblemCard;

    /// The system, as fast as the crate can make it.
    fn system(&self) -> Box<dyn System>;

    /// The same system from its readable specification, where `system` is hand-written.
    fn specification(&self) -> Option<Box<dyn System>> {
        None
    }

    /// The true motion at the given ascending times, all of them at most the end time.
    fn truth(&self, times: &[f64]) -> Vec<Truth>;

    /// The step sizes of its runs: those of the card, or a suggestion from the speed of the motion.
    fn ladder(&self) -> Ladder {
        let card = self.card();
        card.ladder.unwrap_or_else(|| {
            let times = Ladder::USUAL.times(card.end_time);
            Ladder::over(card.end_time, card.sensitivity, &self.truth(&times))
        })
    }

    /// The mechanism as it is drawn, where it can be.
    fn drawn(&self) -> Option<&dyn Drawn> {
        None
    }

    /// Independent ways to compute the motion to more digits than a double holds, the one whose digits are stored
    /// first.
    fn routes(&self) -> Vec<Route> {
        Vec::new()
    }

    /// The text of the stored trajectory, where the truth is one.
    fn stored(&self) -> Option<&'static str> {
        None
    }

    /// Published digits, as lines `t,quantity,value` after a heading; quantities are `q1`, `v1`, `a1`, `l1` and so
    /// on for coordinates, velocities, accelerations and multipliers. Values hold to their last digit but one.
    fn published(&self) -> &'static str {
        ""
    }

    /// An RK-4 step with feedback whose algebra was done on paper, where there is one to compare speeds with.
    fn limit(&self) -> Option<LimitKernel> {
        None
    }
}

/// The closed form of an RK-4 step: takes the given number of steps, each call from where the last one ended.
pub type LimitKernel = Box<dyn FnMut(u64)>;

/// The true state at one time.
#[derive(Clone, Debug, PartialEq)]
pub struct Truth {
    /// Time in seconds.
    pub t: f64,
    /// Coordinates q.
    pub q: Vec<f64>,
    /// Velocities v.
    pub v: Vec<f64>,
    /// Multipliers; absent where they are not unique.
    pub lambda: Option<Vec<f64>>,
}

/// The description of a problem for the report, and its settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProblemCard {
    /// Identifier, `problem` or `problem/preset`.
    pub id: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// The mechanism and its difficulty in one or two sentences.
    pub summary: &'static str,
    /// Tags of its difficulties.
    pub tags: &'static [&'static str],
    /// Source of the problem.
    pub origin: &'static str,
    /// Simulated time in seconds.
    pub end_time: f64,
    /// Whether runs start on the constraints.
    pub start: Start,
    /// The accuracy and the source of the true motion.
    pub reference: Reference,
    /// Sensitivity of the end to the start: the largest |δq(T)|/|δv(0)| in seconds over consistent changes of v. Free motion
    /// has the end time; a much larger value makes the motion hard to predict.
    pub sensitivity: f64,
    /// The reason why methods need not show their order here, if there is one.
    pub caveat: Option<&'static str>,
    /// Factor of the steps that people use, 50 ms to 1 ms: 1 for mechanisms of human size and speed.
    pub time_scale: f64,
    /// The runs of a motion that is long enough for slow drifts to show, where it is one.
    pub long: Option<Long>,
    /// Step sizes for which integrators are in their asymptotic range, where those that [`Ladder::over`] suggests are not.
    pub ladder: Option<Ladder>,
}

impl ProblemCard {
    /// The defaults of most cards: a consistent start, no caveat, the suggested ladder. Texts, tags and times must be filled
    /// in.
    pub const BLANK: Self = Self {
        id: "",
        name: "",
        summary: "",
        tags: &[],
        origin: "",
        end_time: 1.0,
        start: Start::Consistent,
        reference: Reference::minimal_coordinates(12),
        sensitivity: 1.0,
        caveat: None,
        time_scale: 1.0,
        long: None,
        ladder: None,
    };
}

/// The runs of a long motion, which are judged by how their drifts grow. They go beyond the end time of the card, up to
/// which the true motion is stored or examined, and show no orders.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Long {
    /// Simulated time in seconds.
    pub end_time: f64,
    /// Step sizes in seconds, coarsest first.
    pub steps: &'static [f64],
    /// Whether the problem knows the true motion up to this end, so that errors can be measured.
    pub predictable: bool,
}

impl ProblemCard {
    /// The end of its runs in seconds.
    pub fn run_time(&self) -> f64 {
        self.long.map_or(self.end_time, |long| long.end_time)
    }

    /// Whether the true motion is known up to the end of its runs.
    pub fn predictable(&self) -> bool {
        self.long.is_none_or(|long| long.predictable)
    }
}

/// The start of runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// From the initial state, projected onto the constraints.
    Consistent,
    /// From the initial state as it is stated, although it violates the constraints. The truth is the motion from the
    /// projected state, and no order is judged: such a start shows how the violation develops.
    AsStated,
}
