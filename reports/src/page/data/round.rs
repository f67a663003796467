//! Numbers with the digits that the page shows, so that its data stay small.

use serde::{Serialize, Serializer};

/// A number with three significant digits; absent and not finite numbers are `null`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Three(pub(super) Option<f64>);

impl From<f64> for Three {
    fn from(x: f64) -> Self {
        Self(Some(x))
    }
}

impl Serialize for Three {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.filter(|x| x.is_finite()) {
            Some(x) => number(x, 3, serializer),
            None => serializer.serialize_none(),
        }
    }
}

/// A size with two significant digits, for figures with a logarithmic axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Two(pub(super) f64);

impl Serialize for Two {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.is_finite() {
            true => number(self.0, 2, serializer),
            false => serializer.serialize_none(),
        }
    }
}

/// A setting with six significant digits: steps and tolerances must be told apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Six(pub(super) f64);

impl Serialize for Six {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.is_finite() {
            true => number(self.0, 6, serializer),
            false => serializer.serialize_none(),
        }
    }
}

/// A coordinate with so many decimals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Decimals(pub(super) f64, pub(super) usize);

impl Serialize for Decimals {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(x, decimals) = *self;
        match x.is_finite() {
            true => short(format!("{x:.decimals$}").parse().unwrap_or(x), serializer),
            false => serializer.serialize_none(),
        }
    }
}

/// A finite number with so many digits.
fn number<S: Serializer>(x: f64, digits: usize, serializer: S) -> Result<S::Ok, S::Error> {
    short(
        format!("{x:.*e}", digits - 1).parse().unwrap_or(x),
        serializer,
    )
}

/// Whole numbers have no `.0`, which would double the size of zeros.
fn short<S: Serializer>(rounded: f64, serializer: S) -> Result<S::Ok, S::Error> {
    // Largest whole numbers that need no exponent.
    if rounded.fract() == 0.0 && rounded.abs() < 1e9 {
        return serializer.serialize_i64(rounded as i64);
    }
    serializer.serialize_f64(rounded)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(x: impl Serialize) -> String {
        serde_json::to_string(&x).unwrap()
    }

    #[test]
    fn numbers_have_their_digits_and_nothing_else() {
        assert_eq!(written(Three(Some(1.234_567e-9))), "1.23e-9");
        assert_eq!(written(Three(Some(0.0))), "0");
        assert_eq!(written(Three(Some(-0.0))), "0");
        assert_eq!(written(Three(Some(41_234.0))), "41200");
        assert_eq!(written(Three(Some(f64::NAN))), "null");
        assert_eq!(written(Three(Some(f64::INFINITY))), "null");
        assert_eq!(written(Three(None)), "null");
        assert_eq!(written(Two(1.26e-9)), "1.3e-9");
        assert_eq!(written(Six(1.0 / 60.0)), "0.0166667");
        assert_eq!(written(Decimals(-1.234_56, 3)), "-1.235");
        assert_eq!(written(Decimals(-1.2e-4, 3)), "0");
        assert_eq!(written(Decimals(f64::NAN, 3)), "null");
    }
}
