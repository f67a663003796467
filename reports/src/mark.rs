//! What a cell shows at a glance: its outcome and its verdict folded into one of eight marks.

use results::{Cell, Outcome, Verdict};

/// One of the eight things that can be said about a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mark {
    Confirmed,
    Above,
    Below,
    Undecided,
    NoClaim,
    Refused,
    Failed,
    OverBudget,
}

impl Mark {
    /// All marks, in the order of the legend.
    pub(crate) const ALL: [Self; 8] = [
        Self::Confirmed,
        Self::Above,
        Self::Below,
        Self::Undecided,
        Self::NoClaim,
        Self::Refused,
        Self::Failed,
        Self::OverBudget,
    ];

    /// The mark of a cell.
    pub(crate) fn of(cell: &Cell) -> Self {
        match (cell.outcome, cell.verdict) {
            (Outcome::Refused, _) => Self::Refused,
            (Outcome::Failed, _) => Self::Failed,
            (Outcome::OverBudget, _) => Self::OverBudget,
            (Outcome::Ran, Verdict::Confirmed) => Self::Confirmed,
            (Outcome::Ran, Verdict::Above) => Self::Above,
            (Outcome::Ran, Verdict::Below) => Self::Below,
            (Outcome::Ran, Verdict::Undecided | Verdict::NotRun) => Self::Undecided,
            (Outcome::Ran, Verdict::NoClaim) => Self::NoClaim,
        }
    }

    /// The sign in the matrix: only characters that plain text fonts have, and that no font turns into a picture.
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Self::Confirmed => "✓",
            Self::Above => "▲",
            Self::Below => "✗",
            Self::Undecided => "?",
            Self::NoClaim => "—",
            Self::Refused => "⊘",
            Self::Failed => "!",
            Self::OverBudget => "◷",
        }
    }

    /// One or two words.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Above => "above claim",
            Self::Below => "below claim",
            Self::Undecided => "undecided",
            Self::NoClaim => "no claim",
            Self::Refused => "refused",
            Self::Failed => "failed",
            Self::OverBudget => "over budget",
        }
    }

    /// One sentence for the glossary.
    pub(crate) fn meaning(self) -> &'static str {
        match self {
            Self::Confirmed => {
                "Every order that theory promises was observed, or its error is already at rounding."
            }
            Self::Above => {
                "No promise was missed, and at least one order came out higher than promised."
            }
            Self::Below => "At least one promised order was missed. The verdict names it.",
            Self::Undecided => {
                "The step sizes do not decide: the slopes still change, or too few runs came to their end."
            }
            Self::NoClaim => {
                "No order is judged: the integrator chooses its own steps, the start violates the constraints, or the problem says why orders need not show."
            }
            Self::Refused => {
                "The method cannot treat this mechanism and says why. A refusal is an answer, not an error."
            }
            Self::Failed => {
                "The finest run stopped: it diverged, met a singular system or did not converge."
            }
            Self::OverBudget => "The run needed more work than the harness allows for one cell.",
        }
    }

    /// The class of the style sheet.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Confirmed => "good",
            Self::Above => "above",
            Self::Below => "bad",
            Self::Undecided => "open",
            Self::NoClaim => "none",
            Self::Refused => "refused",
            Self::Failed => "failed",
            Self::OverBudget => "late",
        }
    }

    /// Whether the cell came to its end.
    pub(crate) fn ran(self) -> bool {
        !matches!(self, Self::Refused | Self::Failed | Self::OverBudget)
    }
}

/// Why the cell bears its mark, in the words of the runner.
pub(crate) fn reason(cell: &Cell) -> &str {
    match (&cell.why, Mark::of(cell).ran()) {
        (Some(why), false) => why,
        _ if !cell.verdict_why.is_empty() => &cell.verdict_why,
        (Some(why), true) => why,
        (None, _) => "no reason was recorded",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_marks_look_or_read_alike() {
        for (i, a) in Mark::ALL.iter().enumerate() {
            for b in &Mark::ALL[i + 1..] {
                assert_ne!(a.symbol(), b.symbol());
                assert_ne!(a.word(), b.word());
                assert_ne!(a.class(), b.class());
            }
        }
    }
}
