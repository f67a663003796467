//! The folder of a report under kills, other runs and files of other people.

use super::*;
use crate::files::tests::{Scratch, killed};
use crate::lock;

/// The variable with the folder for the process that is killed.
const FOLDER: &str = "XTASK_TEST_FOLDER";

/// A report of which every file says whose it is.
fn report(word: &str, names: &[&'static str]) -> Vec<Artifact> {
    let artifact = |name: &&'static str| Artifact {
        name,
        content: match *name {
            "results.json" => format!("{{\"schema\":0,\"provenance\":\"{word}\"}}"),
            reports::END_STATES => {
                format!("{{\"schema\":0,\"digest\":\"{word}\",\"end_states\": []}}")
            }
            "results.csv" => format!("method,variant,problem,outcome\n{word},,,\n"),
            "summary.md" => format!("# Driftbench report\n{word}\n"),
            "junit.xml" => format!("<testsuites name=\"driftbench\">{word}</testsuites>"),
            _ => format!("<title>Driftbench report</title>{word}"),
        },
    };
    names.iter().map(artifact).collect()
}

/// All files, as if papers were run, and fewer of them later.
fn old() -> Vec<Artifact> {
    report("old", &FILES)
}

fn new() -> Vec<Artifact> {
    let few: Vec<&'static str> = FILES
        .into_iter()
        .filter(|name| !reports::OPTIONAL_PAGES.contains(name))
        .collect();
    report("new", &few)
}

/// The files of the report that are there.
fn there(folder: &Path) -> Vec<Artifact> {
    let read = |name| Some((name, fs::read_to_string(folder.join(name)).ok()?));
    let found = FILES.into_iter().filter_map(read);
    found
        .map(|(name, content)| Artifact { name, content })
        .collect()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// A folder with the old report, and with a file that is none of a report.
fn with_old_report(scratch: &Scratch) -> PathBuf {
    let folder = scratch.0.join("report");
    fs::create_dir_all(&folder).unwrap();
    for file in old() {
        fs::write(folder.join(file.name), file.content).unwrap();
    }
    fs::write(folder.join("notes.txt"), "mine").unwrap();
    folder
}

fn is_old_or_new(folder: &Path, at: usize) {
    let now = there(folder);
    assert!(now == old() || now == new(), "killed at {at}: {now:?}");
}

/// The tests below start this one in a process of its own, with a folder of theirs, and kill it.
#[test]
fn a_folder_gets_the_new_report() {
    let given = std::env::var_os(FOLDER).map(PathBuf::from);
    let scratch = given.is_none().then(|| Scratch::new("plain-folder"));
    let folder = given.or(scratch.as_ref().map(|scratch| scratch.0.join("report")));
    let folder = folder.unwrap();
    let open = ReportFolder::open(&folder).unwrap();
    open.replace(&new()).unwrap();
    assert_eq!(there(&folder), new());
}

/// Kills the process at every moment, and lets the next one bring the folder into order.
fn kill_everywhere(name: &str, change: impl Fn(&Path), immediately: bool) {
    let mut at = 0;
    loop {
        let scratch = Scratch::new(&format!("{name}-{at}"));
        let folder = with_old_report(&scratch);
        change(&folder);
        let mut others = names(&folder);
        others.retain(|name| !FILES.contains(&name.as_str()));
        let child = "folder::tests::a_folder_gets_the_new_report";
        let was_killed = killed(child, at, &[(FOLDER, &folder)]);
        if immediately {
            is_old_or_new(&folder, at);
        }
        assert_eq!(
            fs::read_to_string(folder.join("notes.txt")).unwrap(),
            "mine"
        );
        drop(ReportFolder::open(&folder).unwrap());
        is_old_or_new(&folder, at);
        // Neither a lock nor a temporary file is left, in the folder or beside it.
        let mut left = names(&folder);
        left.retain(|name| !FILES.contains(&name.as_str()));
        assert_eq!(left, others, "killed at {at}");
        assert_eq!(scratch.names(), ["report"], "killed at {at}");
        if !was_killed {
            assert_eq!(there(&folder), new());
            break;
        }
        at += 1;
    }
    assert!(at > 20, "only {at} moments");
}

#[test]
#[cfg(target_os = "linux")]
fn killed_at_any_moment_a_folder_has_the_old_files_or_the_new_ones() {
    kill_everywhere("killed", |_| (), true);
}

#[test]
fn killed_where_folders_cannot_be_exchanged_the_next_call_finishes() {
    let below = |folder: &Path| fs::create_dir(folder.join("below")).unwrap();
    kill_everywhere("killed-below", below, false);
}

#[test]
fn a_report_is_replaced_whatever_else_is_in_the_folder() {
    for (case, change) in [
        ("plain", (|_| ()) as fn(&Path)),
        ("folder", |folder| fs::create_dir(folder.join("x")).unwrap()),
        ("missing", |folder| fs::remove_dir_all(folder).unwrap()),
        ("in-the-way", |folder| {
            let beside = folder.with_file_name(".report.driftbench.tmp");
            fs::create_dir_all(beside.join("x/y")).unwrap();
            fs::create_dir_all(folder.join("x")).unwrap();
        }),
    ] {
        let scratch = Scratch::new(&format!("replace-{case}"));
        let folder = with_old_report(&scratch);
        change(&folder);
        let open = ReportFolder::open(&folder).unwrap();
        open.replace(&new()).unwrap();
        assert_eq!(there(&folder), new(), "{case}");
        open.replace(&old()).unwrap();
        assert_eq!(there(&folder), old(), "{case}");
        // Still locked, and no longer so afterwards.
        assert!(ReportFolder::open(&folder).is_err(), "{case}");
        assert!(folder.join(lock::NAME).exists());
        drop(open);
        assert!(!folder.join(lock::NAME).exists());
    }
}

#[test]
fn what_others_write_into_the_old_folder_is_brought_along() {
    let scratch = Scratch::new("late");
    let folder = with_old_report(&scratch);
    let beside = folder.with_file_name(".report.driftbench.tmp");
    // A process was killed after the exchange, and somebody had saved a file just before it.
    fs::create_dir(&beside).unwrap();
    fs::write(beside.join("late.txt"), "late").unwrap();
    fs::write(
        beside.join("index.html"),
        "<title>Driftbench report</title>",
    )
    .unwrap();
    fs::hard_link(folder.join("notes.txt"), beside.join("notes.txt")).unwrap();
    drop(ReportFolder::open(&folder).unwrap());
    assert_eq!(fs::read_to_string(folder.join("late.txt")).unwrap(), "late");
    assert_eq!(
        fs::read_to_string(folder.join("notes.txt")).unwrap(),
        "mine"
    );
    assert_eq!(there(&folder), old());
    assert_eq!(scratch.names(), ["report"]);
}

#[test]
fn a_file_of_somebody_else_is_not_replaced() {
    for name in FILES {
        let scratch = Scratch::new(&format!("foreign-{name}"));
        let path = scratch.0.join(name);
        fs::write(&path, "precious").unwrap();
        let refused = ReportFolder::open(&scratch.0).err().unwrap().to_string();
        let message = format!(
            "{} is not a file of a Driftbench report and would be replaced; remove it or choose another folder",
            path.display()
        );
        assert_eq!(refused, message);
        assert_eq!(scratch.names(), [name]);
        assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
        // A folder with this name is nothing of ours either; an empty file has nothing to lose.
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(ReportFolder::open(&scratch.0).is_err());
        fs::remove_dir(&path).unwrap();
        fs::write(&path, "").unwrap();
        assert!(ReportFolder::open(&scratch.0).is_ok());
    }
}

#[test]
fn temporary_files_of_killed_calls_go_and_those_of_others_stay() {
    let scratch = Scratch::new("stale");
    for name in [".index.html.12.tmp", ".mine.12.tmp", ".index.html.x.tmp"] {
        fs::write(scratch.0.join(name), "").unwrap();
    }
    for name in [".instructions-12/x", ".instructions-mine/x"] {
        fs::create_dir_all(scratch.0.join(name)).unwrap();
    }
    drop(ReportFolder::open(&scratch.0).unwrap());
    let left = [".index.html.x.tmp", ".instructions-mine", ".mine.12.tmp"];
    assert_eq!(scratch.names(), left);
}

#[test]
fn a_folder_that_cannot_be_written_is_found_at_once() {
    // Not even root can write there.
    if Path::new("/proc/self").exists() {
        let refused = ReportFolder::open(Path::new("/proc/self")).err().unwrap();
        assert!(
            refused.to_string().ends_with(" cannot be written"),
            "{refused}"
        );
    }
}
