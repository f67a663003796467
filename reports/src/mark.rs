//! The mark of a cell: its outcome and its verdict combined into one of eight cases.

use results::{Cell, Outcome, Verdict};

/// Class, sign and words with which the page shows a mark or a standing.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    /// The class of the style sheet.
    pub(crate) class: &'static str,
    /// The sign, a character that every text font has.
    pub(crate) sign: &'static str,
    /// One to three words.
    pub(crate) word: &'static str,
    /// One sentence for the glossary.
    pub(crate) meaning: &'static str,
}

impl Look {
    /// A look from class, sign, word and meaning.
    pub(crate) fn new([class, sign, word, meaning]: [&'static str; 4]) -> Self {
        Self {
            class,
            sign,
            word,
            meaning,
        }
    }
}

/// Outcome and verdict of a cell in one word.
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

    /// Its class, sign and words on the page.
    pub(crate) fn look(self) -> Look {
        let (class, words) = match self {
            Self::Confirmed => ("good", Verdict::Confirmed.words()),
            Self::Above => ("above", Verdict::Above.words()),
            Self::Below => ("bad", Verdict::Below.words()),
            Self::Undecided => ("open", Verdict::Undecided.words()),
            Self::NoClaim => ("none", Verdict::NoClaim.words()),
            Self::Refused => ("refused", Outcome::Refused.words()),
            Self::Failed => ("failed", Outcome::Failed.words()),
            Self::OverBudget => ("late", Outcome::OverBudget.words()),
        };
        Look::new([class, words.sign, words.words, words.meaning])
    }

    /// Whether the cell ran to completion.
    pub(crate) fn ran(self) -> bool {
        !matches!(self, Self::Refused | Self::Failed | Self::OverBudget)
    }
}

/// The runner's reason for the mark of a cell.
pub(crate) fn reason(cell: &Cell) -> &str {
    match (&cell.why, Mark::of(cell).ran()) {
        (Some(why), false) => why,
        _ if !cell.verdict_why.is_empty() => &cell.verdict_why,
        (Some(why), true) => why,
        (None, _) => "no reason was recorded",
    }
}

/// A reason in brackets with a space before it, or nothing.
pub(crate) fn in_brackets(why: Option<&str>) -> String {
    why.map_or_else(String::new, |why| format!(" ({why})"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steady::Standing;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_marks_and_no_two_standings_look_or_read_alike() {
        let looks = [
            Mark::ALL.map(Mark::look).to_vec(),
            Standing::ALL.map(Standing::look).to_vec(),
        ];
        for all in looks {
            let parts: [fn(&Look) -> &'static str; 3] = [|l| l.class, |l| l.sign, |l| l.word];
            for part in parts {
                let distinct: BTreeSet<_> = all.iter().map(part).collect();
                assert_eq!(distinct.len(), all.len(), "{distinct:?}");
            }
        }
    }
}
