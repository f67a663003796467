//! The difference between the results of a run and a baseline: earlier results, or the committed figures of the gate.

use crate::Status;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What differs from a baseline by more than rounding explains.
///
/// Only what both runs could have is compared: a cell that one of them did not select is counted, and neither lost nor new.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Difference {
    /// The baseline.
    pub baseline: ComparedWith,
    /// Number of cells that were compared.
    pub cells: usize,
    /// Number of boards that were compared.
    pub boards: usize,
    /// Number of claims that were compared.
    pub claims: usize,
    /// Number of entries of each status.
    pub counts: StatusCounts,
    /// Number of cells of the baseline that this run did not select.
    pub not_run: usize,
    /// Number of cells of this run that the baseline did not select.
    pub not_in_baseline: usize,
    /// Everything that changed, worst first.
    pub changes: Vec<Change>,
    /// Remarks that fail nothing.
    pub notes: Vec<String>,
}

/// Where the baseline comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ComparedWith {
    /// The name of its file or of the folder of its report, without the folders above.
    pub name: String,
    /// The commit that it was made from, where it is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub commit: Option<String>,
    /// When it was made, where that is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub date: Option<String>,
}

impl fmt::Display for ComparedWith {
    /// `baseline.json`, `report (commit 37c089a, 2026-11-19T06:00:00Z)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let commit = self.commit.iter().map(|commit| format!("commit {commit}"));
        let known: Vec<String> = commit.chain(self.date.clone()).collect();
        match known.is_empty() {
            true => write!(f, "{}", self.name),
            false => write!(f, "{} ({})", self.name, known.join(", ")),
        }
    }
}

/// Number of entries of each status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "every field is named after a status")]
pub struct StatusCounts {
    pub lost: usize,
    pub unstable: usize,
    pub regressed: usize,
    pub new: usize,
    pub improved: usize,
    pub acknowledged: usize,
    pub unchanged: usize,
}

impl StatusCounts {
    /// Counts statuses.
    pub fn of(statuses: impl Iterator<Item = Status>) -> Self {
        let mut counts = Self::default();
        for status in statuses {
            *match status {
                Status::Lost => &mut counts.lost,
                Status::Unstable => &mut counts.unstable,
                Status::Regressed => &mut counts.regressed,
                Status::New => &mut counts.new,
                Status::Improved => &mut counts.improved,
                Status::Acknowledged => &mut counts.acknowledged,
                Status::Unchanged => &mut counts.unchanged,
            } += 1;
        }
        counts
    }

    /// The number of entries of a status.
    pub fn get(&self, status: Status) -> usize {
        match status {
            Status::Lost => self.lost,
            Status::Unstable => self.unstable,
            Status::Regressed => self.regressed,
            Status::New => self.new,
            Status::Improved => self.improved,
            Status::Acknowledged => self.acknowledged,
            Status::Unchanged => self.unchanged,
        }
    }

    /// Whether nothing has to be looked at.
    pub fn pass(&self) -> bool {
        let mut others = Status::ALL.into_iter().filter(|status| !status.passes());
        others.all(|status| self.get(status) == 0)
    }
}

/// Something that differs from the baseline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Change {
    /// What it is about.
    pub subject: Subject,
    /// How it compares with the baseline.
    pub status: Status,
    /// The worst findings in words, each with both numbers.
    pub what: Vec<String>,
    /// The number of further findings.
    pub more: usize,
    /// The largest factor of a finding, at least one.
    pub factor: f64,
    /// The command that reproduces it.
    pub command: String,
}

/// What a difference is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Subject {
    /// A cell.
    Cell {
        /// Variant id.
        variant: String,
        /// Problem id.
        problem: String,
    },
    /// A board.
    Board {
        /// Board id.
        id: String,
    },
    /// A claim of a paper.
    Claim {
        /// Claim id.
        id: String,
    },
    /// The run as a whole.
    Run,
}

impl Subject {
    /// The cell of a variant on a problem.
    pub fn cell(variant: &str, problem: &str) -> Self {
        Self::Cell {
            variant: variant.to_owned(),
            problem: problem.to_owned(),
        }
    }

    /// The board with this id.
    pub fn board(id: &str) -> Self {
        Self::Board { id: id.to_owned() }
    }

    /// The claim with this id.
    pub fn claim(id: &str) -> Self {
        Self::Claim { id: id.to_owned() }
    }

    /// The command that reproduces it.
    pub fn command(&self) -> String {
        match self {
            Self::Cell { variant, problem } => {
                format!("cargo xtask report --method {variant} --problem {problem} --no-speed")
            }
            Self::Claim { id } => {
                let paper = id.split('/').next().unwrap_or(id);
                format!("cargo xtask replicate {paper} --quick")
            }
            Self::Board { .. } | Self::Run => "cargo xtask gate".to_owned(),
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell { variant, problem } => write!(f, "{variant} on {problem}"),
            Self::Board { id } => write!(f, "board {id}"),
            Self::Claim { id } => write!(f, "claim {id}"),
            Self::Run => write!(f, "the run"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_is_counted_under_its_own_name() {
        for status in Status::ALL {
            let counts = StatusCounts::of([status].into_iter());
            for other in Status::ALL {
                assert_eq!(counts.get(other), usize::from(other == status));
            }
            assert_eq!(counts.pass(), status.passes());
            let written = serde_json::to_value(counts).unwrap();
            assert_eq!(written[status.words().id], 1, "{written}");
        }
    }

    #[test]
    fn a_baseline_says_what_is_known_of_it() {
        let mut with = ComparedWith {
            name: "baseline.json".to_owned(),
            ..ComparedWith::default()
        };
        assert_eq!(with.to_string(), "baseline.json");
        with.commit = Some("37c089a".to_owned());
        with.date = Some("2026-11-19".to_owned());
        let said = "baseline.json (commit 37c089a, 2026-11-19)";
        assert_eq!(with.to_string(), said);
    }
}
