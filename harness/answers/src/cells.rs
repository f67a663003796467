//! The cells of results by variant and problem.

use results::{Cell, Results};
use std::collections::HashMap;

/// The family of a problem: what stands before the slash. Presets of one family are no independent witnesses.
pub(crate) fn family(problem: &str) -> &str {
    problem.split('/').next().unwrap_or(problem)
}

/// Finds cells by variant and problem, wherever they stand in the list.
pub(crate) struct Cells<'a>(HashMap<(&'a str, &'a str), &'a Cell>);

impl<'a> Cells<'a> {
    pub(crate) fn of(results: &'a Results) -> Self {
        let entry = |cell: &'a Cell| ((cell.variant.as_str(), cell.problem.as_str()), cell);
        Self(results.cells.iter().map(entry).collect())
    }

    pub(crate) fn find(&self, variant: &str, problem: &str) -> Option<&'a Cell> {
        self.0.get(&(variant, problem)).copied()
    }
}
