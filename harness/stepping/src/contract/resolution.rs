//! Resolution of time by a fixed step or by a tolerance.

use thiserror::Error;

/// A positive, finite step size in seconds. Zero, negative and NaN steps cannot be constructed.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct StepSize(f64);

/// A tolerance between zero and one, absolute for small components and relative for large ones.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Tolerance(f64);

/// An invalid step size or tolerance.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ResolutionError {
    /// The step size is not positive and finite.
    #[error("step size must be positive and finite, got {0}")]
    Step(f64),
    /// The tolerance is not between 0 and 1.
    #[error("tolerance must lie between 0 and 1, got {0}")]
    Tolerance(f64),
}

impl StepSize {
    /// A step of `h` seconds.
    ///
    /// # Errors
    /// When `h` is not positive and finite.
    pub fn new(h: f64) -> Result<Self, ResolutionError> {
        if h > 0.0 && h.is_finite() {
            Ok(Self(h))
        } else {
            Err(ResolutionError::Step(h))
        }
    }

    /// The step in seconds.
    pub fn seconds(self) -> f64 {
        self.0
    }
}

impl Tolerance {
    /// Makes a tolerance.
    ///
    /// # Errors
    /// When it does not lie strictly between 0 and 1.
    pub fn new(tolerance: f64) -> Result<Self, ResolutionError> {
        if tolerance > 0.0 && tolerance < 1.0 {
            Ok(Self(tolerance))
        } else {
            Err(ResolutionError::Tolerance(tolerance))
        }
    }

    /// The tolerance as a number.
    pub fn value(self) -> f64 {
        self.0
    }
}

/// Resolution of time by a stepper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Resolution {
    /// Every step has this size.
    Fixed(StepSize),
    /// A call to `step` advances by `interval`, in as many steps as the tolerance asks for.
    Adaptive {
        /// Tolerance of the local error.
        tolerance: Tolerance,
        /// Time between two results in seconds.
        interval: StepSize,
    },
}

impl Resolution {
    /// The time that one call to [`crate::Stepper::step`] advances.
    pub fn interval(self) -> f64 {
        match self {
            Self::Fixed(h) | Self::Adaptive { interval: h, .. } => h.seconds(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_and_tolerances_that_make_no_sense_cannot_be_constructed() {
        for bad in [0.0, -0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(StepSize::new(bad).is_err(), "{bad}");
            assert!(Tolerance::new(bad).is_err(), "{bad}");
        }
        assert!(Tolerance::new(1.0).is_err());
        assert_eq!(StepSize::new(1e-3).map(StepSize::seconds), Ok(1e-3));
        let message = StepSize::new(-0.5).unwrap_err().to_string();
        assert_eq!(message, "step size must be positive and finite, got -0.5");
    }
}
