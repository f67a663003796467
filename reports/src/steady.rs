//! Steady states read as claims: what a row shows, how far it is off, and which rows belong together.

use crate::number;
use results::{RhoLaw, SteadyQuantity, SteadyState};

/// What the harness lets a measured value differ by, relative to the exact one, besides rounding.
const TOLERANCE: f64 = 1e-6;

/// The three violations, in the order of the tables.
pub(crate) const QUANTITIES: [SteadyQuantity; 3] = [
    SteadyQuantity::Phi,
    SteadyQuantity::PhiDot,
    SteadyQuantity::Psi,
];

/// The letter of a violation.
pub(crate) fn letter(quantity: SteadyQuantity) -> &'static str {
    match quantity {
        SteadyQuantity::Phi => "Φ",
        SteadyQuantity::PhiDot => "Φ′",
        SteadyQuantity::Psi => "ψ",
    }
}

/// How the energy gain goes along with the step, in words.
pub(crate) fn law(law: RhoLaw) -> &'static str {
    match law {
        RhoLaw::Fixed => "fixed",
        RhoLaw::PerStep => "∝ 1/h",
    }
}

/// What can be said about a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Agrees,
    Diverges,
    Unsettled,
    Misses,
}

impl Standing {
    /// All of them, in the order of the legend.
    pub(crate) const ALL: [Self; 4] = [Self::Agrees, Self::Diverges, Self::Unsettled, Self::Misses];

    /// The standing of a row.
    pub(crate) fn of(row: &SteadyState) -> Self {
        let unstable = row.spectral_radius.is_some_and(|radius| radius > 1.0);
        match (row.pass, row.measured) {
            (false, _) => Self::Misses,
            (true, Some(_)) => Self::Agrees,
            (true, None) if unstable => Self::Diverges,
            (true, None) => Self::Unsettled,
        }
    }

    /// The sign; like those of the matrix it is in every text font.
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Self::Agrees => "✓",
            Self::Diverges => "∞",
            Self::Unsettled => "—",
            Self::Misses => "✗",
        }
    }

    /// A few words.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Diverges => "diverges as predicted",
            Self::Unsettled => "nothing to settle at",
            Self::Misses => "does not agree",
        }
    }

    /// One sentence for the glossary.
    pub(crate) fn meaning(self) -> &'static str {
        match self {
            Self::Agrees => {
                "The run came to rest, and the violation it came to rest at is the exact one: to 1e-6 of its size, or to rounding."
            }
            Self::Diverges => {
                "The equilibrium is unstable: a disturbance grows in every step, and the run was seen to leave it."
            }
            Self::Unsettled => "There is no equilibrium, and the run did not come to rest either.",
            Self::Misses => {
                "The run did something else than the equilibrium says. The reason stands beside it."
            }
        }
    }

    /// The class of the style sheet.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Agrees => "good",
            Self::Diverges => "above",
            Self::Unsettled => "none",
            Self::Misses => "bad",
        }
    }
}

/// How far a run came to rest from the exact equilibrium.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Deviation {
    /// `measured/exact - 1`.
    Relative(f64),
    /// The exact value is so small that rounding decides.
    Rounding,
}

/// The deviation of a row, where there are two numbers to compare.
pub(crate) fn deviation(row: &SteadyState) -> Option<Deviation> {
    let (exact, measured) = (row.exact?, row.measured?);
    if !(TOLERANCE * exact.abs() > row.floor) {
        return Some(Deviation::Rounding);
    }
    let relative = measured / exact - 1.0;
    relative
        .is_finite()
        .then_some(Deviation::Relative(relative))
}

/// Rows that differ in step and quantity only: one variant with one choice of gains.
pub(crate) struct Group<'a> {
    pub(crate) variant: &'a str,
    /// `α h`.
    pub(crate) c1: f64,
    /// `β h²`.
    pub(crate) c2: f64,
    pub(crate) rho_law: RhoLaw,
    pub(crate) rows: Vec<&'a SteadyState>,
}

impl Group<'_> {
    /// The gains in words.
    pub(crate) fn gains(&self) -> String {
        let (c1, c2) = (number::plain(self.c1), number::plain(self.c2));
        format!("αh = {c1}, βh² = {c2}, ρ {}", law(self.rho_law))
    }
}

/// The rows by variant and gains, in the order of the results.
pub(crate) fn groups(rows: &[SteadyState]) -> Vec<Group<'_>> {
    let mut groups: Vec<(String, Group)> = vec![];
    for row in rows {
        let (c1, c2) = (row.alpha * row.h, row.beta * row.h * row.h);
        let rho = match row.rho_law {
            RhoLaw::Fixed => row.rho,
            RhoLaw::PerStep => row.rho * row.h,
        };
        // Products that agree to seven digits are the same gains, however they were computed.
        let key = format!(
            "{} {c1:.6e} {c2:.6e} {:?} {rho:.6e}",
            row.variant, row.rho_law
        );
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, group)) => group.rows.push(row),
            None => groups.push((
                key,
                Group {
                    variant: &row.variant,
                    c1,
                    c2,
                    rho_law: row.rho_law,
                    rows: vec![row],
                },
            )),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

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
    use crate::fixture;

    #[test]
    fn every_row_has_one_standing_and_the_fixture_shows_all_of_them() {
        let rows = fixture::small().steady_state;
        let tally = Tally::of(&rows).unwrap();
        assert_eq!(tally.total(), rows.len());
        for standing in Standing::ALL {
            assert!(tally.count(standing) > 0, "{standing:?}");
        }
        assert_eq!(tally.kept(), rows.iter().filter(|row| row.pass).count());
    }

    #[test]
    fn an_exact_zero_is_compared_by_rounding() {
        let mut row = fixture::small().steady_state.remove(0);
        row.exact = Some(0.0);
        row.measured = Some(0.0);
        assert_eq!(deviation(&row), Some(Deviation::Rounding));
        row.exact = Some(1e-3);
        row.measured = Some(1.1e-3);
        assert!(matches!(deviation(&row), Some(Deviation::Relative(x)) if (x - 0.1).abs() < 1e-12));
        row.measured = None;
        assert_eq!(deviation(&row), None);
    }

    #[test]
    fn the_worst_deviation_is_the_largest_in_size() {
        let mut rows = fixture::small().steady_state;
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

    #[test]
    fn a_group_is_one_variant_with_one_choice_of_gains() {
        let rows = fixture::small().steady_state;
        let groups = groups(&rows);
        assert_eq!(
            groups.iter().map(|group| group.rows.len()).sum::<usize>(),
            rows.len()
        );
        for group in &groups {
            let steps: Vec<f64> = group.rows.iter().map(|row| row.h).collect();
            assert!(steps.iter().any(|h| *h != steps[0]), "{}", group.gains());
            for row in &group.rows {
                assert_eq!(row.variant, group.variant);
                assert!((row.alpha * row.h - group.c1).abs() < 1e-9 * group.c1);
            }
        }
    }

    #[test]
    fn no_two_standings_look_or_read_alike() {
        for (i, a) in Standing::ALL.iter().enumerate() {
            for b in &Standing::ALL[i + 1..] {
                assert_ne!(a.symbol(), b.symbol());
                assert_ne!(a.word(), b.word());
                assert_ne!(a.class(), b.class());
            }
        }
    }
}
