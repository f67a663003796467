//! The data that the script draws: everything that the results say of cells, boards and problems.

use super::{data, planted};
use crate::captured;
use crate::mark::Mark;
use results::{ClaimedOrders, Quantity, Run};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn every_cell_and_every_run_is_there() {
    let (results, page) = planted();
    let data = data(&page);
    let column = |table: &str, field: &str| data[table][field].as_array().unwrap().clone();
    let cells = ["v", "p", "mark", "runs"].map(|field| column("cells", field));
    assert!(cells.iter().all(|c| c.len() == results.cells.len()));
    for (k, cell) in results.cells.iter().enumerate() {
        let [v, p, mark, runs] =
            [0, 1, 2, 3].map(|f: usize| cells[f][k].as_u64().unwrap() as usize);
        assert_eq!(data["variants"][v]["id"], cell.variant.as_str());
        assert_eq!(data["problems"][p]["id"], cell.problem.as_str());
        assert_eq!(data["marks"][mark][2], Mark::of(cell).look().word);
        assert_eq!(runs, cell.runs.len());
    }
    let runs: Vec<&Run> = results.cells.iter().flat_map(|cell| &cell.runs).collect();
    let [steps, drifts] = ["h", "drift_position"].map(|field| column("runs", field));
    assert_eq!((steps.len(), drifts.len()), (runs.len(), runs.len()));
    let stops: BTreeMap<usize, Value> = column("stops", "run")
        .iter()
        .map(|run| run.as_u64().unwrap() as usize)
        .zip(column("stops", "why"))
        .collect();
    assert!(!stops.is_empty());
    for (k, run) in runs.iter().enumerate() {
        let h = steps[k].as_f64().unwrap();
        assert!((h / run.h - 1.0).abs() < 1e-5, "{h} {}", run.h);
        assert_eq!(stops.contains_key(&k), run.stopped.is_some());
        match &run.stopped {
            Some(why) => assert_eq!((&stops[&k], &drifts[k]), (&json!(why), &Value::Null)),
            None => {
                let drift = run.measured[Quantity::DriftPosition].unwrap();
                let near = (drifts[k].as_f64().unwrap() - drift).abs() <= 5e-3 * drift.abs();
                assert!(near, "{} {drift}", drifts[k]);
            }
        }
    }
}

#[test]
fn the_results_of_the_tests_show_every_mark() {
    let results = captured::planted();
    let seen: BTreeSet<Mark> = results.cells.iter().map(Mark::of).collect();
    assert_eq!(seen.len(), Mark::ALL.len());
}

#[test]
fn boards_keep_every_digit_that_ranks_them() {
    let results = captured::practised();
    let data = data(&super::page(&results));
    let shown = data["boards"].as_array().unwrap();
    let boards = crate::page::boards::in_order(&results);
    assert!(shown.len() == boards.len() && boards.len() > 5);
    for (shown, board) in shown.iter().zip(boards) {
        assert_eq!(shown["id"], board.id.as_str());
        let lines = shown["lines"].as_array().unwrap();
        assert_eq!(lines.len(), board.lines.len());
        for (shown, line) in lines.iter().zip(&board.lines) {
            let costs: Vec<Option<f64>> = serde_json::from_value(shown["costs"].clone()).unwrap();
            assert_eq!(shown["variant"], line.variant.as_str());
            assert_eq!(costs, line.costs, "{}", line.variant);
        }
    }
}

#[test]
fn a_claim_for_one_problem_takes_the_place_of_the_general_one() {
    let mut results = captured::planted();
    results.cells[0].claimed_order = Some(ClaimedOrders {
        position: Some(7.5),
        ..Default::default()
    });
    let data = data(&super::page(&results));
    let claims = &data["cells"]["claims"];
    assert_eq!(claims[0][0], 7.5);
    assert!(claims[1].is_null());
}

#[test]
fn broken_symmetries_come_with_their_reason() {
    let mut results = captured::planted();
    results.methods[0].variants[1]
        .breaks
        .push(results::BrokenSymmetry {
            symmetry: results::Symmetry::TimeScaling,
            why: "a clock of its own".into(),
        });
    let data = data(&super::page(&results));
    let breaks = data["variants"][1]["breaks"].as_array().unwrap();
    let last = &breaks[breaks.len() - 1];
    let [what, why] = [0, 1].map(|k| last[k].as_str().unwrap());
    assert!(what.contains("scale of time"), "{what}");
    assert_eq!(why, "a clock of its own");
}
