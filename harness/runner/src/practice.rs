//! Runs at the steps that people use, and the largest step that is usable.

use crate::matrix::Pair;
use crate::trajectory::{Ended, run};
use problem::Start;
use results::{Cell, LadderKind, LargestStep, Run};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use stepping::{Resolution, StepControl, StepSize, Tolerance, Variant};
use system::State;
use trial::{Outputs, PreparedProblem};

/// The steps of practice in seconds, coarsest first, for mechanisms of human size; 1/60 s is the step of games.
pub(crate) const STEPS: [f64; 7] = [0.05, 0.02, 1.0 / 60.0, 0.01, 0.005, 0.002, 0.001];

/// Tolerances of adaptive variants as loose as people use them.
const TOLERANCES: [f64; 2] = [1e-2, 1e-3];

/// The steps of a quick overview in seconds, coarsest first.
const OVERVIEW: [f64; 2] = [0.02, 0.005];

/// A step is usable if the position error is at most this part of the size of the motion.
const USABLE: f64 = 0.01;

/// Steps beyond the coarsest that was run, tried one after the other while they are usable, as its multiples.
const COARSER: [f64; 3] = [2.0, 4.0, 8.0];

/// Halvings of the interval between a usable step and the next one that is not, on a logarithmic scale.
const HALVINGS: u32 = 3;

/// Fewest steps of a run that says something about a motion.
const FEWEST_STEPS: f64 = 4.0;

/// The steps of practice of one problem, with the output times of these and of all other steps that were tried, which
/// variants share: the true motion of some problems takes longer to find than a run.
pub(crate) struct Practice {
    rungs: Vec<StepSize>,
    /// Whether the largest usable step is searched and wrong gains are tried.
    pub(crate) thorough: bool,
    /// By the bits of the step.
    outputs: Mutex<BTreeMap<u64, Arc<Outputs>>>,
}

impl Practice {
    /// The steps of practice for a problem; none for long motions, which have steps of their own.
    pub(crate) fn of(prepared: &PreparedProblem) -> Self {
        let steps = match prepared.card.long {
            Some(_) => Vec::new(),
            None => STEPS.map(|h| h * prepared.card.time_scale).to_vec(),
        };
        Self {
            rungs: steps
                .into_iter()
                .filter_map(|h| StepSize::new(h).ok())
                .collect(),
            thorough: true,
            ..Self::none()
        }
    }

    /// The output times of a step.
    pub(crate) fn outputs(&self, prepared: &PreparedProblem, h: StepSize) -> Arc<Outputs> {
        let key = h.seconds().to_bits();
        let known = || self.outputs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(outputs) = known().get(&key) {
            return Arc::clone(outputs);
        }
        // Found without the lock; whoever comes second finds the same.
        let found = Arc::new(prepared.outputs_near_grid(h.seconds()));
        known().insert(key, Arc::clone(&found));
        found
    }

    /// A few steps for a quick overview, without a search and without wrong gains.
    pub(crate) fn overview(prepared: &PreparedProblem) -> Self {
        Self::at(&OVERVIEW, prepared)
    }

    fn at(steps: &[f64], prepared: &PreparedProblem) -> Self {
        let scaled = steps.iter().map(|h| h * prepared.card.time_scale);
        Self {
            rungs: match prepared.card.long {
                Some(_) => Vec::new(),
                None => scaled.filter_map(|h| StepSize::new(h).ok()).collect(),
            },
            ..Self::none()
        }
    }

    /// No steps at all.
    pub(crate) const fn none() -> Self {
        Self {
            rungs: Vec::new(),
            thorough: false,
            outputs: Mutex::new(BTreeMap::new()),
        }
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
        let at = |h: &StepSize| {
            let (fixed, outputs) = (Resolution::Fixed(*h), self.outputs(prepared, *h));
            let kind = LadderKind::Practice;
            finished_or_not(run(variant, prepared, fixed, start, &outputs, kind))
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

/// Searches the largest usable step of a variant whose ladders were run: between the steps of practice, below them between
/// those that show orders. A step is only counted if all finer ones are usable too.
pub(crate) fn search(pair: Pair<'_>, start: &State, cell: &Cell) -> Search {
    let Pair {
        variant,
        prepared,
        practice,
        ..
    } = pair;
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
        let h = StepSize::new(h).ok()?;
        let (fixed, outputs) = (Resolution::Fixed(h), practice.outputs(prepared, h));
        let kind = LadderKind::Coarser;
        finished_or_not(run(variant, prepared, fixed, start, &outputs, kind))
    };
    let finest = cell.practice_runs().last().map_or(0.0, |run| run.h);
    let finer = cell.order_runs().iter().filter(|run| run.h < finest);
    let used = finer.chain(cell.practice_runs());
    let mut known: Vec<(f64, bool)> = used.map(|r| (r.h, good(r))).collect();
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
