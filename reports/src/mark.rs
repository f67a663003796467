//! What a cell shows at a glance: its outcome and its verdict folded into one of eight marks.

use results::{Cell, Outcome, Verdict, Words};

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

    /// The sign in the matrix.
    pub(crate) fn symbol(self) -> &'static str {
        self.words().sign
    }

    /// One or two words.
    pub(crate) fn word(self) -> &'static str {
        self.words().words
    }

    /// One sentence for the glossary.
    pub(crate) fn meaning(self) -> &'static str {
        self.words().meaning
    }

    fn words(self) -> Words {
        match self {
            Self::Confirmed => Verdict::Confirmed.words(),
            Self::Above => Verdict::Above.words(),
            Self::Below => Verdict::Below.words(),
            Self::Undecided => Verdict::Undecided.words(),
            Self::NoClaim => Verdict::NoClaim.words(),
            Self::Refused => Outcome::Refused.words(),
            Self::Failed => Outcome::Failed.words(),
            Self::OverBudget => Outcome::OverBudget.words(),
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
