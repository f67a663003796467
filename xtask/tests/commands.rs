//! The commands as people run them.

mod common;

use common::{assert_contains, fresh, say, say_in, workspace};
use results::{LadderKind, Outcome, Results};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const REPORT: [&str; 7] = [
    "end-states.json",
    "index.html",
    "journal.jsonl",
    "junit.xml",
    "results.csv",
    "results.json",
    "summary.md",
];

/// What papers add to it.
const PAPERS: [&str; 2] = ["errata.html", "replications.html"];

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

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

#[test]
fn unknown_names_are_answered_with_similar_ones_and_write_nothing() {
    let out = fresh("unknown");
    let folder = ["--out", out.to_str().unwrap()];
    for (command, kind, wrong, right) in [
        (
            &["report", "--method"][..],
            "method",
            "baumgart",
            "baumgarte",
        ),
        (&["report", "--problem"], "problem", "circel", "circle"),
        (&["report", "--tag"], "tag", "closed-from", "closed-form"),
        (&["replicate"], "paper", "welch-2008", "welch-2007"),
    ] {
        let said = say(&[command, &[wrong], &folder].concat(), 2);
        let message = format!("error: unknown {kind} `{wrong}`; nearest: ");
        let nearest = said.strip_prefix(&message).expect(&said);
        assert!(
            nearest.trim_end().split(", ").any(|id| id == right),
            "{said}"
        );
        assert!(!out.exists());
    }
}

#[test]
fn wrong_usage_is_exit_code_2() {
    for arguments in [
        "report --fast",
        "report --jobs 0",
        "report --jobs many",
        "replicate --jobs 0",
        "replicate --fast",
        "gate --bles",
        "new-method",
        "new-method Not-Kebab",
        "new-method runner",
        "new-problem",
        "new-problem Not-Kebab",
        "remove-method",
        "remove-problem no-such-problem",
        "nonsense",
        "",
    ] {
        say(&arguments.split_whitespace().collect::<Vec<_>>(), 2);
    }
}

#[test]
fn the_gate_without_a_baseline_says_how_to_make_one() {
    let missing = fresh("missing.json");
    let said = say(&["gate", "--baseline", missing.to_str().unwrap()], 3);
    assert!(said.starts_with("gate: no baseline at "), "{said}");
    let advice = "missing.json; `cargo xtask gate --bless` makes one\n";
    assert!(said.ends_with(advice), "{said}");
}

#[test]
fn the_gate_does_not_believe_a_broken_baseline() {
    let broken = fresh("broken.json");
    let path = broken.to_str().unwrap();
    for text in ["garbage", "{}", r#"{"version":99,"command":"","cells":[]}"#] {
        fs::write(&broken, text).unwrap();
        let said = say(&["gate", "--baseline", path], 2);
        assert!(
            said.starts_with(&format!("error: baseline {path}: ")),
            "{said}"
        );
    }
    // A folder is no baseline either.
    say(&["gate", "--baseline", env!("CARGO_TARGET_TMPDIR")], 2);
}

#[test]
fn a_report_is_five_files_a_journal_and_a_summary() {
    let out = fresh("report");
    let said = tiny_report(&out, &[], 0);
    assert_eq!(names(&out), REPORT);
    assert!(said.trim_end().ends_with("index.html"), "{said}");

    let results = read(&out);
    let cells = results.cells.iter();
    let cells: Vec<_> = cells.map(|cell| (&*cell.variant, cell.outcome)).collect();
    assert_eq!(cells, [("baumgarte/rk4", Outcome::Ran)]);
    let provenance = &results.provenance;
    assert_eq!(provenance.date, "2001-09-09T01:46:40Z");
    let command = "cargo xtask report --no-speed --method baumgarte/rk4 --problem circle";
    assert_eq!(provenance.command, command);
    let outcomes = "cells     1 ran, 0 refused, 0 failed, 0 over budget\n";
    assert_contains(&said, &[outcomes, &provenance.digest]);
}

#[test]
fn a_paper_goes_into_the_report_and_stays_there_until_the_code_changes() {
    let out = fresh("papers");
    let paper = [
        "replicate",
        "yoon-truncation",
        "--out",
        out.to_str().unwrap(),
    ];
    let mut both: Vec<&str> = REPORT.into_iter().chain(PAPERS).collect();
    both.sort();

    // Into an empty folder; the journal is that of a report.
    let said = say(&paper, 0);
    let mut papers_alone = both.clone();
    papers_alone.retain(|name| !["end-states.json", "journal.jsonl"].contains(name));
    assert_eq!(names(&out), papers_alone);
    assert_contains(&said, &["Example 2", "5.00039e-9"]);
    assert_contains(&said, &["checks of ours; 0 lost", "replications.html"]);
    let alone = read(&out);
    assert!(alone.cells.is_empty() && alone.replications.len() > 20);
    let mut errata = alone.errata.iter();
    assert!(errata.all(|erratum| erratum.paper == "yoon-truncation"));
    let run = &alone.replicated_papers[0].run;
    assert_eq!(run.command, "cargo xtask replicate yoon-truncation");
    assert_eq!(run.date, "2001-09-09T01:46:40Z");

    // A report keeps it, with all that belongs to it, and adds its journal.
    assert_contains(&tiny_report(&out, &[], 0), &["papers    1 kept"]);
    let kept = read(&out);
    assert_eq!(kept.cells.len(), 1);
    assert_eq!(kept.replications, alone.replications);
    assert_eq!(kept.errata, alone.errata);
    assert_eq!(names(&out), both);

    // The same paper again takes the place of itself and leaves the matrix alone, to the last bit.
    let file = out.join("results.json");
    let lines = || -> Vec<String> {
        let text = fs::read_to_string(&file).unwrap();
        let cells = text.lines().filter(|line| line.contains("\"outcome\":"));
        cells.map(str::to_owned).collect()
    };
    let before = lines();
    let ends = fs::read_to_string(out.join("end-states.json")).unwrap();
    say(&[&paper[..], &["--quick"]].concat(), 0);
    assert_eq!(lines(), before);
    assert_eq!(
        fs::read_to_string(out.join("end-states.json")).unwrap(),
        ends
    );
    let again = read(&out);
    assert_eq!(again.cells, kept.cells);
    assert_eq!(again.replications, kept.replications);
    assert_eq!(again.replicated_papers.len(), 1);

    // Of other sources it is left out, and its pages are gone.
    let text = fs::read_to_string(&file).unwrap();
    let source = &again.replicated_papers[0].run.source;
    fs::write(&file, text.replace(source, "0123456")).unwrap();
    assert_contains(&tiny_report(&out, &[], 0), &["left out: yoon-truncation"]);
    assert!(read(&out).replications.is_empty());
    assert_eq!(names(&out), REPORT);
}

#[test]
fn end_states_of_other_results_are_not_carried_along() {
    let out = fresh("other-ends");
    tiny_report(&out, &[], 0);
    let file = out.join("end-states.json");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.lines().count() > 8, "a state for each of five steps");
    let digest = read(&out).provenance.digest;
    fs::write(&file, text.replace(&digest, "0123")).unwrap();
    let paper = "replicate yoon-truncation --quick --out";
    let paper: Vec<&str> = paper.split(' ').chain([out.to_str().unwrap()]).collect();
    assert_contains(&say(&paper, 2), &["end-states.json does not belong to"]);
    assert!(fs::read_to_string(&file).unwrap().contains("0123"));
    // A run of the matrix has states of its own.
    tiny_report(&out, &[], 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn a_paper_is_not_put_into_what_is_no_report() {
    let out = fresh("no-report");
    fs::create_dir_all(&out).unwrap();
    let file = out.join("results.json");
    let foreign = "results.json is not a file of a Driftbench report and would be replaced";
    let other = "results.json is not a report of this version: ";
    for (text, why) in [
        ("precious", foreign),
        ("{}", foreign),
        (r#"{"schema":1,"provenance":{}}"#, other),
    ] {
        fs::write(&file, text).unwrap();
        let paper = [
            "replicate",
            "yoon-truncation",
            "--out",
            out.to_str().unwrap(),
        ];
        assert_contains(&say(&paper, 2), &[why]);
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
}

#[test]
fn the_number_of_jobs_does_not_change_a_byte() {
    let [one, two] = ["1", "2"].map(|jobs| {
        let out = fresh(&format!("jobs-{jobs}"));
        tiny_report(&out, &["--method", "unstabilized/heun", "--jobs", jobs], 0);
        fs::read(out.join("results.json")).unwrap()
    });
    assert!(one == two, "results.json differs between one job and two");
}

#[test]
fn a_file_is_no_folder_for_a_report() {
    let file = fresh("file");
    fs::write(&file, "precious").unwrap();
    let message = format!("error: {} is a file, a folder is needed\n", file.display());
    assert_eq!(tiny_report(&file, &[], 2), message);
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
}

#[test]
fn outside_of_a_workspace_there_is_nothing_to_do() {
    let folder = std::env::temp_dir();
    let message = format!(
        "error: no Cargo workspace in {} or above it\n",
        folder.display()
    );
    assert_eq!(say_in(&folder, &["gate"], 2), message);
}

/// What `advise` answers on standard output, which must end with this exit code.
#[track_caller]
fn advised(arguments: &[&str], code: i32) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("advise")
        .args(arguments)
        .current_dir(workspace())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn advice_that_cannot_be_asked_for_is_exit_code_2_with_the_nearest_names() {
    let step = ["advise", "--step", "5ms"];
    let rk4 = [&step[..], &["--integrator", "rk4"]].concat();
    for (arguments, message) in [
        (
            [&step[..], &["--integrator", "rk5"]].concat(),
            "unknown integrator `rk5`; nearest: rk4",
        ),
        (
            [&rk4[..], &["--problem", "slider-crnk"]].concat(),
            "unknown problem `slider-crnk`; nearest: slider-crank",
        ),
        (
            [&rk4[..], &["--tag", "planer"]].concat(),
            "unknown tag `planer`; nearest: planar",
        ),
        (
            [&rk4[..], &["--problem", "circle", "--tag", "redundant"]].concat(),
            "the filters leave no problem to run",
        ),
        (
            [&rk4[..], &["--report", "no/such/report"]].concat(),
            "no report at no/such/report",
        ),
        (
            vec!["advise", "--step", "0", "--integrator", "rk4"],
            "a step must be longer than 0 s",
        ),
        (
            vec!["advise", "--step", "-5ms", "--integrator", "rk4"],
            "a step must be longer than 0 s",
        ),
        (
            vec!["advise", "--step", "soon", "--integrator", "rk4"],
            "write for example 5ms",
        ),
        (
            [&rk4[..], &["--budget", "0.5x"]].concat(),
            "the budget must be 1x or more",
        ),
        (
            [&rk4[..], &["--drift", "0"]].concat(),
            "nothing can keep it",
        ),
        (
            [&rk4[..], &["--drift", "-1e-6"]].concat(),
            "nothing can keep it",
        ),
        ([&rk4[..], &["--error", "nan"]].concat(), "not a number"),
        (step.to_vec(), "--integrator"),
    ] {
        assert_contains(&say(&arguments, 2), &[message]);
    }
}

/// A report whose only evidence are made-up runs at 5 ms: held gains drift a hundredth of doing nothing.
fn planted_report(name: &str) -> PathBuf {
    let out = fresh(name);
    let more = ["baumgarte/rk4/held", "unstabilized/rk4"];
    let more: Vec<&str> = more.iter().flat_map(|id| ["--method", id]).collect();
    tiny_report(&out, &more, 0);
    let mut results = read(&out);
    for cell in &mut results.cells {
        cell.runs.retain(|run| run.ladder == LadderKind::Order);
        let mut run = cell.runs[0].clone();
        (run.ladder, run.h) = (LadderKind::Practice, 0.005);
        let drift = match cell.variant.as_str() {
            "unstabilized/rk4" => 1e-6,
            "baumgarte/rk4/held" => 1e-8,
            _ => 1e-4,
        };
        run.measured.drift_position = Some(drift);
        run.measured.position = Some(1e-3);
        cell.runs.push(run);
    }
    let text = serde_json::to_string(&results).unwrap();
    fs::write(out.join("results.json"), text).unwrap();
    out
}

#[test]
fn advice_names_what_to_use_and_what_to_avoid() {
    let report = planted_report("advice");
    let report = report.to_str().unwrap();
    let asked = "--step 5ms --integrator rk4 --problem circle --report";
    let asked: Vec<&str> = asked.split(' ').chain([report]).collect();
    let said = advised(&asked, 0);
    assert_contains(
        &said,
        &["(baumgarte/rk4/held)\n", "drift ÷ 100", "error × 1.0"],
    );
    assert_contains(
        &said,
        &["avoid     Baumgarte", "(baumgarte/rk4)", "drift × 100"],
    );
    let command =
        "cargo xtask report --method unstabilized/rk4 --method baumgarte/rk4/held --problem circle";
    assert_contains(&said, &[command]);

    let said = advised(&[&asked[..], &["--json"]].concat(), 0);
    let answer: serde_json::Value = serde_json::from_str(&said).unwrap();
    let recommended = &answer["advice"]["recommended"];
    assert_eq!(recommended["variant"], "baumgarte/rk4/held");
    assert_eq!(recommended["factors"]["drift_position"]["problems"], 1);
}

#[test]
fn nothing_that_fits_is_exit_code_1_with_the_nearest_miss() {
    let report = planted_report("nothing-fits");
    let report = report.join("results.json");
    let asked = "--step 5ms --integrator rk4 --problem circle --drift 1e-9 --report";
    let asked: Vec<&str> = asked.split(' ').chain([report.to_str().unwrap()]).collect();
    let said = advised(&asked, 1);
    assert_contains(&said, &["none of 2 variants keeps every limit"]);
    assert_contains(
        &said,
        &["excluded  2 by |Φ| above 1.0e-9 of the size of the mechanism (1 by this alone)"],
    );
    assert_contains(
        &said,
        &[
            "nearest   Baumgarte",
            "(baumgarte/rk4/held): |Φ| ",
            "limit 1.0e-9",
        ],
    );
    let said = advised(&[&asked[..], &["--json"]].concat(), 1);
    let answer: serde_json::Value = serde_json::from_str(&said).unwrap();
    let nearest = &answer["no_match"]["nothing_fits"]["nearest"];
    assert_eq!(nearest["variant"], "baumgarte/rk4/held");

    // A step that no run is near to.
    let far = "--step 10s --integrator rk4 --report";
    let far: Vec<&str> = far.split(' ').chain([report.to_str().unwrap()]).collect();
    assert_contains(
        &advised(&far, 1),
        &["the nearest step that was run is 5 ms"],
    );
}
