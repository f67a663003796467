//! Claims on the numbers of one printed table.

use crate::{Claim, Printed, PrintedNumber, Rule};

/// A printed table, whose claims are called `table/row/column`.
pub(crate) struct Table {
    printed: Printed,
    place: &'static str,
    id: String,
}

impl Table {
    /// The table in this place of the data; the id of `Table 1` is `table-1`.
    pub(crate) fn new(printed: Printed, place: &'static str) -> Self {
        Self {
            printed,
            place,
            id: place.to_lowercase().replace(' ', "-"),
        }
    }

    /// The same table with `part` between its id and the row.
    pub(crate) fn part(self, part: &str) -> Self {
        Self {
            id: format!("{}/{part}", self.id),
            ..self
        }
    }

    /// What is printed in one place of the table.
    pub(crate) fn entry(&self, row: &str, column: &str) -> PrintedNumber {
        self.printed.get(self.place, row, column)
    }

    /// One number of the table against ours.
    pub(crate) fn claim(
        &self,
        [row, column]: [&str; 2],
        words: impl Into<String>,
        ours: f64,
        rule: Rule,
    ) -> Claim {
        let id = format!("{}/{row}/{column}", self.id);
        Claim::number(id, words, self.entry(row, column), ours, rule)
    }

    /// One number of the table, of which ours lies between two multiples.
    pub(crate) fn claim_between(
        &self,
        at: [&str; 2],
        words: impl Into<String>,
        ours: f64,
        [low, high]: [f64; 2],
        why: &'static str,
    ) -> Claim {
        let printed = self.entry(at[0], at[1]).value;
        let (low, high) = (low * printed, high * printed);
        self.claim(at, words, ours, Rule::Between { low, high, why })
    }
}
