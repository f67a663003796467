//! The part of a catalogue that is run, and how thoroughly.

use crate::ladders::Practice;
use serde::{Deserialize, Serialize};
use trial::PreparedProblem;

/// Tags of problems that take long.
pub const SLOW_TAGS: [&str; 2] = ["large", "long-run"];

/// The part of the catalogue that is run. Problems that a selection names are always run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Every problem.
    #[default]
    Full,
    /// The problems of the gate: all but those tagged `large` or `long-run`.
    Gate,
    /// A quick overview: one preset of each problem of the gate, and ladders with more than three steps without their
    /// finest one.
    Quick,
}

impl Scope {
    /// Whether a problem with this id and these tags is run when no problem is named.
    pub(crate) fn keeps(self, id: &str, tags: &[String]) -> bool {
        let fast = !tags.iter().any(|tag| SLOW_TAGS.contains(&tag.as_str()));
        match self {
            Self::Full => true,
            Self::Gate => fast,
            Self::Quick => fast && !id.contains('/'),
        }
    }

    pub(crate) fn prepare(self, problem: Box<dyn problem::Problem>) -> PreparedProblem {
        let prepared = PreparedProblem::new(problem);
        match self {
            Self::Quick => prepared.without_finest_steps(),
            Self::Full | Self::Gate => prepared,
        }
    }

    /// The gate compares orders and has no need of the steps of practice.
    pub(crate) fn practice(self) -> Practice {
        match self {
            Self::Full => Practice::Thorough,
            Self::Quick => Practice::Overview,
            Self::Gate => Practice::Off,
        }
    }
}
