//! The commands as people run them.

use results::{Outcome, Results};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const REPORT: [&str; 5] = [
    "index.html",
    "junit.xml",
    "results.csv",
    "results.json",
    "summary.md",
];

/// What papers add to it.
const PAPERS: [&str; 2] = ["errata.html", "replications.html"];

fn workspace() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    Path::new(&package)
        .parent()
        .expect("the package lies in the workspace")
        .to_path_buf()
}

fn xtask_in(folder: &Path, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(arguments)
        .current_dir(folder)
        .env("SOURCE_DATE_EPOCH", "1000000000")
        .output()
        .unwrap()
}

fn xtask(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Output {
    xtask_in(&workspace(), arguments)
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A path in the scratch folder of this test run, with nothing there yet.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    let _ = fs::remove_file(&path);
    path
}

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

/// Everything but builds and history.
fn copy_tree(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (kind, target) = (entry.file_type().unwrap(), to.join(entry.file_name()));
        if kind.is_dir() {
            if entry.file_name() != "target" && entry.file_name() != ".git" {
                copy_tree(&entry.path(), &target);
            }
        } else if kind.is_file() {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Every file below a folder, with its content.
fn snapshot(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push((path.clone(), fs::read(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn a_new_method_is_made_and_registered_once() {
    let copy = fresh("workspace");
    copy_tree(&workspace(), &copy);

    // From a folder below, as people do.
    let output = xtask_in(&copy.join("methods"), ["new-method", "trial-feedback"]);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("cargo test -p trial-feedback"), "{said}");
    assert!(
        said.contains("cargo xtask report --method trial-feedback"),
        "{said}"
    );

    let read = |path: &str| fs::read_to_string(copy.join(path)).unwrap();
    assert!(read("methods/trial-feedback/Cargo.toml").contains("name = \"trial-feedback\""));
    assert!(read("methods/trial-feedback/src/lib.rs").contains("trial-feedback/{integrator}"));
    let suite = "conformance::method_suite!(trial_feedback::method());";
    assert!(read("methods/trial-feedback/tests/conformance.rs").contains(suite));
    let entry = "\ntrial-feedback = { path = \"methods/trial-feedback\" }\n";
    assert!(read("Cargo.toml").contains(entry));
    assert!(read("harness/catalog/Cargo.toml").contains("\ntrial-feedback.workspace = true\n"));
    assert!(read("harness/catalog/src/lib.rs").contains("\n        trial_feedback::method(),\n"));

    let before = snapshot(&copy);
    for taken in ["trial-feedback", "circle", "serde", "selection", "xtask"] {
        let output = xtask_in(&copy, ["new-method", taken]);
        assert_eq!(output.status.code(), Some(2), "{taken}");
        assert!(
            stderr(&output).starts_with("error: "),
            "{}",
            stderr(&output)
        );
        assert!(snapshot(&copy) == before, "{taken} left something behind");
    }

    // A catalogue without its marker: nothing is written, not even the crate.
    let list = copy.join("harness/catalog/src/lib.rs");
    fs::write(&list, "//! Rewritten.\n").unwrap();
    let before = snapshot(&copy);
    let output = xtask_in(&copy, ["new-method", "second-trial"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(snapshot(&copy) == before);
}
