//! How something compares with a baseline.

use crate::outcome::{Words, spoken};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

spoken! {
    /// How a cell, a board or a claim compares with a baseline, the gravest first.
    Status, 7,
    /// It is gone, or ran before and does not run now.
    Lost => "lost", "lost", "✗", "It is gone, or it ran before and does not run now.";
    /// Two runs of the same code differ.
    Unstable => "unstable", "unstable", "~", "Two runs of the same code differ.";
    /// Something is worse than the baseline.
    Regressed => "regressed", "regressed", "▼",
        "Something is worse than in the baseline, or changed without a better side.";
    /// The baseline does not have it.
    New => "new", "new", "+", "The baseline does not have it.";
    /// Something is better than the baseline, and nothing worse.
    Improved => "improved", "improved", "▲", "Something is better than in the baseline, and nothing is worse.";
    /// Every finding is excused.
    Acknowledged => "acknowledged", "acknowledged", "·", "It differs for a reason that was acknowledged.";
    /// It is as in the baseline.
    Unchanged => "unchanged", "unchanged", "✓", "It is as in the baseline, but for rounding.";
}

impl Status {
    /// Whether the gate passes with it.
    pub const fn passes(self) -> bool {
        matches!(self, Self::Acknowledged | Self::Unchanged)
    }
}
