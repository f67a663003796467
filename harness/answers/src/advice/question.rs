//! What is asked: a step, an integrator, the problems that matter, and limits.

use results::Problem;
use serde::Serialize;

/// The largest factor of the error that a recommendation may have where no error is asked for.
pub const ERROR_FACTOR: f64 = 1.1;

/// The largest factor of the time where no budget is given.
pub const BUDGET: f64 = 2.0;

/// A question: what to use with this integrator at this step?
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Question {
    /// Step size in seconds.
    pub step: f64,
    /// Integrator id.
    pub integrator: String,
    /// Problem ids, or ids that end in `/*`; every problem where both this and `tags` are empty.
    pub problems: Vec<String>,
    /// Tags, of which a problem must carry one.
    pub tags: Vec<String>,
    /// What the answer must keep.
    pub limits: Limits,
}

/// What an answer must keep, besides every problem on which the unstabilized integrator comes to its end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Limits {
    /// Largest median of |Φ| relative to the size of the mechanism.
    pub drift: Option<f64>,
    /// Largest median of the position error relative to the size of the motion; where it is absent the error may be
    /// [`ERROR_FACTOR`] times that of the unstabilized run.
    pub error: Option<f64>,
    /// Largest median of the time over that of the unstabilized run.
    pub budget: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            drift: None,
            error: None,
            budget: BUDGET,
        }
    }
}

impl Question {
    /// Whether a problem belongs to the question.
    ///
    /// Problems that start away from the constraints count only where they are named: an unstabilized run keeps the
    /// violation it began with there, and the ratio says how large that was.
    pub fn is_about(&self, problem: &Problem) -> bool {
        let named = self.problems.iter().any(|p| matches_id(p, &problem.id));
        let tagged = self.tags.iter().any(|tag| problem.tags.contains(tag));
        (named || (self.problems.is_empty() && problem.consistent_start))
            && (tagged || self.tags.is_empty())
    }
}

/// Whether `pattern`, an id or an id with `/*` for everything below it, matches `id`.
fn matches_id(pattern: &str, id: &str) -> bool {
    match pattern.strip_suffix("/*") {
        Some(root) => {
            let below = id.strip_prefix(root);
            below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        }
        None => pattern == id,
    }
}
