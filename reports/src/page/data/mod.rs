//! What the script of the page knows of the results: one compact JSON, compressed, decoded when the page is opened.
//!
//! Numbers have the digits that are shown; `results.json` has them all. Only the costs of the boards are whole, because
//! the script ranks parts of boards with them as the harness does.

mod board;
mod catalog;
mod cell;
mod columns;
mod motion;
mod packed;
mod round;

use super::answer::Answers;
use super::evidence::Part;
use crate::mark::Mark;
use crate::matrix::Matrix;
use board::BoardData;
use catalog::{MethodData, ProblemData, VariantData};
use cell::Tables;
#[cfg(test)]
pub(in crate::page) use packed::unpacked;
use results::{Factor, GainMap, Group, Provenance, Quantity, TimingNoise};
use serde::Serialize;

/// All data of a page.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PageData<'a> {
    provenance: &'a Provenance,
    quantities: Vec<QuantityData>,
    factors: Vec<&'static str>,
    marks: Vec<[&'static str; 4]>,
    methods: Vec<MethodData<'a>>,
    variants: Vec<VariantData<'a>>,
    problems: Vec<ProblemData<'a>>,
    #[serde(flatten)]
    tables: Tables,
    boards: Vec<BoardData<'a>>,
    gains: Vec<GainMap>,
    noise: Option<&'a TimingNoise>,
    answers: &'a Answers,
    evidence: &'a [Part],
}

#[derive(Serialize)]
struct QuantityData {
    id: &'static str,
    symbol: String,
    words: &'static str,
    /// Whether it is an error against the reference; a drift otherwise.
    error: bool,
}

/// The data of a page as they stand in it.
pub(super) fn data(matrix: &Matrix, answers: &Answers, evidence: &[Part]) -> String {
    packed::packed(&json(matrix, answers, evidence))
}

fn json(matrix: &Matrix, answers: &Answers, evidence: &[Part]) -> String {
    let results = matrix.results;
    let look = |mark: Mark| {
        let look = mark.look();
        [look.class, look.sign, look.word, look.meaning]
    };
    let quantity = |quantity: Quantity| QuantityData {
        id: quantity.name(),
        symbol: crate::quantity::symbol(quantity),
        words: quantity.words(),
        error: quantity.group() == Group::Error,
    };
    let data = PageData {
        provenance: &results.provenance,
        quantities: Quantity::ALL.map(quantity).into(),
        factors: Factor::ALL.map(Factor::name).to_vec(),
        marks: Mark::ALL.map(look).to_vec(),
        methods: results.methods.iter().map(MethodData::of).collect(),
        variants: catalog::variants(results),
        problems: results.problems.iter().map(ProblemData::of).collect(),
        tables: cell::tables(matrix),
        boards: board::boards(results),
        gains: results.gain_maps.iter().map(rounded).collect(),
        noise: results.timing.as_ref().and_then(|t| t.worst_noise()),
        answers,
        evidence,
    };
    serde_json::to_string(&data).expect("plain data with string keys always serializes")
}

/// A gain map with the digits that a map can show.
fn rounded(map: &GainMap) -> GainMap {
    let three = |x: &f64| format!("{x:.2e}").parse().unwrap_or(*x);
    // What is stable stays so, as the edge between stable and unstable gains has it.
    let factor = |x: &f64| match *x < 1.0 {
        true => three(x).min(0.999),
        false => three(x).max(1.0),
    };
    GainMap {
        radius: map
            .radius
            .iter()
            .map(|row| row.iter().map(factor).collect())
            .collect(),
        violation: (map.violation.iter())
            .map(|row| row.iter().map(|x| x.as_ref().map(three)).collect())
            .collect(),
        ..map.clone()
    }
}
