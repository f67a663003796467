//! One column of the table: errors over the run against what is printed of them.

use super::Row;
use crate::Claim;
use crate::bayo_1996::PRINTED;
use crate::bayo_1996::drift::Drift;
use crate::largest::largest;
use crate::table::Table;

/// Lengths that are right up to this have no drift to speak of.
const ROUNDING: f64 = 1e-14;

/// The errors that a number is printed for.
pub(super) struct Column<'a> {
    /// Name in the data and in ids.
    pub(super) id: &'static str,
    /// What it is.
    pub(super) words: &'static str,
    /// After each step.
    pub(super) errors: &'a [f64],
}

impl Column<'_> {
    /// The error at the end.
    pub(super) fn end(&self) -> f64 {
        self.errors.last().map_or(f64::NAN, |x| x.abs())
    }

    /// The number of a row, ours being one of the errors, between two parts of it.
    pub(super) fn number(&self, row: Row, ours: f64, parts: [f64; 2], why: &'static str) -> Claim {
        let [at_end, at_most] = [self.end(), largest(self.errors.iter().copied())];
        let words = format!("{}: {}", row.name(), self.words);
        Table::new(PRINTED, "Table 2")
            .claim_between([row.id(), self.id], words, ours, parts, why)
            .showing(format!("{at_end:.1e} at the end, {at_most:.1e} at most"))
            .remark(if ours == at_end {
                "Judged at the end."
            } else {
                "Judged by the largest value."
            })
    }

    /// The kind of drift.
    pub(super) fn drift(&self, row: Row) -> Claim {
        let printed = PRINTED.text("Table 2", row.id(), &format!("{} drift", self.id));
        let found = Drift::of(self.errors, ROUNDING).name();
        Claim::statement(
            [
                &format!("table-2/{}/{}-drift", row.id(), self.id),
                "Table 2",
            ],
            format!("{}: how the {} drifts", row.name(), self.id),
            printed,
            found,
            found == printed,
            "growth of the mean error from third to third of the run: none, even, or twice as much",
        )
    }
}
