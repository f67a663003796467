//! Which variant needs no tuning?

use super::{Source, empty, line, one_for_each};
use results::{Board, BoardLine, Cell, Detuned, Scoring};

/// A run that stops with wrong gains counts as this many times worse, and nothing counts as more.
const STOPPED: f64 = 1024.0;

pub(super) fn board(source: &Source) -> Board {
    let problems = source.problems(|problem| problem.consistent_start);
    let of_line = |row: super::Row| -> Option<BoardLine> {
        let (method, variant) = row;
        if method.is_baseline() {
            return None;
        }
        let tuned = !variant.parameters.is_empty();
        let costs = problems.iter().map(|problem| {
            let cell = source.cell(variant, &problem.id)?;
            if tuned { worst(cell) } else { ran(cell) }
        });
        Some(BoardLine {
            misses: tuned.then(|| "has numbers to choose".to_owned()),
            ..line(row, costs.collect())
        })
    };
    Board {
        instances: one_for_each(&problems),
        lines: source.rows().filter_map(of_line).collect(),
        ..empty(
            "nothing-to-tune",
            "Which variant needs no tuning, or forgives wrong gains?",
            format!(
                "Variants without a number to choose come first. For the others the score is the median over the problems of \
                 the largest factor by which wrong gains enlarge the drift or the error, where a stop counts as {STOPPED}."
            ),
            Scoring::Median,
        )
    }
}

/// Where it ran, a variant without parameters loses nothing.
fn ran(cell: &Cell) -> Option<f64> {
    (cell.outcome == results::Outcome::Ran).then_some(1.0)
}

/// The largest factor in drift or error with wrong gains, at least one.
fn worst(cell: &Cell) -> Option<f64> {
    let of = |detuned: &Detuned| {
        if detuned.stopped {
            return Some(STOPPED);
        }
        let factors = [detuned.factors.drift_position, detuned.factors.position];
        factors.into_iter().flatten().reduce(f64::max)
    };
    let largest = cell.detuned.iter().filter_map(of).reduce(f64::max)?;
    Some(largest.clamp(1.0, STOPPED))
}
