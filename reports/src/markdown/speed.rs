//! What a step costs, in a few lines.

use super::code;
use crate::facts::{Cost, Facts};
use crate::number;
use results::{Results, TimingNoise};

/// The most cells that are named as allocating.
const NAMED: usize = 5;

/// The section, where speed was measured.
pub(super) fn section(results: &Results, facts: &Facts) -> String {
    let Some(cost) = &facts.cost else {
        return String::new();
    };
    let mut lines = vec![format!(
        "{} measured; the fastest step takes {}: {} on {}.",
        number::count(cost.measured, "cell"),
        number::duration(cost.fastest_ns),
        code(&cost.fastest.variant),
        code(&cost.fastest.problem),
    )];
    if let Some([least, median, most]) = cost.relative {
        lines.push(format!(
            "Relative to the hand-written step of the same problem: {} in the median, {} to {}.",
            number::ratio(median),
            number::ratio(least),
            number::ratio(most),
        ));
    }
    lines.extend(noise(results, cost));
    lines.push(allocating(cost));
    format!("## Speed\n\n{}\n", lines.join("\n"))
}

/// How far the time of a step is from itself when it is measured twice.
fn noise(results: &Results, cost: &Cost) -> Option<String> {
    let timing = results.timing.as_ref()?;
    let off = |noise: &TimingNoise| {
        let ends = noise.interval.map(|end| (end - 1.0).abs());
        100.0 * ends[0].max(ends[1])
    };
    let median = number::median(timing.noise.iter().map(off).collect())?;
    let worst = cost.control?;
    Some(format!(
        "Timing noise: the same step timed twice gives ratios within ±{} % (median over the problems; ±{} % on {}, the worst). \
         Ignore smaller differences.",
        number::fixed(median, 0),
        number::fixed(off(worst), 0),
        code(&worst.problem),
    ))
}

fn allocating(cost: &Cost) -> String {
    let all = cost.allocating.len();
    if all == 0 {
        return "No step allocates memory.".to_owned();
    }
    let cells = cost.allocating.iter().take(NAMED);
    let named = cells.map(|cell| format!("{} on {}", code(&cell.variant), code(&cell.problem)));
    let named = named.collect::<Vec<_>>().join(", ");
    let more = match all.saturating_sub(NAMED) {
        0 => String::new(),
        n => format!(", and {n} more"),
    };
    format!(
        "**A step allocates memory in {}**: {named}{more}.",
        number::count(all, "cell")
    )
}
