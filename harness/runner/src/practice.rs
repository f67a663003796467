//! Runs at the steps that people use, and the largest step that is usable.

use crate::trajectory::{Ended, run};
use problem::Start;
use results::{Cell, LadderKind, LargestStep, Run};
use stepping::{Resolution, StepSize, Variant};
use system::State;
use trial::{Outputs, PreparedProblem};

/// The steps of practice in seconds, coarsest first, for mechanisms of human size; 1/60 s is the step of games.
pub(crate) const STEPS: [f64; 7] = [0.05, 0.02, 1.0 / 60.0, 0.01, 0.005, 0.002, 0.001];

/// The finest step of a quick overview in seconds.
const COARSE: f64 = 0.0049;

/// A step is usable if the position error is at most this part of the size of the motion.
const USABLE: f64 = 0.01;

/// Steps beyond the coarsest of practice that are tried where that one is usable, as its multiples.
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

    /// Runs a variant at every step; a run that stops is followed by finer ones.
    pub(crate) fn run(
        &self,
        variant: &dyn Variant,
        prepared: &PreparedProblem,
        start: &State,
    ) -> Vec<Run> {
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
}

fn finished_or_not(ended: Ended) -> Option<Run> {
    match ended {
        Ended::Finished(run) | Ended::Stopped { run, .. } | Ended::OverBudget { run, .. } => {
            Some(run)
        }
        Ended::Refused(_) => None,
    }
}

/// The largest usable step of a variant whose ladders were run: a step is only counted if all finer ones are usable too.
pub(crate) fn largest_step(
    variant: &dyn Variant,
    prepared: &PreparedProblem,
    start: &State,
    cell: &Cell,
) -> Option<LargestStep> {
    let size = prepared.scales.position;
    let comparable = prepared.card.start == Start::Consistent && prepared.card.long.is_none();
    if !comparable || cell.practice_runs().is_empty() || size <= 0.0 {
        return None;
    }
    let good = |run: &Run| run.measured.position.is_some_and(|e| e <= USABLE * size);
    let mut known: Vec<(f64, bool)> = cell.runs.iter().map(|r| (r.h, good(r))).collect();
    known.sort_by(|a, b| a.0.total_cmp(&b.0));
    let tried = |h: f64| {
        let resolution = Resolution::Fixed(StepSize::new(h).ok()?);
        let outputs = prepared.outputs_near_grid(h);
        let ended = run(
            variant,
            prepared,
            resolution,
            start,
            &outputs,
            LadderKind::Practice,
        );
        finished_or_not(ended).map(|run| good(&run))
    };
    let usable = known.iter().take_while(|(_, good)| *good).count();
    let mut h = known.get(usable.checked_sub(1)?)?.0;
    let mut too_large = known.get(usable).map(|(h, _)| *h);
    if too_large.is_none() {
        let coarsest = h;
        for coarser in COARSER.map(|times| times * coarsest) {
            if coarser * FEWEST_STEPS > prepared.card.end_time {
                break;
            }
            if !tried(coarser)? {
                too_large = Some(coarser);
                break;
            }
            h = coarser;
        }
    }
    let Some(mut too_large) = too_large else {
        return Some(LargestStep { h, at_least: true });
    };
    for _ in 0..HALVINGS {
        let middle = (h * too_large).sqrt();
        match tried(middle)? {
            true => h = middle,
            false => too_large = middle,
        }
    }
    Some(LargestStep { h, at_least: false })
}
