//! The first screen, from the disk with the network cut, with and without a script.

use crate::driver::{Browser, DESKTOP, PHONE};
use crate::report::at;
use crate::{VIEWS, WORDS};
use serde_json::json;

#[test]
fn every_view_opens_from_the_disk_with_the_network_cut_and_nothing_complains() {
    let Some(browser) = Browser::open(DESKTOP) else {
        return;
    };
    browser.devtools("Network.enable", json!({}));
    let cut =
        json!({ "offline": true, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0 });
    browser.devtools("Network.emulateNetworkConditions", cut);
    for view in VIEWS.iter().chain(&WORDS) {
        browser.visit(&at(view));
        let shown =
            browser.text("return document.querySelector('main > section.current').innerText");
        assert!(shown.len() > 100, "{view}: {shown}");
    }
    let requests = browser.number(
        "return performance.getEntriesByType('resource').filter(r => !r.name.startsWith('data:') && !r.name.startsWith('blob:')).length",
    );
    assert_eq!(requests, 0.0);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_first_screen_answers_for_rk4_at_5_ms_and_for_what_is_chosen() {
    let Some(browser) = Browser::open(DESKTOP) else {
        return;
    };
    browser.visit(&at(""));
    let value =
        |list: &str| browser.text(&format!("return document.querySelector('{list}').value"));
    assert_eq!(
        (value("#ask-integrator"), value("#ask-step")),
        ("rk4".into(), "0.005".into())
    );
    let answer = "return document.querySelector('#answer').innerText";
    let first = browser.text(answer);
    for words in [
        "Constraint drift",
        "position error",
        "RK4 alone",
        "cargo xtask advise --integrator rk4 --step 5ms",
    ] {
        assert!(first.contains(words), "{words}: {first}");
    }
    // The answer and its table are seen without scrolling.
    let bottom = browser
        .number("return document.querySelector('#answer table').getBoundingClientRect().bottom");
    assert!(bottom < f64::from(DESKTOP.1), "{bottom}");
    browser.choose("#ask-integrator", "ab2");
    browser.wait_for("return location.hash === '#start?integrator=ab2&step=0.005'");
    let second = browser.text(answer);
    assert!(
        second != first && second.contains("Adams-Bashforth 2 alone"),
        "{second}"
    );
    browser.back();
    browser.wait_for("return document.querySelector('#ask-integrator').value === 'rk4'");
    assert_eq!(browser.text(answer), first);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn without_a_script_nothing_essential_is_lost() {
    let Some(browser) = Browser::open(DESKTOP) else {
        return;
    };
    browser.devtools(
        "Emulation.setScriptExecutionDisabled",
        json!({ "value": true }),
    );
    browser.go(&at(""));
    let root = browser.devtools("DOM.getDocument", json!({ "depth": 0 }));
    let seen = browser.devtools(
        "DOMSnapshot.captureSnapshot",
        json!({ "computedStyles": [] }),
    );
    assert!(root["root"]["nodeId"].is_number());
    // Only text that is laid out is seen.
    let strings = seen["strings"].as_array().unwrap();
    let laid_out = seen["documents"][0]["layout"]["text"]
        .as_array()
        .unwrap()
        .iter();
    let text: Vec<&str> = laid_out
        .filter_map(|k| usize::try_from(k.as_i64()?).ok())
        .filter_map(|k| strings[k].as_str())
        .collect();
    let text = text.join(" ");
    for words in [
        "Which stabilization should I use?",
        "Constraint drift",
        "Other questions",
        "Drift of Φ relative to no stabilization",
        "Boards: one question each",
        "A point mass on a rod falls",
        "How to read this report",
        "The lists need a script",
    ] {
        assert!(text.contains(words), "{words}");
    }
    assert!(!text.contains("Theme:"));
}

#[test]
fn on_a_phone_nothing_is_wider_than_the_screen() {
    let Some(browser) = Browser::open(PHONE) else {
        return;
    };
    for view in VIEWS.iter().chain(&WORDS) {
        browser.visit(&at(view));
        let wide = browser.number("return document.documentElement.scrollWidth");
        assert!(wide <= f64::from(PHONE.0), "{view}: {wide} pixels");
    }
    // One problem at a time: the median, and the problem that is chosen.
    browser.visit(&at("#explore"));
    let columns = "return document.querySelectorAll('#matrix thead th').length";
    assert_eq!(browser.number(columns), 2.0);
    browser.choose("select[data-key=problem]", "pendulum");
    assert_eq!(browser.number(columns), 3.0);
    let right = browser.number("return document.querySelector('#matrix tbody td:last-child').getBoundingClientRect().right");
    assert!(right <= f64::from(PHONE.0), "{right}");
}
