//! The commands as people run them.

mod common;

use common::{fresh, stderr, xtask, xtask_in};
use results::{Outcome, Results};
use std::fs;
use std::path::Path;
use std::process::Output;

const REPORT: [&str; 5] = [
    "index.html",
    "junit.xml",
    "results.csv",
    "results.json",
    "summary.md",
];

/// What papers add to it.
const PAPERS: [&str; 2] = ["errata.html", "replications.html"];

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn tiny_report(out: &Path, more: &[&str]) -> Output {
    let selection = [
        "--method",
        "baumgarte/rk4",
        "--problem",
        "circle",
        "--no-speed",
    ];
    let out = ["report", "--out", out.to_str().unwrap()];
    xtask(out.iter().chain(&selection).chain(more))
}

#[test]
fn unknown_names_are_answered_with_similar_ones_and_write_nothing() {
    let out = fresh("unknown");
    for (flag, wrong, right) in [
        ("--method", "baumgart", "baumgarte"),
        ("--problem", "circel", "circle"),
        ("--tag", "closed-from", "closed-form"),
    ] {
        let output = xtask(["report", flag, wrong, "--out", out.to_str().unwrap()]);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(&format!("`{wrong}`; nearest: ")), "{said}");
        assert!(said.contains(right), "{said}");
        assert!(!out.exists());
    }
}

#[test]
fn wrong_usage_is_exit_code_2() {
    for arguments in [
        &["report", "--fast"][..],
        &["report", "--jobs", "0"],
        &["report", "--jobs", "many"],
        &["replicate", "--jobs", "0"],
        &["replicate", "--fast"],
        &["gate", "--bles"],
        &["new-method"],
        &["new-method", "Not-Kebab"],
        &["new-method", "runner"],
        &["new-problem"],
        &["new-problem", "Not-Kebab"],
        &["remove-method"],
        &["remove-problem", "no-such-problem"],
        &["nonsense"],
        &[],
    ] {
        let output = xtask(arguments);
        assert_eq!(
            output.status.code(),
            Some(2),
            "{arguments:?}: {}",
            stderr(&output)
        );
        assert!(!output.stderr.is_empty());
    }
}

#[test]
fn the_gate_without_a_baseline_says_how_to_make_one() {
    let missing = fresh("missing.json");
    let output = xtask(["gate", "--baseline", missing.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(3));
    assert!(
        stderr(&output).contains("cargo xtask gate --bless"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn the_gate_does_not_believe_a_broken_baseline() {
    let broken = fresh("broken.json");
    for text in ["garbage", "{}", r#"{"version":99,"command":"","cells":[]}"#] {
        fs::write(&broken, text).unwrap();
        let output = xtask(["gate", "--baseline", broken.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(
            stderr(&output).contains("broken.json"),
            "{}",
            stderr(&output)
        );
    }
    // A folder is no baseline either.
    let output = xtask(["gate", "--baseline", env!("CARGO_TARGET_TMPDIR")]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_report_is_five_files_and_a_summary() {
    let out = fresh("report");
    let output = tiny_report(&out, &[]);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(output.stdout.is_empty());
    assert_eq!(names(&out), REPORT);
    assert!(
        said.contains("1 ran, 0 refused, 0 failed, 0 over budget"),
        "{said}"
    );
    assert!(said.trim_end().ends_with("index.html"), "{said}");

    let text = fs::read_to_string(out.join("results.json")).unwrap();
    let results: Results = serde_json::from_str(&text).unwrap();
    let [cell] = &results.cells[..] else {
        panic!("one cell was asked for, there are {}", results.cells.len());
    };
    assert_eq!(
        (cell.variant.as_str(), cell.outcome),
        ("baumgarte/rk4", Outcome::Ran)
    );
    let provenance = &results.provenance;
    assert_eq!(provenance.date, "2001-09-09T01:46:40Z");
    assert_eq!(
        provenance.command,
        "cargo xtask report --no-speed --method baumgarte/rk4 --problem circle"
    );
    assert!(said.contains(&provenance.digest), "{said}");
}

#[test]
fn a_paper_goes_into_the_report_and_stays_there_until_the_code_changes() {
    let out = fresh("papers");
    let folder = out.to_str().unwrap();
    let read = || -> Results {
        let text = fs::read_to_string(out.join("results.json")).unwrap();
        serde_json::from_str(&text).unwrap()
    };
    let mut both: Vec<&str> = REPORT.into_iter().chain(PAPERS).collect();
    both.sort();

    // Into an empty folder.
    let output = xtask(["replicate", "yoon-truncation", "--out", folder]);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(output.stdout.is_empty());
    assert_eq!(names(&out), both);
    for expected in [
        "Example 2",
        "5.00039e-9",
        "known to differ, 0 lost",
        "replications.html",
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    let alone = read();
    assert!(alone.cells.is_empty() && alone.replications.len() > 20);
    assert!(
        alone
            .errata
            .iter()
            .all(|erratum| erratum.paper == "yoon-truncation")
    );
    let paper = &alone.replicated_papers[0];
    assert_eq!(paper.run.command, "cargo xtask replicate yoon-truncation");
    assert_eq!(paper.run.date, "2001-09-09T01:46:40Z");

    // A report keeps it, with all that belongs to it.
    let output = tiny_report(&out, &[]);
    assert!(
        stderr(&output).contains("papers    1 kept"),
        "{}",
        stderr(&output)
    );
    let kept = read();
    assert_eq!(kept.cells.len(), 1);
    assert_eq!(kept.replications, alone.replications);
    assert_eq!(kept.errata, alone.errata);
    assert_eq!(names(&out), both);

    // The same paper again takes the place of itself and leaves the matrix alone, to the last bit.
    let lines = || -> Vec<String> {
        let text = fs::read_to_string(out.join("results.json")).unwrap();
        let cells = text.lines().filter(|line| line.contains("\"outcome\":"));
        cells.map(str::to_owned).collect()
    };
    let before = lines();
    let output = xtask(["replicate", "yoon-truncation", "--quick", "--out", folder]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(lines(), before);
    let again = read();
    assert_eq!(again.cells, kept.cells);
    assert_eq!(again.replications, kept.replications);
    assert_eq!(again.replicated_papers.len(), 1);

    // Of another commit it is left out, and its pages are gone.
    let file = out.join("results.json");
    let text = fs::read_to_string(&file).unwrap();
    let commit = &again.replicated_papers[0].run.commit;
    fs::write(&file, text.replace(commit, "0123456")).unwrap();
    let output = tiny_report(&out, &[]);
    assert!(
        stderr(&output).contains("left out: yoon-truncation"),
        "{}",
        stderr(&output)
    );
    assert!(read().replications.is_empty());
    assert_eq!(names(&out), REPORT);
}

#[test]
fn a_paper_is_not_put_into_what_is_no_report() {
    let out = fresh("no-report");
    fs::create_dir_all(&out).unwrap();
    let file = out.join("results.json");
    for text in ["precious", "{}"] {
        fs::write(&file, text).unwrap();
        let output = xtask([
            "replicate",
            "yoon-truncation",
            "--out",
            out.to_str().unwrap(),
        ]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(
            stderr(&output).contains("is not a report of this version"),
            "{}",
            stderr(&output)
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
}

#[test]
fn an_unknown_paper_is_answered_with_similar_ones() {
    let out = fresh("unknown-paper");
    let output = xtask(["replicate", "welch-2008", "--out", out.to_str().unwrap()]);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("unknown paper `welch-2008`; nearest: welch-2007"),
        "{said}"
    );
    assert!(!out.exists());
}

#[test]
fn the_number_of_jobs_does_not_change_a_byte() {
    let [one, two] = ["1", "2"].map(|jobs| {
        let out = fresh(&format!("jobs-{jobs}"));
        let output = tiny_report(&out, &["--method", "unstabilized/heun", "--jobs", jobs]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        fs::read(out.join("results.json")).unwrap()
    });
    assert!(one == two, "results.json differs between one job and two");
}

#[test]
fn a_file_is_no_folder_for_a_report() {
    let file = fresh("file");
    fs::write(&file, "precious").unwrap();
    let output = tiny_report(&file, &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("is a file, a folder is needed"),
        "{}",
        stderr(&output)
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
}

#[test]
fn outside_of_a_workspace_there_is_nothing_to_do() {
    let output = xtask_in(&std::env::temp_dir(), ["gate"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("no Cargo workspace"),
        "{}",
        stderr(&output)
    );
}
