//! Cells and runs as the script knows them.

use super::catalog::claims;
use super::columns::columns;
use super::motion::HistoryData;
use super::round::{Six, Three};
use crate::mark::{Mark, reason};
use crate::matrix::Matrix;
use crate::quantity::observed_words;
use results::{Cell, Detuned, Factor, LadderKind, Order, Paired, Quantity, Run, Speed};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashMap};

/// One cell: its variant and problem by their places in the lists.
#[derive(Serialize)]
struct CellData<'a> {
    v: usize,
    p: usize,
    mark: usize,
    why: &'a str,
    claims: Option<[Option<f64>; Quantity::ALL.len()]>,
    orders: Vec<OrderData>,
    /// How many of the runs are its own; runs have the order of the cells.
    runs: usize,
    /// Ratios to the unstabilized run at the steps of practice and on the ladder of orders.
    practice: Option<Ratios>,
    order: Option<Ratios>,
    speed: Option<SpeedData>,
    /// The largest usable step, and whether a larger one may be usable.
    largest: Option<(Six, bool)>,
    /// Accuracies with the time or the number of evaluations that they cost, and whether that is an upper bound.
    reach: Vec<(Six, Option<Three>, Three, bool)>,
    detuned: Vec<DetunedData>,
    unpredicted: Option<&'a str>,
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

/// A run that came to its end or stopped.
#[derive(Serialize)]
struct RunData {
    ladder: usize,
    h: Six,
    tolerance: Option<Six>,
    steps: u64,
    evaluations: u64,
    /// Absent where the run stopped.
    #[serde(flatten)]
    values: BTreeMap<&'static str, Three>,
}

/// Why a run stopped, by its place.
#[derive(Serialize)]
struct StopData<'a> {
    run: usize,
    why: &'a str,
}

/// The predicted drifts of Φ, Φ' and the energy of a run, by its place, and whether they hold.
#[derive(Serialize)]
struct PredictedData {
    run: usize,
    phi: Three,
    rate: Three,
    energy: Three,
    holds: bool,
}

impl RunData {
    fn of(run: &Run) -> Self {
        let complete = run.measured.is_complete();
        let value = |q: Quantity| Three(run.measured[q].filter(|_| complete));
        Self {
            ladder: run.ladder as usize,
            h: Six(run.h),
            tolerance: run.tolerance.map(Six),
            steps: run.steps,
            evaluations: run.work.evaluations,
            values: Quantity::ALL.map(|q| (q.name(), value(q))).into(),
        }
    }
}

impl<'a> StopData<'a> {
    fn of(place: usize, run: &'a Run) -> Option<Self> {
        let why = run.stopped.as_deref().unwrap_or("no reason was recorded");
        (!run.measured.is_complete()).then_some(Self { run: place, why })
    }
}

impl PredictedData {
    fn of(place: usize, run: &Run) -> Option<Self> {
        let predicted = run.predicted_drift.as_ref()?;
        Some(Self {
            run: place,
            phi: predicted.position.into(),
            rate: predicted.velocity.into(),
            energy: Three(predicted.energy),
            holds: predicted.pass,
        })
    }
}

/// Cells and runs by columns.
#[derive(Serialize)]
pub(super) struct Tables {
    cells: Map<String, Value>,
    runs: Map<String, Value>,
    stops: Map<String, Value>,
    predictions: Map<String, Value>,
}

/// Every cell with its runs, in the order of the results.
pub(super) fn tables(matrix: &Matrix) -> Tables {
    let cells = cells(matrix);
    let runs = || cells.iter().flat_map(|(cell, _)| &cell.runs).enumerate();
    Tables {
        runs: columns(runs().map(|(_, run)| RunData::of(run))),
        stops: columns(runs().filter_map(|(place, run)| StopData::of(place, run))),
        predictions: columns(runs().filter_map(|(place, run)| PredictedData::of(place, run))),
        cells: columns(cells.iter().map(|(_, shown)| shown)),
    }
}

/// The cells of known variants and problems.
fn cells<'a>(matrix: &Matrix<'a>) -> Vec<(&'a Cell, CellData<'a>)> {
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
        let shown = CellData {
            v: *variants.get(&*cell.variant)?,
            p: *problems.get(&*cell.problem)?,
            mark: Mark::ALL.iter().position(|mark| *mark == Mark::of(cell))?,
            why: reason(cell),
            claims: cell.claimed_order.as_ref().map(claims),
            orders: Quantity::ALL.map(|q| order(cell.orders[q])).into(),
            runs: cell.runs.len(),
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
        };
        Some((cell, shown))
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
