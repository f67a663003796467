//! One cell, ready to be timed.

use super::TimedCell;
use super::walk::Walk;
use crate::ladders::resolutions;
use problem::LimitKernel;
use results::PerCounter;
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
    /// The cell at the rung that is asked for.
    pub(super) fn new(
        variant: &'a dyn Variant,
        prepared: &'a PreparedProblem,
        cell: &TimedCell,
    ) -> Option<Self> {
        let resolution = *resolutions(&variant.card(), prepared).get(cell.rung)?;
        Self::with_resolution(variant, prepared, resolution, cell.work)
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
