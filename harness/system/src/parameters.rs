//! Parameters of problems that cannot be: every problem refuses them in the same words.

use thiserror::Error;

/// A parameter out of range.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ParameterError {
    /// A quantity out of its range.
    #[error("{what} must be {range}, got {value}")]
    OutOfRange {
        /// Name of the parameter.
        what: &'static str,
        /// The requirement.
        range: &'static str,
        /// Value of the parameter.
        value: f64,
    },
    /// Too few or too many.
    #[error("{what} must be between {least} and {most}, got {value}")]
    Count {
        /// Name of what is counted.
        what: &'static str,
        /// Smallest number allowed.
        least: usize,
        /// Largest number allowed.
        most: usize,
        /// Number asked for.
        value: usize,
    },
    /// Numbers that are fine each for itself but allow no mechanism, or no consistent start.
    #[error("{what} = {value}: {why}")]
    Impossible {
        /// The parameter to change.
        what: &'static str,
        /// Value of the parameter.
        value: f64,
        /// Why it cannot be.
        why: &'static str,
    },
}

impl ParameterError {
    /// Says why a number that is fine for itself cannot be.
    pub fn impossible(what: &'static str, value: f64, why: &'static str) -> Self {
        Self::Impossible { what, value, why }
    }
}

/// `value` if it is positive and finite.
///
/// # Errors
/// Names the parameter otherwise.
pub fn positive(what: &'static str, value: f64) -> Result<f64, ParameterError> {
    let range = "positive and finite";
    let wrong = ParameterError::OutOfRange { what, range, value };
    (value > 0.0 && value.is_finite())
        .then_some(value)
        .ok_or(wrong)
}

/// Checks that all parameters are positive and finite.
///
/// # Errors
/// Names the first that is not.
pub fn all_positive<const N: usize>(named: [(&'static str, f64); N]) -> Result<(), ParameterError> {
    named
        .into_iter()
        .try_for_each(|(what, value)| positive(what, value).map(drop))
}

/// Checks that all parameters are finite.
///
/// # Errors
/// Names the first that is not.
pub fn all_finite<const N: usize>(named: [(&'static str, f64); N]) -> Result<(), ParameterError> {
    named
        .into_iter()
        .try_for_each(|(what, value)| finite(what, value).map(drop))
}

/// `value` if it is finite.
///
/// # Errors
/// Names the parameter otherwise.
pub fn finite(what: &'static str, value: f64) -> Result<f64, ParameterError> {
    let range = "finite";
    let wrong = ParameterError::OutOfRange { what, range, value };
    value.is_finite().then_some(value).ok_or(wrong)
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
    let wrong = ParameterError::Count {
        what,
        least,
        most,
        value,
    };
    (least..=most)
        .contains(&value)
        .then_some(value)
        .ok_or(wrong)
}
