//! What the page costs: bytes, elements, seconds, memory.

use crate::driver::{Browser, DESKTOP};
use crate::report::{at, folder};
use serde_json::json;
use std::fs;

/// Bytes of the page, elements when it is open.
const BYTES: u64 = 2_500_000;
const ELEMENTS: f64 = 15_000.0;

/// Seconds until the page is drawn, at full speed and at a quarter of it.
const LOAD: f64 = 1.0;
const LOAD_SLOWLY: f64 = 4.0;

/// Seconds from a choice to the picture.
const SWITCH: f64 = 0.1;

/// Memory of the process that shows the page, in MB.
const MEMORY: f64 = 250.0;

/// Attempts of which the best counts: other programs may run beside this one.
const ATTEMPTS: usize = 5;

fn best(mut measure: impl FnMut() -> f64) -> f64 {
    (0..ATTEMPTS)
        .map(|_| measure())
        .fold(f64::INFINITY, f64::min)
}

#[test]
fn the_page_is_light_and_quick() {
    let Some(browser) = Browser::alone(DESKTOP) else {
        return;
    };
    let bytes = fs::metadata(folder().join("index.html")).unwrap().len();
    let load = || {
        browser.visit(&at(""));
        browser.number("return performance.getEntriesByName('ready')[0].startTime") / 1e3
    };
    let quick = best(load);
    let elements = browser.number("return document.querySelectorAll('*').length");
    browser.devtools("Emulation.setCPUThrottlingRate", json!({ "rate": 4 }));
    let slow = best(load);
    browser.devtools("Emulation.setCPUThrottlingRate", json!({ "rate": 1 }));
    browser.visit(&at("#explore?rows=variants"));
    let mut switches = ["relative-position", "relative-energy"].into_iter().cycle();
    let switch = best(|| {
        let to = switches.next().unwrap();
        let script = format!(
            "const done = arguments[arguments.length - 1];
             const list = document.querySelector('select[data-key=metric]');
             const begin = performance.now();
             list.value = '{to}';
             list.dispatchEvent(new Event('change', {{ bubbles: true }}));
             document.body.getBoundingClientRect();
             requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin)));"
        );
        browser.run_async(&script).as_f64().unwrap() / 1e3
    });
    drop(browser);
    let memory = {
        // A new process: what others left behind in it is not the page's.
        let Some(browser) = Browser::alone(DESKTOP) else {
            return;
        };
        browser.visit(&at(""));
        memory(browser.process())
    };
    eprintln!(
        "{bytes} bytes, {elements} elements, loads in {quick:.2} s and {slow:.2} s at a quarter of the speed, \
         a metric switch takes {switch:.3} s, {memory:.0} MB"
    );
    assert!(bytes <= BYTES, "{bytes} bytes");
    assert!(elements <= ELEMENTS, "{elements} elements");
    assert!(quick <= LOAD, "{quick} s");
    assert!(slow <= LOAD_SLOWLY, "{slow} s at a quarter of the speed");
    assert!(switch <= SWITCH, "{switch} s for a metric switch");
    assert!(memory <= MEMORY, "{memory} MB");
}

/// The memory of the largest renderer below a process, in MB; zero where the system does not tell.
fn memory(driver: u32) -> f64 {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = processes.filter_map(|p| p.file_name().to_str()?.parse::<u32>().ok());
    let below = ids.filter(|id| descends(*id, driver));
    let renderers = below.filter(|id| {
        let words = fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap_or_default();
        words.contains("--type=renderer")
    });
    let sizes = renderers.map(|id| {
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes =
            line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
        kilobytes.unwrap_or_default() / 1e3
    });
    sizes.fold(0.0, f64::max)
}

fn descends(id: u32, from: u32) -> bool {
    let mut id = id;
    while id > 1 {
        if id == from {
            return true;
        }
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        // The name stands in parentheses and may hold anything.
        let parent = stat
            .rsplit(')')
            .next()
            .and_then(|rest| rest.split_whitespace().nth(1)?.parse().ok());
        id = parent.unwrap_or(0);
    }
    false
}
