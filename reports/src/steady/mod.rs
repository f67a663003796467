//! Steady states: standing, deviation from the exact value, and grouping.

mod group;
mod summary;

pub(crate) use group::{Group, groups};
pub(crate) use summary::Summary;

use crate::mark::Look;
use crate::number;
use results::{RhoLaw, SteadyQuantity, SteadyState};

/// Relative difference between measured and exact value that the harness accepts, besides rounding.
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

/// The energy gain and its dependence on the step: `0.5` or `0.05/h`.
pub(crate) fn energy_gain(rho: f64, law: RhoLaw) -> String {
    let rho = number::plain(rho);
    match law {
        RhoLaw::Fixed => rho,
        RhoLaw::PerStep => format!("{rho}/h"),
    }
}

/// The result of comparing a run with its equilibrium.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Standing {
    Agrees,
    Diverges,
    Unsettled,
    Misses,
}

impl Standing {
    /// All standings, in the order of the legend.
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

    /// Its class, sign and words on the page.
    pub(crate) fn look(self) -> Look {
        Look::new(match self {
            Self::Agrees => [
                "good",
                "✓",
                "agrees",
                "The run came to rest, and the violation it came to rest at is the exact one: to 1e-6 of its size, or to rounding.",
            ],
            Self::Diverges => [
                "above",
                "∞",
                "diverges as predicted",
                "The equilibrium is unstable: a disturbance grows in every step, and the run was seen to leave it.",
            ],
            Self::Unsettled => [
                "none",
                "—",
                "nothing to settle at",
                "There is no equilibrium, and the run did not come to rest either.",
            ],
            Self::Misses => [
                "bad",
                "✗",
                "does not agree",
                "The run does not match the equilibrium; the reason is given beside it.",
            ],
        })
    }
}

/// The deviation of a measured steady state from the exact one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Deviation {
    /// `measured/exact - 1`.
    Relative(f64),
    /// The exact value is too small for a relative deviation: rounding dominates.
    Rounding,
}

/// The deviation of a row, if it has both values.
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
}
