//! One column of the table: errors over the run, compared with the printed ones.

use super::Row;
use crate::bayo_1996::DATA;
use crate::bayo_1996::drift::Drift;
use crate::{Claim, said};
use system::largest;

/// Errors up to this are rounding and do not count as drift.
const ROUNDING: f64 = 1e-14;

/// The errors of one quantity in one row, for which the table prints a number.
pub(super) struct Column<'a> {
    pub(super) row: Row,
    /// The name of the column in the data and in ids.
    pub(super) id: &'static str,
    /// Errors after each step.
    pub(super) errors: &'a [f64],
}

impl Column<'_> {
    /// The size of the error at the end of the run.
    fn end(&self) -> f64 {
        self.errors.last().map_or(f64::NAN, |x| x.abs())
    }

    /// The size of the largest error of the run.
    fn most(&self) -> f64 {
        largest(self.errors)
    }

    /// Judges the printed number against the error at the end, as every row of the table is.
    pub(super) fn number(&self) -> Claim {
        let said = said![
            row = self.row.id(),
            name = self.row.name(),
            most = self.most()
        ];
        DATA.number(&format!("table-2/{{row}}/{}", self.id), self.end(), said)
    }

    /// Judges whether the drift is of the printed kind.
    pub(super) fn drift(&self) -> Claim {
        let (row, column) = (self.row.id(), self.id);
        let printed = DATA.printed();
        let printed = printed.text("Table 2", row, &format!("{column} drift"));
        let drift = Drift::of(self.errors, ROUNDING).name();
        let said = said![row, column, name = self.row.name(), printed, drift];
        DATA.statement("table-2/{row}/{column}-drift", drift == printed, said)
    }
}
