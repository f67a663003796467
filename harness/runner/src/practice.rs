//! Runs at the steps that people use, and the largest step that is usable.

use crate::trajectory::{Ended, run};
use problem::Start;
use results::{Cell, LadderKind, LargestStep, Run};
use stepping::{Resolution, StepControl, StepSize, Tolerance, Variant};
use system::State;
use trial::{Outputs, PreparedProblem};

/// The steps of practice in seconds, coarsest first, for mechanisms of human size; 1/60 s is the step of games.
pub(crate) const STEPS: [f64; 7] = [0.05, 0.02, 1.0 / 60.0, 0.01, 0.005, 0.002, 0.001];

/// Tolerances of adaptive variants as loose as people use them.
const TOLERANCES: [f64; 2] = [1e-2, 1e-3];

/// The finest step of a quick overview in seconds.
const COARSE: f64 = 0.0049;

/// A step is usable if the position error is at most this part of the size of the motion.
const USABLE: f64 = 0.01;

/// Steps beyond the coarsest that was run, tried one after the other while they are usable, as its multiples.
const COARSER: [f64; 3] = [2.0, 4.0, 8.0];

/// Halvings of the interval between a usable step and the next one that is not, on a logarithmic scale.
const HALVINGS: u32 = 3;

/// Fewest steps of a run that says something about a motion.
const FEWEST_STEPS: f64 = 4.0;

/// The steps of practice of one problem with their output times, which all variants share.
pub(crate) struct Practice {
    rungs: Vec<(StepSize, Outputs)>,
}

impl Practice {
    /// The steps of practice for a problem; none for long motions, which have steps of their own.
    pub(crate) fn of(prepared: &PreparedProblem) -> Self {
        let steps = match prepared.card.long {
            Some(_) => Vec::new(),
            None => STEPS.map(|h| h * prepared.card.time_scale).to_vec(),
        };
        let rung = |h: f64| Some((StepSize::new(h).ok()?, prepared.outputs_near_grid(h)));
        Self {
            rungs: steps.into_iter().filter_map(rung).collect(),
        }
    }

    /// The steps that are cheap enough for a quick overview.
    pub(crate) fn coarse(prepared: &PreparedProblem) -> Self {
        let mut practice = Self::of(prepared);
        let finest = COARSE * prepared.card.time_scale;
        practice.rungs.retain(|(h, _)| h.seconds() >= finest);
        practice
    }

    /// No steps at all.
    pub(crate) const fn none() -> Self {
        Self { rungs: Vec::new() }
    }

    /// Runs a variant at every step, or at loose tolerances if it is adaptive; a run that stops is followed by finer ones.
    pub(crate) fn run(
        &self,
        variant: &dyn Variant,
        prepared: &PreparedProblem,
        start: &State,
    ) -> Vec<Run> {
        if variant.card().step_control == StepControl::Adaptive {
            return self.run_loosely(variant, prepared, start);
        }
        let at = |(h, outputs): &(StepSize, Outputs)| {
            let fixed = Resolution::Fixed(*h);
            finished_or_not(run(
                variant,
                prepared,
                fixed,
                start,
                outputs,
                LadderKind::Practice,
            ))
        };
        self.rungs.iter().filter_map(at).collect()
    }

    fn run_loosely(
        &self,
        variant: &dyn Variant,
        prepared: &PreparedProblem,
        start: &State,
    ) -> Vec<Run> {
        let interval = prepared.card.end_time / prepared.ladder.grid() as f64;
        let outputs = prepared.outputs_on_grid(interval);
        let at = |tolerance: f64| {
            let resolution = Resolution::Adaptive {
                tolerance: Tolerance::new(tolerance).ok()?,
                interval: StepSize::new(interval).ok()?,
            };
            let kind = LadderKind::Practice;
            finished_or_not(run(variant, prepared, resolution, start, &outputs, kind))
        };
        match self.rungs.is_empty() {
            true => Vec::new(),
            false => TOLERANCES.into_iter().filter_map(at).collect(),
        }
    }
}

fn finished_or_not(ended: Ended) -> Option<Run> {
    match ended {
        Ended::Finished(run) | Ended::Stopped { run, .. } | Ended::OverBudget { run, .. } => {
            Some(run)
        }
        Ended::Refused(_) => None,
    }
}

/// The largest usable step of a variant, and the runs at steps beyond those of practice that were tried for it.
pub(crate) struct Search {
    /// The largest usable step; absent where none is, or where the motion says nothing about it.
    pub(crate) largest: Option<LargestStep>,
    /// Runs at multiples of the coarsest step of practice.
    pub(crate) coarser: Vec<Run>,
}

/// Searches the largest usable step of a variant whose ladders were run. A step is only counted if all finer ones that were
/// run are usable too.
pub(crate) fn search(
    variant: &dyn Variant,
    prepared: &PreparedProblem,
    start: &State,
    cell: &Cell,
) -> Search {
    let mut search = Search {
        largest: None,
        coarser: Vec::new(),
    };
    let size = prepared.scales.position;
    let comparable = prepared.card.start == Start::Consistent && prepared.card.long.is_none();
    if !comparable || cell.practice_runs().is_empty() || size <= 0.0 {
        return search;
    }
    let good = |run: &Run| run.measured.position.is_some_and(|e| e <= USABLE * size);
    let tried = |h: f64| {
        let resolution = Resolution::Fixed(StepSize::new(h).ok()?);
        let outputs = prepared.outputs_near_grid(h);
        let kind = LadderKind::Coarser;
        finished_or_not(run(variant, prepared, resolution, start, &outputs, kind))
    };
    let mut known: Vec<(f64, bool)> = cell.runs.iter().map(|r| (r.h, good(r))).collect();
    known.sort_by(|a, b| a.0.total_cmp(&b.0));
    let Some(&(coarsest, mut usable)) = known.last() else {
        return search;
    };
    for h in COARSER.map(|times| times * coarsest) {
        if !usable || h * FEWEST_STEPS > prepared.card.end_time {
            break;
        }
        let Some(run) = tried(h) else { break };
        usable = good(&run);
        known.push((h, usable));
        search.coarser.push(run);
    }
    let count = known.iter().take_while(|(_, good)| *good).count();
    let Some(&(mut h, _)) = count.checked_sub(1).and_then(|last| known.get(last)) else {
        return search;
    };
    if let Some(&(mut too_large, _)) = known.get(count) {
        for _ in 0..HALVINGS {
            let middle = (h * too_large).sqrt();
            match tried(middle) {
                Some(run) if good(&run) => h = middle,
                _ => too_large = middle,
            }
        }
    }
    search.largest = Some(LargestStep {
        h,
        at_least: count == known.len(),
    });
    search
}
