//! Methods, variants and problems as the script knows them.

use super::motion::MotionData;
use super::round::{Six, Three};
use crate::bibtex;
use crate::page::problems::facts;
use crate::phrase;
use results::{
    ClaimedOrders, Factor, LadderKind, Method, Parameter, Problem, Quantity, Results, Spread,
    Variant, WhatItBuys,
};
use serde::Serialize;

/// A method.
#[derive(Serialize)]
pub(super) struct MethodData<'a> {
    id: &'a str,
    name: &'a str,
    kind: &'a str,
    summary: &'a str,
    citation: &'a str,
    bibtex: String,
    baseline: bool,
}

impl<'a> MethodData<'a> {
    pub(super) fn of(method: &'a Method) -> Self {
        Self {
            id: &method.id,
            name: &method.name,
            kind: &method.kind,
            summary: &method.summary,
            citation: &method.citation,
            bibtex: bibtex::of_method(method),
            baseline: method.is_baseline(),
        }
    }
}

/// A variant, with what it buys over all problems.
#[derive(Serialize)]
pub(super) struct VariantData<'a> {
    id: &'a str,
    method: usize,
    integrator: &'a str,
    /// The name without the method.
    name: &'a str,
    gains: &'a str,
    adaptive: bool,
    claims: [Option<f64>; Quantity::ALL.len()],
    parameters: Vec<ParameterData<'a>>,
    breaks: Vec<[&'a str; 2]>,
    buys: Vec<Buys<'a>>,
}

#[derive(Serialize)]
struct ParameterData<'a> {
    text: String,
    name: &'a str,
    value: Six,
    unit: &'a str,
    power: i32,
}

#[derive(Serialize)]
struct Buys<'a> {
    ladder: LadderKind,
    with: &'a str,
    stand_in: Option<&'a str>,
    problems: usize,
    lost: usize,
    saved: usize,
    /// Median, quartiles and worst of every factor.
    factors: [Option<[Three; 4]>; Factor::ALL.len()],
}

/// Every variant, in the order of the rows.
pub(super) fn variants(results: &Results) -> Vec<VariantData<'_>> {
    let methods = results.methods.iter().enumerate();
    let rows = methods.flat_map(|(k, method)| method.variants.iter().map(move |v| (k, v)));
    rows.map(|(k, v)| variant(results, k, v)).collect()
}

fn variant<'a>(results: &'a Results, place: usize, variant: &'a Variant) -> VariantData<'a> {
    let breaks = variant.breaks.iter();
    let buys = results.what_it_buys.iter();
    VariantData {
        id: &variant.id,
        method: place,
        integrator: &variant.integrator,
        name: &variant.name,
        gains: &variant.gains,
        adaptive: variant.adaptive,
        claims: claims(&variant.claimed_order),
        parameters: variant.parameters.iter().map(parameter).collect(),
        breaks: breaks.map(|b| [b.symmetry.words(), &*b.why]).collect(),
        buys: buys
            .filter(|b| b.variant == variant.id)
            .map(bought)
            .collect(),
    }
}

/// The claimed orders, quantity by quantity.
pub(super) fn claims(claimed: &ClaimedOrders) -> [Option<f64>; Quantity::ALL.len()] {
    Quantity::ALL.map(|quantity| claimed[quantity])
}

fn parameter(parameter: &Parameter) -> ParameterData<'_> {
    ParameterData {
        text: phrase::parameter(parameter),
        name: &parameter.name,
        value: Six(parameter.value),
        unit: &parameter.unit,
        power: parameter.step_power,
    }
}

fn bought(buys: &WhatItBuys) -> Buys<'_> {
    let ends = |spread: Spread| {
        let [low, high] = spread.quartiles;
        [spread.median, low, high, spread.worst].map(Three::from)
    };
    Buys {
        ladder: buys.ladder,
        with: &buys.with,
        stand_in: buys.stand_in.as_deref(),
        problems: buys.problems,
        lost: buys.lost,
        saved: buys.saved,
        factors: Factor::ALL.map(|factor| buys.factors[factor].map(ends)),
    }
}

/// A problem, with its facts in words.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProblemData<'a> {
    id: &'a str,
    name: &'a str,
    summary: &'a str,
    tags: &'a [String],
    facts: Vec<String>,
    scales: [Three; Quantity::ALL.len()],
    time_scale: Six,
    end_time: Six,
    consistent: bool,
    predictable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    motion: Option<MotionData<'a>>,
}

impl<'a> ProblemData<'a> {
    pub(super) fn of(problem: &'a Problem) -> Self {
        Self {
            id: &problem.id,
            name: &problem.name,
            summary: &problem.summary,
            tags: &problem.tags,
            facts: facts(problem),
            scales: Quantity::ALL.map(|quantity| problem.scales[quantity].into()),
            time_scale: Six(problem.time_scale),
            end_time: Six(problem.end_time),
            consistent: problem.consistent_start,
            predictable: problem.predictable,
            motion: (problem.motion.as_ref()).map(|motion| MotionData::of(problem, motion)),
        }
    }
}
