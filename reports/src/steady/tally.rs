//! All steady states in a few numbers.

use super::{Deviation, Standing, deviation};
use results::SteadyState;

/// All rows in a few numbers.
pub(crate) struct Tally<'a> {
    counts: [usize; Standing::ALL.len()],
    /// The largest relative deviation, with its row.
    pub(crate) worst: Option<(f64, &'a SteadyState)>,
}

impl<'a> Tally<'a> {
    /// Counts the rows, where there are any.
    pub(crate) fn of(rows: &'a [SteadyState]) -> Option<Self> {
        if rows.is_empty() {
            return None;
        }
        let having = |standing| {
            rows.iter()
                .filter(|row| Standing::of(row) == standing)
                .count()
        };
        let deviations = rows.iter().filter_map(|row| match deviation(row)? {
            Deviation::Relative(relative) => Some((relative.abs(), row)),
            Deviation::Rounding => None,
        });
        Some(Self {
            counts: Standing::ALL.map(having),
            worst: deviations.reduce(|worst, next| if next.0 > worst.0 { next } else { worst }),
        })
    }

    /// How many rows have a standing.
    pub(crate) fn count(&self, standing: Standing) -> usize {
        let place = Standing::ALL.iter().position(|known| *known == standing);
        place.map_or(0, |k| self.counts[k])
    }

    /// How many rows there are.
    pub(crate) fn total(&self) -> usize {
        self.counts.iter().sum()
    }

    /// How many rows do what the equilibrium says.
    pub(crate) fn kept(&self) -> usize {
        self.total() - self.count(Standing::Misses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    #[test]
    fn every_row_has_one_standing_and_each_occurs() {
        let rows = captured::planted().steady_state;
        let tally = Tally::of(&rows).unwrap();
        assert_eq!(tally.total(), rows.len());
        for standing in Standing::ALL {
            assert!(tally.count(standing) > 0, "{standing:?}");
        }
        assert_eq!(tally.kept(), rows.iter().filter(|row| row.pass).count());
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
        let (worst, row) = Tally::of(&rows).unwrap().worst.unwrap();
        assert_eq!((worst, row.h), (2.0, 0.123));
    }
}
