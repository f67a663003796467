//! Addresses: a link shows the same in another window, and no fragment breaks the page.

use crate::VIEWS;
use crate::driver::{Browser, DESKTOP};
use crate::report::at;
use serde_json::json;

/// Everything that is seen.
const SEEN: &str = "return document.querySelector('main > section.current').innerText + document.querySelector('#drawer').innerText";

#[test]
fn a_link_shows_the_same_in_a_new_page() {
    let Some(browser) = Browser::open(DESKTOP) else {
        return;
    };
    // Motions at rest: what they show depends on when they are looked at.
    let still = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    browser.devtools("Emulation.setEmulatedMedia", still);
    // By clicks and choices to a view with many settings.
    browser.visit(&at("#explore"));
    browser.choose("select[data-key=metric]", "relative-position");
    browser.choose("select[data-key=rows]", "variants");
    browser.choose("select[data-key=steps]", "fixed");
    browser.click("[id=\"sort-pendulum\"]");
    browser.click("#matrix a.entry");
    browser.wait_for("return document.querySelector('#drawer').open");
    let (address, seen) = (browser.text("return location.href"), browser.text(SEEN));
    browser.visit(&address);
    assert_eq!(browser.text(SEEN), seen);
    for view in VIEWS {
        browser.visit(&at(view));
        let seen = browser.text(SEEN);
        browser.visit(&at("#start"));
        browser.run(&format!("location.hash = '{view}'"));
        browser.wait_for(&format!(
            "return shown === changed(parsed('{view}'), {{ cell: '' }})"
        ));
        assert_eq!(browser.text(SEEN), seen, "{view}");
    }
}

#[test]
fn a_fragment_that_names_something_unknown_says_so() {
    let Some(browser) = Browser::open(DESKTOP) else {
        return;
    };
    for (fragment, words) in [
        ("#nowhere", "does not have"),
        ("#%E0%A4%A", "Nothing here"),
        ("#__proto__", "Nothing here"),
        ("#explore?metric=nonsense", "no metric “nonsense”"),
        (
            "#explore?method=nobody",
            "This report has no method “nobody”",
        ),
        (
            "#explore?cell=nobody~nothing",
            "the variant is not in this report",
        ),
        ("#explore?sort=-nonsense", "of"),
        ("#boards?board=nonsense", "no board “nonsense”"),
        ("#variant?id=baumgarte/rk", "Did you mean"),
        (
            "#problem?id=%3Cimg%20src=x%20onerror=alert(1)%3E",
            "No problem “<img",
        ),
        ("#method?id=", "No method"),
        ("#compare?ids=nobody", "no variant “nobody”"),
        (
            "#gains?integrator=nobody&h=-1&c1=1e999",
            "no map for “nobody”",
        ),
        ("#evidence?part=nobody", "no part “nobody”"),
        ("#start?integrator=nobody&step=7", "No answer for “nobody”"),
    ] {
        browser.visit(&at(fragment));
        let seen = browser.text(SEEN);
        assert!(seen.contains(words), "{fragment}: {seen}");
        assert_eq!(browser.complaints(), Vec::<String>::new(), "{fragment}");
    }
}
