//! Errors for invalid parameters, with the same words in every problem.

use thiserror::Error;

/// An invalid parameter of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ParameterError {
    /// A quantity is outside of its range.
    #[error("{what} must be {range}, got {value}")]
    OutOfRange {
        /// Name of the parameter.
        what: &'static str,
        /// The requirement.
        range: &'static str,
        /// Value of the parameter.
        value: f64,
    },
    /// A number of parts is too small or too large.
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
    /// Values that are valid one by one together allow no mechanism, or no consistent start.
    #[error("{what} = {value}: {why}")]
    Impossible {
        /// The parameter to change.
        what: &'static str,
        /// Value of the parameter.
        value: f64,
        /// Why the value is impossible.
        why: &'static str,
    },
}

impl ParameterError {
    /// The error for a value that is valid by itself but impossible together with the others.
    pub fn impossible(what: &'static str, value: f64, why: &'static str) -> Self {
        Self::Impossible { what, value, why }
    }
}

/// Returns `value` if it is positive and finite.
///
/// # Errors
/// When it is not; the error names the parameter.
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
/// When one is not; the error names the first of them.
pub fn all_positive<const N: usize>(named: [(&'static str, f64); N]) -> Result<(), ParameterError> {
    named
        .into_iter()
        .try_for_each(|(what, value)| positive(what, value).map(drop))
}

/// Checks that all parameters are finite.
///
/// # Errors
/// When one is not; the error names the first of them.
pub fn all_finite<const N: usize>(named: [(&'static str, f64); N]) -> Result<(), ParameterError> {
    named
        .into_iter()
        .try_for_each(|(what, value)| finite(what, value).map(drop))
}

/// Returns `value` if it is finite.
///
/// # Errors
/// When it is not; the error names the parameter.
pub fn finite(what: &'static str, value: f64) -> Result<f64, ParameterError> {
    let range = "finite";
    let wrong = ParameterError::OutOfRange { what, range, value };
    value.is_finite().then_some(value).ok_or(wrong)
}

/// Returns `value` if it lies between `least` and `most`.
///
/// # Errors
/// When it does not; the error names the parameter.
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
