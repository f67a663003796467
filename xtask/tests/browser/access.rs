//! The page for everybody: by keyboard alone, in the dark, and by the rules that axe-core checks.

use crate::driver::{Browser, DESKTOP};
use crate::report::{at, folder};
use crate::{VIEWS, WORDS};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

const TAB: &str = "\u{E004}";
const ENTER: &str = "\u{E007}";
const ESCAPE: &str = "\u{E00C}";
const RIGHT: &str = "\u{E014}";
const DOWN: &str = "\u{E015}";

#[test]
fn the_keyboard_alone_opens_and_closes_a_cell() {
    let Some(browser) = Browser::open(DESKTOP) else {
        return;
    };
    browser.visit(&at("#explore?rows=variants"));
    let focused = "return document.activeElement.matches('#matrix a.entry')";
    let mut stops = 0;
    while browser.run(focused) == Value::Bool(false) {
        browser.press(TAB);
        stops += 1;
        assert!(stops < 300, "the tab key does not reach the cells");
    }
    let place = "const e = document.activeElement; return [e.closest('td').cellIndex, e.closest('tr').sectionRowIndex].join()";
    let [first, moved] = [browser.text(place), {
        browser.press(RIGHT);
        browser.press(DOWN);
        browser.text(place)
    }];
    assert_eq!((first.as_str(), moved.as_str()), ("2,0", "3,1"));
    let cell = browser.text("return document.activeElement.hash");
    browser.press(ENTER);
    browser.wait_for("return document.querySelector('#drawer').open");
    assert_eq!(browser.text("return location.hash"), cell);
    browser.press(ESCAPE);
    browser.wait_for("return !document.querySelector('#drawer').open");
    assert_eq!(browser.text(place), moved, "the focus is where it was");
}

#[test]
fn the_toggle_makes_the_page_dark_and_light() {
    let Some(browser) = Browser::open(DESKTOP) else {
        return;
    };
    browser.visit(&at(""));
    let brightness = "const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number); return r + g + b";
    let theme = "return document.querySelector('#theme').textContent";
    for (name, dark) in [("light", false), ("dark", true)] {
        browser.click("#theme");
        assert_eq!(browser.text(theme), format!("Theme: {name}"));
        assert_eq!(browser.number(brightness) < 200.0, dark, "{name}");
    }
    browser.click("#theme");
    let system = json!({ "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
    browser.devtools("Emulation.setEmulatedMedia", system);
    assert!(
        browser.number(brightness) < 200.0,
        "auto follows the system"
    );
}

/// The script of axe-core: the file that `DRIFTBENCH_AXE` names, or one in the folder for builds.
fn axe() -> Option<String> {
    let given = std::env::var_os("DRIFTBENCH_AXE").map(PathBuf::from);
    let usual = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("../axe-core/package/axe.min.js");
    let script = fs::read_to_string(given.unwrap_or(usual)).ok();
    if script.is_none() {
        eprintln!(
            "skipped: there is no axe-core here; DRIFTBENCH_AXE names its axe.min.js (`npm pack axe-core`)"
        );
    }
    script
}

#[test]
fn axe_finds_nothing_on_any_page_light_or_dark() {
    let Some(script) = axe() else { return };
    let Some(browser) = Browser::open(DESKTOP) else {
        return;
    };
    let others = ["replications.html", "errata.html"].map(|name| folder().join(name));
    let others = others.iter().filter(|path| path.exists());
    let others = others.map(|path| format!("file://{}", path.display()));
    let views = VIEWS.iter().chain(&WORDS).map(|view| at(view));
    let mut found = Vec::new();
    for url in views.chain(others) {
        for theme in ["light", "dark"] {
            let system =
                json!({ "features": [{ "name": "prefers-color-scheme", "value": theme }] });
            browser.devtools("Emulation.setEmulatedMedia", system);
            browser.go("about:blank");
            browser.go(&url);
            if url.contains("index.html") {
                browser.wait_for("return 'ready' in document.documentElement.dataset");
            }
            browser.run(&script);
            let result = browser.run_async(
                "const done = arguments[arguments.length - 1];
                 axe.run(document, { resultTypes: ['violations'] }).then((r) => done(r.violations.map((v) =>
                   `${v.id} (${v.nodes.length}): ${v.help}; ${v.nodes[0].target}: ${v.nodes[0].failureSummary}`)), (e) => done([String(e)]));",
            );
            let violations = result.as_array().unwrap().iter();
            found.extend(violations.map(|v| format!("{url} {theme}: {}", v.as_str().unwrap())));
        }
    }
    assert!(found.is_empty(), "{}\n{}", found.len(), found.join("\n"));
}
