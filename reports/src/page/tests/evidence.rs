//! The parts of the evidence: orders, what did not run, timing; and that parts come and go with their results.

use super::{all, page, part, planted, said, text};
use crate::captured;
use crate::mark::Mark;

#[test]
fn every_part_comes_and_goes_with_its_results() {
    let parts = ["steady-state", "drift-prediction", "timing"];
    let mut results = captured::planted();
    for id in parts {
        assert!(part(&results, id).is_some(), "{id}");
    }
    results.steady_state.clear();
    // The orders remain.
    assert_eq!(
        all(&part(&results, "steady-state").unwrap(), "table").len(),
        1
    );
    results.steady_orders.clear();
    results.drift_studies.clear();
    results.timing = None;
    let drifts = part(&results, "drift-prediction").unwrap();
    assert!(all(&drifts, "tr.study").is_empty() && !all(&drifts, "tr.integrator").is_empty());
    for cell in &mut results.cells {
        cell.unpredicted = None;
        let runs = cell.runs.iter_mut();
        runs.for_each(|run| run.predicted_drift = None);
    }
    for id in parts {
        assert!(part(&results, id).is_none(), "{id}");
    }
    assert!(!said(&page(&results), "#start").contains("predicted by theory"));
}

#[test]
fn a_missed_claim_is_listed_with_what_was_observed() {
    let (results, _) = planted();
    let orders = part(&results, "orders").unwrap();
    let rows: Vec<String> = all(&orders, "table")[0]
        .select(&scraper::Selector::parse("tbody tr").unwrap())
        .map(text)
        .collect();
    let below = results.cells.iter().filter(|c| Mark::of(c) == Mark::Below);
    assert_eq!(rows.len(), below.count());
    assert!(
        rows[0].contains("diverging") || rows[1].contains("diverging"),
        "{rows:?}"
    );
}

#[test]
fn every_cell_that_did_not_run_is_listed_with_its_reason() {
    let (results, _) = planted();
    let not_run = part(&results, "not-run").unwrap();
    let rows = all(&not_run, "tbody tr");
    let code = scraper::Selector::parse("code").unwrap();
    for cell in results.cells.iter().filter(|c| !Mark::of(c).ran()) {
        let own = |row: &&scraper::ElementRef| {
            let ids: Vec<String> = row.select(&code).map(text).collect();
            ids == [&*cell.variant, &*cell.problem]
        };
        let told: Vec<String> = rows.iter().filter(own).map(|row| text(*row)).collect();
        assert_eq!(told.len(), 1, "{} on {}", cell.variant, cell.problem);
        assert!(
            told[0].contains(cell.why.as_deref().unwrap()),
            "{}",
            told[0]
        );
    }
}

#[test]
fn times_come_with_their_noise() {
    let mut results = captured::planted();
    let timing = results.timing.as_mut().unwrap();
    timing.noise[0].interval = [0.991, 1.013];
    timing.limits[0].ns_per_step = 181.0;
    let words = text(part(&results, "timing").unwrap().root_element());
    for told in [
        "0.991 to 1.013",
        "181 ns",
        "15 rounds",
        "The same step is timed twice",
    ] {
        assert!(words.contains(told), "{told}: {words}");
    }
    results.timing.as_mut().unwrap().noise.clear();
    let words = text(part(&results, "timing").unwrap().root_element());
    assert!(words.contains("Timing noise was not measured"), "{words}");
}

#[test]
fn papers_are_a_sentence_where_none_was_run() {
    let mut results = captured::planted();
    assert!(!all(&page(&results), "#papers table").is_empty());
    results.replicated_papers.clear();
    let page = page(&results);
    assert!(all(&page, "#papers table").is_empty());
    assert!(said(&page, "#papers").contains("cargo xtask replicate"));
}
