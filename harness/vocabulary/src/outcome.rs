//! How a cell ended, and how its orders compare with what was claimed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The words that show an outcome or a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// The word in `results.json`.
    pub id: &'static str,
    /// One or two words for people.
    pub words: &'static str,
    /// The sign in the matrix: only characters that plain text fonts have, and that no font turns into a picture.
    pub sign: &'static str,
    /// One sentence for the glossary.
    pub meaning: &'static str,
}

/// Declares an enum of results from one list of members with their [`Words`].
macro_rules! spoken {
    (
        $(#[$meta:meta])* $Name:ident, $count:literal,
        $( $(#[$doc:meta])* $Member:ident => $id:literal, $words:literal, $sign:literal, $meaning:literal; )+
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $Name { $( $(#[$doc])* $Member, )+ }

        impl $Name {
            /// Every member, in the order in which they are shown.
            pub const ALL: [Self; $count] = [$( Self::$Member, )+];

            /// How it is shown.
            pub const fn words(self) -> Words {
                let (id, words, sign, meaning) = match self {
                    $( Self::$Member => ($id, $words, $sign, $meaning), )+
                };
                Words { id, words, sign, meaning }
            }
        }
    };
}

spoken! {
    /// What happened to a cell.
    Outcome, 4,
    /// Every run of the ladder that the judgement needs came to its end.
    Ran => "ran", "ran", "·", "The finest run finished.";
    /// The method cannot treat the system, and says why.
    Refused => "refused", "refused", "⊘",
        "The method cannot treat this mechanism and says why. A refusal is an answer, not an error.";
    /// The finest run stopped: diverged, met a singular system, did not converge or panicked.
    Failed => "failed", "failed", "!",
        "The finest run stopped: it diverged, met a singular system or did not converge.";
    /// The run needed more work than the budget allows.
    OverBudget => "over_budget", "over budget", "◷",
        "The run needed more work than the harness allows for one cell.";
}

spoken! {
    /// What kind of failure a cell met.
    FailureKind, 9,
    /// A step could not be taken: singular, diverged, not converged, or a step size that fell too far.
    Step => "step", "step failed", "!", "A step could not be taken, or the motion was lost.";
    /// No consistent start was found.
    Start => "start", "no start", "!", "No state on the constraints was found to start from.";
    /// The method gave what the contract does not allow.
    Invalid => "invalid", "invalid", "!",
        "The method or problem gave what the contract does not allow, such as λ of the wrong length or counters that fall.";
    /// The method or the problem panicked.
    Panic => "panic", "panicked", "!", "The code of the method or problem panicked.";
    /// Nothing was finished within the time limit.
    TimeLimit => "time_limit", "time limit", "!", "No run was finished within the time limit.";
    /// More memory was asked for than the limit allows.
    MemoryLimit => "memory_limit", "memory limit", "!", "It needed more memory than the limit allows.";
    /// The process of the cell was ended by a signal.
    Crash => "crash", "crashed", "!", "The process that ran the cell was ended by a signal.";
    /// The process of the cell ended itself.
    Exit => "exit", "exited", "!", "The process that ran the cell ended without an answer.";
    /// The problem cannot be prepared, so that nothing runs on it.
    Problem => "problem", "problem failed", "!", "The problem itself failed, so that nothing runs on it.";
}

spoken! {
    /// How the observed orders compare with the claimed ones.
    Verdict, 6,
    /// Every claimed order was observed, or its error is at the rounding floor.
    Confirmed => "confirmed", "confirmed", "✓",
        "Every order that theory promises was observed, or its error is already at rounding.";
    /// No claim was missed, and at least one order was higher than claimed.
    Above => "above", "above claim", "▲",
        "No promise was missed, and at least one order was higher than promised.";
    /// At least one claimed order was missed.
    Below => "below", "below claim", "✗",
        "At least one promised order was missed. The verdict names it.";
    /// The ladder does not decide: pre-asymptotic or too few runs.
    Undecided => "undecided", "undecided", "?",
        "The step sizes tested are not enough to decide: the slopes still change, or too few runs came to their end.";
    /// Nothing is claimed: adaptive runs.
    NoClaim => "no_claim", "no claim", "—",
        "No order is judged: the integrator chooses its own steps, the start violates the constraints, or the problem says why orders need not show.";
    /// The cell did not run.
    NotRun => "not_run", "not run", "·", "The cell did not run, so there is nothing to judge.";
}

pub(crate) use spoken;

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
        for kind in FailureKind::ALL {
            assert_eq!(written(kind), format!("{:?}", kind.words().id));
        }
        for verdict in Verdict::ALL {
            assert_eq!(written(verdict), format!("{:?}", verdict.words().id));
        }
    }
}
