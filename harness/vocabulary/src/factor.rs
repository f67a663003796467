//! What is compared with the unstabilized run.

use crate::Quantity;
use crate::table::table;

table! {
    /// A number of a run that is compared with that of the unstabilized run, as a ratio.
    Factor,
    /// One value for each [`Factor`].
    PerFactor,
    8,
    /// Error of the position q.
    Position => position,
    /// Error of the velocity v.
    Velocity => velocity,
    /// Error of the multiplier λ.
    Multiplier => multiplier,
    /// Drift of Φ.
    DriftPosition => drift_position,
    /// Drift of `J v + Φ_t`.
    DriftVelocity => drift_velocity,
    /// Error of the energy balance.
    Energy => energy,
    /// Time of a step.
    Time => time,
    /// Evaluations of the system.
    Evaluations => evaluations,
}

impl Factor {
    /// The quantity that is compared, unless it is a cost.
    pub const fn quantity(self) -> Option<Quantity> {
        match self {
            Self::Position => Some(Quantity::Position),
            Self::Velocity => Some(Quantity::Velocity),
            Self::Multiplier => Some(Quantity::Multiplier),
            Self::DriftPosition => Some(Quantity::DriftPosition),
            Self::DriftVelocity => Some(Quantity::DriftVelocity),
            Self::Energy => Some(Quantity::Energy),
            Self::Time | Self::Evaluations => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_quantity_is_compared_under_its_own_name() {
        let compared: Vec<Quantity> = Factor::ALL
            .into_iter()
            .filter_map(Factor::quantity)
            .collect();
        assert_eq!(compared, Quantity::ALL);
        for factor in Factor::ALL {
            if let Some(quantity) = factor.quantity() {
                assert_eq!(factor.name(), quantity.name());
            }
        }
    }
}
