//! One cell, ready to be timed.

use super::walk::Walk;
use crate::cell::resolutions;
use problem::LimitKernel;
use results::{PerCounter, Run, Work};
use stepping::{Integrator, Resolution, Variant};
use trial::PreparedProblem;

/// One variant on one problem at one step size.
#[derive(Clone, Copy)]
pub(super) struct Timed<'a> {
    prepared: &'a PreparedProblem,
    pub(super) walk: Walk<'a>,
    /// Work per step in the run of the accuracy phase, whose length does not depend on the clock.
    pub(super) work: PerCounter<f64>,
}

impl<'a> Timed<'a> {
    /// The cell at the step in the middle of its ladder, or at the next finer one that finished.
    pub(super) fn new(
        variant: &'a dyn Variant,
        prepared: &'a PreparedProblem,
        runs: &[Run],
    ) -> Option<Self> {
        let rung = (runs.len() / 2..runs.len()).find(|&k| runs[k].measured.is_complete())?;
        let resolution = *resolutions(&variant.card(), prepared).get(rung)?;
        let run = &runs[rung];
        let work = Work {
            steps: run.steps,
            ..run.work
        }
        .per_step();
        Self::with_resolution(variant, prepared, resolution, work)
    }

    /// The cell at the step in the middle of its ladder, before it was run.
    pub(super) fn at_middle(
        variant: &'a dyn Variant,
        prepared: &'a PreparedProblem,
    ) -> Option<Self> {
        let resolutions = resolutions(&variant.card(), prepared);
        let resolution = *resolutions.get(resolutions.len() / 2)?;
        Self::with_resolution(variant, prepared, resolution, PerCounter::default())
    }

    fn with_resolution(
        variant: &'a dyn Variant,
        prepared: &'a PreparedProblem,
        resolution: Resolution,
        work: PerCounter<f64>,
    ) -> Option<Self> {
        let intervals = prepared.card.run_time() / resolution.interval();
        Some(Self {
            prepared,
            walk: Walk {
                variant,
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
        self.walk.variant.card().id
    }

    pub(super) fn integrator(&self) -> Option<Integrator> {
        self.walk.variant.card().integrator
    }
}
