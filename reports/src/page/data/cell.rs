//! Cells and runs as the script knows them.

use super::catalog::claims;
use super::motion::HistoryData;
use super::round::{Six, Three};
use crate::mark::{Mark, reason};
use crate::matrix::Matrix;
use crate::quantity::observed_words;
use results::{Cell, Detuned, Factor, LadderKind, Order, Paired, Quantity, Run, Speed};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use std::collections::HashMap;

/// One cell: its variant and problem by their places in the lists.
#[derive(Serialize)]
pub(super) struct CellData<'a> {
    v: usize,
    p: usize,
    mark: usize,
    why: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    claims: Option<[Option<f64>; Quantity::ALL.len()]>,
    orders: Vec<OrderData>,
    runs: Vec<RunData<'a>>,
    /// Ratios to the unstabilized run at the steps of practice and on the ladder of orders.
    practice: Option<Ratios>,
    order: Option<Ratios>,
    #[serde(skip_serializing_if = "Option::is_none")]
    speed: Option<SpeedData>,
    /// The largest usable step, and whether a larger one may be usable.
    #[serde(skip_serializing_if = "Option::is_none")]
    largest: Option<(Six, bool)>,
    /// Accuracies with the time or the number of evaluations that they cost, and whether that is an upper bound.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reach: Vec<(Six, Option<Three>, Three, bool)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    detuned: Vec<DetunedData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unpredicted: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    history: Option<HistoryData>,
}

/// An observed order with its interval, or words where there is none.
#[derive(Serialize)]
#[serde(untagged)]
enum OrderData {
    Observed([Three; 3]),
    Words(String),
}

type Ratios = [Three; Factor::ALL.len()];

/// Time of a step in nanoseconds with its interval, time of an evaluation, ratio to the hand-written limit, allocations.
type SpeedData = [Three; 6];

#[derive(Serialize)]
struct DetunedData {
    factor: Six,
    h: Six,
    stopped: bool,
    factors: [Three; Quantity::ALL.len()],
}

/// A run as a list: ladder, step, tolerance, steps, evaluations, then the quantities or why it stopped, then the predicted
/// drifts of Φ and Φ' with whether they hold.
struct RunData<'a>(&'a Run);

impl Serialize for RunData<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let run = self.0;
        let mut list = serializer.serialize_seq(None)?;
        list.serialize_element(&(run.ladder as usize))?;
        list.serialize_element(&Six(run.h))?;
        list.serialize_element(&run.tolerance.map(Six))?;
        list.serialize_element(&run.steps)?;
        list.serialize_element(&run.work.evaluations)?;
        if run.measured.is_complete() {
            for quantity in Quantity::ALL {
                list.serialize_element(&Three(run.measured[quantity]))?;
            }
        } else {
            let why = run.stopped.as_deref().unwrap_or("no reason was recorded");
            list.serialize_element(why)?;
        }
        if let Some(predicted) = &run.predicted_drift {
            list.serialize_element(&Three(Some(predicted.position)))?;
            list.serialize_element(&Three(Some(predicted.velocity)))?;
            list.serialize_element(&predicted.pass)?;
        }
        list.end()
    }
}

/// Every cell, in the order of the results.
pub(super) fn cells<'a>(matrix: &Matrix<'a>) -> Vec<CellData<'a>> {
    let results = matrix.results;
    let rows = matrix.rows().enumerate();
    let variants: HashMap<&str, usize> = rows.map(|(k, (_, v))| (v.id.as_str(), k)).collect();
    let columns = results.problems.iter().enumerate();
    let problems: HashMap<&str, usize> = columns.map(|(k, p)| (p.id.as_str(), k)).collect();
    let mut pairs: HashMap<(&str, &str, usize), &Paired> = HashMap::new();
    for pair in &results.paired {
        let key = (&*pair.variant, &*pair.problem, pair.ladder as usize);
        pairs.insert(key, pair);
    }
    let cell = |cell: &'a Cell| {
        let pair = |ladder: LadderKind| {
            let pair = pairs.get(&(&*cell.variant, &*cell.problem, ladder as usize))?;
            Some(Factor::ALL.map(|factor| Three(pair.factors[factor])))
        };
        Some(CellData {
            v: *variants.get(&*cell.variant)?,
            p: *problems.get(&*cell.problem)?,
            mark: Mark::ALL.iter().position(|mark| *mark == Mark::of(cell))?,
            why: reason(cell),
            claims: cell.claimed_order.as_ref().map(claims),
            orders: Quantity::ALL.map(|q| order(cell.orders[q])).into(),
            runs: cell.runs.iter().map(RunData).collect(),
            practice: pair(LadderKind::Practice),
            order: pair(LadderKind::Order),
            speed: cell.speed.map(speed),
            largest: cell.largest_step.map(|step| (Six(step.h), step.at_least)),
            reach: (cell.reach.iter())
                .map(|r| {
                    (
                        Six(r.tolerance),
                        r.ns.map(Three::from),
                        r.evaluations.into(),
                        r.at_most,
                    )
                })
                .collect(),
            detuned: cell.detuned.iter().map(detuned).collect(),
            unpredicted: cell.unpredicted.as_deref(),
            history: cell.history.as_ref().map(HistoryData::of),
        })
    };
    results.cells.iter().filter_map(cell).collect()
}

fn order(order: Order) -> OrderData {
    match order {
        Order::Observed {
            p,
            interval: [low, high],
        } if p.is_finite() => OrderData::Observed([p, low, high].map(Three::from)),
        other => OrderData::Words(observed_words(other)),
    }
}

fn speed(speed: Speed) -> SpeedData {
    let [low, high] = speed.ns_interval;
    [
        Some(speed.ns_per_step),
        Some(low),
        Some(high),
        speed.ns_per_evaluation,
        speed.relative_to_limit,
        Some(speed.allocations_per_step),
    ]
    .map(Three)
}

fn detuned(detuned: &Detuned) -> DetunedData {
    DetunedData {
        factor: Six(detuned.factor),
        h: Six(detuned.h),
        stopped: detuned.stopped,
        factors: Quantity::ALL.map(|quantity| Three(detuned.factors[quantity])),
    }
}
