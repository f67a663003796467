//! Methods, variants and problems as the results show them.

use crate::Failure;
use crate::motion;
use crate::task::ListedMethod;
use problem::Start;
use results::{ClaimedOrders, OWN, PerQuantity, Problem, Reference};
use stepping::{StepControl, Variant};
use trial::PreparedProblem;

pub(crate) fn method(listed: &ListedMethod, variants: Vec<results::Variant>) -> results::Method {
    results::Method {
        id: listed.id.clone(),
        name: listed.name.clone(),
        kind: listed.kind.clone(),
        summary: listed.summary.clone(),
        citation: listed.citation.clone(),
        variants,
    }
}

pub(crate) fn variant(variant: &dyn Variant) -> results::Variant {
    let card = variant.card();
    results::Variant {
        integrator: card.integrator.map_or(OWN, |i| i.id()).to_owned(),
        name: card.name(),
        gains: card.gains.to_string(),
        parameters: card.parameters().cloned().collect(),
        adaptive: card.step_control == StepControl::Adaptive,
        claimed_order: card.claims,
        breaks: card.breaks,
        id: card.id,
    }
}

/// Stands for a variant that cannot be described.
pub(crate) fn variant_without_card(id: String, failure: &Failure) -> results::Variant {
    results::Variant {
        id,
        integrator: OWN.to_owned(),
        name: format!("cannot be described: {failure}"),
        gains: String::new(),
        parameters: Vec::new(),
        adaptive: false,
        claimed_order: ClaimedOrders::default(),
        breaks: Vec::new(),
    }
}

pub(crate) fn problem(prepared: &PreparedProblem) -> Problem {
    let (card, shape) = (&prepared.card, prepared.system.shape());
    Problem {
        id: card.id.to_owned(),
        name: card.name.to_owned(),
        summary: card.summary.to_owned(),
        tags: card.tags.iter().map(|t| (*t).to_owned()).collect(),
        coordinates: shape.n_v(),
        constraints: shape.constraints(),
        end_time: card.run_time(),
        time_scale: card.time_scale,
        scales: prepared.scales,
        predictable: card.predictable(),
        reference: card.reference,
        consistent_start: card.start == Start::Consistent,
        sensitivity: card.sensitivity,
        energy_coupling: prepared.energy_coupling(),
        caveat: card.caveat.map(str::to_owned),
        motion: motion::motion(prepared),
    }
}

/// Stands for a problem that cannot be prepared.
pub(crate) fn problem_without_truth(id: String, tags: Vec<String>, failure: &Failure) -> Problem {
    Problem {
        name: id.clone(),
        id,
        summary: format!("The problem cannot be prepared: {failure}"),
        tags,
        coordinates: 0,
        constraints: 0,
        end_time: 0.0,
        time_scale: 1.0,
        scales: PerQuantity::default(),
        predictable: false,
        reference: Reference::minimal_coordinates(0),
        consistent_start: false,
        sensitivity: 0.0,
        energy_coupling: 0.0,
        caveat: Some(format!("it cannot be prepared: {failure}")),
        motion: None,
    }
}
