//! One line for every other question: who leads, and how clearly.

use crate::number;
use crate::page::link;
use maud::{Markup, html};
use results::{Board, BoardLine, BoardOf, Results, Scoring};

/// Boards with their questions in a few words, in the order in which they are told.
pub(in crate::page) const NAMES: [(&str, &str); 9] = [
    ("constraints-per-time", "Constraints kept at the least cost"),
    (
        "both-levels-per-time",
        "Constraints and their rates kept at the least cost",
    ),
    (
        "energy-long-run",
        "Energy kept over long motions at the least cost",
    ),
    ("reactions-per-time", "Reactions at the least cost"),
    (
        "accuracy-per-time",
        "Accuracy at the least cost (ranks integrators, not drift)",
    ),
    ("large-steps", "Largest usable fixed step"),
    ("survival", "Difficult problems and coarse steps"),
    ("large-systems", "Least added cost on large systems"),
    ("nothing-to-tune", "Nothing to tune, or forgiving gains"),
];

/// Number of leaders that a line names; further ones are counted.
const NAMED: usize = 2;

/// The lines, if there are boards.
pub(super) fn body(results: &Results) -> Markup {
    let boards = NAMES
        .iter()
        .filter_map(|(id, name)| Some((*name, board(results, id)?)));
    let lines: Vec<(&str, &Board)> = boards.filter(|(_, b)| !b.lines.is_empty()).collect();
    html! {
        @if !lines.is_empty() {
            h2 { "Other questions" }
            dl.winners {
                @for (name, board) in lines {
                    div {
                        dt { a href=(link::href(&link::board(&board.id, None))) { (name) } }
                        dd { (leaders(board)) }
                    }
                }
            }
        }
    }
}

/// The board of variants of all integrators with an id.
fn board<'a>(results: &'a Results, id: &str) -> Option<&'a Board> {
    let mut boards = results.boards.iter();
    boards.find(|b| b.id == id && b.of == BoardOf::Variants && b.with.is_none())
}

/// The question of a board in a few words.
pub(in crate::page) fn short_question(board: &Board) -> &str {
    let name = NAMES.iter().find(|(id, _)| *id == board.id);
    name.map_or(&board.question, |(_, name)| name)
}

fn leaders(board: &Board) -> Markup {
    // Lines with the best score share the first place, whatever their names.
    let first = board.lines[0].score;
    let equal = board
        .lines
        .iter()
        .take_while(|line| line.score == first && line.misses.is_none());
    let leading: Vec<&BoardLine> = equal.collect();
    let shown = leading.len().clamp(1, NAMED);
    let more = leading.len().saturating_sub(shown);
    let like = board.lines.iter().filter(|line| line.rank_low == 1).count();
    html! {
        @for (k, line) in board.lines.iter().take(shown).enumerate() {
            @if k > 0 { ", " }
            a href=(link::href(&link::variant(&line.variant))) { code { (line.variant) } }
        }
        @if more > 0 { " and " (more) " more" }
        @if let Some(score) = first { " · " (score_words(board.scoring, score)) }
        @if like > leading.len() {
            " · not significantly better than " (number::count(like - leading.len(), "other"))
        }
    }
}

fn score_words(scoring: Scoring, score: f64) -> String {
    match scoring {
        Scoring::Median => format!("median × {}", number::fixed(score, 2)),
        Scoring::Profile | Scoring::Share => format!("score {} of 1", number::fixed(score, 2)),
    }
}
