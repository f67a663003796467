//! Texts and numbers that no page may pass on: markup, and what is not a number.

use super::replicated::pages;
use super::{all, captured};
use results::{Drawing, Order, Results};
use serde_json::Value;
use std::collections::BTreeSet;

const EVIL: &str = "<script>alert(1)</script>\"'&";

/// Appends markup to every text that stands under a key.
fn append(value: &mut Value, of: &str, key: &str) {
    match value {
        Value::String(text) if of == key => text.push_str(EVIL),
        Value::Array(items) => items.iter_mut().for_each(|item| append(item, of, key)),
        Value::Object(fields) => {
            let fields = fields.iter_mut();
            fields.for_each(|(name, field)| append(field, name, key));
        }
        _ => {}
    }
}

#[test]
fn strings_from_the_results_are_text_never_markup() {
    let json = serde_json::to_string(&captured::planted()).unwrap();
    let keys = json.split("\":").filter_map(|part| part.rsplit('"').next());
    let mut hostile: Value = serde_json::from_str(&json).unwrap();
    let mut texts = 0;
    for key in keys.collect::<BTreeSet<_>>() {
        let mut changed = hostile.clone();
        append(&mut changed, "", key);
        // Words of a list are not read with anything behind them.
        if changed != hostile && serde_json::from_value::<Results>(changed.clone()).is_ok() {
            (hostile, texts) = (changed, texts + 1);
        }
    }
    assert!(texts > 30, "{texts} kinds of texts");
    for (name, page) in pages(&serde_json::from_value(hostile).unwrap()) {
        assert_eq!(all(&page, "script:not([type])").len(), 1, "{name}");
        assert!(page.html().contains("&lt;script&gt;alert(1)"), "{name}");
        if name == "index.html" {
            // What the script puts into the page as it is: everything that was written by this side.
            let data = super::data(&page);
            let parts = data["evidence"].as_array().unwrap().iter();
            let parts = parts.map(|part| part["html"].as_str().unwrap());
            let answers = data["answers"]["html"].as_object().unwrap().values();
            let answers = answers.flat_map(|steps| steps.as_object().unwrap().values());
            for html in parts.chain(answers.map(|html| html.as_str().unwrap())) {
                assert!(!html.contains("<script"), "{html}");
            }
        }
    }
}

/// A page without its script and style, and with its data unpacked.
fn without_code(page: &str) -> String {
    let parsed = scraper::Html::parse_document(page);
    let mut shown = page.to_owned();
    for code in all(&parsed, "script, style") {
        shown = shown.replace(&super::text(code), "");
    }
    for data in all(&parsed, "#data") {
        shown += &crate::page::data::unpacked(super::text(data).trim());
    }
    shown
}

/// No file but the JSON, which has its own rules, says that something is not a number or without bound.
fn assert_only_numbers(results: &Results) {
    let files = crate::render(results);
    for file in files.iter().filter(|file| file.name != "results.json") {
        let shown = match file.name.ends_with(".html") {
            true => without_code(&file.content),
            false => file.content.clone(),
        };
        let words = shown.split(|c: char| !c.is_ascii_alphabetic());
        for word in words.map(str::to_lowercase) {
            let bad = matches!(word.as_str(), "nan" | "inf" | "infinity");
            assert!(!bad, "{} says {word}", file.name);
        }
    }
}

#[test]
fn nothing_but_numbers_is_shown() {
    for results in [captured::planted(), captured::large(), captured::empty()] {
        assert_only_numbers(&results);
    }
}

#[test]
fn numbers_that_are_none_break_nothing() {
    let bad = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, f64::MAX];
    let mut bad = bad.into_iter().cycle();
    let mut next = || bad.next().expect("a cycle has no end");
    let mut results = captured::planted();
    let cell = &mut results.cells[0];
    cell.orders.position = Order::Observed {
        p: f64::NAN,
        interval: [f64::NAN, f64::INFINITY],
    };
    cell.speed.as_mut().unwrap().ns_interval = [f64::NAN, f64::INFINITY];
    results.boards[0].lines[0].score = Some(f64::NAN);
    results.boards[0].lines[0].score_interval = Some([f64::INFINITY, f64::NAN]);
    results.fronts[0].points[0].cost = f64::NAN;
    results.timing.as_mut().unwrap().noise[0].interval = [0.0, f64::INFINITY];
    for cell in &mut results.cells {
        for reach in &mut cell.reach {
            reach.ns = Some(f64::NAN);
        }
        for run in &mut cell.runs {
            if let Some(predicted) = &mut run.predicted_drift {
                (predicted.position, predicted.velocity) = (next(), next());
            }
        }
    }
    let measured = results.cells[0]
        .runs
        .iter_mut()
        .map(|run| &mut run.measured);
    for (measured, bad) in measured.zip([f64::NAN, f64::INFINITY]) {
        (measured.position, measured.drift_position) = (Some(bad), Some(bad));
    }
    for row in &mut results.steady_state {
        let values = [&mut row.predicted, &mut row.two_terms, &mut row.measured];
        for value in values
            .into_iter()
            .chain([&mut row.spectral_radius, &mut row.exact])
        {
            *value = Some(next());
        }
        (row.h, row.alpha) = (next(), next());
    }
    for order in &mut results.steady_orders {
        (order.predicted, order.exact, order.c1) = (next(), Some(next()), next());
    }
    for study in &mut results.drift_studies {
        (study.predicted.position, study.measured.velocity) = (next(), next());
        (study.curve_error, study.tolerance) = (next(), next());
        for point in study.curve.iter_mut().step_by(2) {
            point.measured = next();
        }
    }
    for (k, map) in results.gain_maps.iter_mut().enumerate() {
        (map.radius[k][3], map.violation[k + 1][4]) = (next(), Some(next()));
        (map.critical_limit, map.dead_beat, map.h) = (Some(next()), Some([next(), 1.0]), next());
    }
    for (claim, ours) in results.replications.iter_mut().zip(["NaN", "inf", "-inf"]) {
        claim.ours = ours.into();
    }
    let figures = results.replicated_figures.iter_mut();
    for panel in figures.flat_map(|figure| &mut figure.panels) {
        match &mut panel.drawing {
            Drawing::Curves { curves, .. } => {
                for k in 0..3 {
                    curves[0].points[10 * k] = [next(), 1.0];
                    curves[1].points[10 * k + 3] = [1.0, next()];
                }
            }
            Drawing::HeatMap {
                values, marks, x, ..
            } => {
                (values[0][0], values[1][1]) = (Some(f64::NAN), Some(f64::INFINITY));
                (marks[0].x, x[0]) = (f64::NAN, f64::NEG_INFINITY);
            }
        }
    }
    assert_only_numbers(&results);
}
