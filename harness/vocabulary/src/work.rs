//! Deterministic counts of the work done.

use crate::table::table;
use std::ops::{AddAssign, Sub};

table! {
    /// A count of work.
    Counter,
    /// One value for each [`Counter`].
    PerCounter,
    6,
    /// Steps, including the inner ones of adaptive integrators.
    // A run shows its steps in a place of their own.
    Steps => #[serde(skip)] steps,
    /// Evaluations of the system.
    Evaluations => evaluations,
    /// Factorizations of matrices.
    Factorizations => factorizations,
    /// Solves with a factorization.
    Solves => solves,
    /// Iterations of implicit equations.
    Iterations => iterations,
    /// Steps that an adaptive integrator rejected.
    Rejected => rejected,
}

/// Counts of one run.
pub type Work = PerCounter<u64>;

impl Counter {
    /// The counts that the results list under `work`: all but the steps.
    pub const LISTED: [Self; 5] = [
        Self::Evaluations,
        Self::Factorizations,
        Self::Solves,
        Self::Iterations,
        Self::Rejected,
    ];
}

impl Work {
    /// Means over the steps that were taken.
    pub fn per_step(&self) -> PerCounter<f64> {
        PerCounter::from_fn(|counter| self[counter] as f64 / self.steps.max(1) as f64)
    }
}

impl AddAssign for Work {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = Self::from_fn(|counter| self[counter] + other[counter]);
    }
}

impl Sub for Work {
    type Output = Self;

    /// The work between two counts, the earlier one on the right.
    fn sub(self, earlier: Self) -> Self {
        Self::from_fn(|counter| self[counter] - earlier[counter])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_from_before_a_counter_existed_is_read_and_a_wrong_value_is_not() {
        let old: Work = serde_json::from_str(r#"{"evaluations":7}"#).unwrap();
        let expected = Work {
            evaluations: 7,
            ..Work::default()
        };
        assert_eq!(old, expected);
        assert!(serde_json::from_str::<Work>(r#"{"evaluations":-7}"#).is_err());
    }
}
