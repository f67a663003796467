//! Boards of variants as the script ranks them.

use results::{Board, BoardLine, Condition, Cost, Figure, Instance, Results, Scoring};
use serde::Serialize;

/// A board of variants. Its fields have the names of the results, which the script for ranks knows.
#[derive(Serialize)]
pub(super) struct BoardData<'a> {
    id: &'a str,
    title: String,
    question: &'a str,
    rule: &'a str,
    integrator: Option<&'a str>,
    with: Option<&'a str>,
    scoring: Scoring,
    conditions: &'a [Condition],
    cost: Option<Cost>,
    instances: &'a [Instance],
    lines: Vec<LineData<'a>>,
}

#[derive(Serialize)]
struct LineData<'a> {
    variant: &'a str,
    rank_low: usize,
    rank_high: usize,
    score: Option<f64>,
    score_interval: Option<[f64; 2]>,
    coverage: f64,
    prices: usize,
    bounds: usize,
    misses: Option<&'a str>,
    figures: &'a [Figure],
    costs: &'a [Option<f64>],
    at_most: &'a [usize],
    noise: &'a [f64],
}

/// Every board of variants, in the order in which the page tells them.
pub(super) fn boards(results: &Results) -> Vec<BoardData<'_>> {
    let boards = super::super::boards::in_order(results).into_iter();
    boards.map(board).collect()
}

fn board(board: &Board) -> BoardData<'_> {
    BoardData {
        id: &board.id,
        title: super::super::boards::title(board),
        question: &board.question,
        rule: &board.rule,
        integrator: board.integrator.as_deref(),
        with: board.with.as_deref(),
        scoring: board.scoring,
        conditions: &board.conditions,
        cost: board.cost,
        instances: &board.instances,
        lines: board.lines.iter().map(line).collect(),
    }
}

fn line(line: &BoardLine) -> LineData<'_> {
    LineData {
        variant: &line.variant,
        rank_low: line.rank_low,
        rank_high: line.rank_high,
        score: line.score,
        score_interval: line.score_interval,
        coverage: line.coverage,
        prices: line.prices,
        bounds: line.bounds,
        misses: line.misses.as_deref(),
        figures: &line.figures,
        costs: &line.costs,
        at_most: &line.at_most,
        noise: &line.noise,
    }
}
