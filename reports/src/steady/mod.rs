//! Steady states read as claims: what a row shows, how far it is off, and which rows belong together.

mod group;
mod summary;

pub(crate) use group::{Group, groups};
pub(crate) use summary::Summary;

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

/// The energy gain and how it goes along with the step: `0.5` or `0.05/h`.
pub(crate) fn energy_gain(rho: f64, law: RhoLaw) -> String {
    let rho = number::plain(rho);
    match law {
        RhoLaw::Fixed => rho,
        RhoLaw::PerStep => format!("{rho}/h"),
    }
}

/// What can be said about a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    #[test]
    fn an_exact_zero_is_compared_by_rounding() {
        let mut row = captured::planted().steady_state.remove(0);
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
