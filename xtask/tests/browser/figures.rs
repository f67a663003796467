//! Figures: every label whole, different from the others of its figure, and inside of it.

use crate::VIEWS;
use crate::driver::{Browser, DESKTOP, PHONE};
use crate::report::{at, folder};

/// What is wrong with the labels of the figures on a page.
const WRONG: &str = r#"
  const wrong = [];
  for (const svg of document.querySelectorAll("svg")) {
    if (!svg.getClientRects().length) continue;
    const name = svg.dataset.name || svg.getAttribute("aria-label") || svg.className.baseVal;
    for (const text of svg.querySelectorAll("text")) {
      if (text.textContent.includes("…")) wrong.push(`${name}: cut: ${text.textContent}`);
      const [box, frame] = [text.getBoundingClientRect(), svg.getBoundingClientRect()];
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
        wrong.push(`${name}: outside: ${text.textContent}`);
    }
    const keys = [...svg.querySelectorAll(".keys text")].map((t) => t.textContent);
    for (const key of new Set(keys)) if (keys.indexOf(key) !== keys.lastIndexOf(key)) wrong.push(`${name}: twice: ${key}`);
  }
  return wrong;
"#;

fn wrong(browser: &Browser) -> Vec<String> {
    serde_json::from_value(browser.run(WRONG)).unwrap()
}

#[test]
fn no_label_of_a_figure_is_cut_doubled_or_outside() {
    for size in [DESKTOP, PHONE] {
        let Some(browser) = Browser::open(size) else {
            return;
        };
        let mut found = Vec::new();
        let problems = {
            browser.visit(&at("#problems"));
            browser.run("return data.problems.map((p) => link.problem(p.id))")
        };
        let problems = problems.as_array().unwrap().iter();
        let problems = problems.map(|fragment| fragment.as_str().unwrap().to_owned());
        let views = VIEWS.map(str::to_owned).into_iter().chain(problems);
        for view in views {
            browser.visit(&at(&view));
            found.extend(
                wrong(&browser)
                    .into_iter()
                    .map(|what| format!("{view}: {what}")),
            );
        }
        let papers = folder().join("replications.html");
        if papers.exists() {
            browser.go(&format!("file://{}", papers.display()));
            found.extend(wrong(&browser));
        }
        assert!(
            found.is_empty(),
            "{size:?}: {} labels\n{}",
            found.len(),
            found.join("\n")
        );
    }
}

#[test]
fn a_motion_plays_pauses_and_rests_for_readers_who_want_no_motion() {
    let Some(browser) = Browser::open(DESKTOP) else {
        return;
    };
    browser.visit(&at("#problem?id=pendulum"));
    let now = "return document.getElementById('frame').value";
    browser.wait_for("return Number(document.getElementById('frame').value) > 0");
    browser.click("#play");
    let stopped = browser.text(now);
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(browser.text(now), stopped);
    let still = serde_json::json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    browser.devtools("Emulation.setEmulatedMedia", still);
    browser.visit(&at("#problem?id=pendulum"));
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(browser.text(now), "0");
    assert_eq!(
        browser.text("return document.getElementById('play').textContent"),
        "Play"
    );
    // Every problem has its sketch.
    browser.visit(&at("#problems"));
    let [problems, sketches] = ["article.problem", "article.problem svg.sketch"].map(|what| {
        browser.number(&format!(
            "return document.querySelectorAll('{what}').length"
        ))
    });
    assert_eq!(problems, sketches);
}
