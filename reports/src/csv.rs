//! `results.csv`: one row for every run of every cell, for plotting and spreadsheets.
//!
//! What belongs to the cell and not to a run, such as the time of a step or what an accuracy costs, stands in each of
//! its rows. A cell without runs (a refusal) has one row with empty numbers, so that no cell is missing from the file.

use crate::number::machine;
use results::{Cell, Outcome, Reach, Results, Run, Verdict};

/// The columns, in order.
const COLUMNS: [&str; 34] = [
    "method",
    "variant",
    "problem",
    "outcome",
    "verdict",
    "h",
    "tolerance",
    "steps",
    "error_position",
    "error_velocity",
    "error_multiplier",
    "drift_position",
    "drift_velocity",
    "drift_energy",
    "predicted_drift_position",
    "predicted_drift_velocity",
    "evaluations",
    "factorizations",
    "solves",
    "iterations",
    "rejected",
    "time_ns",
    "ns_per_step",
    "ns_per_step_low",
    "ns_per_step_high",
    "evaluations_to_1e-3",
    "ns_to_1e-3",
    "evaluations_to_1e-6",
    "ns_to_1e-6",
    "evaluations_to_1e-9",
    "ns_to_1e-9",
    "stopped",
    "why",
    "verdict_why",
];

/// The table as text, lines ended by a line feed.
pub(crate) fn render(results: &Results) -> String {
    let rows = results.cells.iter().flat_map(|cell| {
        let runs = cell.runs.iter().map(Some);
        let none = cell.runs.is_empty().then_some(None);
        runs.chain(none).map(|run| row(cell, run))
    });
    let mut table = csv::Writer::from_writer(vec![]);
    for record in std::iter::once(COLUMNS.map(str::to_owned)).chain(rows) {
        table
            .write_record(&record)
            .expect("rows of one length, written to memory");
    }
    let bytes = table.into_inner().expect("memory can be flushed");
    String::from_utf8(bytes).expect("text that was written is read")
}

fn row(cell: &Cell, run: Option<&Run>) -> [String; COLUMNS.len()] {
    let errors = run.and_then(|run| run.errors);
    let drift = run.and_then(|run| run.drift);
    let predicted = run.and_then(|run| run.predicted_drift.as_ref());
    let count = |of: fn(&Run) -> u64| run.map_or_else(String::new, |run| of(run).to_string());
    [
        cell.method.clone(),
        cell.variant.clone(),
        cell.problem.clone(),
        outcome(cell.outcome).to_owned(),
        verdict(cell.verdict).to_owned(),
        machine(run.map(|run| run.h)),
        machine(run.and_then(|run| run.tolerance)),
        count(|run| run.steps),
        machine(errors.map(|errors| errors.position)),
        machine(errors.map(|errors| errors.velocity)),
        machine(errors.and_then(|errors| errors.multiplier)),
        machine(drift.map(|drift| drift.position)),
        machine(drift.map(|drift| drift.velocity)),
        machine(drift.map(|drift| drift.energy)),
        machine(predicted.map(|predicted| predicted.position)),
        machine(predicted.map(|predicted| predicted.velocity)),
        count(|run| run.work.evaluations),
        count(|run| run.work.factorizations),
        count(|run| run.work.solves),
        count(|run| run.work.iterations),
        count(|run| run.work.rejected),
        machine(run.and_then(|run| time_ns(cell, run))),
        machine(cell.speed.map(|speed| speed.ns_per_step)),
        machine(cell.speed.map(|speed| speed.ns_interval[0])),
        machine(cell.speed.map(|speed| speed.ns_interval[1])),
        machine(reach(cell, 1e-3).map(|reach| reach.evaluations)),
        machine(reach(cell, 1e-3).and_then(|reach| reach.ns)),
        machine(reach(cell, 1e-6).map(|reach| reach.evaluations)),
        machine(reach(cell, 1e-6).and_then(|reach| reach.ns)),
        machine(reach(cell, 1e-9).map(|reach| reach.evaluations)),
        machine(reach(cell, 1e-9).and_then(|reach| reach.ns)),
        run.and_then(|run| run.stopped.clone()).unwrap_or_default(),
        cell.why.clone().unwrap_or_default(),
        cell.verdict_why.clone(),
    ]
}

/// The time of a run: its evaluations, each with the time that was measured.
fn time_ns(cell: &Cell, run: &Run) -> Option<f64> {
    cell.speed?.time_of(run.work.evaluations as f64)
}

/// What an accuracy costs the cell; upper bounds are in here too, `results.json` says which they are.
fn reach(cell: &Cell, tolerance: f64) -> Option<&Reach> {
    let reach = cell.reach.iter();
    reach.into_iter().find(|reach| reach.tolerance == tolerance)
}

/// The word `results.json` uses.
fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Ran => "ran",
        Outcome::Refused => "refused",
        Outcome::Failed => "failed",
        Outcome::OverBudget => "over_budget",
    }
}

/// The word `results.json` uses.
fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Confirmed => "confirmed",
        Verdict::Above => "above",
        Verdict::Below => "below",
        Verdict::Undecided => "undecided",
        Verdict::NoClaim => "no_claim",
        Verdict::NotRun => "not_run",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    #[test]
    fn every_run_has_a_row_and_no_cell_is_missing() {
        let results = captured::planted();
        let rows: usize = results
            .cells
            .iter()
            .map(|cell| cell.runs.len().max(1))
            .sum();
        assert_eq!(records(&render(&results)).len(), rows + 1);
    }

    #[test]
    fn every_row_has_every_column_whatever_the_reasons_hold() {
        let mut results = captured::planted();
        results.cells[0].why = Some("said \"no\", then\nstopped".into());
        let text = render(&results);
        let records = records(&text);
        assert!(records.iter().all(|record| record.len() == COLUMNS.len()));
        let why = COLUMNS.iter().position(|name| *name == "why").unwrap();
        assert_eq!(records[1][why], "said \"no\", then\nstopped");
    }

    #[test]
    fn a_predicted_drift_stands_beside_the_measured_one_or_is_empty() {
        let results = captured::planted();
        let records = records(&render(&results));
        let column = |name: &str| COLUMNS.iter().position(|known| *known == name).unwrap();
        let [position, velocity] =
            ["predicted_drift_position", "predicted_drift_velocity"].map(column);
        let runs = results.cells.iter().flat_map(|cell| &cell.runs);
        let predicted: Vec<_> = runs
            .filter_map(|run| run.predicted_drift.as_ref())
            .collect();
        let written: Vec<_> = records[1..]
            .iter()
            .filter(|row| !row[position].is_empty())
            .collect();
        assert!(!predicted.is_empty());
        assert_eq!(written.len(), predicted.len());
        for (row, predicted) in written.iter().zip(predicted) {
            assert_eq!(row[position].parse(), Ok(predicted.position));
            assert_eq!(row[velocity].parse(), Ok(predicted.velocity));
        }
    }

    #[test]
    fn times_stand_where_speed_was_measured_and_nowhere_else() {
        let results = captured::planted();
        let records = records(&render(&results));
        let column = |name: &str| COLUMNS.iter().position(|known| *known == name).unwrap();
        let rows = results.cells.iter().flat_map(|cell| {
            let runs = cell.runs.iter().map(Some);
            let none = cell.runs.is_empty().then_some(None);
            runs.chain(none).map(move |run| (cell, run))
        });
        for (row, (cell, run)) in records[1..].iter().zip(rows) {
            let timed = cell.speed.is_some() && run.is_some();
            assert_eq!(row[column("time_ns")].is_empty(), !timed, "{row:?}");
            let reached = cell.reach.iter().find(|reach| reach.tolerance == 1e-6);
            let written = row[column("evaluations_to_1e-6")].parse().ok();
            assert_eq!(written, reached.map(|reach| reach.evaluations));
        }
    }

    #[test]
    fn words_agree_with_the_json() {
        for each in [
            Outcome::Ran,
            Outcome::Refused,
            Outcome::Failed,
            Outcome::OverBudget,
        ] {
            assert_eq!(serde_json::to_value(each).unwrap(), outcome(each));
        }
        for each in [
            Verdict::Confirmed,
            Verdict::Above,
            Verdict::Below,
            Verdict::Undecided,
            Verdict::NoClaim,
        ] {
            assert_eq!(serde_json::to_value(each).unwrap(), verdict(each));
        }
        assert_eq!(
            serde_json::to_value(Verdict::NotRun).unwrap(),
            verdict(Verdict::NotRun)
        );
    }

    /// Every row as a reader finds it, the columns first.
    fn records(text: &str) -> Vec<Vec<String>> {
        let mut table = csv::ReaderBuilder::new();
        let mut table = table.has_headers(false).from_reader(text.as_bytes());
        let records = table.records().map(|record| record.unwrap());
        let fields = |record: csv::StringRecord| record.iter().map(str::to_owned).collect();
        records.map(fields).collect()
    }
}
