//! One column of the table: errors over the run, compared with the printed ones.

use super::Row;
use crate::bayo_1996::DATA;
use crate::bayo_1996::drift::Drift;
use crate::{Claim, said};
use system::largest;

/// Lengths that are right up to this have no drift to speak of.
const ROUNDING: f64 = 1e-14;

/// The errors that a number is printed for, in one row.
pub(super) struct Column<'a> {
    pub(super) row: Row,
    /// Name in the data and in ids.
    pub(super) id: &'static str,
    /// Errors after each step.
    pub(super) errors: &'a [f64],
}

impl Column<'_> {
    /// The error at the end.
    pub(super) fn end(&self) -> f64 {
        self.errors.last().map_or(f64::NAN, |x| x.abs())
    }

    /// The largest error.
    pub(super) fn most(&self) -> f64 {
        largest(self.errors)
    }

    /// The printed number, ours being one of the errors.
    pub(super) fn number(&self, ours: f64) -> Claim {
        let (row, name) = (self.row.id(), self.row.name());
        let said = said![row, name, end = self.end(), most = self.most()];
        DATA.number(&format!("table-2/{{row}}/{}", self.id), ours, said)
    }

    /// The kind of drift.
    pub(super) fn drift(&self) -> Claim {
        let (row, column) = (self.row.id(), self.id);
        let printed = DATA.printed();
        let printed = printed.text("Table 2", row, &format!("{column} drift"));
        let drift = Drift::of(self.errors, ROUNDING).name();
        let said = said![row, column, name = self.row.name(), printed, drift];
        DATA.statement("table-2/{row}/{column}-drift", drift == printed, said)
    }
}
