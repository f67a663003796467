//! Norms that cannot lose a broken number, and the floor below which an error means nothing.
//!
//! `f64::max` drops a `NaN`, and a sum of squares overflows near 1e154. Both would turn a run that
//! blew up into one that looks fine or merely large. The accumulators here answer with infinity as
//! soon as one contribution is not finite, and with `None` if nothing was ever measured: an empty
//! trajectory has no error, and in particular not the error zero.

use vocabulary::planted::{self, Defect};

/// Root mean square over everything added: all components at all output times.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rms {
    /// Largest magnitude so far; the squares are summed relative to it.
    scale: f64,
    /// Sum of `(x / scale)²`.
    squares: f64,
    count: u64,
}

impl Rms {
    /// An accumulator that has seen nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one component at one output time.
    pub fn add(&mut self, x: f64) {
        self.count += 1;
        let size = magnitude(x);
        if size == f64::INFINITY {
            self.scale = f64::INFINITY;
        } else if size > self.scale {
            self.squares = 1.0 + self.squares * math::powi(self.scale / size, 2);
            self.scale = size;
        } else if size > 0.0 && self.scale.is_finite() {
            self.squares += math::powi(size / self.scale, 2);
        }
    }

    /// The norm: infinite if any contribution was not finite, `None` if there was none.
    pub fn value(&self) -> Option<f64> {
        match self.count {
            0 => None,
            _ if self.scale == f64::INFINITY => Some(f64::INFINITY),
            n => Some(self.scale * (self.squares / n as f64).sqrt()),
        }
    }
}

/// Largest magnitude of everything added.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Max {
    largest: Option<f64>,
}

impl Max {
    /// An accumulator that has seen nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one component at one output time.
    pub fn add(&mut self, x: f64) {
        let size = magnitude(x);
        self.largest = Some(self.largest.map_or(size, |largest| largest.max(size)));
    }

    /// The norm: infinite if any contribution was not finite, `None` if there was none.
    pub fn value(&self) -> Option<f64> {
        self.largest
    }
}

/// Functions of both accumulators for many values.
macro_rules! of_many {
    ($($Norm:ident),+) => {$(
        impl $Norm {
            /// The norm of all these values; `None` if there are none.
            pub fn of(values: impl IntoIterator<Item = f64>) -> Option<f64> {
                let mut norm = Self::new();
                norm.extend(values);
                norm.value()
            }
        }

        impl Extend<f64> for $Norm {
            fn extend<I: IntoIterator<Item = f64>>(&mut self, values: I) {
                values.into_iter().for_each(|x| self.add(x));
            }
        }
    )+};
}
of_many!(Rms, Max);

/// The magnitude, with `NaN` counted as infinite.
fn magnitude(x: f64) -> f64 {
    if x.is_nan() { f64::INFINITY } else { x.abs() }
}

/// Solver tolerances are met only on average over a run, and their remainders add up.
const SOLVER_MARGIN: f64 = 10.0;

/// The error below which a finer step says nothing about the method:
/// `max(u · scale · √steps, reference_error, 10 · solver_tolerance)`.
///
/// - `u · scale · √steps`: every step rounds a quantity of size `scale` with unit roundoff
///   `u = 2⁻⁵³`, and independent roundings add up like a random walk.
/// - `reference_error`: nothing can be compared more sharply than the reference is known.
/// - `solver_tolerance`: what Newton or projection iterations leave in each step; 0 if there are none.
///
/// A `NaN` makes the floor infinite, which [`observe`](crate::observe) rejects.
pub fn rounding_floor(scale: f64, steps: u64, reference_error: f64, solver_tolerance: f64) -> f64 {
    let unit_roundoff = 0.5 * f64::EPSILON;
    let unit_roundoff = match planted::is(Defect::FloorRaised) {
        true => 1e6 * unit_roundoff,
        false => unit_roundoff,
    };
    let rounding = unit_roundoff * magnitude(scale) * (steps as f64).sqrt();
    [rounding, reference_error, SOLVER_MARGIN * solver_tolerance]
        .into_iter()
        .map(magnitude)
        .fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use approx::assert_relative_eq;
    use proptest::num::f64::ANY;
    use proptest::prelude::*;

    use super::*;

    fn rms(values: &[f64]) -> Option<f64> {
        Rms::of(values.iter().copied())
    }

    fn max(values: &[f64]) -> Option<f64> {
        Max::of(values.iter().copied())
    }

    #[test]
    fn nothing_measured_is_not_an_error_of_zero() {
        assert_eq!((rms(&[]), max(&[])), (None, None));
        assert_eq!((rms(&[0.0]), max(&[-0.0])), (Some(0.0), Some(0.0)));
    }

    #[test]
    fn a_broken_number_is_never_lost() {
        for broken in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for values in [[broken, 1.0, 2.0], [1.0, broken, 2.0], [1.0, 2.0, broken]] {
                assert_eq!(rms(&values), Some(f64::INFINITY));
                assert_eq!(max(&values), Some(f64::INFINITY));
            }
        }
    }

    #[test]
    fn squares_neither_overflow_nor_vanish() {
        for unit in [1e200, 1e-200] {
            let found = rms(&[3.0 * unit, 4.0 * unit]).unwrap();
            assert_relative_eq!(found, 12.5_f64.sqrt() * unit, max_relative = 1e-15);
        }
        assert_eq!(rms(&[f64::MAX, f64::MAX]), Some(f64::MAX));
    }

    #[test]
    fn the_floor_is_the_largest_of_its_three_causes() {
        assert_relative_eq!(
            rounding_floor(2.0, 10_000, 0.0, 0.0),
            200.0 * f64::EPSILON / 2.0
        );
        assert_eq!(rounding_floor(1.0, 100, 1e-9, 0.0), 1e-9);
        assert_relative_eq!(rounding_floor(1.0, 100, 1e-9, 1e-8), 1e-7);
        assert_eq!(rounding_floor(1.0, 100, f64::NAN, 0.0), f64::INFINITY);
    }

    proptest! {
        #[test]
        fn the_scaled_sum_agrees_with_the_plain_one(values in prop::collection::vec(-1e3..1e3, 1..50)) {
            let plain = (values.iter().map(|x| x * x).sum::<f64>() / values.len() as f64).sqrt();
            assert_relative_eq!(rms(&values).unwrap(), plain, max_relative = 1e-13);
        }

        #[test]
        fn the_mean_lies_below_the_maximum(values in prop::collection::vec(ANY, 1..20)) {
            let (rms, max) = (rms(&values).unwrap(), max(&values).unwrap());
            // The mean of equal squares may exceed them by rounding.
            prop_assert!(rms * (1.0 - 1e-15) <= max, "{rms} > {max}");
        }
    }
}
