//! How the true motion of a problem is known.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the true motion is known, and how well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reference {
    /// The means by which it is known.
    pub kind: ReferenceKind,
    /// Number of digits that hold over the whole interval.
    pub digits: u32,
}

/// The means by which a true motion is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum ReferenceKind {
    /// A formula.
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
