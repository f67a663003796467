//! Symmetries that the equations of motion have and a discretization may lose.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A change of the question after which the answer must change in a known way, or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Symmetry {
    /// Everything turned by the same rotation: the motion turns with it.
    Rotation,
    /// Everything moved by the same distance: the motion moves with it.
    Translation,
    /// Constraints in another order: the same motion, multipliers in that order.
    RowPermutation,
    /// A constraint multiplied by a number: the same motion, its multiplier divided by it.
    RowScaling,
    /// All masses and forces multiplied by a number: the same motion, multipliers multiplied by it.
    MassScaling,
    /// Time and step stretched, forces and velocities adapted: the same curve.
    TimeScaling,
    /// Velocities reversed at the end: the motion returns to its start.
    Reversal,
    /// No constraints: the bare integrator, bit for bit.
    FreeMotion,
}

impl Symmetry {
    /// All symmetries.
    pub const ALL: [Self; 8] = [
        Self::Rotation,
        Self::Translation,
        Self::RowPermutation,
        Self::RowScaling,
        Self::MassScaling,
        Self::TimeScaling,
        Self::Reversal,
        Self::FreeMotion,
    ];

    /// The name on the page.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Rotation => "rotation",
            Self::Translation => "translation",
            Self::RowPermutation => "order of rows",
            Self::RowScaling => "scale of rows",
            Self::MassScaling => "scale of masses",
            Self::TimeScaling => "scale of time",
            Self::Reversal => "reversal",
            Self::FreeMotion => "free motion",
        }
    }
}

/// A symmetry that a variant does not share. The conformance suite holds the variant to it: what is listed must
/// really break, and what is not listed must hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BrokenSymmetry {
    /// The symmetry that does not hold.
    pub symmetry: Symmetry,
    /// Why it breaks, in a sentence.
    pub why: Cow<'static, str>,
}

impl BrokenSymmetry {
    /// `symmetry` does not hold because of `why`.
    pub const fn new(symmetry: Symmetry, why: &'static str) -> Self {
        Self {
            symmetry,
            why: Cow::Borrowed(why),
        }
    }
}
