//! `cargo xtask figures` as people run it, on the report that the pages are tested with.

mod common;

use common::{assert_contains, fresh, say, workspace};
use std::fs;
use std::path::{Path, PathBuf};

const REPORT: &str = "reports/tests/data/results.json";

/// All files of a folder with their contents, by name.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let mut files: Vec<_> = entries
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read(entry.path()).unwrap())
        })
        .collect();
    files.sort();
    files
}

fn figures(out: &Path, more: &[&str], code: i32) -> String {
    let command = ["figures", "--out", out.to_str().unwrap()];
    let has_report = more.contains(&"--report");
    let report: &[&str] = if has_report {
        &[]
    } else {
        &["--report", REPORT]
    };
    say(&[&command, report, more].concat(), code)
}

/// The captured report with a change.
fn changed(name: &str, change: impl Fn(String) -> String) -> PathBuf {
    let path = fresh(name);
    let text = fs::read_to_string(workspace().join(REPORT)).unwrap();
    fs::write(&path, change(text)).unwrap();
    path
}

#[test]
fn figures_are_written_and_named_and_the_same_every_time() {
    let (one, two) = (fresh("figures-one"), fresh("figures-two"));
    let chosen = ["--problem", "pendulum/*", "--variant", "baumgarte/rk4/*"];
    let said = figures(&one, &chosen, 0);
    assert_contains(
        &said,
        &[
            "figure    convergence-pendulum-yoon-1993.svg\n",
            " 170 mm wide, in ",
        ],
    );
    figures(&two, &chosen, 0);
    let drawn = files(&one);
    assert!(drawn == files(&two));
    let names: Vec<&str> = drawn.iter().map(|(name, _)| name.as_str()).collect();
    assert!(
        names.contains(&"gains-rk4.png") && names.contains(&"gains-rk4.svg"),
        "{names:?}"
    );
    // Nothing temporary is left.
    assert!(names.iter().all(|name| !name.starts_with('.')), "{names:?}");
    let count = said
        .lines()
        .last()
        .and_then(|line| line.split_whitespace().nth(1));
    assert_eq!(count, Some(drawn.len().to_string().as_str()), "{said}");
}

#[test]
fn width_and_format_are_those_asked_for() {
    let out = fresh("figures-narrow");
    figures(&out, &["--width", "85", "--format", "svg"], 0);
    for (name, bytes) in files(&out) {
        assert!(name.ends_with(".svg"), "{name}");
        assert!(
            String::from_utf8(bytes)
                .unwrap()
                .contains(" width=\"85mm\" "),
            "{name}"
        );
    }
}

#[test]
fn what_cannot_be_drawn_is_exit_code_2_and_writes_nothing() {
    let out = fresh("figures-none");
    let old = changed("old-results.json", |text| {
        let current = format!("\"schema\": {}", results::SCHEMA);
        let changed = text.replacen(&current, "\"schema\": 1", 1);
        assert_ne!(changed, text);
        changed
    });
    let old = old.to_str().unwrap();
    let empty = changed("empty-results.json", |text| {
        let results: results::Results = serde_json::from_str(&text).unwrap();
        serde_json::to_string(&results::Results::empty(results.provenance)).unwrap()
    });
    let empty = empty.to_str().unwrap();
    for (arguments, message) in [
        (
            &["--problem", "pendulun"][..],
            "unknown problem `pendulun`; nearest: pendulum",
        ),
        (
            &["--variant", "baumgarte/rk5"],
            "unknown variant `baumgarte/rk5`; nearest: baumgarte/rk4",
        ),
        (
            &[
                "--variant",
                "baumgarte/*",
                "--variant",
                "unstabilized/*",
                "--variant",
                "mass-projection/*",
            ],
            "variants are too many for one figure, which tells 8 apart",
        ),
        (&["--width", "100"], "85"),
        (&["--format", "pdf"], "svg"),
        (
            &["--report", "no/such/report"],
            "no report at no/such/report",
        ),
        (&["--report", old], "its schema is 1, not"),
        (&["--report", empty], "has no variants to draw"),
        (
            &["--report", "README.md"],
            "is not a report of this version",
        ),
    ] {
        assert_contains(&figures(&out, arguments, 2), &[message]);
        assert!(!out.exists(), "{arguments:?}");
    }
}

#[test]
fn a_file_is_no_folder_for_figures() {
    let file = fresh("figures-file");
    fs::write(&file, "precious").unwrap();
    assert_contains(&figures(&file, &[], 2), &["is a file, a folder is needed"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
}
