//! Adding and removing crates, on copies of the workspace.

mod common;

use common::tree::{copy_tree, snapshot};
use common::{assert_contains, fresh, say_in, workspace};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

fn copy(name: &str) -> PathBuf {
    let copy = fresh(name);
    copy_tree(&workspace(), &copy);
    copy
}

/// Why a call is refused, which must change nothing.
#[track_caller]
fn refusal(folder: &Path, arguments: &[&str]) -> String {
    let before = snapshot(folder);
    let said = say_in(folder, arguments, 2);
    assert!(snapshot(folder) == before, "{arguments:?} left something");
    let why = said.strip_prefix("error: ");
    why.expect("a refusal is an error").trim_end().to_owned()
}

#[test]
fn a_new_crate_is_made_and_registered() {
    for (word, function, text) in [
        ("method", "method", "\"trial-new\""),
        ("problem", "problems", "id: \"trial-new\""),
    ] {
        let copy = copy(&format!("new-{word}"));
        let folder = format!("{word}s/trial-new");
        // From a folder below, as people do.
        let below = copy.join(format!("{word}s"));
        let said = say_in(&below, &[&format!("new-{word}"), "trial-new"], 0);
        let report = format!("cargo xtask report --{word} trial-new");
        assert_contains(&said, &["cargo test -p driftbench-trial-new", &report]);
        let suite = format!("conformance::{word}_suite!(trial_new::{function}());");
        let package = "driftbench-trial-new";
        let entry = format!("\ntrial-new = {{ package = \"{package}\", path = \"{folder}\" }}\n");
        let package_line = format!("name = \"{package}\"");
        let listed = format!("\n        trial_new::{function}(),\n");
        for (path, part) in [
            (format!("{folder}/src/lib.rs"), text),
            (format!("{folder}/Cargo.toml"), &package_line),
            (format!("{folder}/tests/conformance.rs"), &suite),
            ("Cargo.toml".into(), &entry),
            (
                "harness/catalog/Cargo.toml".into(),
                "\ntrial-new.workspace = true\n",
            ),
            ("harness/catalog/src/lib.rs".into(), &listed),
        ] {
            assert_contains(&fs::read_to_string(copy.join(path)).unwrap(), &[part]);
        }
    }
}

#[test]
fn removing_what_was_added_leaves_the_tree_as_it_was() {
    let copy = copy("round-trip");
    let before = snapshot(&copy);
    // Names at the start, in the middle and at the end of every list.
    for id in ["aaa", "my-own", "zzz"] {
        for kind in ["method", "problem"] {
            say_in(&copy, &[&format!("new-{kind}"), id], 0);
            say_in(&copy, &[&format!("remove-{kind}"), id, "--force"], 0);
            assert!(snapshot(&copy) == before, "{kind} {id} left something");
        }
    }
}

#[test]
fn names_that_cannot_be_are_refused() {
    let copy = copy("bad-names");
    say_in(&copy, &["new-method", "trial"], 2);
    say_in(&copy, &["new-method", "trial-feedback"], 0);
    let locked = " is taken: a package in Cargo.lock has this name";
    let letter = |c: char| format!(": {c:?} is not a lowercase letter, a digit or a hyphen");
    for command in ["new-method", "new-problem"] {
        for (name, why) in [
            ("trial-feedback", " is taken: methods/trial-feedback exists"),
            ("circle", " is taken: problems/circle exists"),
            ("baumgarte", " is taken: methods/baumgarte exists"),
            ("serde", locked),
            ("serde-json", locked),
            ("runner", " is taken: harness/runner exists"),
            ("xtask", " is taken: ./xtask exists"),
            ("Not-Kebab", &letter('N')),
            ("not_kebab", &letter('_')),
            ("match", " is a keyword of Rust"),
            ("std", " is a crate that comes with Rust"),
            ("proc-macro", " is a crate that comes with Rust"),
        ] {
            assert_eq!(refusal(&copy, &[command, name]), format!("`{name}`{why}"));
        }
        let module = "harness/catalog/src/lib.rs: `studies` is a module there";
        assert_eq!(refusal(&copy, &[command, "studies"]), module);
    }
}

#[test]
fn a_catalogue_that_was_rewritten_is_left_alone() {
    let copy = copy("rewritten");
    let list = "harness/catalog/src/lib.rs";
    say_in(&copy, &["new-method", "trial-y"], 0);
    fs::write(copy.join(list), "//! Rewritten.\n").unwrap();
    for command in ["new-method", "new-problem"] {
        let marker = format!("// `cargo xtask {command}` adds its line above this one.");
        let why = format!("{list}: the line `{marker}` is gone");
        assert_eq!(refusal(&copy, &[command, "trial-x"]), why);
    }
    let removal = ["remove-method", "trial-y", "--force"];
    let why = format!("{list}: there is no line `trial_y::method(),`");
    assert_eq!(refusal(&copy, &removal), why);
}

#[test]
fn unknown_names_and_crates_that_others_use_are_not_removed() {
    let copy = copy("not-removed");
    for (kind, name, why) in [
        (
            "method",
            "baumgart",
            "unknown method `baumgart`; nearest: baumgarte",
        ),
        (
            "problem",
            "circel",
            "unknown problem `circel`; nearest: circle",
        ),
        // A problem is no method, and a path is no name.
        ("method", "circle", "unknown method `circle`; nearest: "),
        (
            "problem",
            "../methods/baumgarte",
            "unknown problem `../methods/baumgarte`; nearest: ",
        ),
        ("method", "baumgarte", "`baumgarte` is in use: see harness/"),
        ("problem", "circle", "`circle` is in use: see harness/"),
    ] {
        let said = refusal(&copy, &[&format!("remove-{kind}"), name, "--force"]);
        assert!(said.starts_with(why), "{said}");
    }
}

#[test]
fn work_that_is_not_committed_is_not_removed_without_force() {
    let copy = copy("uncommitted");
    let git = |arguments: &[&str]| {
        let identity = ["-c", "user.name=x", "-c", "user.email=x@x"];
        let mut command = Command::new("git");
        command.args(identity).args(arguments).current_dir(&copy);
        command.output().is_ok_and(|output| output.status.success())
    };
    let removal = ["remove-problem", "trial-bead"];
    let advice = "give --force to remove it for good";
    let uncommitted = |files: &str| {
        let why =
            format!("not committed: problems/trial-bead/{files}; commit it first, or {advice}");
        assert_eq!(refusal(&copy, &removal), why);
    };
    say_in(&copy, &["new-problem", "trial-bead"], 0);
    // What is said depends on whether the copy lies in a repository.
    assert!(refusal(&copy, &removal).ends_with(advice));
    if !git(&["init", "--quiet"]) {
        // Without git every crate needs --force, as was just seen.
        return;
    }
    uncommitted("");
    assert!(git(&["add", "--all"]) && git(&["commit", "--quiet", "--message", "x"]));
    let source = copy.join("problems/trial-bead/src/lib.rs");
    let text = fs::read_to_string(&source).unwrap();
    fs::write(&source, format!("{text}// Mine.\n")).unwrap();
    uncommitted("src/lib.rs");
    fs::write(&source, text).unwrap();
    let note = copy.join("problems/trial-bead/note.tmp");
    fs::write(&note, "ignored by git").unwrap();
    uncommitted("note.tmp");
    fs::remove_file(&note).unwrap();
    say_in(&copy, &removal, 0);
    assert!(!copy.join("problems/trial-bead").exists());
}

#[test]
fn killed_at_any_time_the_tree_is_as_before_or_complete() {
    let copy = copy("killed");
    let before = snapshot(&copy);
    say_in(&copy, &["new-method", "trial-feedback"], 0);
    let complete = snapshot(&copy);
    say_in(&copy, &["remove-method", "trial-feedback", "--force"], 0);
    for delay in 0..40 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_xtask"))
            .args(["new-method", "trial-feedback"])
            .current_dir(&copy)
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        sleep(Duration::from_micros(200 * delay));
        let _ = child.kill();
        child.wait().unwrap();
        // The next call finishes or cleans up, whatever else it does.
        say_in(&copy, &["remove-method", "no-such-method"], 2);
        let now = snapshot(&copy);
        assert!(now == before || now == complete, "killed after {delay}");
        if now == complete {
            say_in(&copy, &["remove-method", "trial-feedback", "--force"], 0);
        }
    }
}
