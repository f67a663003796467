//! Feedback gains, fixed in seconds or tied to the step.

use thiserror::Error;
use vocabulary::Parameter;

/// A feedback gain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gain {
    /// A gain in 1/s (first order) or 1/s² (second order), whatever the step.
    Fixed(f64),
    /// A dimensionless number, divided by `h` (first order) or `h²` (second order).
    PerStep(f64),
}

/// A gain that is negative or not finite.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("{name} must be zero or positive and finite, got {value}")]
pub struct GainError {
    /// Name of the gain.
    pub name: &'static str,
    /// Value of the gain.
    pub value: f64,
}

impl Gain {
    /// Checks that the gain is finite and not negative.
    ///
    /// # Errors
    /// When it is negative or not finite.
    pub fn checked(self, name: &'static str) -> Result<Self, GainError> {
        let (Self::Fixed(value) | Self::PerStep(value)) = self;
        if value >= 0.0 && value.is_finite() {
            Ok(self)
        } else {
            Err(GainError { name, value })
        }
    }

    /// Whether the gain grows when the step shrinks.
    pub fn is_per_step(self) -> bool {
        matches!(self, Self::PerStep(value) if value > 0.0)
    }

    /// A gain of the same kind with another number.
    pub(crate) fn map(self, change: impl FnOnce(f64) -> f64) -> Self {
        match self {
            Self::Fixed(value) => Self::Fixed(change(value)),
            Self::PerStep(value) => Self::PerStep(change(value)),
        }
    }

    /// The parameter `name` in 1/s that is this gain.
    pub fn of_first_order(self, name: &str) -> Parameter {
        match self {
            Self::Fixed(value) => Parameter::new(name, value, "1/s"),
            Self::PerStep(value) => Parameter::new(name, value, "1/s").times_step(-1),
        }
    }

    /// The parameter `name` in 1/s² that is this gain.
    pub fn of_second_order(self, name: &str) -> Parameter {
        match self {
            Self::Fixed(value) => Parameter::new(name, value, "1/s²"),
            Self::PerStep(value) => Parameter::new(name, value, "1/s²").times_step(-2),
        }
    }

    /// The gain times a factor.
    pub fn times(self, factor: f64) -> Self {
        self.map(|value| factor * value)
    }

    /// The gain in 1/s at step `h`.
    pub fn first_order(self, h: f64) -> f64 {
        match self {
            Self::Fixed(value) => value,
            Self::PerStep(value) => value / h,
        }
    }

    /// The gain in 1/s² at step `h`.
    pub fn second_order(self, h: f64) -> f64 {
        match self {
            Self::Fixed(value) => value,
            Self::PerStep(value) => value / (h * h),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Card, Integrator};

    #[test]
    fn gains_are_named_when_they_are_refused() {
        for bad in [-1.0, f64::NAN, f64::INFINITY] {
            assert!(Gain::Fixed(bad).checked("alpha").is_err());
            assert!(Gain::PerStep(bad).checked("alpha").is_err());
        }
        let message = Gain::Fixed(-2.0).checked("beta").unwrap_err().to_string();
        assert_eq!(message, "beta must be zero or positive and finite, got -2");
    }

    #[test]
    fn a_card_knows_gains_that_are_tied_to_the_step_by_their_parameters() {
        for gain in [Gain::PerStep(2.0), Gain::Fixed(2.0), Gain::PerStep(0.0)] {
            for parameter in [gain.of_first_order("α"), gain.of_second_order("β")] {
                let card = Card::of("m", Integrator::Rk4).gains(parameter, &[gain]);
                assert_eq!(card.gains_are_per_step(), gain.is_per_step());
            }
        }
        // Words that only look like a gain are none.
        let card = Card::of("m", Integrator::Rk4).gains("at rate v/h", &[]);
        assert!(!card.gains_are_per_step());
    }

    #[test]
    fn parameters_have_the_value_of_the_gain_at_every_step() {
        let h = math::powi(0.5, 7);
        for gain in [Gain::Fixed(3.0), Gain::PerStep(3.0)] {
            assert_eq!(gain.of_first_order("α").at_step(h), gain.first_order(h));
            assert_eq!(gain.of_second_order("β").at_step(h), gain.second_order(h));
        }
    }

    #[test]
    fn per_step_gains_scale_with_the_step() {
        let gain = Gain::PerStep(2.0);
        assert_eq!((gain.first_order(0.5), gain.second_order(0.5)), (4.0, 8.0));
        assert_eq!(Gain::Fixed(2.0).second_order(0.5), 2.0);
    }
}
