//! The reasons of verdicts that are neither a plain yes nor a plain no, counted over the matrix.

use crate::mark::Mark;
use crate::tally::Tally;
use results::{Cell, Quantity, Reason, Results};

/// The verdicts that have reasons.
pub(crate) const EXPLAINED: [Mark; 2] = [Mark::Undecided, Mark::Above];

/// The first reason of a cell, in the order of its quantities, if its verdict has one.
pub(crate) fn first_reason(cell: &Cell) -> Option<Reason> {
    let explained = EXPLAINED.contains(&Mark::of(cell));
    let mut reasons = Quantity::ALL.into_iter().filter_map(|q| cell.reasons[q]);
    explained.then(|| reasons.next())?
}

/// How many cells with a mark have each reason first.
pub(crate) fn tally(results: &Results, mark: Mark) -> Tally<Reason> {
    let cells = results.cells.iter().filter(|cell| Mark::of(cell) == mark);
    cells.filter_map(first_reason).collect()
}

/// One row for each reason that occurs, with the number of cells of each explained mark.
pub(crate) fn rows(results: &Results) -> Vec<(Reason, [usize; 2])> {
    let tallies = EXPLAINED.map(|mark| tally(results, mark));
    let row = |reason| (reason, [0, 1].map(|k| tallies[k].count(reason)));
    let rows = Reason::ALL.into_iter().map(row);
    rows.filter(|(_, counts)| counts.iter().sum::<usize>() > 0)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;
    use results::{Outcome, Reasons, Verdict};

    #[test]
    fn each_explained_cell_counts_once_and_the_others_not_at_all() {
        let mut results = captured::results();
        for cell in &mut results.cells {
            (cell.outcome, cell.verdict) = (Outcome::Ran, Verdict::Confirmed);
            cell.reasons = Reasons::default();
        }
        let both = Reasons {
            velocity: Some(Reason::StillFalling),
            multiplier: Some(Reason::SlopesDisagree),
            ..Reasons::default()
        };
        (results.cells[0].verdict, results.cells[0].reasons) = (Verdict::Undecided, both);
        (results.cells[1].verdict, results.cells[1].reasons) = (Verdict::Above, both);
        results.cells[2].reasons = both;
        assert_eq!(rows(&results), [(Reason::StillFalling, [1, 1])]);
    }
}
