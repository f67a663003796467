//! The drifts of a run over time.

use crate::Sample;
use system::largest;
use vocabulary::{PerQuantity, Quantity};

/// The size of Φ, Φ' and the energy error at every output time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    samples: PerQuantity<Vec<(f64, f64)>>,
}

impl History {
    pub(crate) fn add(&mut self, sample: &Sample<'_>) {
        let t = sample.state.t;
        let samples = &mut self.samples;
        samples.drift_position.push((t, largest(sample.phi)));
        samples.drift_velocity.push((t, largest(sample.w)));
        samples.energy.push((t, sample.energy.abs()));
    }

    /// Times with the sizes of one quantity at them; empty for errors.
    pub fn of(&self, quantity: Quantity) -> &[(f64, f64)] {
        &self.samples[quantity]
    }
}
