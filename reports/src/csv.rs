//! `results.csv`: one row for every run of every cell, for plotting and spreadsheets.
//!
//! Values that belong to a cell, such as the time per step, are repeated in all of its rows. A cell without runs, such
//! as a refusal, has one row with empty numbers, so that no cell is missing from the file.

use crate::number::machine;
use results::{ACCURACIES, Cell, Counter, Group, PredictedDrift, Quantity, Reach, Results, Run};

/// A column: its name, and its value for a run or for a cell without runs.
type Column = (String, Box<dyn Fn(&Cell, Option<&Run>) -> String>);

fn column(
    name: impl Into<String>,
    value: impl Fn(&Cell, Option<&Run>) -> String + 'static,
) -> Column {
    (name.into(), Box::new(value))
}

/// A column of numbers that belong to a run.
fn of_run(name: impl Into<String>, value: impl Fn(&Run) -> Option<f64> + 'static) -> Column {
    column(name, move |_, run| machine(run.and_then(&value)))
}

/// A column of numbers that belong to a cell.
fn of_cell(name: impl Into<String>, value: impl Fn(&Cell) -> Option<f64> + 'static) -> Column {
    column(name, move |cell, _| machine(value(cell)))
}

/// A column of counts that belong to a run.
fn count(name: &str, of: impl Fn(&Run) -> u64 + 'static) -> Column {
    column(name, move |_, run| {
        run.map_or_else(String::new, |run| of(run).to_string())
    })
}

/// The columns, in order.
fn columns() -> Vec<Column> {
    let mut columns = vec![
        column("method", |cell, _| cell.method.clone()),
        column("variant", |cell, _| cell.variant.clone()),
        column("problem", |cell, _| cell.problem.clone()),
        column("outcome", |cell, _| cell.outcome.words().id.to_owned()),
        column("verdict", |cell, _| cell.verdict.words().id.to_owned()),
        column("ladder", |_, run| {
            run.map_or("", |run| run.ladder.id()).to_owned()
        }),
        of_run("h", |run| Some(run.h)),
        of_run("tolerance", |run| run.tolerance),
        count("steps", |run| run.steps),
    ];
    for quantity in Quantity::ALL {
        let group = match quantity.group() {
            Group::Error => "error",
            Group::Drift => "drift",
        };
        let name = format!("{group}_{}", quantity.name_in_group());
        columns.push(of_run(name, move |run| run.measured[quantity]));
    }
    let predicted = |name: &str, of: fn(&PredictedDrift) -> Option<f64>| {
        let name = format!("predicted_drift_{name}");
        of_run(name, move |run| run.predicted_drift.as_ref().and_then(of))
    };
    columns.push(predicted("position", |drift| Some(drift.position)));
    columns.push(predicted("velocity", |drift| Some(drift.velocity)));
    columns.push(predicted("energy", |drift| drift.energy));
    let counters = Counter::LISTED.into_iter();
    columns.extend(counters.map(|counter| count(counter.name(), move |run| run.work[counter])));
    columns.extend([
        column("time_ns", |cell, run| machine(time_ns(cell, run))),
        of_cell("ns_per_step", |cell| Some(cell.speed?.ns_per_step)),
        of_cell("ns_per_step_low", |cell| Some(cell.speed?.ns_interval[0])),
        of_cell("ns_per_step_high", |cell| Some(cell.speed?.ns_interval[1])),
    ]);
    for tolerance in ACCURACIES {
        columns.extend([
            of_cell(format!("evaluations_to_{tolerance:e}"), move |cell| {
                Some(reach(cell, tolerance)?.evaluations)
            }),
            of_cell(format!("ns_to_{tolerance:e}"), move |cell| {
                reach(cell, tolerance)?.ns
            }),
        ]);
    }
    columns.extend([
        column("stopped", |_, run| {
            run.and_then(|run| run.stopped.clone()).unwrap_or_default()
        }),
        column("why", |cell, _| cell.why.clone().unwrap_or_default()),
        column("verdict_why", |cell, _| cell.verdict_why.clone()),
    ]);
    columns
}

/// The table as CSV, with line feeds.
pub(crate) fn render(results: &Results) -> String {
    let columns = columns();
    let names = columns.iter().map(|(name, _)| name.clone()).collect();
    let rows = rows(results)
        .map(|(cell, run)| columns.iter().map(|(_, value)| value(cell, run)).collect());
    let mut table = csv::Writer::from_writer(vec![]);
    for record in std::iter::once(names).chain(rows) {
        let record: Vec<String> = record;
        table
            .write_record(&record)
            .expect("rows of one length, written to memory");
    }
    let bytes = table.into_inner().expect("memory can be flushed");
    String::from_utf8(bytes).expect("text that was written is read")
}

/// Every run with its cell, and every cell without runs.
fn rows(results: &Results) -> impl Iterator<Item = (&Cell, Option<&Run>)> {
    results.cells.iter().flat_map(|cell| {
        let runs = cell.runs.iter().map(Some);
        let none = cell.runs.is_empty().then_some(None);
        runs.chain(none).map(move |run| (cell, run))
    })
}

/// The time of a run: its evaluations times the measured time per evaluation.
fn time_ns(cell: &Cell, run: Option<&Run>) -> Option<f64> {
    cell.speed?.time_of(run?.work.evaluations as f64)
}

/// The cost of an accuracy, which may be an upper bound; `results.json` tells which are.
fn reach(cell: &Cell, tolerance: f64) -> Option<&Reach> {
    cell.reach.iter().find(|reach| reach.tolerance == tolerance)
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
        assert!(records.iter().all(|record| record.len() == columns().len()));
        assert_eq!(records[1][place("why")], "said \"no\", then\nstopped");
    }

    #[test]
    fn a_predicted_drift_stands_beside_the_measured_one_or_is_empty() {
        let results = captured::planted();
        let records = records(&render(&results));
        let [position, velocity] =
            ["predicted_drift_position", "predicted_drift_velocity"].map(place);
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
        let [time, evaluations] = ["time_ns", "evaluations_to_1e-6"].map(place);
        for (row, (cell, run)) in records[1..].iter().zip(rows(&results)) {
            let timed = cell.speed.is_some() && run.is_some();
            assert_eq!(row[time].is_empty(), !timed, "{row:?}");
            let reached = reach(cell, 1e-6).map(|reach| reach.evaluations);
            assert_eq!(row[evaluations].parse().ok(), reached);
        }
    }

    fn place(name: &str) -> usize {
        let columns = columns();
        columns.iter().position(|(known, _)| known == name).unwrap()
    }

    fn records(text: &str) -> Vec<Vec<String>> {
        let mut table = csv::ReaderBuilder::new();
        let mut table = table.has_headers(false).from_reader(text.as_bytes());
        let records = table.records().map(|record| record.unwrap());
        let fields = |record: csv::StringRecord| record.iter().map(str::to_owned).collect();
        records.map(fields).collect()
    }
}
