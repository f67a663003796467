//! Counts of steady states.

use super::{Deviation, Standing, deviation};
use crate::tally::Tally;
use results::SteadyState;

/// Counts of steady states by standing, and the largest deviation.
pub(crate) struct Summary<'a> {
    pub(crate) standings: Tally<Standing>,
    /// The largest relative deviation, with its row.
    pub(crate) worst: Option<(f64, &'a SteadyState)>,
}

impl<'a> Summary<'a> {
    /// Counts the rows, if there are any.
    pub(crate) fn of(rows: &'a [SteadyState]) -> Option<Self> {
        let deviations = rows.iter().filter_map(|row| match deviation(row)? {
            Deviation::Relative(relative) => Some((relative.abs(), row)),
            Deviation::Rounding => None,
        });
        (!rows.is_empty()).then(|| Self {
            standings: rows.iter().map(Standing::of).collect(),
            worst: deviations.reduce(|worst, next| if next.0 > worst.0 { next } else { worst }),
        })
    }

    /// How many rows there are.
    pub(crate) fn total(&self) -> usize {
        self.standings.total()
    }

    /// The number of rows that behave as the equilibrium predicts.
    pub(crate) fn kept(&self) -> usize {
        self.total() - self.standings.count(Standing::Misses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    #[test]
    fn every_row_has_one_standing_and_each_occurs() {
        let rows = captured::planted().steady_state;
        let summary = Summary::of(&rows).unwrap();
        assert_eq!(summary.standings.total(), rows.len());
        for standing in Standing::ALL {
            assert!(summary.standings.count(standing) > 0, "{standing:?}");
        }
        assert_eq!(summary.kept(), rows.iter().filter(|row| row.pass).count());
    }

    #[test]
    fn the_worst_deviation_is_the_largest_in_size() {
        let mut rows = captured::planted().steady_state;
        let planted = rows
            .iter()
            .position(|row| row.pass && row.measured.is_some())
            .unwrap();
        rows[planted].exact = Some(1e-3);
        rows[planted].measured = Some(-1e-3);
        rows[planted].h = 0.123;
        let (worst, row) = Summary::of(&rows).unwrap().worst.unwrap();
        assert_eq!((worst, row.h), (2.0, 0.123));
    }
}
