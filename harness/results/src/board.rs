//! Boards: rankings that each answer one named question by one rule.

use crate::Cost;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One board: a question, its rule, and the variants or methods in the order of the answer.
///
/// The costs and instances are all that the ranks follow from, so that a page can rank any subset of its lines and
/// problems with the same rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Board {
    /// Identifier, for example `constraints-per-time`.
    pub id: String,
    /// The question in words.
    pub question: String,
    /// The rule in two sentences.
    pub rule: String,
    /// Whether lines are variants, or methods, each by its best variant.
    pub of: BoardOf,
    /// The integrator that the board is restricted to, where it is.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub integrator: Option<String>,
    /// The unstabilized variant that all lines are compared with, where they are.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub with: Option<String>,
    /// How scores follow from the costs.
    pub scoring: Scoring,
    /// The conditions that a line has to meet; lines that miss one come behind all others.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub conditions: Vec<Condition>,
    /// The cost that is compared, or decides a condition, where it is a time or a count.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cost: Option<Cost>,
    /// What every column of costs belongs to.
    pub instances: Vec<Instance>,
    /// The lines, best first.
    pub lines: Vec<BoardLine>,
}

/// What the lines of a board are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoardOf {
    /// Variants.
    Variants,
    /// Methods, each by its best variant.
    Methods,
}

/// How scores follow from costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scoring {
    /// Area under the Dolan-Moré performance profile; between 0 and 1, higher is better.
    Profile,
    /// Median of the costs; lower is better. Lines that miss a condition come behind all others.
    Median,
    /// Mean over the groups of instances of the share that was solved; between 0 and 1, higher is better.
    Share,
}

/// What a column of costs belongs to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Instance {
    /// Problem id.
    pub problem: String,
    /// The target that is priced: an accuracy, a step in seconds; absent where there is only one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub target: Option<f64>,
    /// The group whose shares are averaged, for boards that score by shares.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub group: Option<String>,
}

/// One line of a board. Lines that cannot be told apart share an interval of ranks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(!default)]
pub struct BoardLine {
    /// Method id.
    pub method: String,
    /// Variant id; on boards of methods the best variant of the method.
    pub variant: String,
    /// Best rank it can hold.
    pub rank_low: usize,
    /// Worst rank it can hold.
    pub rank_high: usize,
    /// The score; its meaning depends on the scoring.
    pub score: Option<f64>,
    /// 95 % interval of the score, for other problems of the same kind and repeated timing.
    pub score_interval: Option<[f64; 2]>,
    /// Fraction of the instances it solved.
    pub coverage: f64,
    /// Number of instances it solved.
    pub prices: usize,
    /// Number of its costs that are upper bounds, because its coarsest run is good enough already.
    pub bounds: usize,
    /// The condition of the rule that it misses; such lines come behind all others.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub misses: Option<String>,
    /// Further numbers beside the score, for example the factor of the error.
    pub figures: Vec<Figure>,
    /// One cost for every instance, absent where it was not solved.
    pub costs: Vec<Option<f64>>,
    /// The places in `costs` that are upper bounds.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub at_most: Vec<usize>,
    /// Relative standard deviation of the costs on each problem, in the order in which problems first appear among the
    /// instances; empty where costs are exact.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub noise: Vec<f64>,
}

/// A named number beside a score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Figure {
    /// Name, for example `error`.
    pub name: String,
    /// Value; where there are values for the instances, their median.
    pub value: Option<f64>,
    /// One value for every instance, absent where there is none; empty where the figure belongs to no instances.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub values: Vec<Option<f64>>,
}

/// A condition on a figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Condition {
    /// Name of the figure.
    pub figure: String,
    /// Largest value that meets the condition.
    pub at_most: f64,
}
