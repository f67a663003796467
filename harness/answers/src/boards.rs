//! Boards: one question each, answered by one rule.

mod large_steps;
mod large_systems;
mod nothing_to_tune;
mod prices;
mod survival;
#[cfg(test)]
mod tests;
mod what_it_buys;

use crate::cells::Cells;
use crate::rank::{by_method, ranked};
use results::{
    Board, BoardLine, BoardOf, Cell, Cost, Instance, Paired, Problem, Results, Scoring, Variant,
    WhatItBuys,
};

/// What all boards are made from.
pub(crate) struct Source<'a> {
    pub(crate) results: &'a Results,
    pub(crate) cells: Cells<'a>,
    pub(crate) paired: &'a [Paired],
    pub(crate) buys: &'a [WhatItBuys],
    pub(crate) cost: Cost,
}

/// A method and one of its variants.
type Row<'a> = (&'a results::Method, &'a Variant);

impl<'a> Source<'a> {
    fn rows(&self) -> impl Iterator<Item = Row<'a>> {
        let methods = self.results.methods.iter();
        methods.flat_map(|m| m.variants.iter().map(move |v| (m, v)))
    }

    fn problems(&self, wanted: impl Fn(&Problem) -> bool) -> Vec<&'a Problem> {
        let problems = self.results.problems.iter();
        problems.filter(|p| wanted(p)).collect()
    }

    fn cell(&self, variant: &Variant, problem: &str) -> Option<&'a Cell> {
        self.cells.find(&variant.id, problem)
    }

    /// The cost in words.
    fn cost_words(&self) -> &'static str {
        match self.cost {
            Cost::Time => "time",
            _ => "number of system evaluations",
        }
    }

    /// Relative standard deviation of the costs of a variant on every problem.
    fn noise(&self, variant: &Variant, problems: &[&Problem]) -> Vec<f64> {
        let timing = self.results.timing.as_ref();
        let of = |problem: &&Problem| {
            let cell = self.cell(variant, &problem.id);
            cell.map_or(0.0, |cell| crate::noise::deviation(cell, self.cost, timing))
        };
        match self.cost {
            Cost::Time => problems.iter().map(of).collect(),
            _ => Vec::new(),
        }
    }
}

/// All boards, each for variants and then for methods.
pub(crate) fn boards(source: &Source) -> Vec<Board> {
    let mut all = what_it_buys::boards(source);
    all.extend(prices::boards(source));
    all.push(large_steps::board(source));
    all.push(survival::board(source));
    all.push(large_systems::board(source));
    all.push(nothing_to_tune::board(source));
    all.retain(|board| !board.instances.is_empty() && !board.lines.is_empty());
    all.into_iter()
        .flat_map(|board| {
            let variants = ranked(board);
            let methods = by_method(&variants);
            [variants, methods]
        })
        .collect()
}

/// A board of variants whose lines are still to come.
fn empty(id: &str, question: &str, rule: String, scoring: Scoring) -> Board {
    Board {
        id: id.to_owned(),
        question: question.to_owned(),
        rule,
        of: BoardOf::Variants,
        integrator: None,
        with: None,
        scoring,
        conditions: Vec::new(),
        cost: None,
        instances: Vec::new(),
        lines: Vec::new(),
    }
}

/// One instance for every problem.
fn one_for_each(problems: &[&Problem]) -> Vec<Instance> {
    let instance = |problem: &&Problem| Instance {
        problem: problem.id.clone(),
        target: None,
        group: None,
    };
    problems.iter().map(instance).collect()
}

/// A line that is still to be ranked.
fn line((method, variant): Row, costs: Vec<Option<f64>>) -> BoardLine {
    BoardLine {
        method: method.id.clone(),
        variant: variant.id.clone(),
        costs,
        ..BoardLine::default()
    }
}
