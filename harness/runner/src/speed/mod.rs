//! The speed phase: cells alone, after the accuracy phase, interleaved with hand-written limit kernels.
//!
//! Every time is measured in units of a yardstick, the hand-written step of the pendulum, which is timed repeatedly
//! between the cells (see [`Race`]); where there is a kernel for the problem and the integrator of a cell, the cell is
//! compared with that in the same way. One cell of each problem is timed a second time in every round, at the other end
//! of its column: the ratio of the two shows the timing noise.

mod cell;
pub mod instructions;
mod kernels;
mod race;
mod walk;

pub use kernels::{by_hand, yardstick};
pub use race::{BATCH, Contender, Lane, Pace, Race};
pub use walk::{Counts, Walk};

use crate::Event;
use cell::Timed;
use results::{Cell, LimitKernel, Outcome, PerCounter, Run, Speed, Timing, TimingNoise, Work};
use serde::{Deserialize, Serialize};
use std::cell::Cell as Counter;
use std::rc::Rc;
use stepping::{Integrator, Variant};
use trial::PreparedProblem;

/// The effort of the speed phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effort {
    /// No speed phase.
    #[default]
    Off,
    /// One round, which counts allocations but is too short for a time.
    Once,
    /// A few rounds.
    Quick,
    /// More rounds, for narrower intervals.
    Full,
}

impl Effort {
    pub(crate) fn rounds(self) -> usize {
        match self {
            Self::Off => 0,
            Self::Once => 1,
            Self::Quick => 3,
            Self::Full => 9,
        }
    }
}

/// A cell that is to be timed, by its places in the catalogue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimedCell {
    /// Place of the method.
    pub method: usize,
    /// Place of the variant in its method.
    pub variant: usize,
    /// Place of the problem.
    pub problem: usize,
    /// The rung of its ladder that is timed.
    pub rung: usize,
    /// Work per step in the run of the accuracy phase, whose length does not depend on the clock.
    pub work: PerCounter<f64>,
}

/// The rung at which a cell is timed, with its work per step: the middle of its ladder, or the next finer one that
/// finished.
pub(crate) fn rung_of(cell: &Cell) -> Option<(usize, PerCounter<f64>)> {
    if cell.outcome != Outcome::Ran {
        return None;
    }
    let runs = runs_of(cell);
    let rung = (runs.len() / 2..runs.len()).find(|&k| runs[k].measured.is_complete())?;
    let run = &runs[rung];
    let work = Work {
        steps: run.steps,
        ..run.work
    };
    Some((rung, work.per_step()))
}

/// The speed of every cell that can be timed, and how it was measured; cells of one problem must be together.
pub(crate) fn measure(
    cells: &[(&dyn Variant, &PreparedProblem, &TimedCell)],
    effort: Effort,
    hear: &dyn Fn(Event),
) -> Option<(Vec<Option<Speed>>, Timing)> {
    let mut field = Field::new()?;
    for (index, (variant, prepared, cell)) in cells.iter().enumerate() {
        let begins = move || hear(Event::At(index));
        begins();
        if let Some(timed) = Timed::new(*variant, prepared, cell) {
            field.enter(index, timed, Rc::new(begins));
        }
    }
    field.leave_problem();
    for round in 1..=effort.rounds() {
        field.race.round();
        hear(Event::Round(round));
    }
    let mut speeds = vec![None; cells.len()];
    for entry in &field.entries {
        speeds[entry.index] = field.speed(entry);
    }
    Some((speeds, field.timing()))
}

/// The runs of the ladder whose middle is timed: long motions have no other than those of practice.
fn runs_of(cell: &Cell) -> &[Run] {
    match cell.order_runs() {
        [] => cell.practice_runs(),
        runs => runs,
    }
}

/// A contender that says when it begins: if it never ends, everybody knows who it was.
fn announced<'a>(mut contender: Contender<'a>, begins: Rc<dyn Fn() + 'a>) -> Contender<'a> {
    Box::new(move |units| {
        begins();
        contender(units)
    })
}

/// Every timed cell, with its paces.
struct Field<'a> {
    race: Race<'a>,
    yardstick: Pace,
    entries: Vec<Entry<'a>>,
    limits: Vec<Limit>,
    /// Cells that are timed twice, each with its second lane.
    repeated: Vec<(Entry<'a>, Lane)>,
    /// The first cell of the present problem, which will be entered again at the end of its column.
    twin: Option<Entry<'a>>,
}

#[derive(Clone)]
struct Entry<'a> {
    index: usize,
    timed: Timed<'a>,
    lane: Lane,
    limit: Option<Pace>,
    counts: Rc<Counter<Counts>>,
    /// Called before every batch.
    begins: Rc<dyn Fn() + 'a>,
}

struct Limit {
    problem: String,
    pace: Pace,
}

impl<'a> Field<'a> {
    fn new() -> Option<Self> {
        let mut race = Race::new();
        let yardstick = race.pace(kernels::yardstick())?;
        Some(Self {
            race,
            yardstick,
            entries: Vec::new(),
            limits: Vec::new(),
            repeated: Vec::new(),
            twin: None,
        })
    }

    fn enter(&mut self, index: usize, timed: Timed<'a>, begins: Rc<dyn Fn() + 'a>) {
        if self
            .twin
            .as_ref()
            .is_some_and(|twin| twin.timed.problem() != timed.problem())
        {
            self.leave_problem();
        }
        let limit = self.limit(&timed);
        let paces: Vec<Pace> = [self.yardstick].into_iter().chain(limit).collect();
        let counts = Rc::new(Counter::default());
        let contender = announced(timed.walk.contender(Rc::clone(&counts)), Rc::clone(&begins));
        if let Some(lane) = self.race.lane(contender, &paces) {
            let entry = Entry {
                index,
                timed,
                lane,
                limit,
                counts,
                begins,
            };
            self.twin.get_or_insert_with(|| entry.clone());
            self.entries.push(entry);
        }
    }

    /// The first cell of a problem once more, behind all the others.
    fn leave_problem(&mut self) {
        if let Some(first) = self.twin.take() {
            let again = first.timed.walk.contender(Rc::default());
            let again = announced(again, Rc::clone(&first.begins));
            if let Some(lane) = self.race.lane(again, &[self.yardstick]) {
                self.repeated.push((first, lane));
            }
        }
    }

    /// The limit kernel, entered when it is first asked for.
    fn limit(&mut self, timed: &Timed<'_>) -> Option<Pace> {
        let problem = timed.problem();
        if timed.integrator() != Some(Integrator::Rk4) {
            return None;
        }
        if let Some(limit) = self.limits.iter().find(|limit| limit.problem == problem) {
            return Some(limit.pace);
        }
        let pace = self.race.pace(by_hand(timed.limit()?))?;
        self.limits.push(Limit {
            problem: problem.to_owned(),
            pace,
        });
        Some(pace)
    }

    fn speed(&self, entry: &Entry<'_>) -> Option<Speed> {
        let counts = entry.counts.get();
        let interval = self.race.ns(entry.lane, self.yardstick)?;
        let intervals_per_step = counts.intervals as f64 / counts.steps.max(1) as f64;
        let relative = entry
            .limit
            .and_then(|limit| self.race.ratio(entry.lane, limit))
            .map(|ratio| ratio.scaled(intervals_per_step));
        let ns = interval.scaled(intervals_per_step);
        let per_evaluation = interval.value * counts.intervals as f64 / counts.evaluations as f64;
        Some(Speed {
            ns_per_step: ns.value,
            ns_interval: [ns.low, ns.high],
            ns_per_evaluation: (per_evaluation.is_finite() && per_evaluation > 0.0)
                .then_some(per_evaluation),
            relative_to_limit: relative.map(|r| r.value),
            relative_interval: relative.map(|r| [r.low, r.high]),
            allocations_per_step: counts.allocations as f64 / counts.steps.max(1) as f64,
            work_per_step: entry.timed.work,
            instructions_per_step: None,
        })
    }

    fn timing(&self) -> Timing {
        let noise = self.repeated.iter().filter_map(|(first, again)| {
            let ratio = self.race.between(first.lane, *again, self.yardstick)?;
            Some(TimingNoise {
                variant: first.timed.variant(),
                problem: first.timed.problem().to_owned(),
                ratio: ratio.value,
                interval: [ratio.low, ratio.high],
            })
        });
        let limits = self.limits.iter().filter_map(|limit| {
            let ns = self.race.pace_ns(limit.pace)?;
            Some(LimitKernel {
                problem: limit.problem.clone(),
                integrator: Integrator::Rk4.id().to_owned(),
                ns_per_step: ns.value,
                ns_interval: [ns.low, ns.high],
            })
        });
        Timing {
            rounds: self.race.rounds(),
            batch_ms: 1e3 * BATCH.as_secs_f64(),
            noise: noise.collect(),
            limits: limits.collect(),
        }
    }
}

/// The ratio of the generic path to the limit, a headline figure of the report.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitFigure {
    /// Variant id.
    pub variant: String,
    /// Problem id.
    pub problem: String,
    /// Median of the paired ratios.
    pub ratio: f64,
    /// 95 % interval of the ratio.
    pub interval: [f64; 2],
}

/// The figures for `baumgarte/rk4` on the default presets that have a limit, where they were measured.
pub fn limit_figures(cells: &[Cell]) -> Vec<LimitFigure> {
    cells
        .iter()
        .filter(|c| c.variant == "baumgarte/rk4" && !c.problem.contains('/'))
        .filter_map(|cell| {
            let speed = cell.speed?;
            Some(LimitFigure {
                variant: cell.variant.clone(),
                problem: cell.problem.clone(),
                ratio: speed.relative_to_limit?,
                interval: speed.relative_interval?,
            })
        })
        .collect()
}
