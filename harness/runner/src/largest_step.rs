//! The largest step that is usable.

use crate::cell::Pair;
use problem::Start;
use results::{Cell, LadderKind, LargestStep, Run};
use stepping::{Resolution, StepSize};
use system::State;

/// A step is usable if the position error is at most this part of the size of the motion.
const USABLE: f64 = 0.01;

/// Steps beyond the coarsest that was run, tried one after the other while they are usable, as its multiples.
const COARSER: [f64; 3] = [2.0, 4.0, 8.0];

/// Halvings of the interval between a usable step and the next one that is not, on a logarithmic scale.
const HALVINGS: u32 = 3;

/// Fewest steps of a run that says something about a motion.
const FEWEST_STEPS: f64 = 4.0;

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
    let prepared = pair.prepared;
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
        let fixed = Resolution::Fixed(StepSize::new(h).ok()?);
        pair.run(fixed, start, LadderKind::Coarser).run()
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
