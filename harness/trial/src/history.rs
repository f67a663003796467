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

    /// The largest size of one quantity in each of so many equal parts of the time, or at every output where there are
    /// fewer: outputs are evenly spread.
    pub fn in_parts(&self, quantity: Quantity, parts: usize) -> Vec<f64> {
        let samples = self.of(quantity);
        let parts = parts.min(samples.len());
        let mut sizes = vec![0.0_f64; parts];
        for (place, (_, size)) in samples.iter().enumerate() {
            let part = &mut sizes[place * parts / samples.len()];
            *part = part.max(*size);
        }
        sizes
    }

    /// The time of the last output; `None` before the first.
    pub fn end(&self) -> Option<f64> {
        let (t, _) = self.samples.drift_position.last()?;
        Some(*t)
    }

    /// Times with the sizes of one quantity at them; empty for errors.
    pub fn of(&self, quantity: Quantity) -> &[(f64, f64)] {
        &self.samples[quantity]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history(sizes: &[f64]) -> History {
        let mut history = History::default();
        for (k, size) in sizes.iter().enumerate() {
            history.samples.drift_position.push((k as f64 + 1.0, *size));
        }
        history
    }

    #[test]
    fn every_part_has_the_largest_of_its_own_outputs() {
        let told = history(&[1.0, 5.0, 2.0, 0.0, 3.0, 4.0]);
        let parts = |n| told.in_parts(Quantity::DriftPosition, n);
        assert_eq!(parts(3), [5.0, 2.0, 4.0]);
        assert_eq!(parts(6), [1.0, 5.0, 2.0, 0.0, 3.0, 4.0]);
        assert_eq!(parts(1), [5.0]);
        assert_eq!(told.end(), Some(6.0));
    }

    #[test]
    fn there_are_no_more_parts_than_outputs_and_none_is_empty() {
        for outputs in 1..40 {
            let sizes: Vec<f64> = (1..=outputs).map(f64::from).collect();
            let parts = history(&sizes).in_parts(Quantity::DriftPosition, 16);
            assert_eq!(parts.len(), sizes.len().min(16));
            assert!(
                parts
                    .windows(2)
                    .all(|pair| 0.0 < pair[0] && pair[0] < pair[1])
            );
        }
        assert!(
            history(&[])
                .in_parts(Quantity::DriftPosition, 16)
                .is_empty()
        );
    }
}
