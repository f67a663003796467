//! Adding and removing crates, on copies of the workspace.

mod common;

use common::{fresh, stderr, workspace, xtask_in};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

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
        } else if kind.is_file() && entry.file_name() != ".git" {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn copy(name: &str) -> PathBuf {
    let copy = fresh(name);
    copy_tree(&workspace(), &copy);
    copy
}

/// Every file and folder below a folder, files with their content.
fn snapshot(folder: &Path) -> Vec<(PathBuf, Option<Vec<u8>>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                if !path.ends_with(".git") {
                    folders.push(path.clone());
                    found.push((path, None));
                }
            } else {
                found.push((path.clone(), Some(fs::read(&path).unwrap())));
            }
        }
    }
    found.sort();
    found
}

/// What a call says, which must end with this exit code.
fn say(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = xtask_in(folder, arguments);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    assert!(code == 0 || said.contains("error: "), "{said}");
    said
}

/// A refusal changes nothing and says why.
fn refused(folder: &Path, arguments: &[&str], why: &str) {
    let before = snapshot(folder);
    let said = say(folder, arguments, 2);
    assert!(said.contains(why), "{arguments:?}: {said}");
    assert!(snapshot(folder) == before, "{arguments:?} left something");
}

#[test]
fn a_new_method_is_made_and_registered() {
    let copy = copy("new-method");
    // From a folder below, as people do.
    let said = say(&copy.join("methods"), &["new-method", "trial-feedback"], 0);
    assert!(
        said.contains("cargo test -p driftbench-trial-feedback"),
        "{said}"
    );
    let report = "cargo xtask report --method trial-feedback";
    assert!(said.contains(report), "{said}");
    let read = |path: &str| fs::read_to_string(copy.join(path)).unwrap();
    assert!(
        read("methods/trial-feedback/Cargo.toml").contains("name = \"driftbench-trial-feedback\"")
    );
    assert!(read("methods/trial-feedback/src/lib.rs").contains("\"trial-feedback\""));
    let suite = "conformance::method_suite!(trial_feedback::method());";
    assert!(read("methods/trial-feedback/tests/conformance.rs").contains(suite));
    let entry = "\ntrial-feedback = { package = \"driftbench-trial-feedback\", path = \"methods/trial-feedback\" }\n";
    assert!(read("Cargo.toml").contains(entry));
    assert!(read("harness/catalog/Cargo.toml").contains("\ntrial-feedback.workspace = true\n"));
    assert!(read("harness/catalog/src/lib.rs").contains("\n        trial_feedback::method(),\n"));
}

#[test]
fn a_new_problem_is_made_and_registered() {
    let copy = copy("new-problem");
    let said = say(&copy, &["new-problem", "trial-bead"], 0);
    let report = "cargo xtask report --problem trial-bead";
    assert!(said.contains(report), "{said}");
    let read = |path: &str| fs::read_to_string(copy.join(path)).unwrap();
    assert!(read("problems/trial-bead/src/lib.rs").contains("id: \"trial-bead\""));
    let suite = "conformance::problem_suite!(trial_bead::problems());";
    assert!(read("problems/trial-bead/tests/conformance.rs").contains(suite));
    let entry =
        "\ntrial-bead = { package = \"driftbench-trial-bead\", path = \"problems/trial-bead\" }\n";
    assert!(read("Cargo.toml").contains(entry));
    assert!(read("harness/catalog/Cargo.toml").contains("\ntrial-bead.workspace = true\n"));
    assert!(read("harness/catalog/src/lib.rs").contains("\n        trial_bead::problems(),\n"));
}

#[test]
fn removing_what_was_added_leaves_the_tree_as_it_was() {
    let copy = copy("round-trip");
    let before = snapshot(&copy);
    // Names at the start, in the middle and at the end of every list.
    for id in ["aaa", "my-own", "zzz"] {
        for (new, remove) in [
            ("new-method", "remove-method"),
            ("new-problem", "remove-problem"),
        ] {
            say(&copy, &[new, id], 0);
            say(&copy, &[remove, id, "--force"], 0);
            assert!(snapshot(&copy) == before, "{new} {id} left something");
        }
    }
}

#[test]
fn names_that_cannot_be_are_refused() {
    let copy = copy("bad-names");
    say(&copy, &["new-method", "trial"], 2);
    say(&copy, &["new-method", "trial-feedback"], 0);
    for command in ["new-method", "new-problem"] {
        for (name, why) in [
            ("trial-feedback", "is taken"),
            ("circle", "is taken"),
            ("baumgarte", "is taken"),
            ("serde", "is taken"),
            ("serde-json", "is taken"),
            ("runner", "is taken"),
            ("xtask", "is taken"),
            ("studies", "is a module"),
            ("Not-Kebab", "not a lowercase letter"),
            ("not_kebab", "not a lowercase letter"),
            ("match", "keyword"),
            ("std", "comes with Rust"),
            ("proc-macro", "comes with Rust"),
        ] {
            refused(&copy, &[command, name], why);
        }
    }
}

#[test]
fn a_catalogue_that_was_rewritten_is_left_alone() {
    let copy = copy("rewritten");
    let list = copy.join("harness/catalog/src/lib.rs");
    fs::write(&list, "//! Rewritten.\n").unwrap();
    for kind in ["method", "problem"] {
        refused(&copy, &[&format!("new-{kind}"), "trial-x"], "is gone");
    }
    refused(&copy, &["remove-method", "mass-projection", "--force"], "");
}

#[test]
fn unknown_names_are_not_removed() {
    let copy = copy("unknown-names");
    let method = "unknown method `baumgart`; nearest: baumgarte";
    refused(&copy, &["remove-method", "baumgart", "--force"], method);
    let problem = "unknown problem `circel`; nearest: circle";
    refused(&copy, &["remove-problem", "circel", "--force"], problem);
    // A problem is no method, and a path is no name.
    refused(
        &copy,
        &["remove-method", "circle", "--force"],
        "unknown method",
    );
    let path = ["remove-problem", "../methods/baumgarte", "--force"];
    refused(&copy, &path, "unknown problem");
}

#[test]
fn crates_that_others_use_are_not_removed() {
    let copy = copy("used");
    let why = "is in use: see ";
    refused(&copy, &["remove-method", "baumgarte", "--force"], why);
    refused(&copy, &["remove-problem", "circle", "--force"], why);
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
    say(&copy, &["new-problem", "trial-bead"], 0);
    refused(&copy, &["remove-problem", "trial-bead"], "--force");
    if !git(&["init", "--quiet"]) {
        // Without git every crate needs --force, as was just seen.
        return;
    }
    refused(&copy, &["remove-problem", "trial-bead"], "not committed");
    assert!(git(&["add", "--all"]) && git(&["commit", "--quiet", "--message", "x"]));
    let source = copy.join("problems/trial-bead/src/lib.rs");
    let text = fs::read_to_string(&source).unwrap();
    fs::write(&source, format!("{text}// Mine.\n")).unwrap();
    refused(&copy, &["remove-problem", "trial-bead"], "src/lib.rs");
    fs::write(&source, text).unwrap();
    let note = copy.join("problems/trial-bead/note.tmp");
    fs::write(&note, "ignored by git").unwrap();
    refused(&copy, &["remove-problem", "trial-bead"], "note.tmp");
    fs::remove_file(&note).unwrap();
    say(&copy, &["remove-problem", "trial-bead"], 0);
    assert!(!copy.join("problems/trial-bead").exists());
}

#[test]
fn killed_at_any_time_the_tree_is_as_before_or_complete() {
    let copy = copy("killed");
    let before = snapshot(&copy);
    say(&copy, &["new-method", "trial-feedback"], 0);
    let complete = snapshot(&copy);
    say(&copy, &["remove-method", "trial-feedback", "--force"], 0);
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
        say(&copy, &["remove-method", "no-such-method"], 2);
        let now = snapshot(&copy);
        assert!(now == before || now == complete, "killed after {delay}");
        if now == complete {
            say(&copy, &["remove-method", "trial-feedback", "--force"], 0);
        }
    }
}
