//! What holds for all predictions, and gain maps on the page.

use super::{all, assert_only_numbers, page, text};
use crate::captured;
use crate::page::render;
use scraper::Html;

#[test]
fn every_part_comes_and_goes_with_its_results() {
    let parts = ["#steady-state", "#drift-prediction", "#gain-maps"];
    let mut results = captured::planted();
    for part in parts {
        assert_eq!(all(&page(&results), part).len(), 1, "{part}");
    }
    results.steady_state.clear();
    assert_eq!(
        all(&page(&results), "#steady-state table").len(),
        1,
        "the orders remain"
    );
    results.steady_orders.clear();
    results.drift_studies.clear();
    results.gain_maps.clear();
    assert_eq!(
        all(&page(&results), "#drift-prediction table.matrix").len(),
        1
    );
    for cell in &mut results.cells {
        cell.unpredicted = None;
        cell.runs
            .iter_mut()
            .for_each(|run| run.predicted_drift = None);
    }
    for part in parts {
        assert!(all(&page(&results), part).is_empty(), "{part}");
    }
    assert!(!render(&results).contains("Was the drift predictable?"));
}

#[test]
fn every_gain_map_has_its_panel_and_its_line() {
    let results = captured::planted();
    let page = page(&results);
    assert_eq!(all(&page, "#gain-maps svg").len(), results.gain_maps.len());
    let captions: Vec<String> = all(&page, "#gain-maps .caption")
        .into_iter()
        .map(text)
        .collect();
    assert_eq!(captions.len(), results.gain_maps.len());
    assert!(
        captions[0].contains("up to λh = 2") && captions[0].contains("αh = 2, βh² = 1"),
        "{}",
        captions[0]
    );
    let with_point = results
        .gain_maps
        .iter()
        .filter(|map| map.dead_beat.is_some())
        .count();
    assert_eq!(all(&page, "#gain-maps g.dead-beat").len(), with_point);
    // Where every gain is stable there is no edge to draw.
    let edges = all(&page, "#gain-maps path.edge");
    for (edge, map) in edges.iter().zip(&results.gain_maps) {
        let unstable = map.radius.iter().flatten().any(|radius| *radius >= 1.0);
        assert_eq!(edge.attr("d").is_some_and(|d| d.len() > 100), unstable);
    }
}

#[test]
fn numbers_that_are_none_break_nothing() {
    let mut results = captured::planted();
    let bad = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, f64::MAX];
    for (k, row) in results.steady_state.iter_mut().enumerate() {
        let value = bad[k % bad.len()];
        row.predicted = Some(value);
        row.two_terms = Some(value);
        row.measured = Some(value);
        row.exact = Some(bad[k / 5 % bad.len()]);
        row.spectral_radius = Some(value);
        row.h = bad[k / 25 % bad.len()];
        row.alpha = value;
    }
    for (k, order) in results.steady_orders.iter_mut().enumerate() {
        order.predicted = bad[k % bad.len()];
        order.exact = Some(order.predicted);
        order.c1 = order.predicted;
    }
    for (k, study) in results.drift_studies.iter_mut().enumerate() {
        let value = bad[k % bad.len()];
        study.predicted.position = value;
        study.measured.velocity = value;
        study.curve_error = value;
        study.tolerance = value;
        study
            .curve
            .iter_mut()
            .step_by(2)
            .for_each(|point| point.measured = value);
    }
    for (k, map) in results.gain_maps.iter_mut().enumerate() {
        let value = bad[k % bad.len()];
        map.radius[k][3] = value;
        map.violation[k + 1][4] = Some(value);
        map.critical_limit = Some(value);
        map.dead_beat = Some([value, 1.0]);
        map.h = value;
    }
    for (k, run) in results
        .cells
        .iter_mut()
        .flat_map(|cell| &mut cell.runs)
        .enumerate()
    {
        if let Some(predicted) = &mut run.predicted_drift {
            predicted.position = bad[k % bad.len()];
            predicted.velocity = bad[k / 5 % bad.len()];
        }
    }
    assert_only_numbers(&results);
}

#[test]
fn reasons_of_predictions_are_text_never_markup() {
    let evil = "<script>alert(1)</script>\"'&";
    let mut results = captured::planted();
    results
        .steady_state
        .iter_mut()
        .for_each(|row| row.why = Some(evil.into()));
    results.steady_state[0].variant = evil.into();
    results.gain_maps[0].placement = evil.into();
    results.drift_studies[0].variant = evil.into();
    for cell in &mut results.cells {
        cell.unpredicted = cell.unpredicted.take().map(|_| evil.into());
        for predicted in cell
            .runs
            .iter_mut()
            .filter_map(|run| run.predicted_drift.as_mut())
        {
            (predicted.pass, predicted.why) = (false, Some(evil.into()));
        }
    }
    let html = render(&results);
    assert!(html.contains("&lt;script&gt;alert(1)"));
    assert_eq!(all(&Html::parse_document(&html), "script").len(), 1);
}
