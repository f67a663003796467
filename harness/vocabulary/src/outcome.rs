//! How a cell ended, and how its orders compare with what was claimed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How an outcome or a verdict is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// The word of `results.json`.
    pub id: &'static str,
    /// One or two words for people.
    pub words: &'static str,
    /// The sign in the matrix: only characters that plain text fonts have, and that no font turns into a picture.
    pub sign: &'static str,
    /// One sentence for the glossary.
    pub meaning: &'static str,
}

/// What happened to a cell.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Every run of the ladder that the judgement needs came to its end.
    Ran,
    /// The method cannot treat the system, and says why.
    Refused,
    /// The finest run stopped: diverged, met a singular system, did not converge or panicked.
    Failed,
    /// The run needed more work than the budget allows.
    OverBudget,
}

impl Outcome {
    /// Every outcome, the good one first.
    pub const ALL: [Self; 4] = [Self::Ran, Self::Refused, Self::Failed, Self::OverBudget];

    /// How it is shown.
    pub const fn words(self) -> Words {
        match self {
            Self::Ran => Words {
                id: "ran",
                words: "ran",
                sign: "·",
                meaning: "The finest run came to its end.",
            },
            Self::Refused => Words {
                id: "refused",
                words: "refused",
                sign: "⊘",
                meaning: "The method cannot treat this mechanism and says why. A refusal is an answer, not an error.",
            },
            Self::Failed => Words {
                id: "failed",
                words: "failed",
                sign: "!",
                meaning: "The finest run stopped: it diverged, met a singular system or did not converge.",
            },
            Self::OverBudget => Words {
                id: "over_budget",
                words: "over budget",
                sign: "◷",
                meaning: "The run needed more work than the harness allows for one cell.",
            },
        }
    }
}

/// How the observed orders compare with the claimed ones.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Every claimed order was observed, or its error is at the rounding floor.
    Confirmed,
    /// No claim was missed, and at least one order came out higher than claimed.
    Above,
    /// At least one claimed order was missed.
    Below,
    /// The ladder does not decide: pre-asymptotic or too few runs.
    Undecided,
    /// Nothing is claimed: adaptive runs.
    NoClaim,
    /// The cell did not run.
    NotRun,
}

impl Verdict {
    /// Every verdict, the best first.
    pub const ALL: [Self; 6] = [
        Self::Confirmed,
        Self::Above,
        Self::Below,
        Self::Undecided,
        Self::NoClaim,
        Self::NotRun,
    ];

    /// How it is shown.
    pub const fn words(self) -> Words {
        match self {
            Self::Confirmed => Words {
                id: "confirmed",
                words: "confirmed",
                sign: "✓",
                meaning: "Every order that theory promises was observed, or its error is already at rounding.",
            },
            Self::Above => Words {
                id: "above",
                words: "above claim",
                sign: "▲",
                meaning: "No promise was missed, and at least one order came out higher than promised.",
            },
            Self::Below => Words {
                id: "below",
                words: "below claim",
                sign: "✗",
                meaning: "At least one promised order was missed. The verdict names it.",
            },
            Self::Undecided => Words {
                id: "undecided",
                words: "undecided",
                sign: "?",
                meaning: "The step sizes do not decide: the slopes still change, or too few runs came to their end.",
            },
            Self::NoClaim => Words {
                id: "no_claim",
                words: "no claim",
                sign: "—",
                meaning: "No order is judged: the integrator chooses its own steps, the start violates the constraints, or the problem says why orders need not show.",
            },
            Self::NotRun => Words {
                id: "not_run",
                words: "not run",
                sign: "·",
                meaning: "The cell did not run, so there is nothing to judge.",
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(value: impl Serialize) -> String {
        serde_json::to_string(&value).unwrap()
    }

    #[test]
    fn the_word_of_the_results_is_the_one_that_is_written() {
        for outcome in Outcome::ALL {
            assert_eq!(written(outcome), format!("{:?}", outcome.words().id));
        }
        for verdict in Verdict::ALL {
            assert_eq!(written(verdict), format!("{:?}", verdict.words().id));
        }
    }
}
