//! The source and accuracy of the true motion of a problem.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The source and accuracy of the true motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reference {
    /// The source of the true motion.
    pub kind: ReferenceKind,
    /// Number of digits that hold at any time of the whole interval, relative to the largest value of each quantity: q, v
    /// and λ.
    pub digits: u32,
}

impl Reference {
    /// A formula with this many correct digits.
    pub const fn closed_form(digits: u32) -> Self {
        let kind = ReferenceKind::ClosedForm;
        Self { kind, digits }
    }

    /// An integration without constraints, with this many correct digits.
    pub const fn minimal_coordinates(digits: u32) -> Self {
        let kind = ReferenceKind::MinimalCoordinates;
        Self { kind, digits }
    }

    /// This many stored digits.
    pub const fn stored(digits: u32) -> Self {
        let kind = ReferenceKind::StoredDigits;
        Self { kind, digits }
    }
}

/// The source of a true motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum ReferenceKind {
    /// A formula in closed form.
    #[serde(rename = "closed form")]
    ClosedForm,
    /// Another set of coordinates without constraints, integrated to rounding.
    #[serde(rename = "minimal coordinates")]
    MinimalCoordinates,
    /// Digits stored with the problem.
    #[serde(rename = "stored digits")]
    StoredDigits,
}

impl ReferenceKind {
    /// The words of the page and of the results.
    pub const fn words(self) -> &'static str {
        match self {
            Self::ClosedForm => "closed form",
            Self::MinimalCoordinates => "minimal coordinates",
            Self::StoredDigits => "stored digits",
        }
    }
}
