//! Predicted drifts on the page.

use super::{all, part, text};
use crate::captured;
use crate::number::ABSENT;
use crate::prediction::PredictedRun;
use results::{DriftModel, Results, Sampling};
use scraper::{ElementRef, Html, Selector};

/// The part of some results.
fn drifts(results: &Results) -> Html {
    part(results, "drift-prediction").unwrap()
}

fn selector(text: &str) -> Selector {
    Selector::parse(text).unwrap()
}

/// The planted results and their part.
fn planted() -> (Results, Html) {
    let results = captured::planted();
    let part = drifts(&results);
    (results, part)
}

#[test]
fn every_study_has_its_row_and_its_curves() {
    let (results, page) = planted();
    assert_eq!(all(&page, "tr.study").len(), results.drift_studies.len());
    let studies = results.drift_studies.iter();
    let curves = studies.filter(|study| !study.curve.is_empty()).count();
    let figures = all(&page, "figure");
    let drawn = figures.iter().filter(|figure| {
        let of_studies = text(**figure).contains("--method baumgarte --problem pendulum/yoon-1993");
        of_studies && figure.select(&selector("svg.chart")).count() == curves
    });
    assert_eq!((figures.len(), drawn.count()), (2, 1));
}

#[test]
fn misses_carry_their_reason_and_cells_without_a_prediction_theirs() {
    let mut results = captured::planted();
    let mut cells = results.cells.iter_mut();
    let cell = cells.find(|cell| PredictedRun::finest(cell).is_some());
    let finest = cell.unwrap().runs.last_mut().unwrap();
    finest.measured.drift_position = Some(3.5);
    let predicted = finest.predicted_drift.as_mut().unwrap();
    (predicted.position, predicted.pass) = (1.0, false);
    predicted.why = Some("a planted reason".into());
    let page = drifts(&results);
    let says = |selector: &str, words: &str| {
        let mut parts = all(&page, selector).into_iter().map(text);
        parts.any(|part| part.contains(words))
    };
    assert!(says("tr.forecast-miss", "a planted reason"));
    let untold = results.cells.iter();
    let untold: Vec<_> = untold.filter_map(|c| c.unpredicted.as_ref()).collect();
    assert!(!untold.is_empty());
    assert!(says("ul.unpredicted li", untold[0]));
}

#[test]
fn every_integrator_has_a_row_for_each_kind_of_prediction() {
    let mut results = captured::planted();
    let rows = |results: &Results| -> Vec<Vec<String>> {
        let page = drifts(results);
        let rows = all(&page, "tr.integrator");
        let cells = |row: ElementRef<'_>| row.select(&selector("th, td")).map(text).collect();
        rows.into_iter().map(cells).collect()
    };
    let before = rows(&results);
    assert!(
        before
            .iter()
            .all(|row| row[1] == "truncation error" && row[5] == ABSENT)
    );
    let count = |rows: &[Vec<String>]| -> usize {
        rows.iter()
            .map(|row| row[2].parse::<usize>().unwrap())
            .sum()
    };
    let cells = results
        .cells
        .iter()
        .filter_map(PredictedRun::finest)
        .count();
    assert_eq!(count(&before), cells);
    // The first cell is sampled now, and its energy is predicted.
    let mut runs = results.cells.iter_mut().flat_map(|cell| &mut cell.runs);
    let run = runs.find(|run| run.predicted_drift.is_some()).unwrap();
    run.steps = 2000;
    run.work.evaluations = 8000;
    run.measured.energy = Some(1e-6);
    let predicted = run.predicted_drift.as_mut().unwrap();
    predicted.by = DriftModel::LocalDefects;
    predicted.energy = Some(1.05e-6);
    predicted.sampling = Some(Sampling {
        steps: 120,
        evaluations: 720,
        error: None,
        rounding: [0.0; 3],
    });
    // The coarser runs of the cell are predicted as before, so that the sampled one has to be the finest.
    let place = results.cells.iter().position(|cell| {
        cell.runs.iter().any(|run| {
            run.predicted_drift
                .as_ref()
                .is_some_and(|p| p.sampling.is_some())
        })
    });
    let cell = &mut results.cells[place.unwrap()];
    cell.runs.retain(|run| {
        run.predicted_drift
            .as_ref()
            .is_none_or(|p| p.sampling.is_some())
    });
    let after = rows(&results);
    assert_eq!(count(&after), cells);
    let sampled: Vec<_> = after
        .iter()
        .filter(|row| row[1] == "local defects")
        .collect();
    assert_eq!(sampled.len(), 1);
    assert_eq!(sampled[0][4..], ["1 (100 %)", "120", "9 %"]);
}

#[test]
fn passes_and_misses_are_counted_over_runs() {
    let (results, page) = planted();
    let runs = results.cells.iter().flat_map(|cell| &cell.runs);
    let predicted = runs.filter_map(|run| run.predicted_drift.as_ref());
    let (kept, missed): (Vec<_>, Vec<_>) = predicted.partition(|predicted| predicted.pass);
    assert!(!kept.is_empty() && !missed.is_empty());
    let words = format!("{} of {} runs", kept.len(), kept.len() + missed.len());
    assert!(text(page.root_element()).contains(&words), "{words}");
    let counted = all(&page, "tr.forecast-miss td.num:nth-child(2)").into_iter();
    let counted = counted.map(|n| text(n).parse::<usize>().unwrap());
    assert_eq!(counted.sum::<usize>(), missed.len());
}
