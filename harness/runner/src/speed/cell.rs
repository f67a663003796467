//! One cell, ready to be timed.

use super::race::Contender;
use crate::cell::resolutions;
use crate::prepared::Prepared;
use mechanics::State;
use results::{Run, WorkPerStep};
use std::cell::Cell as Counter;
use std::hint::black_box;
use std::rc::Rc;
use std::time::{Duration, Instant};
use stepping::{Integrator, Method, Resolution, Stepper};

/// One variant on one problem at one step size.
#[derive(Clone, Copy)]
pub(super) struct Timed<'a> {
    method: &'a dyn Method,
    prepared: &'a Prepared,
    start: &'a State,
    resolution: Resolution,
    /// Intervals of the resolution until the motion ends.
    intervals: u64,
    /// What a step asks for in the run of the accuracy phase, whose length does not depend on the clock.
    pub(super) work: WorkPerStep,
}

/// What was counted while a cell was timed.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    pub(super) intervals: u64,
    /// Steps, of which an adaptive integrator makes several within one interval.
    pub(super) steps: u64,
    pub(super) allocations: u64,
}

impl<'a> Timed<'a> {
    /// The cell at the step in the middle of its ladder, where users work, or the next finer one with which it came to
    /// its end.
    pub(super) fn new(
        method: &'a dyn Method,
        prepared: &'a Prepared,
        runs: &[Run],
    ) -> Option<Self> {
        let rung = (runs.len() / 2..runs.len()).find(|&k| runs[k].errors.is_some())?;
        let resolution = *resolutions(&method.card(), prepared).get(rung)?;
        let work = work_per_step(&runs[rung]);
        Self::with_resolution(method, prepared, resolution, work)
    }

    /// The cell at the step in the middle of its ladder, before anything is known about its runs.
    pub(super) fn at_middle(method: &'a dyn Method, prepared: &'a Prepared) -> Option<Self> {
        let resolutions = resolutions(&method.card(), prepared);
        let resolution = *resolutions.get(resolutions.len() / 2)?;
        Self::with_resolution(method, prepared, resolution, WorkPerStep::default())
    }

    fn with_resolution(
        method: &'a dyn Method,
        prepared: &'a Prepared,
        resolution: Resolution,
        work: WorkPerStep,
    ) -> Option<Self> {
        Some(Self {
            method,
            prepared,
            start: prepared.start.as_ref().ok()?,
            resolution,
            intervals: (prepared.card.end_time / resolution.interval())
                .round()
                .max(1.0) as u64,
            work,
        })
    }

    pub(super) fn problem(&self) -> &'a str {
        self.prepared.card.id
    }

    pub(super) fn variant(&self) -> String {
        self.method.card().id
    }

    pub(super) fn integrator(&self) -> Option<Integrator> {
        self.method.card().integrator
    }

    /// Intervals of the resolution from the start of the motion, and again from the start when it ends.
    pub(super) fn contender(self, counts: Rc<Counter<Counts>>) -> Contender<'a> {
        Box::new(move |intervals| {
            let (elapsed, more) = self.run(intervals)?;
            let mut sum = counts.get();
            sum.intervals += intervals;
            sum.steps += more.steps;
            sum.allocations += more.allocations;
            counts.set(sum);
            Some(elapsed)
        })
    }

    /// Makes so many intervals twice, the second time between two calls of `mark`; the number of steps in between, none
    /// when they came to no end, or `None` when there were no marks at all.
    pub(super) fn between_marks(self, intervals: u64, mark: fn()) -> Option<u64> {
        let mut state = self.start.clone();
        let system = self.prepared.system.as_ref();
        let mut stepper = self.method.prepare(system, self.resolution).ok()?;
        let mut walk =
            |stepper: &mut dyn Stepper| (0..intervals).try_for_each(|_| stepper.step(&mut state));
        walk(stepper.as_mut()).ok()?;
        let before = stepper.work().steps;
        mark();
        let walked = walk(stepper.as_mut());
        mark();
        Some(walked.map_or(0, |()| stepper.work().steps - before))
    }

    fn run(self, intervals: u64) -> Option<(Duration, Counts)> {
        let mut state = self.start.clone();
        let mut stepper = self
            .method
            .prepare(self.prepared.system.as_ref(), self.resolution)
            .ok()?;
        // The first evaluation of a thread may grow its scratch.
        stepper.multipliers(&state).ok()?;
        let before = stepper.work().steps;
        let (elapsed, allocations) = allocation_counter::count(|| {
            let begin = Instant::now();
            let mut left = intervals;
            while left > 0 {
                state.t = self.start.t;
                state.y_mut().copy_from_slice(self.start.y());
                for _ in 0..left.min(self.intervals) {
                    stepper.step(&mut state).ok()?;
                }
                left -= left.min(self.intervals);
            }
            Some(begin.elapsed())
        });
        black_box(&state);
        let counts = Counts {
            intervals,
            steps: stepper.work().steps - before,
            allocations,
        };
        Some((elapsed?, counts))
    }
}

fn work_per_step(run: &Run) -> WorkPerStep {
    let per_step = |count: u64| count as f64 / run.steps.max(1) as f64;
    WorkPerStep {
        evaluations: per_step(run.work.evaluations),
        factorizations: per_step(run.work.factorizations),
        solves: per_step(run.work.solves),
        iterations: per_step(run.work.iterations),
    }
}
