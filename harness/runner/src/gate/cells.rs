//! The differences between two runs of one cell.

use super::{BaselineCell, BaselineRun, Direction, Finding, Held, Kind, Room};
use results::{Counter, Group, Outcome, Quantity, Verdict};

/// Everything that differs by more than its room.
pub(super) fn differences(old: &BaselineCell, new: &BaselineCell, room: &Room) -> Vec<Finding> {
    // Equal sources give equal bits on one machine, and then nothing else needs to be asked.
    if old == new {
        return Vec::new();
    }
    let mut found = Vec::new();
    if old.outcome != new.outcome {
        let direction = match (old.outcome, new.outcome) {
            (Outcome::Ran, _) => Direction::Worse,
            (_, Outcome::Ran) => Direction::Better,
            _ => Direction::Worse,
        };
        let what = format!("{} before, now {}", words(old.outcome), words(new.outcome));
        // Only a cell that ran can be lost; another way of not running is a change of its verdict.
        let kind = match old.outcome == Outcome::Ran || new.outcome == Outcome::Ran {
            true => Kind::Outcome,
            false => Kind::Verdict,
        };
        found.push(Finding::of(kind, direction, what, 1.0));
    }
    if old.verdict != new.verdict {
        let direction = match (rank(old.verdict), rank(new.verdict)) {
            (old, new) if new < old => Direction::Better,
            _ => Direction::Worse,
        };
        let (old, new) = (old.verdict.words().words, new.verdict.words().words);
        let what = format!("verdict: {old} before, now {new}");
        found.push(Finding::of(Kind::Verdict, direction, what, 1.0));
    }
    for ((quantity, before), now) in Quantity::ALL.iter().zip(old.orders).zip(new.orders) {
        let room = room.of_order(*quantity, &old.runs);
        found.extend(order(*quantity, before, now, room));
    }
    if old.runs.len() != new.runs.len() {
        let what = format!("{} runs before, now {}", old.runs.len(), new.runs.len());
        found.push(Finding::worse(Kind::Runs, what));
    }
    for (old, new) in old.runs.iter().zip(&new.runs) {
        run(old, new, room, &mut found);
    }
    found.extend(predicted("drifts", old.predicted, new.predicted));
    if old.allocations_per_step != new.allocations_per_step {
        let number = |n: Option<f64>| n.map_or("not counted".to_owned(), |n| n.to_string());
        let (old, new) = (old.allocations_per_step, new.allocations_per_step);
        let what = format!(
            "allocations per step: {} before, now {}",
            number(old),
            number(new)
        );
        let direction = match new < old && new.is_some() {
            true => Direction::Better,
            false => Direction::Worse,
        };
        found.push(Finding::of(Kind::Allocations, direction, what, 1.0));
    }
    found
}

/// How far a verdict is from a confirmed claim.
fn rank(verdict: Verdict) -> usize {
    match verdict {
        Verdict::Confirmed => 0,
        Verdict::Above => 1,
        Verdict::NoClaim => 2,
        Verdict::Undecided => 3,
        Verdict::Below => 4,
        Verdict::NotRun => 5,
    }
}

fn words(outcome: Outcome) -> &'static str {
    outcome.words().words
}

fn order(quantity: Quantity, old: Option<f64>, new: Option<f64>, room: f64) -> Option<Finding> {
    let name = quantity.symbol();
    let (direction, what, factor) = match (old, new) {
        (Some(old), Some(new)) if (new - old).abs() > room => {
            let (direction, word) = match new < old {
                true => (Direction::Worse, "fell"),
                false => (Direction::Better, "rose"),
            };
            let what = format!("order of {name} {word} from {old:.3} to {new:.3}");
            (direction, what, math::exp2((new - old).abs()))
        }
        (Some(old), None) => {
            let what = format!("order of {name} was {old:.3}, now none is observed");
            (Direction::Worse, what, math::exp2(old.abs()))
        }
        (None, Some(new)) => {
            let what = format!("order of {name} was not observed, now it is {new:.3}");
            (Direction::Better, what, 1.0)
        }
        _ => return None,
    };
    Some(Finding::of(Kind::Order, direction, what, factor))
}

/// The change in the number of predictions that hold, which is a finding in both directions.
pub(super) fn predicted(what: &str, old: Option<Held>, new: Option<Held>) -> Option<Finding> {
    let (direction, what) = match (old, new) {
        (Some(_), None) => (
            Direction::Worse,
            format!("no {what} are predicted any more"),
        ),
        (None, Some(_)) => (Direction::Better, format!("{what} are predicted now")),
        (Some(old), Some(new)) if old != new => {
            let direction = match new.hold > old.hold {
                true => Direction::Better,
                false => Direction::Worse,
            };
            let counts = format!(
                "{} of {} predicted {what} hold, {} of {} before",
                new.hold, new.of, old.hold, old.of
            );
            (direction, counts)
        }
        _ => return None,
    };
    Some(Finding::of(Kind::Prediction, direction, what, 1.0))
}

fn run(old: &BaselineRun, new: &BaselineRun, room: &Room, found: &mut Vec<Finding>) {
    let at = match old.tolerance {
        Some(tolerance) => format!("tolerance {tolerance:e}"),
        None => format!("{} steps", old.steps),
    };
    if old.tolerance != new.tolerance || (old.tolerance.is_none() && old.steps != new.steps) {
        let what = format!("{at}: now {} steps", new.steps);
        found.push(Finding::worse(Kind::Runs, what));
    }
    for ((quantity, before), (_, now)) in old.figures().zip(new.figures()) {
        let kind = match quantity.group() {
            Group::Error => Kind::Error,
            Group::Drift => Kind::Drift,
        };
        let name = quantity.figure();
        match (before, now) {
            (Some(before), Some(now)) => {
                if (now - before).abs() <= room.of_figure(quantity, before, old) {
                    continue;
                }
                let (direction, word, factor) = match now > before {
                    true => (Direction::Worse, "grew", now / before),
                    false => (Direction::Better, "fell", before / now),
                };
                let what = format!("{at}: {name} {word} from {before:.6e} to {now:.6e}");
                found.push(Finding::of(kind, direction, what, factor));
            }
            (Some(before), None) => {
                let what = format!("{at}: {name} was {before:.3e}, now there is none");
                found.push(Finding::worse(kind, what));
            }
            (None, Some(now)) => {
                let what = format!("{at}: there was no {name}, now it is {now:.3e}");
                found.push(Finding::of(kind, Direction::Better, what, 1.0));
            }
            (None, None) => {}
        }
    }
    for counter in Counter::LISTED {
        let (name, before, now) = (counter.name(), old.work[counter], new.work[counter]);
        let room = room.of_count(before, old);
        if now.abs_diff(before) as f64 <= room {
            continue;
        }
        let (direction, word) = match now > before {
            true => (Direction::Worse, "rose"),
            false => (Direction::Better, "fell"),
        };
        let factor = now.max(before) as f64 / now.min(before).max(1) as f64;
        let what = format!("{at}: {name} {word} from {before} to {now}");
        found.push(Finding::of(Kind::Work, direction, what, factor));
    }
}
