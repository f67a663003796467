//! The boards without a script: question, rule and the first lines of each.

use super::answer::{NAMES, short_question};
use super::{head, link, table};
use crate::number;
use crate::phrase;
use crate::ranking::rank_interval;
use maud::{Markup, html};
use results::{Board, BoardLine, BoardOf, Results, Scoring};

/// Number of lines that are shown without a script.
const SHOWN: usize = 5;

/// The view.
pub(super) fn body(results: &Results) -> Markup {
    let boards = in_order(results);
    html! {
        h1 { "Boards: one question each" }
        @if boards.is_empty() { p.nothing { "There is no board: nothing comparable was run." } }
        div #boards-static {
            @for board in boards { (one(board)) }
        }
    }
}

/// The boards of variants: questions over all integrators first, in the order of the first screen.
pub(super) fn in_order(results: &Results) -> Vec<&Board> {
    let boards = results.boards.iter();
    let mut boards: Vec<&Board> = boards.filter(|b| b.of == BoardOf::Variants).collect();
    let place = |board: &Board| NAMES.iter().position(|(id, _)| *id == board.id);
    boards.sort_by_key(|board| place(board).unwrap_or(NAMES.len()));
    boards
}

/// The question of a board in a few words.
pub(super) fn title(board: &Board) -> String {
    match board.with.as_deref() {
        Some(with) => format!("What stabilization buys over {with}"),
        None => short_question(board).to_owned(),
    }
}

fn one(board: &Board) -> Markup {
    html! {
        article id=(link::board(&board.id, board.with.as_deref())) {
            h2 { (title(board)) }
            p { (board.question) " " span.aside { (board.rule) } }
            (table("board", format!("The first {} of {}", number::count(board.lines.len().min(SHOWN), "line"), board.lines.len()),
                head(&["Variant"], &["Rank", "Score"]),
                html! { tbody { @for line in board.lines.iter().take(SHOWN) { (row(board, line)) } } }))
        }
    }
}

fn row(board: &Board, line: &BoardLine) -> Markup {
    html! {
        tr {
            th scope="row" {
                a href=(link::href(&link::variant(&line.variant))) { code { (line.variant) } }
                @if let Some(misses) = &line.misses { " " small { (misses) } }
            }
            td.num { (rank_interval(line)) }
            td.num { (score(board.scoring, line.score)) }
        }
    }
}

fn score(scoring: Scoring, score: Option<f64>) -> String {
    match scoring {
        Scoring::Median => number::or_dash(score, phrase::factor),
        Scoring::Profile | Scoring::Share => number::or_dash(score, |x| number::fixed(x, 3)),
    }
}
