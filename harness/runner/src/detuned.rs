//! What wrong gains cost: every variant with gains again, with a time constant that is wrong by a factor of three.

use crate::cell::Pair;
use crate::scope::SLOW_TAGS;
use crate::trajectory::Ended;
use problem::Start;
use results::{Cell, Detuned, LadderKind, Measured, PerQuantity, Run, TYPICAL_STEP};
use stepping::{Resolution, StepControl, StepSize};
use trial::PreparedProblem;
use verification::{ROUNDING, floored_ratio};

/// Factors of the gains of first order.
const FACTORS: [f64; 2] = [1.0 / 3.0, 3.0];

/// The runs with wrong gains, compared with the run of the cell whose step of practice is nearest to 5 ms times the time
/// scale of the problem. There are none for adaptive variants and those without gains, where the right gains stopped, on
/// problems that take long, and on starts off the constraints, which have no motion to be compared with.
pub(crate) fn detuned(pair: Pair<'_>, cell: &Cell) -> Vec<Detuned> {
    let Pair {
        variant, prepared, ..
    } = pair;
    if variant.card().step_control == StepControl::Adaptive || !is_cheap_and_clear(prepared) {
        return Vec::new();
    }
    match nearest(
        cell.practice_runs(),
        TYPICAL_STEP * prepared.card.time_scale,
    ) {
        Some(right) if right.stopped.is_none() => FACTORS
            .into_iter()
            .filter_map(|factor| compared(pair, right, factor))
            .collect(),
        _ => Vec::new(),
    }
}

fn is_cheap_and_clear(prepared: &PreparedProblem) -> bool {
    let slow = prepared.card.tags.iter().any(|tag| SLOW_TAGS.contains(tag));
    !slow && prepared.card.start == Start::Consistent
}

/// The run whose step has the smallest ratio to `h`.
fn nearest(runs: &[Run], h: f64) -> Option<&Run> {
    let distance = |run: &Run| math::ln(run.h / h).abs();
    runs.iter()
        .min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

/// One run with wrong gains beside the run with the right ones; `None` where there are no gains or the system is refused
/// with them.
fn compared(pair: Pair<'_>, right: &Run, factor: f64) -> Option<Detuned> {
    let prepared = pair.prepared;
    let wrong = pair.variant.detuned(factor)?;
    let resolution = Resolution::Fixed(StepSize::new(right.h).ok()?);
    let start = prepared.start.as_ref().ok()?;
    let wrong = Pair {
        variant: wrong.as_ref(),
        ..pair
    };
    let (measured, stopped) = match wrong.run(resolution, start, LadderKind::Practice) {
        Ended::Finished(finished) => (finished.run.measured, false),
        Ended::Stopped { .. } | Ended::OverBudget { .. } => (Measured::default(), true),
        Ended::Refused(_) => return None,
    };
    Some(Detuned {
        factor,
        h: right.h,
        factors: PerQuantity::from_fn(|quantity| {
            let floor = ROUNDING * prepared.scales[quantity];
            floored_ratio(measured[quantity]?, right.measured[quantity]?, floor)
        }),
        stopped,
    })
}

#[cfg(test)]
mod tests;
