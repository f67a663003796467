//! The boards in short: who leads on which question.

use super::{code, one_line, section as written};
use crate::number;
use crate::ranking::rank_interval;
use results::{Board, BoardOf, Results, Scoring};

/// Methods that are named for every question.
const NAMED: usize = 3;

/// The leading methods of every board but those by integrator, which have a table of their own.
pub(super) fn section(results: &Results) -> String {
    let boards = results.boards.iter();
    let boards = boards.filter(|board| board.of == BoardOf::Methods && board.integrator.is_none());
    let lines = boards.map(|board| {
        [
            format!("{} ({})", one_line(&board.question), code(&board.id)),
            leaders(board),
            bounds(board),
        ]
    });
    let title = "Which method for which question\n\n\
        The leading methods of every board, each by its best variant, with its ranks and its score. A score without × is at most 1, \
        and higher is better; a score with × is a median of ratios, and lower is better. The rules are in `boards[].rule` of \
        `results.json`.";
    written(
        title,
        ["Question", "Leading methods", "Costs known only as bounds"],
        lines,
    )
}

fn leaders(board: &Board) -> String {
    let scored = board.lines.iter().filter(|line| line.score.is_some());
    let names: Vec<String> = scored
        .take(NAMED)
        .map(|line| {
            let score = line.score.unwrap_or(f64::NAN);
            let score = match board.scoring {
                Scoring::Median => format!("× {}", number::fixed(score, 2)),
                Scoring::Profile | Scoring::Share => number::fixed(score, 3),
            };
            format!("{} ({}, {score})", code(&line.variant), rank_interval(line))
        })
        .collect();
    match names.is_empty() {
        true => "none could be compared".to_owned(),
        false => names.join(", "),
    }
}

fn bounds(board: &Board) -> String {
    let count = |of: fn(&results::BoardLine) -> usize| board.lines.iter().map(of).sum::<usize>();
    let (bounds, prices) = (count(|line| line.bounds), count(|line| line.prices));
    format!("{bounds} of {prices}")
}
