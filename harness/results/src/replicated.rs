//! Published claims, run again: what is printed and what we get.

use crate::Provenance;
use crate::planted::{self, Defect};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One claim of a paper that was run again, or a check of ours beside it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReplicatedClaim {
    /// Identifier, `paper/place/what`.
    pub id: String,
    /// Paper id.
    pub paper: String,
    /// Where in the paper it stands, for example `Table 1`.
    pub place: String,
    /// What it claims.
    pub claim: String,
    /// Whether the paper makes this claim; `false` for a check of ours beside it, such as a repair that works.
    #[serde(default = "published")]
    pub published: bool,
    /// What is printed.
    pub printed: String,
    /// What we get.
    pub ours: String,
    /// Significant digits in which the two numbers agree, at most those that are printed; absent where the claim is
    /// not one number.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub digits: Option<u32>,
    /// The rule by which the verdict was found.
    pub judged: String,
    /// Whether ours is what is printed.
    pub verdict: ReplicationVerdict,
    /// The verdict that is known from before.
    pub expected: ReplicationVerdict,
    /// Why the two differ, what is missing to compare them, or what to know where they agree.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why: Option<String>,
}

fn published() -> bool {
    true
}

impl ReplicatedClaim {
    /// Whether a claim that used to be reproduced no longer is, be it that it differs or that it cannot be compared.
    pub fn is_lost(&self) -> bool {
        self.expected == ReplicationVerdict::Reproduced && self.verdict != self.expected
    }
}

/// Whether a published claim could be reproduced.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ReplicationVerdict {
    /// Ours is what is printed.
    Reproduced,
    /// Ours is not what is printed.
    NotReproduced,
    /// The paper does not say enough to compare ours with what is printed; the claim says what is missing.
    CannotBeCompared,
}

impl ReplicationVerdict {
    /// The verdict on a statement that was judged.
    pub fn of(holds: bool) -> Self {
        if holds || planted::is(Defect::AlwaysReproduced) {
            Self::Reproduced
        } else {
            Self::NotReproduced
        }
    }
}

/// A paper whose claims were run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReplicatedPaper {
    /// Identifier, for example `welch-2007`.
    pub id: String,
    /// Authors, title, journal.
    pub citation: String,
    /// What it is about, and what running it again has shown, in a few sentences.
    pub summary: String,
    /// Where, when and from which sources these claims were run.
    pub run: Provenance,
    /// What a quick run left out.
    pub left_out: Vec<String>,
}

/// A figure of a paper, drawn from our runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReplicatedFigure {
    /// Identifier, for example `welch-2007/fig-2`.
    pub id: String,
    /// Paper id.
    pub paper: String,
    /// Which figure, and what it shows.
    pub title: String,
    /// How to read it, and what to see.
    pub reading: String,
    /// Its panels, in their order.
    pub panels: Vec<ReplicatedPanel>,
}

/// One frame of a figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReplicatedPanel {
    /// Its name.
    pub name: String,
    /// Name of the horizontal axis, with its unit.
    pub across: String,
    /// Name of the vertical axis, with its unit.
    pub up: String,
    /// What is drawn.
    pub drawing: Drawing,
}

/// What a panel shows. Points of curves are thinned out and rounded to what can be seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Drawing {
    /// Lines over a common abscissa.
    Curves {
        /// How the vertical axis is divided; the horizontal one is linear.
        scale: Scale,
        /// The lines.
        curves: Vec<Curve>,
    },
    /// Positive values over a grid, shaded by decades.
    HeatMap {
        /// Abscissas of the columns.
        x: Vec<f64>,
        /// Ordinates of the rows.
        y: Vec<f64>,
        /// One list for each row, with one number for each column; absent where there is none.
        values: Vec<Vec<Option<f64>>>,
        /// Squares to point at.
        marks: Vec<Mark>,
    },
}

/// How an axis is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// Even steps.
    Linear,
    /// Decades; numbers that are not positive are not drawn.
    Logarithmic,
}

/// One line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Curve {
    /// Its name.
    pub name: String,
    /// Abscissas and ordinates.
    pub points: Vec<[f64; 2]>,
}

/// A square of a heat map that has a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Mark {
    /// What it is.
    pub name: String,
    /// Its column.
    pub x: f64,
    /// Its row.
    pub y: f64,
}
