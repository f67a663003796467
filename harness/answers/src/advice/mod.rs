//! Advice: what to use with one integrator at one step, from runs at steps as people use them.
//!
//! The evidence are the practice runs at the step nearest to the asked one. Every variant is compared with the unstabilized run
//! at the same step; recommended is the one with the least drift among those that keep every limit.

mod candidate;
mod estimate;
mod evidence;
mod judge;
mod question;
#[cfg(test)]
mod tests;
mod warning;

pub use candidate::{Candidate, Condition, Lost, Miss, Setting};
pub use estimate::{Estimate, Level};
pub use judge::Excluded;
pub use question::{BUDGET, ERROR_FACTOR, Limits, Question};
pub use warning::Warning;

use crate::cells::family;
use evidence::{Place, candidates, places};
use judge::{excluded, judge};
use results::{Factor, Results};
use serde::Serialize;
use warning::warnings;

/// Runs further from the asked step than this factor say nothing about it.
const FARTHEST: f64 = 10.0;

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice {
    /// The runs it follows from.
    pub evidence: Evidence,
    /// The variant with the least drift among those that keep every limit.
    pub recommended: Candidate,
    /// The next one.
    pub runner_up: Option<Candidate>,
    /// The variant with less drift than the recommended one that keeps every limit but the budget.
    pub over_budget: Option<Candidate>,
    /// A scheme with a discretization of its own that keeps every limit too; it takes the place of the integrator.
    pub alternative: Option<Candidate>,
    /// Variants that make things worse, the worst first.
    pub avoid: Vec<Warning>,
}

/// The runs that an answer follows from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Evidence {
    /// The question.
    pub question: Question,
    /// Name of the integrator for people.
    pub integrator_name: String,
    /// Smallest and largest step of the runs in seconds, for a mechanism of human size.
    pub steps: [f64; 2],
    /// Problem ids.
    pub problems: Vec<String>,
    /// Number of families among the problems; presets of one mechanism are no independent witnesses.
    pub families: usize,
    /// The cost that the budget limits: the time, or the evaluations where no time was measured.
    pub cost: Factor,
    /// The integrator without stabilization.
    pub unstabilized: Candidate,
    /// Number of variants with this integrator that were compared.
    pub compared: usize,
    /// How many variants miss each condition; one variant may miss several.
    pub excluded: Vec<Excluded>,
    /// The command that shows the runs.
    pub command: String,
}

/// Why there is no recommendation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NoMatch {
    /// The results hold no runs that could answer the question.
    NoEvidence(String),
    /// Runs exist, but only at steps that are far from the asked one.
    TooFar {
        /// The asked step in seconds.
        asked: f64,
        /// The nearest step that was run, in seconds.
        nearest: f64,
    },
    /// Every variant misses a limit.
    NothingFits {
        /// The runs.
        evidence: Box<Evidence>,
        /// The variant that comes nearest to the limits.
        nearest: Option<Box<Candidate>>,
    },
}

/// Answers a question from results.
///
/// # Errors
/// When the results hold no evidence, or no variant keeps every limit.
pub fn advise(results: &Results, question: &Question) -> Result<Advice, NoMatch> {
    let places = places(results, question);
    let steps = step_range(&places, question)?;
    let all = candidates(results, question, &places);
    let baseline = |c: &&Candidate| is_baseline(results, c);
    let Some(unstabilized) = all.iter().find(baseline).cloned() else {
        let none = format!("it has no unstabilized run with {}", question.integrator);
        return Err(NoMatch::NoEvidence(none));
    };
    let timed = |c: &Candidate| c.factors.time.is_some();
    let cost = if all.iter().any(timed) {
        Factor::Time
    } else {
        Factor::Evaluations
    };
    let stabilized = all.into_iter().filter(|c| !is_baseline(results, c));
    let judged = stabilized.map(|c| judge(c, question, cost));
    let (own, mut with): (Vec<Candidate>, Vec<Candidate>) =
        judged.partition(|c| c.stand_in.is_some());
    with.sort_by(by_drift);
    let mut evidence = Evidence {
        question: question.clone(),
        integrator_name: integrator_name(&unstabilized, question),
        steps,
        problems: places.iter().map(|p| p.problem.id.clone()).collect(),
        families: families(&places),
        cost,
        compared: with.len(),
        excluded: excluded(&with),
        command: String::new(),
        unstabilized,
    };
    let fit = |c: &&Candidate| c.misses.is_empty();
    let mut fitting = with.iter().filter(fit).cloned();
    let (recommended, runner_up) = (fitting.next(), fitting.next());
    let Some(recommended) = recommended else {
        let by_distance = |a: &&Candidate, b: &&Candidate| a.distance().total_cmp(&b.distance());
        let nearest = with.iter().min_by(by_distance).cloned();
        evidence.command = command(&evidence, nearest.iter());
        return Err(NoMatch::NothingFits {
            evidence: Box::new(evidence),
            nearest: nearest.map(Box::new),
        });
    };
    let praised = |c: &Candidate| *c == recommended || Some(c) == runner_up.as_ref();
    with.retain(|c| !praised(c));
    let over_budget = with.iter().find(|c| is_only_expensive(c));
    let over_budget = over_budget
        .filter(|c| by_drift(c, &recommended).is_lt())
        .cloned();
    evidence.command = command(&evidence, [&recommended].into_iter().chain(&runner_up));
    Ok(Advice {
        evidence,
        runner_up,
        over_budget,
        alternative: own
            .iter()
            .filter(fit)
            .min_by(|a, b| by_drift(a, b))
            .cloned(),
        avoid: warnings(with),
        recommended,
    })
}

fn is_baseline(results: &Results, candidate: &Candidate) -> bool {
    let mut methods = results.methods.iter();
    methods.any(|method| method.id == candidate.method && method.is_baseline())
}

/// The smallest and the largest step of the runs; they differ only where a problem has other steps of practice.
fn step_range(places: &[Place<'_>], question: &Question) -> Result<[f64; 2], NoMatch> {
    let steps = || places.iter().map(Place::human_step);
    let (Some(low), Some(high)) = (steps().reduce(f64::min), steps().reduce(f64::max)) else {
        let none = format!(
            "it has no runs with {} at steps of practice on these problems",
            question.integrator
        );
        return Err(NoMatch::NoEvidence(none));
    };
    let off = |h: f64| math::ln(h / question.step).abs();
    let nearest = if off(low) <= off(high) { low } else { high };
    // Written so that a step that is not a number is far from everything.
    if off(nearest) <= math::ln(FARTHEST) {
        return Ok([low, high]);
    }
    Err(NoMatch::TooFar {
        asked: question.step,
        nearest,
    })
}

fn families(places: &[Place<'_>]) -> usize {
    let mut families: Vec<&str> = places.iter().map(|p| family(&p.problem.id)).collect();
    families.sort_unstable();
    families.dedup();
    families.len()
}

/// The name of an integrator is that of its unstabilized variant, whose name holds nothing else.
fn integrator_name(unstabilized: &Candidate, question: &Question) -> String {
    let name = unstabilized.name.split(" · ").next().unwrap_or_default();
    if name.is_empty() {
        question.integrator.clone()
    } else {
        name.to_owned()
    }
}

/// Least drift first; ties by error, then by name.
fn by_drift(a: &Candidate, b: &Candidate) -> std::cmp::Ordering {
    let median = |c: &Candidate, factor| c.median(factor).unwrap_or(f64::INFINITY);
    let order = |factor| median(a, factor).total_cmp(&median(b, factor));
    order(Factor::DriftPosition)
        .then(order(Factor::Position))
        .then(a.variant.cmp(&b.variant))
}

/// Whether a candidate misses nothing but the budget.
fn is_only_expensive(candidate: &Candidate) -> bool {
    matches!(
        candidate.misses.as_slice(),
        [Miss {
            condition: Condition::Budget,
            ..
        }]
    )
}

/// The command that shows the runs of these variants beside the unstabilized ones.
fn command<'a>(evidence: &'a Evidence, shown: impl Iterator<Item = &'a Candidate>) -> String {
    let mut words = vec!["cargo xtask report".to_owned()];
    let variants = [&evidence.unstabilized].into_iter().chain(shown);
    words.extend(variants.map(|c| format!("--method {}", c.variant)));
    let Question { problems, tags, .. } = &evidence.question;
    words.extend(problems.iter().map(|id| match id.contains('*') {
        true => format!("--problem '{id}'"),
        false => format!("--problem {id}"),
    }));
    words.extend(tags.iter().map(|tag| format!("--tag {tag}")));
    words.join(" ")
}
