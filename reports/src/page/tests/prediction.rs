//! Steady states, predicted drifts and gain maps on the page.

use super::{all, page, text};
use crate::fixture;
use crate::forecast::{Forecast, concerned};
use crate::page::render;
use crate::steady::{Standing, groups};
use scraper::Html;
use std::collections::BTreeSet;

#[test]
fn every_part_comes_and_goes_with_its_results() {
    let parts = ["#steady-state", "#drift-prediction", "#gain-maps"];
    let mut results = fixture::small();
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
fn every_steady_state_has_its_row_with_its_sign_and_its_reason() {
    let results = fixture::small();
    let page = page(&results);
    let rows = all(&page, "tr.steady");
    assert_eq!(rows.len(), results.steady_state.len());
    let grouped = groups(&results.steady_state);
    let lines = grouped.iter().flat_map(|group| &group.rows);
    for (row, line) in rows.iter().zip(lines) {
        let row = text(*row);
        assert!(row.contains(Standing::of(line).symbol()), "{row}");
        assert!(
            line.why.as_ref().is_none_or(|why| row.contains(why)),
            "{row}"
        );
    }
    assert_eq!(all(&page, "#steady-state tr.group").len(), grouped.len());
}

#[test]
fn an_unstable_equilibrium_is_neither_agreement_nor_miss() {
    let mut results = fixture::small();
    let unstable = |row: &&results::SteadyState| row.spectral_radius.is_some_and(|r| r > 1.0);
    let row = results.steady_state.iter().find(unstable).unwrap().clone();
    results.steady_state = vec![row];
    let shown = |results: &results::Results| text(all(&page(results), "tr.steady .badge")[0]);
    assert_eq!(shown(&results), "∞ diverges as predicted");
    results.steady_state[0].pass = false;
    assert_eq!(shown(&results), "✗ does not agree");
    results.steady_state[0].pass = true;
    results.steady_state[0].measured = Some(1.0);
    assert_eq!(shown(&results), "✓ agrees");
}

#[test]
fn the_opening_counts_what_the_table_shows() {
    let results = fixture::small();
    let page = page(&results);
    let kept = results.steady_state.iter().filter(|row| row.pass).count();
    let headline = format!(
        "{kept} of {} steady-state violations",
        results.steady_state.len()
    );
    assert!(
        text(all(&page, "#steady-state")[0]).contains(&headline),
        "{headline}"
    );
    for standing in Standing::ALL {
        let n = results
            .steady_state
            .iter()
            .filter(|row| Standing::of(row) == standing)
            .count();
        let badge = format!("{n} {} {}", standing.symbol(), standing.word());
        let legend: Vec<String> = all(&page, "#steady-state .legend li")
            .into_iter()
            .map(text)
            .collect();
        assert!(legend.contains(&badge), "{badge} is not in {legend:?}");
    }
    let card = all(&page, ".card")
        .into_iter()
        .map(text)
        .find(|card| card.contains("Was the drift predictable?"));
    let card = card.expect("the overview answers the question");
    assert!(
        card.contains(&format!("{kept} of {}", results.steady_state.len())),
        "{card}"
    );
}

#[test]
fn every_run_that_settled_is_a_point_and_a_miss_has_a_ring() {
    let results = fixture::small();
    let page = page(&results);
    let drawable = |x: Option<f64>| x.is_some_and(|x| x != 0.0);
    let settled: Vec<_> = results
        .steady_state
        .iter()
        .filter(|row| drawable(row.predicted) && drawable(row.measured))
        .collect();
    assert!(settled.len() > 20);
    assert_eq!(all(&page, ".points path > title").len(), settled.len());
    let missed = settled.iter().filter(|row| !row.pass).count();
    assert!(missed > 0);
    assert_eq!(all(&page, ".points .ring").len(), missed);
}

#[test]
fn every_order_stands_in_the_table_of_orders() {
    let mut results = fixture::small();
    results.steady_orders[0].predicted = 7.25;
    let page = page(&results);
    assert_eq!(
        all(&page, "#steady-state table.orders tbody tr").len(),
        results.steady_orders.len() / 3
    );
    let entries = all(&page, "#steady-state table.orders td.num small");
    assert_eq!(entries.len(), results.steady_orders.len());
    assert!(
        text(entries[0]).contains("predicted 7.25"),
        "{}",
        text(entries[0])
    );
    let missed = results
        .steady_orders
        .iter()
        .filter(|order| !order.pass)
        .count();
    assert_eq!(
        all(&page, "#steady-state table.orders td.miss").len(),
        missed
    );
}

#[test]
fn every_study_has_its_row_and_its_curves() {
    let results = fixture::small();
    let page = page(&results);
    assert_eq!(all(&page, "tr.study").len(), results.drift_studies.len());
    let curves = results
        .drift_studies
        .iter()
        .filter(|study| !study.curve.is_empty())
        .count();
    let figures = all(&page, "#drift-prediction figure");
    assert_eq!(figures.len(), 1);
    assert_eq!(all(&page, "#drift-prediction figure svg").len(), curves);
    assert!(text(figures[0]).contains("--method baumgarte --problem pendulum/yoon-1993"));
}

#[test]
fn every_cell_with_a_model_shows_its_ratio_or_why_there_is_none() {
    let mut results = fixture::small();
    let cell = results
        .cells
        .iter_mut()
        .find(|cell| Forecast::finest(cell).is_some())
        .unwrap();
    let finest = cell.runs.last_mut().unwrap();
    finest.drift.as_mut().unwrap().position = 3.5;
    let predicted = finest.predicted_drift.as_mut().unwrap();
    (predicted.position, predicted.pass) = (1.0, false);
    predicted.why = Some("a planted reason".into());
    let page = page(&results);
    let entries = all(&page, "a.forecast");
    let modelled: BTreeSet<&str> = results
        .cells
        .iter()
        .filter(|cell| concerned(cell))
        .map(|cell| cell.variant.as_str())
        .collect();
    assert!(modelled.len() > 1);
    assert_eq!(
        all(&page, "#drift-prediction table.matrix tbody tr").len(),
        modelled.len()
    );
    let planted: Vec<_> = entries
        .iter()
        .filter(|entry| text(**entry) == "✗ 3.50")
        .collect();
    assert_eq!(planted.len(), 1);
    assert!(
        planted[0]
            .attr("title")
            .is_some_and(|title| title.contains("a planted reason"))
    );
    assert!(
        all(&page, "tr.forecast-miss")
            .into_iter()
            .map(text)
            .any(|row| row.contains("a planted reason"))
    );
    let untold: Vec<_> = results
        .cells
        .iter()
        .filter_map(|cell| cell.unpredicted.as_ref())
        .collect();
    assert!(!untold.is_empty());
    let dashes = entries
        .iter()
        .filter(|entry| text(**entry).starts_with('—'))
        .count();
    assert_eq!(dashes, untold.len());
    assert!(
        all(&page, "ul.unpredicted li")
            .into_iter()
            .map(text)
            .any(|line| line.contains(untold[0].as_str()))
    );
}

#[test]
fn passes_and_misses_are_counted_over_runs() {
    let results = fixture::small();
    let runs = || {
        results
            .cells
            .iter()
            .flat_map(|cell| &cell.runs)
            .filter_map(|run| run.predicted_drift.as_ref())
    };
    let (kept, missed) = (
        runs().filter(|run| run.pass).count(),
        runs().filter(|run| !run.pass).count(),
    );
    assert!(kept > 0 && missed > 0);
    let page = page(&results);
    assert!(
        text(all(&page, "#drift-prediction")[0])
            .contains(&format!("{kept} of {} runs", kept + missed))
    );
    let counted = all(&page, "tr.forecast-miss td.num:nth-child(2)");
    let counted: usize = counted
        .into_iter()
        .map(|n| text(n).parse::<usize>().unwrap())
        .sum();
    assert_eq!(counted, missed);
}

#[test]
fn every_gain_map_has_its_panel_and_its_line() {
    let results = fixture::small();
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
    assert!(
        all(&page, "#gain-maps path.edge")
            .iter()
            .all(|edge| edge.attr("d").is_some_and(|d| d.len() > 100))
    );
}

#[test]
fn numbers_that_are_none_break_nothing() {
    let mut results = fixture::small();
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
        map.critical_limit = value;
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
    for file in crate::render(&results)
        .iter()
        .filter(|file| file.name != "results.json")
    {
        for word in file.content.split(|c: char| !c.is_ascii_alphabetic()) {
            let word = word.to_lowercase();
            assert!(
                !["nan", "inf", "infinity"].contains(&word.as_str()),
                "{} says {word}",
                file.name
            );
        }
    }
}

#[test]
fn reasons_of_predictions_are_text_never_markup() {
    let evil = "<script>alert(1)</script>\"'&";
    let mut results = fixture::small();
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
