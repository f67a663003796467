//! The data that the script draws: everything that the results say of cells, boards and problems.

use super::{data, planted};
use crate::captured;
use crate::mark::Mark;
use results::{ClaimedOrders, Quantity};
use std::collections::BTreeSet;

#[test]
fn every_cell_and_every_run_is_there() {
    let (results, page) = planted();
    let data = data(&page);
    let cells = data["cells"].as_array().unwrap();
    assert_eq!(cells.len(), results.cells.len());
    for (shown, cell) in cells.iter().zip(&results.cells) {
        let place = |key: &str| shown[key].as_u64().unwrap() as usize;
        assert_eq!(data["variants"][place("v")]["id"], cell.variant.as_str());
        assert_eq!(data["problems"][place("p")]["id"], cell.problem.as_str());
        assert_eq!(data["marks"][place("mark")][2], Mark::of(cell).look().word);
        let runs = shown["runs"].as_array().unwrap();
        assert_eq!(runs.len(), cell.runs.len());
        for (shown, run) in runs.iter().zip(&cell.runs) {
            let h = shown[1].as_f64().unwrap();
            assert!((h / run.h - 1.0).abs() < 1e-5, "{h} {}", run.h);
            match &run.stopped {
                Some(why) => assert_eq!(shown[5], why.as_str()),
                None => {
                    let drift = run.measured[Quantity::DriftPosition].unwrap();
                    let near = (shown[8].as_f64().unwrap() - drift).abs() <= 5e-3 * drift.abs();
                    assert!(near, "{} {drift}", shown[8]);
                }
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
    assert_eq!(data["cells"][0]["claims"][0], 7.5);
    assert!(data["cells"][1]["claims"].is_null());
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
