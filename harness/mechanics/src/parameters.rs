//! Parameters of problems that cannot be: every problem refuses them in the same words.

use thiserror::Error;

/// A parameter out of range.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ParameterError {
    /// A quantity without which there is no mechanism.
    #[error("{what} must be positive and finite, got {value}")]
    NotPositive {
        /// Its name.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// A quantity that is no number.
    #[error("{what} must be finite, got {value}")]
    NotFinite {
        /// Its name.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// Too few or too many.
    #[error("{what} must be between {least} and {most}, got {value}")]
    Count {
        /// Of what.
        what: &'static str,
        /// At least.
        least: usize,
        /// At most.
        most: usize,
        /// How many were asked for.
        value: usize,
    },
    /// Numbers that are fine each for itself but allow no mechanism, or no consistent start.
    #[error("{what} = {value}: {why}")]
    Impossible {
        /// The parameter to change.
        what: &'static str,
        /// Its value.
        value: f64,
        /// Why it cannot be.
        why: &'static str,
    },
}

/// `value` if it is positive and finite.
///
/// # Errors
/// Names the parameter otherwise.
pub fn positive(what: &'static str, value: f64) -> Result<f64, ParameterError> {
    if value > 0.0 && value.is_finite() {
        Ok(value)
    } else {
        Err(ParameterError::NotPositive { what, value })
    }
}

/// `value` if it is finite.
///
/// # Errors
/// Names the parameter otherwise.
pub fn finite(what: &'static str, value: f64) -> Result<f64, ParameterError> {
    if value.is_finite() {
        Ok(value)
    } else {
        Err(ParameterError::NotFinite { what, value })
    }
}

/// `value` if it lies between `least` and `most`.
///
/// # Errors
/// Names the parameter otherwise.
pub fn count(
    what: &'static str,
    value: usize,
    least: usize,
    most: usize,
) -> Result<usize, ParameterError> {
    if (least..=most).contains(&value) {
        Ok(value)
    } else {
        Err(ParameterError::Count {
            what,
            least,
            most,
            value,
        })
    }
}
