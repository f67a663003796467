//! Predicted drifts on the page.

use super::{all, part, text};
use crate::captured;
use crate::prediction::{PredictedRun, has_model};
use results::Results;
use scraper::Html;
use std::collections::BTreeSet;

/// The part of some results.
fn drifts(results: &Results) -> Html {
    part(results, "drift-prediction").unwrap()
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
    assert_eq!(figures.len(), 1);
    assert_eq!(all(&page, "figure svg.chart").len(), curves);
    assert!(text(figures[0]).contains("--method baumgarte --problem pendulum/yoon-1993"));
}

#[test]
fn every_cell_with_a_model_shows_its_ratio_or_why_there_is_none() {
    let mut results = captured::planted();
    let mut cells = results.cells.iter_mut();
    let cell = cells.find(|cell| PredictedRun::finest(cell).is_some());
    let finest = cell.unwrap().runs.last_mut().unwrap();
    finest.measured.drift_position = Some(3.5);
    let predicted = finest.predicted_drift.as_mut().unwrap();
    (predicted.position, predicted.pass) = (1.0, false);
    predicted.why = Some("a planted reason".into());
    let page = drifts(&results);
    let entries = all(&page, "a.forecast");
    let modelled = results.cells.iter().filter(|cell| has_model(cell));
    let modelled: BTreeSet<&str> = modelled.map(|cell| cell.variant.as_str()).collect();
    assert!(modelled.len() > 1);
    let rows = all(&page, "table.matrix tbody tr");
    assert_eq!(rows.len(), modelled.len());
    let reason = "a planted reason";
    let planted = entries.iter().filter(|entry| text(**entry) == "✗ 3.50");
    let planted: Vec<_> = planted.map(|entry| entry.attr("title").unwrap()).collect();
    assert_eq!(planted.len(), 1);
    assert!(planted[0].contains(reason));
    let says = |selector: &str, words: &str| {
        let mut parts = all(&page, selector).into_iter().map(text);
        parts.any(|part| part.contains(words))
    };
    assert!(says("tr.forecast-miss", reason));
    let untold = results.cells.iter();
    let untold: Vec<_> = untold.filter_map(|c| c.unpredicted.as_ref()).collect();
    assert!(!untold.is_empty());
    let dashes = entries.iter().filter(|e| text(**e).starts_with('—'));
    assert_eq!(dashes.count(), untold.len());
    assert!(says("ul.unpredicted li", untold[0]));
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
