//! The speed phase: cells alone, after the accuracy phase, interleaved with a hand-written limit kernel.
//!
//! The machine is noisy, so a round times one batch of every cell with a batch of the limit kernel beside
//! it; a figure is the median of the ratios within rounds, in which slow drifts of the machine cancel.

use crate::prepared::Prepared;
use crate::{Observer, Phase};
use results::{Cell, Outcome, Speed, WorkPerStep};
use std::hint::black_box;
use std::time::{Duration, Instant};
use stepping::{Family, Integrator, Method, Resolution, StepControl, StepSize};

/// How much time the speed phase spends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// No speed phase.
    Off,
    /// Batches of one millisecond, few rounds.
    Quick,
    /// Batches of one millisecond, more rounds.
    Full,
}

impl Effort {
    fn rounds(self) -> usize {
        match self {
            Self::Off => 0,
            Self::Quick => 7,
            Self::Full => 15,
        }
    }
}

/// A batch is long enough that the clock does not matter.
const BATCH: Duration = Duration::from_millis(1);

/// Fills in the speed of every cell that ran with fixed steps.
pub(crate) fn measure(
    pairs: &[(&Family, usize, &Prepared)],
    cells: &mut [Cell],
    effort: Effort,
    observer: &dyn Observer,
) {
    if effort == Effort::Off {
        return;
    }
    let mut timed: Vec<Timed<'_>> = pairs
        .iter()
        .zip(cells.iter())
        .enumerate()
        .filter(|(_, (_, cell))| cell.outcome == Outcome::Ran)
        .filter_map(|(index, ((family, variant, prepared), _))| {
            Timed::new(index, family.variants[*variant].as_ref(), prepared)
        })
        .collect();
    observer.phase(Phase::Speed, effort.rounds());
    for round in 1..=effort.rounds() {
        for cell in &mut timed {
            cell.round();
        }
        observer.done(Phase::Speed, &format!("round {round}"), "timed");
    }
    for cell in timed {
        let index = cell.index;
        cells[index].speed = Some(cell.summary());
    }
}

/// One cell being timed.
struct Timed<'a> {
    index: usize,
    method: &'a dyn Method,
    prepared: &'a Prepared,
    resolution: Resolution,
    /// Steps from the start of the motion, and how often a batch makes them.
    steps: u32,
    repeats: u32,
    limit: Option<Limit>,
    ns: Vec<f64>,
    ratios: Vec<f64>,
    allocations: u64,
    counted_steps: u64,
}

impl<'a> Timed<'a> {
    /// Finds out how many steps make a batch; `None` where the cell cannot be timed.
    fn new(index: usize, method: &'a dyn Method, prepared: &'a Prepared) -> Option<Self> {
        let card = method.card();
        if card.control == StepControl::Adaptive {
            return None;
        }
        // A step in the middle of the ladder, where users work.
        let rungs = prepared.card.ladder.steps(card.ladder_order());
        let n = rungs[rungs.len() / 2];
        let resolution = Resolution::Fixed(StepSize::new(prepared.card.end_time / n as f64).ok()?);
        let mut timed = Self {
            index,
            method,
            prepared,
            resolution,
            steps: 1,
            repeats: 1,
            limit: Limit::for_cell(prepared, card.integrator, resolution.interval()),
            ns: Vec::new(),
            ratios: Vec::new(),
            allocations: 0,
            counted_steps: 0,
        };
        // More steps until the motion ends, then the motion again and again.
        let most = u32::try_from(n).ok()?;
        while timed.batch()? < BATCH {
            if timed.steps < most {
                timed.steps = (2 * timed.steps).min(most);
            } else {
                timed.repeats *= 2;
            }
        }
        (timed.allocations, timed.counted_steps) = (0, 0);
        Some(timed)
    }

    /// Times one batch from the start of the motion.
    fn batch(&mut self) -> Option<Duration> {
        let system = self.prepared.system.as_ref();
        let start = self.prepared.start.as_ref().ok()?;
        let mut state = start.clone();
        let mut stepper = self.method.prepare(system, self.resolution).ok()?;
        // The first evaluation of a thread may grow its scratch.
        stepper.multipliers(&state).ok()?;
        let (elapsed, allocations) = allocation_counter::count(|| {
            let begin = Instant::now();
            for _ in 0..self.repeats {
                state.t = start.t;
                state.y_mut().copy_from_slice(start.y());
                for _ in 0..self.steps {
                    stepper.step(&mut state).ok()?;
                }
            }
            Some(begin.elapsed())
        });
        self.allocations += allocations;
        self.counted_steps += self.steps_per_batch();
        black_box(&state);
        elapsed
    }

    fn steps_per_batch(&self) -> u64 {
        u64::from(self.steps) * u64::from(self.repeats)
    }

    fn round(&mut self) {
        let Some(elapsed) = self.batch() else { return };
        let ns = elapsed.as_nanos() as f64 / self.steps_per_batch() as f64;
        self.ns.push(ns);
        if let Some(limit) = &self.limit {
            self.ratios.push(ns / limit.ns_per_step(BATCH));
        }
    }

    fn summary(mut self) -> Speed {
        Speed {
            ns_per_step: median(&mut self.ns),
            ns_interval: [0.0; 2],
            relative_interval: None,
            work_per_step: WorkPerStep::default(),
            instructions_per_step: None,
            relative_to_limit: (!self.ratios.is_empty()).then(|| median(&mut self.ratios)),
            allocations_per_step: self.allocations as f64 / self.counted_steps.max(1) as f64,
        }
    }
}

/// A hand-written RK-4 step for the same problem.
enum Limit {
    Pendulum(limits::pendulum::Limit),
    DoublePendulum(limits::double_pendulum::Limit),
}

impl Limit {
    fn for_cell(prepared: &Prepared, integrator: Option<Integrator>, h: f64) -> Option<Self> {
        if integrator != Some(Integrator::Rk4) {
            return None;
        }
        // Speed does not depend on the parameters; these are the default ones.
        let (alpha, beta) = (20.0, 100.0);
        match prepared.card.id.split('/').next()? {
            "pendulum" => Some(Self::Pendulum(limits::pendulum::Limit::new(
                limits::pendulum::Parameters {
                    gravity: 9.81,
                    length: 1.0,
                    alpha,
                    beta,
                    h,
                },
            ))),
            "planar-double-pendulum" => Some(Self::DoublePendulum(
                limits::double_pendulum::Limit::new(limits::double_pendulum::Parameters {
                    gravity: 10.0,
                    length: 5.0,
                    alpha,
                    beta,
                    h,
                }),
            )),
            _ => None,
        }
    }

    fn ns_per_step(&self, batch: Duration) -> f64 {
        match self {
            Self::Pendulum(limit) => {
                let mut y = [1.0, 0.0, 0.0, 0.0];
                ns_per_call(batch, || limit.step(black_box(&mut y)))
            }
            Self::DoublePendulum(limit) => {
                let (mut q, mut v) = ([0.0, 2.5, 0.0, 0.0, 7.5, 0.0], [0.0; 6]);
                ns_per_call(batch, || limit.step(black_box(&mut q), black_box(&mut v)))
            }
        }
    }
}

fn ns_per_call(batch: Duration, mut call: impl FnMut()) -> f64 {
    let mut calls = 0_u32;
    let begin = Instant::now();
    while begin.elapsed() < batch {
        for _ in 0..1000 {
            call();
        }
        calls += 1000;
    }
    begin.elapsed().as_nanos() as f64 / f64::from(calls)
}

/// The generic path against the limit: a headline figure of the report.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitFigure {
    /// Variant.
    pub variant: String,
    /// Problem.
    pub problem: String,
    /// Median of the paired ratios.
    pub ratio: f64,
}

/// The figures for `baumgarte/rk4` on the default presets that have a limit, where they were measured.
pub fn limit_figures(cells: &[Cell]) -> Vec<LimitFigure> {
    cells
        .iter()
        .filter(|c| c.variant == "baumgarte/rk4" && !c.problem.contains('/'))
        .filter_map(|cell| {
            Some(LimitFigure {
                variant: cell.variant.clone(),
                problem: cell.problem.clone(),
                ratio: cell.speed?.relative_to_limit?,
            })
        })
        .collect()
}

fn median(x: &mut [f64]) -> f64 {
    x.sort_by(f64::total_cmp);
    match x.len() {
        0 => 0.0,
        n if n % 2 == 1 => x[n / 2],
        n => 0.5 * (x[n / 2 - 1] + x[n / 2]),
    }
}
