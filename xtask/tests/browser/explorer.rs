//! The explorer: metrics, filters, sorting, and the drawer of a cell.

use crate::driver::{Browser, DESKTOP};
use crate::report::at;
use serde_json::Value;

/// The variants in the order of the rows.
const ROWS: &str = "return [...document.querySelectorAll('#matrix [data-compare]')].map((box) => box.dataset.compare)";

fn rows(browser: &Browser) -> Vec<String> {
    serde_json::from_value(browser.run(ROWS)).unwrap()
}

#[test]
fn a_metric_switch_shows_other_numbers_and_says_what_they_are() {
    let Some(browser) = Browser::open(DESKTOP) else {
        return;
    };
    browser.visit(&at("#explore"));
    let shown = "return document.querySelector('#matrix').innerText";
    let metrics = browser.run("return metrics().map((m) => [m.id, m.name, m.note])");
    let metrics = metrics.as_array().unwrap();
    assert!(metrics.len() > 20);
    let mut before = String::new();
    for metric in metrics {
        let [id, name, note] = [0, 1, 2].map(|k| metric[k].as_str().unwrap());
        browser.choose("select[data-key=metric]", id);
        let now = browser.text(shown);
        // Without times these two have no number.
        if !matches!(id, "step-time" | "relative-time") {
            assert_ne!(now, before, "{id}");
        }
        before = now;
        let words = browser.text("return document.querySelector('#explorer').innerText");
        assert!(words.contains(note), "{id}");
        let caption = browser.text("return document.querySelector('#matrix caption').innerText");
        assert!(caption.starts_with(name), "{caption}");
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn every_column_sorts_in_both_directions() {
    let Some(browser) = Browser::open(DESKTOP) else {
        return;
    };
    browser.visit(&at("#explore?rows=variants&steps=fixed"));
    let all = rows(&browser);
    assert!(all.len() > 50);
    let columns = browser
        .run("return [...document.querySelectorAll('#matrix .sort')].map((b) => b.id.slice(5))");
    let columns: Vec<String> = serde_json::from_value(columns).unwrap();
    assert!(columns.len() > 5);
    for column in columns {
        let button = format!("[id=\"sort-{column}\"]");
        for direction in ["ascending", "descending"] {
            browser.click(&button);
            let state = format!(
                "return document.querySelector('{button}').closest('th').ariaSort === '{direction}'"
            );
            browser.wait_for(&state);
            let mut sorted = rows(&browser);
            let values = format!(
                "const found = explored(current()); const column = '{column}';
                 const place = found.problems.findIndex((p) => p.id === column);
                 const of = new Map(found.rows.map((row) => [row.variant.id,
                   column === 'name' ? row.name.toLowerCase() : column === 'median' ? row.middle : row.values[place]]));
                 return {}.map((id) => of.get(id) === undefined ? null : of.get(id))",
                serde_json::to_string(&sorted).unwrap()
            );
            let values = browser.run(&values);
            assert_in_order(
                values.as_array().unwrap(),
                direction == "descending",
                &column,
            );
            sorted.sort();
            let mut same = all.clone();
            same.sort();
            assert_eq!(sorted, same, "{column}");
        }
    }
}

/// Numbers or words in order, with what is missing at the end in both directions.
fn assert_in_order(values: &[Value], descending: bool, what: &str) {
    let there = values.iter().take_while(|v| !v.is_null()).count();
    assert!(
        values[there..].iter().all(Value::is_null),
        "{what}: {values:?}"
    );
    for pair in values[..there].windows(2) {
        let ordered = match (&pair[0], &pair[1]) {
            (Value::String(a), Value::String(b)) => {
                if descending {
                    a >= b
                } else {
                    a <= b
                }
            }
            (a, b) => {
                let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
                if descending { a >= b } else { a <= b }
            }
        };
        assert!(ordered, "{what}: {pair:?}");
    }
}

#[test]
fn filters_narrow_what_is_shown_and_an_empty_selection_says_what_to_do() {
    let Some(browser) = Browser::open(DESKTOP) else {
        return;
    };
    browser.visit(&at("#explore?rows=variants"));
    let all = rows(&browser).len();
    browser.choose("select[data-key=integrator]", "rk4");
    let rk4 = rows(&browser);
    assert!(
        rk4.len() < all && rk4.iter().all(|id| id.contains("/rk4")),
        "{rk4:?}"
    );
    browser.click("input[data-key=text]");
    browser.press("held");
    browser.wait_for("return location.hash.includes('text=held')");
    let held = rows(&browser);
    assert!(!held.is_empty() && held.len() < rk4.len(), "{held:?}");
    // The field keeps the focus while it is typed into.
    assert_eq!(
        browser.text("return document.activeElement.dataset.key"),
        "text"
    );
    browser.press(" no such thing");
    browser.wait_for("return document.querySelector('.nothing') !== null");
    let words = browser.text("return document.querySelector('#explorer .nothing').innerText");
    assert!(
        words.contains("No variant passes these filters") && words.contains("Clear filters"),
        "{words}"
    );
    browser.click("[data-do=clear]");
    assert_eq!(rows(&browser).len(), all);
    browser.choose("select[data-key=tag]", "closed-form");
    let words = browser.text("return document.querySelector('.selected').innerText");
    assert!(!words.contains("0 of"), "{words}");
}

#[test]
fn a_cell_opens_with_its_runs_and_leads_to_its_variant_and_problem() {
    let Some(browser) = Browser::open(DESKTOP) else {
        return;
    };
    browser.visit(&at("#explore?rows=variants&integrator=rk4"));
    browser.click("#matrix a.entry");
    browser.wait_for("return document.querySelector('#drawer').open");
    let words = browser.text("return document.querySelector('#drawer').innerText");
    for told in [
        "Parameters",
        "Orders",
        "Reproduce",
        "cargo xtask report --method",
        "Steps of practice",
    ] {
        assert!(words.contains(told), "{told}: {words}");
    }
    let fragment = browser.text("return location.hash");
    browser.click("#drawer .links a");
    browser.wait_for("return location.hash.startsWith('#variant?id=') && !document.querySelector('#drawer').open");
    browser.back();
    browser.wait_for("return document.querySelector('#drawer').open");
    assert_eq!(browser.text("return location.hash"), fragment);
    browser.click("#drawer .close");
    browser.wait_for("return !document.querySelector('#drawer').open");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
