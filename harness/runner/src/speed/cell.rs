//! One cell, ready to be timed.

use super::walk::Walk;
use crate::cell::resolutions;
use crate::prepared::Prepared;
use mechanics::LimitKernel;
use results::{Run, WorkPerStep};
use stepping::{Integrator, Method, Resolution};

/// One variant on one problem at one step size.
#[derive(Clone, Copy)]
pub(super) struct Timed<'a> {
    prepared: &'a Prepared,
    pub(super) walk: Walk<'a>,
    /// What a step asks for in the run of the accuracy phase, whose length does not depend on the clock.
    pub(super) work: WorkPerStep,
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
        let intervals = prepared.card.end_time / resolution.interval();
        Some(Self {
            prepared,
            walk: Walk {
                method,
                system: prepared.system.as_ref(),
                start: prepared.start.as_ref().ok()?,
                resolution,
                intervals: intervals.round().max(1.0) as u64,
            },
            work,
        })
    }

    pub(super) fn problem(&self) -> &'a str {
        self.prepared.card.id
    }

    pub(super) fn limit(&self) -> Option<LimitKernel> {
        self.prepared.problem.limit()
    }

    pub(super) fn variant(&self) -> String {
        self.walk.method.card().id
    }

    pub(super) fn integrator(&self) -> Option<Integrator> {
        self.walk.method.card().integrator
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
