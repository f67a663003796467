//! The variants of an advice under the names that page and summary give them.

use answers::advice::{Advice, Candidate};

/// What there is to choose from, the recommended variant first.
pub(crate) fn choices(advice: &Advice) -> Vec<(&'static str, &Candidate)> {
    let named = [
        ("Best", Some(&advice.recommended)),
        ("Runner-up", advice.runner_up.as_ref()),
        ("Less drift, more expensive", advice.over_budget.as_ref()),
        ("Other scheme", advice.alternative.as_ref()),
    ];
    let there = named
        .into_iter()
        .filter_map(|(name, candidate)| Some((name, candidate?)));
    there.collect()
}
