//! Runs that are killed go on where they were, and unchanged cells are not run twice.

mod common;

use common::{assert_contains, fresh, say, workspace};
use runner::Key;
use runner::journal::{self, Record};
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// The report of a part of the matrix that takes a second or two.
const PART: [&str; 8] = [
    "--no-speed",
    "--quick",
    "--method",
    "baumgarte",
    "--problem",
    "pendulum",
    "--problem",
    "slider-crank",
];

/// Kills of the test, more where the environment asks for them.
fn kills() -> u64 {
    let asked = std::env::var("DRIFTBENCH_KILLS").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(4)
}

fn report(out: &Path, more: &[&str]) -> String {
    let out = ["report", "--out", out.to_str().unwrap()];
    say(&[&out[..], more].concat(), 0)
}

/// Starts a report and kills it after a while; tells whether it was still running.
fn killed(out: &Path, more: &[&str], after: Duration) -> bool {
    let mut child = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["report", "--out", out.to_str().unwrap()])
        .args(more)
        .current_dir(workspace())
        .env("SOURCE_DATE_EPOCH", "1000000000")
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    thread::sleep(after);
    let running = child.try_wait().unwrap().is_none();
    child.kill().unwrap();
    child.wait().unwrap();
    running
}

/// How often each piece of work was done.
fn done(out: &Path) -> HashMap<Key, usize> {
    let text = fs::read(out.join("journal.jsonl")).unwrap();
    let mut counts = HashMap::new();
    for record in journal::read(&text).unwrap().records {
        if let Record::Work { key, .. } = record {
            *counts.entry(key).or_insert(0) += 1;
        }
    }
    counts
}

#[test]
fn a_run_that_is_killed_again_and_again_ends_with_the_same_results() {
    let whole = fresh("never-killed");
    report(&whole, &PART);
    let out = fresh("killed");
    let mut interrupted = 0;
    for kill in 0..kills() {
        // Moments spread over the first seconds by a sequence that never repeats.
        let after = Duration::from_millis(40 + (kill * 617) % 900);
        let more = if interrupted == 0 {
            &PART[..]
        } else {
            &["--resume"]
        };
        interrupted += u64::from(killed(&out, more, after));
        if !out.join("journal.jsonl").exists() {
            interrupted = 0;
        }
    }
    let said = match interrupted {
        0 => report(&out, &PART),
        _ => report(&out, &["--resume"]),
    };
    assert_contains(&said, &["digest"]);
    for name in [
        "results.json",
        "end-states.json",
        "results.csv",
        "junit.xml",
        "summary.md",
    ] {
        let [one, other] = [&whole, &out].map(|folder| fs::read(folder.join(name)).unwrap());
        assert!(one == other, "{name} differs");
    }
    let counts = done(&out);
    assert_eq!(counts.len(), done(&whole).len());
    // Work that was finished before a kill is never done again: what is in the journal is there once.
    assert!(counts.values().all(|n| *n == 1), "{counts:?}");
}

/// A limit on the size of files ends the journal as a full disk does.
#[test]
#[cfg(unix)]
fn a_full_disk_ends_the_run_and_keeps_what_was_finished() {
    let out = fresh("full-disk");
    let limited = "trap '' XFSZ; ulimit -f 64; exec \"$@\"";
    let ended = Command::new("sh")
        .args(["-c", limited, "sh", env!("CARGO_BIN_EXE_xtask"), "report"])
        .args(["--jobs", "2", "--out", out.to_str().unwrap()])
        .args(PART)
        .current_dir(workspace())
        .env("SOURCE_DATE_EPOCH", "1000000000")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(2), "{said}");
    assert_contains(&said, &["journal.jsonl cannot be written", "--resume"]);
    let kept = done(&out).len();
    assert!(kept > 2, "{kept} pieces of work were kept");
    assert!(!out.join("results.json").exists());
    report(&out, &["--resume"]);
    let counts = done(&out);
    assert!(counts.len() > kept && counts.values().all(|n| *n == 1));
}

#[test]
fn an_unchanged_cell_is_run_once() {
    let out = fresh("twice");
    let one = [
        "--no-speed",
        "--method",
        "baumgarte/rk4",
        "--problem",
        "circle",
    ];
    let first = report(&out, &one);
    assert!(!first.contains("were known"), "{first}");
    let results = fs::read(out.join("results.json")).unwrap();
    let again = report(&out, &one);
    assert_contains(&again, &["1 cells were known, 0 were run"]);
    assert_eq!(fs::read(out.join("results.json")).unwrap(), results);
    let more = report(
        &out,
        &[&one[..], &["--method", "unstabilized/rk4"]].concat(),
    );
    assert_contains(&more, &["1 cells were known, 1 were run"]);
    let fresh = report(&out, &[&one[..], &["--fresh"]].concat());
    assert!(!fresh.contains("were known"), "{fresh}");
}

#[test]
fn a_torn_line_is_dropped_and_a_strange_file_is_left_alone() {
    let out = fresh("torn");
    let one = [
        "--no-speed",
        "--method",
        "unstabilized/rk4",
        "--problem",
        "circle",
    ];
    report(&out, &one);
    let path = out.join("journal.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    // In the middle of the line that holds the cell; what follows it is lost too.
    let end = text.find("\"what\":\"cell\"").unwrap() + 40;
    fs::write(&path, &text[..end]).unwrap();
    let said = report(&out, &["--resume"]);
    assert!(!said.contains("were known"), "{said}");
    // The problem, the cell and its motion.
    assert_eq!(done(&out).into_values().collect::<Vec<_>>(), [1; 3]);

    fs::write(&path, "my notes\n").unwrap();
    let out = out.to_str().unwrap();
    let said = say(&[&["report", "--out", out][..], &one].concat(), 2);
    assert_contains(&said, &["is not a journal of ours"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), "my notes\n");
}

#[test]
fn there_is_nothing_to_resume_in_a_new_folder() {
    let out = fresh("nothing");
    let said = say(&["report", "--resume", "--out", out.to_str().unwrap()], 2);
    assert_contains(&said, &["there is no run to resume in"]);
    assert!(!out.exists());
}
