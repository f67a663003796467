//! The conditions of an answer, and who misses them.

use super::candidate::{Candidate, Condition, Miss};
use super::question::{ERROR_FACTOR, Limits, Question};
use results::Factor;
use serde::Serialize;

/// The number of variants that miss a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Excluded {
    /// The condition.
    pub condition: Condition,
    /// Variants that miss it.
    pub variants: usize,
    /// Variants that miss nothing else.
    pub alone: usize,
}

/// Notes every condition that a candidate misses.
pub(super) fn judge(mut candidate: Candidate, question: &Question, cost: Factor) -> Candidate {
    let Limits {
        drift,
        error,
        budget,
    } = question.limits;
    let lost = candidate.lost.len() as f64;
    let mut misses = Vec::new();
    let mut hold = |condition, value: Option<f64>, limit: f64, kept: bool| {
        if !kept {
            misses.push(Miss {
                condition,
                value,
                limit,
            });
        }
    };
    let at_most = |value: Option<f64>, limit: f64| value.is_some_and(|value| value <= limit);
    hold(Condition::Survives, Some(lost), 0.0, lost == 0.0);
    let factor = candidate.median(Factor::DriftPosition);
    let less = factor.is_some_and(|factor| factor < 1.0);
    hold(Condition::DriftsLess, factor, 1.0, less);
    if let Some(limit) = drift {
        let value = candidate.drift.as_ref().map(|level| level.median);
        hold(Condition::Drift, value, limit, at_most(value, limit));
    }
    match error {
        Some(limit) => {
            let value = candidate.error.as_ref().map(|level| level.median);
            hold(Condition::Error, value, limit, at_most(value, limit));
        }
        // Where no motion can be predicted there is no error to compare.
        None => {
            let value = candidate.median(Factor::Position);
            let kept = value.is_none_or(|value| value <= ERROR_FACTOR);
            hold(Condition::ErrorFactor, value, ERROR_FACTOR, kept);
        }
    }
    let value = candidate.median(cost);
    hold(Condition::Budget, value, budget, at_most(value, budget));
    candidate.misses = misses;
    candidate
}

/// How many candidates miss each condition.
pub(super) fn excluded(candidates: &[Candidate]) -> Vec<Excluded> {
    let misses = |c: &&Candidate, condition| c.misses.iter().any(|m| m.condition == condition);
    let count = |condition| {
        let missing = candidates.iter().filter(|c| misses(c, condition));
        Excluded {
            condition,
            variants: missing.clone().count(),
            alone: missing.filter(|c| c.misses.len() == 1).count(),
        }
    };
    let all = Condition::ALL.map(count).into_iter();
    all.filter(|excluded| excluded.variants > 0).collect()
}
