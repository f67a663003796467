//! Reports beside a baseline, as people make them.

mod common;

use common::{assert_contains, fresh, say, workspace};
use results::{Results, Status, Subject};
use std::fs;
use std::path::Path;

/// A report of one cell, with what it says.
fn tiny_report(out: &Path, more: &[&str], code: i32) -> String {
    let command = "report --no-speed --method baumgarte/rk4 --problem circle --out";
    let command = command.split(' ').chain([out.to_str().unwrap()]);
    let command: Vec<&str> = command.chain(more.iter().copied()).collect();
    say(&command, code)
}

fn read(folder: &Path) -> Results {
    let text = fs::read_to_string(folder.join("results.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn write(folder: &Path, results: &Results) {
    let text = serde_json::to_string(results).unwrap();
    fs::write(folder.join("results.json"), text).unwrap();
}

#[test]
fn the_committed_baseline_and_the_report_before_are_what_a_run_gives() {
    let out = fresh("against-same");
    let baseline = workspace().join("harness/runner/baseline.json");
    let said = tiny_report(&out, &["--against", baseline.to_str().unwrap()], 0);
    assert_contains(&said, &["against   baseline.json: 1 unchanged"]);
    let difference = read(&out).difference.expect("there was a baseline");
    assert_eq!(difference.baseline.name, "baseline.json");
    assert_eq!((difference.cells, difference.changes.len()), (1, 0));
    assert!(difference.not_run > 1000);
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert_contains(&page, &["Nothing changed compared with baseline.json"]);

    // The folder that is written may be the one that is compared with.
    let digest = read(&out).provenance.digest;
    let said = tiny_report(&out, &["--against", out.to_str().unwrap()], 0);
    assert_contains(&said, &["against   against-same (commit ", "unchanged"]);
    let again = read(&out);
    assert_eq!(again.provenance.digest, digest);
    assert_eq!(again.difference.unwrap().not_run, 0);
}

#[test]
fn what_changed_comes_first_in_the_summary_and_fails_nothing() {
    let before = fresh("against-before");
    tiny_report(&before, &["--method", "unstabilized/rk4"], 0);
    let mut results = read(&before);
    let runs = results.cells.iter_mut().flat_map(|cell| &mut cell.runs);
    runs.for_each(|run| run.work.evaluations /= 2);
    let mut gone = results.cells[0].clone();
    gone.variant = "baumgarte/rk4/gone".to_owned();
    results.cells.push(gone);
    results.provenance.command =
        "cargo xtask report --method baumgarte --method unstabilized".into();
    write(&before, &results);
    let out = fresh("against-after");
    let file = before.join("results.json");
    let more = ["--method", "baumgarte", "--against", file.to_str().unwrap()];
    tiny_report(&out, &more, 0);
    let difference = read(&out).difference.unwrap();
    let first = &difference.changes[0];
    assert_eq!(first.status, Status::Lost);
    assert_eq!(first.subject, Subject::cell("baumgarte/rk4/gone", "circle"));
    assert_eq!(difference.counts.regressed, 1);
    assert_eq!(difference.not_run, 1);
    // Every other variant of the method is new.
    assert!(difference.counts.new > 5);
    let summary = fs::read_to_string(out.join("summary.md")).unwrap();
    let top: Vec<&str> = summary.lines().take(12).collect();
    assert_contains(
        &top.join("\n"),
        &["## Compared with results.json", "| lost |"],
    );
    assert!(summary.lines().count() < 200);
}

#[test]
fn a_baseline_that_cannot_be_used_ends_the_run_before_it_begins() {
    let out = fresh("against-nothing");
    let file = fresh("against-bad.json");
    let path = file.to_str().unwrap();
    let refused = |path: &str, parts: &[&str]| {
        assert_contains(&tiny_report(&out, &["--against", path], 2), parts);
        assert!(!out.exists());
    };
    refused(path, &["does not exist"]);
    for (text, why) in [
        ("", "is empty"),
        ("my thesis", "neither a baseline of the gate nor results"),
        ("{\"schema\":1}", "its schema is 1"),
    ] {
        fs::write(&file, text).unwrap();
        refused(path, &["against-bad.json", why]);
    }
    let baseline = workspace().join("harness/runner/baseline.json");
    let text = fs::read_to_string(baseline).unwrap();
    fs::write(&file, &text[..text.len() / 2]).unwrap();
    refused(path, &["it was edited or cut short"]);
    let folder = fresh("against-folder");
    fs::create_dir(&folder).unwrap();
    refused(folder.to_str().unwrap(), &["has no results.json"]);

    // A baseline of something else.
    let other = fresh("against-other");
    let command = "report --no-speed --method unstabilized/rk4 --problem circle --out";
    let command = command.split(' ').chain([other.to_str().unwrap()]);
    say(&command.collect::<Vec<_>>(), 0);
    refused(
        other.to_str().unwrap(),
        &["no cell of this run is in the baseline"],
    );
}
