//! Variants that make things worse than no stabilization.

use super::candidate::Candidate;
use results::Factor;
use serde::Serialize;

/// A variant is worth a warning when it makes drift or error of the typical problem this many times larger.
const HARM: f64 = 2.0;

/// A variant is worth a warning when it makes drift or error of one problem this many times larger.
const HARM_ON_ONE: f64 = 10.0;

/// Number of warnings.
const WARNINGS: usize = 2;

/// A variant that makes things worse.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Warning {
    /// The variant.
    pub candidate: Candidate,
    /// The ratio that is larger than one.
    pub factor: Factor,
    /// Its median, or its value on one problem.
    pub value: f64,
    /// The problem, where it is only one.
    pub on: Option<String>,
}

/// The variants that make drift or error larger, on the typical problem or, if there are none, on one; the worst first.
pub(super) fn warnings(candidates: Vec<Candidate>) -> Vec<Warning> {
    let mut found: Vec<Warning> = candidates.iter().filter_map(typical).collect();
    if found.is_empty() {
        found = candidates.iter().filter_map(on_one).collect();
    }
    found.sort_by(|a, b| b.value.total_cmp(&a.value));
    found.truncate(WARNINGS);
    found
}

/// The quantities that a warning looks at.
const LOOKED_AT: [Factor; 2] = [Factor::DriftPosition, Factor::Position];

fn typical(candidate: &Candidate) -> Option<Warning> {
    let medians = LOOKED_AT.into_iter().filter_map(|factor| {
        let value = candidate.median(factor)?;
        Some((factor, value, None))
    });
    worst(candidate, medians, HARM)
}

fn on_one(candidate: &Candidate) -> Option<Warning> {
    let largest = LOOKED_AT.into_iter().filter_map(|factor| {
        let estimate = candidate.factors[factor].as_ref()?;
        Some((factor, estimate.worst, Some(estimate.worst_on.clone())))
    });
    worst(candidate, largest, HARM_ON_ONE)
}

/// The largest of the ratios as a warning, if it reaches the limit.
fn worst(
    candidate: &Candidate,
    ratios: impl Iterator<Item = (Factor, f64, Option<String>)>,
    limit: f64,
) -> Option<Warning> {
    let (factor, value, on) = ratios.max_by(|a, b| a.1.total_cmp(&b.1))?;
    (value >= limit).then(|| Warning {
        candidate: candidate.clone(),
        factor,
        value,
        on,
    })
}
