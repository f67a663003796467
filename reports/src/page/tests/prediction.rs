//! What holds for all predictions, and gain maps on the page.

use super::{all, page, planted, text};
use crate::captured;
use crate::page::render;

#[test]
fn every_part_comes_and_goes_with_its_results() {
    let parts = ["#steady-state", "#drift-prediction", "#gain-maps"];
    let mut results = captured::planted();
    for part in parts {
        assert_eq!(all(&page(&results), part).len(), 1, "{part}");
    }
    results.steady_state.clear();
    // The orders remain.
    assert_eq!(all(&page(&results), "#steady-state table").len(), 1);
    results.steady_orders.clear();
    results.drift_studies.clear();
    results.gain_maps.clear();
    let ratios = "#drift-prediction table.matrix";
    assert_eq!(all(&page(&results), ratios).len(), 1);
    for cell in &mut results.cells {
        cell.unpredicted = None;
        let runs = cell.runs.iter_mut();
        runs.for_each(|run| run.predicted_drift = None);
    }
    for part in parts {
        assert!(all(&page(&results), part).is_empty(), "{part}");
    }
    assert!(!render(&results).contains("Was the drift predictable?"));
}

#[test]
fn every_gain_map_has_its_panel_and_its_line() {
    let (results, page) = planted();
    assert_eq!(all(&page, "#gain-maps svg").len(), results.gain_maps.len());
    let captions = all(&page, "#gain-maps .caption");
    assert_eq!(captions.len(), results.gain_maps.len());
    let first = text(captions[0]);
    for words in ["up to λh = 2", "αh = 2, βh² = 1"] {
        assert!(first.contains(words), "{first}");
    }
    let maps = results.gain_maps.iter();
    let with_point = maps.filter(|map| map.dead_beat.is_some()).count();
    assert_eq!(all(&page, "#gain-maps g.dead-beat").len(), with_point);
    // Where every gain is stable there is no edge to draw.
    let edges = all(&page, "#gain-maps path.edge");
    for (edge, map) in edges.iter().zip(&results.gain_maps) {
        let unstable = map.radius.iter().flatten().any(|radius| *radius >= 1.0);
        assert_eq!(edge.attr("d").is_some_and(|d| d.len() > 100), unstable);
    }
}
