//! The quantities that are measured of a run.

use crate::table::table;

table! {
    /// A measured quantity of a run, which may have an order.
    Quantity,
    /// One value for each [`Quantity`].
    PerQuantity,
    6,
    /// Position q.
    Position => position,
    /// Velocity v.
    Velocity => velocity,
    /// Multiplier λ.
    Multiplier => multiplier,
    /// Drift of Φ.
    DriftPosition => drift_position,
    /// Drift of `J v + Φ_t`.
    DriftVelocity => drift_velocity,
    /// Error of the energy balance.
    Energy => energy,
}

/// Whether a quantity is compared with the true motion or with zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Root-mean-square error against the reference over the output grid.
    Error,
    /// Largest violation over the output grid.
    Drift,
}

/// How an order is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The order itself is claimed; a higher one is reported too.
    Exact,
    /// At least this order is claimed: special motions drift less.
    AtLeast,
}

impl Quantity {
    /// The letter of the equations.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Position => "q",
            Self::Velocity => "v",
            Self::Multiplier => "λ",
            Self::DriftPosition => "Φ",
            Self::DriftVelocity => "Φ'",
            Self::Energy => "E",
        }
    }

    /// The name in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Velocity => "velocity",
            Self::Multiplier => "multiplier",
            Self::DriftPosition => "position drift",
            Self::DriftVelocity => "velocity drift",
            Self::Energy => "energy error",
        }
    }

    /// The name of the figure when runs are compared.
    pub const fn figure(self) -> &'static str {
        match self {
            Self::Position => "error of q",
            Self::Velocity => "error of v",
            Self::Multiplier => "error of λ",
            Self::DriftPosition => "drift Φ",
            Self::DriftVelocity => "drift Φ'",
            Self::Energy => "drift of the energy",
        }
    }

    /// Error or drift.
    pub const fn group(self) -> Group {
        match self {
            Self::Position | Self::Velocity | Self::Multiplier => Group::Error,
            Self::DriftPosition | Self::DriftVelocity | Self::Energy => Group::Drift,
        }
    }

    /// The name within its group, as in `runs[].errors` and `runs[].drift` of the results.
    pub fn name_in_group(self) -> &'static str {
        let name = self.name();
        name.strip_prefix("drift_").unwrap_or(name)
    }

    /// Errors have an order, drifts have at least one.
    pub const fn bound(self) -> Bound {
        match self.group() {
            Group::Error => Bound::Exact,
            Group::Drift => Bound::AtLeast,
        }
    }

    /// The quantities of one group.
    pub fn of(group: Group) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |q| q.group() == group)
    }
}

impl Group {
    /// Both groups, errors first.
    pub const ALL: [Self; 2] = [Self::Error, Self::Drift];

    /// The field of a run that holds this group.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "errors",
            Self::Drift => "drift",
        }
    }
}
