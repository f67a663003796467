//! What is left in the folder of a report, whoever kills the run, stops reading or runs at the same time.

mod common;

use common::{assert_contains, fresh, say, workspace};
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Instant;

const METHODS: [&str; 2] = ["baumgarte/rk4", "unstabilized/heun"];

/// The files of a report without papers, its journal among them.
const FILES: usize = 7;

fn xtask(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(arguments).current_dir(workspace());
    command
}

/// The arguments for a report of one cell.
fn report<'a>(method: &'a str, out: &'a Path) -> [&'a str; 8] {
    let out = out.to_str().unwrap();
    [
        "report",
        "--no-speed",
        "--method",
        method,
        "--problem",
        "circle",
        "--out",
        out,
    ]
}

fn run_to_the_end(method: &str, out: &Path) {
    let ended = xtask(&report(method, out)).output().unwrap();
    assert!(ended.status.success());
}

/// The method of a report, all files of which must be of the same run.
#[track_caller]
fn whole(out: &Path) -> String {
    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    let results: serde_json::Value = serde_json::from_str(&read("results.json")).unwrap();
    let digest = results["provenance"]["digest"].as_str().unwrap().to_owned();
    let variant = results["cells"][0]["variant"].as_str().unwrap().to_owned();
    for name in ["end-states.json", "index.html", "summary.md"] {
        assert_contains(&read(name), &[&digest]);
    }
    for name in ["results.csv", "junit.xml"] {
        assert_contains(&read(name), &[&variant]);
    }
    variant
}

#[test]
fn a_run_that_is_killed_leaves_one_report_or_the_other() {
    let out = fresh("killed-report");
    let begin = Instant::now();
    run_to_the_end(METHODS[0], &out);
    let whole_run = begin.elapsed();
    for turn in 1..=24_u32 {
        let method = METHODS[turn as usize % 2];
        let mut run = xtask(&report(method, &out));
        let mut run = run.stderr(Stdio::null()).spawn().unwrap();
        sleep(whole_run * turn / 20);
        let _ = run.kill();
        run.wait().unwrap();
        assert!(METHODS.contains(&whole(&out).as_str()));
    }
    // The next one is not disturbed by what they left, and leaves nothing but its files.
    run_to_the_end(METHODS[1], &out);
    assert_eq!(whole(&out), METHODS[1]);
    assert_eq!(fs::read_dir(&out).unwrap().count(), FILES);
    assert!(!out.with_file_name(".killed-report.driftbench.tmp").exists());
}

#[test]
fn a_report_is_written_where_nobody_reads_the_messages() {
    let paper = fresh("unread-paper");
    let paper = paper.to_str().unwrap();
    let out = fresh("unread-report");
    let commands = [
        report(METHODS[0], &out).to_vec(),
        vec!["replicate", "yoon-truncation", "--out", paper],
    ];
    for command in &commands {
        let out = Path::new(command.last().unwrap());
        // A reader that goes away at once, as `head` does.
        let mut run = xtask(command).stderr(Stdio::piped()).spawn().unwrap();
        drop(run.stderr.take());
        assert_eq!(run.wait().unwrap().code(), Some(0), "{command:?}");
        assert!(out.join("index.html").exists());
        let full = File::options().write(true).open("/dev/full");
        let Ok(full) = full else { continue };
        fs::remove_dir_all(out).unwrap();
        let ended = xtask(command).stderr(full).status().unwrap();
        assert_eq!(ended.code(), Some(0), "{command:?}");
        assert!(out.join("index.html").exists());
    }
}

#[test]
fn help_and_answers_that_nobody_reads_do_no_harm() {
    let out = fresh("unread-answer");
    run_to_the_end(METHODS[0], &out);
    let out = out.to_str().unwrap();
    let advise = [
        "advise",
        "--step",
        "5ms",
        "--integrator",
        "rk4",
        "--report",
        out,
    ];
    let expected = xtask(&advise).output().unwrap().status.code();
    for (command, code) in [
        (&["--help"][..], Some(0)),
        (&["report", "--help"], Some(0)),
        (&["nonsense"], Some(2)),
        (&["report", "--problem", "circel"], Some(2)),
        (&advise, expected),
    ] {
        let mut run = xtask(command);
        let run = run.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut run = run.spawn().unwrap();
        drop((run.stdout.take(), run.stderr.take()));
        assert_eq!(run.wait().unwrap().code(), code, "{command:?}");
    }
}

#[test]
fn one_run_at_a_time_writes_to_a_folder() {
    let out = fresh("held");
    fs::create_dir_all(&out).unwrap();
    let path = out.join(".driftbench-lock.tmp");
    fs::write(&path, "4711").unwrap();
    let held = File::options().write(true).open(&path).unwrap();
    held.lock().unwrap();
    let paper = ["replicate", "eun-2003", "--out", out.to_str().unwrap()];
    for command in [&report(METHODS[0], &out)[..], &paper] {
        let message = format!("is writing to {} (process 4711)\n", out.display());
        let said = say(command, 2);
        // Below the current folder the path is a relative one.
        let short = message.replace(&format!("{}/", workspace().display()), "");
        assert!(said.ends_with(&message) || said.ends_with(&short), "{said}");
    }
    assert_eq!(fs::read_dir(&out).unwrap().count(), 1);
    drop(held);
    say(&report(METHODS[0], &out), 0);
    assert_eq!(whole(&out), METHODS[0]);
    assert_eq!(fs::read_dir(&out).unwrap().count(), FILES);
}

#[test]
fn a_page_of_somebody_else_is_refused_before_the_run() {
    let out = fresh("foreign");
    fs::create_dir_all(&out).unwrap();
    let page = out.join("index.html");
    fs::write(&page, "<title>My own page</title>").unwrap();
    let said = say(&report(METHODS[0], &out), 2);
    assert_contains(&said, &["index.html is not a file of a Driftbench report"]);
    assert!(!said.contains("cells"), "{said}");
    assert_eq!(fs::read_dir(&out).unwrap().count(), 1);
    let text = fs::read_to_string(&page).unwrap();
    assert_eq!(text, "<title>My own page</title>");
}

#[test]
fn files_of_other_people_stay_beside_a_report() {
    let out = fresh("beside");
    fs::create_dir_all(&out).unwrap();
    fs::write(out.join("notes.txt"), "mine\n").unwrap();
    for method in METHODS {
        say(&report(method, &out), 0);
        assert_eq!(whole(&out), method);
    }
    let text = fs::read_to_string(out.join("notes.txt")).unwrap();
    assert_eq!(text, "mine\n");
    assert_eq!(fs::read_dir(&out).unwrap().count(), FILES + 1);
}

#[test]
fn more_threads_than_are_sensible_are_not_started() {
    let out = fresh("threads");
    let command = [&report(METHODS[0], &out)[..], &["--jobs", "100000"]].concat();
    let said = say(&command, 0);
    assert_contains(
        &said,
        &["jobs      100000 are too many for ", " are used\n"],
    );
}
