//! Claims about exit codes, lists and files of the gate.

use super::*;
use crate::files::tests::Scratch;
use runner::gate::{Direction, Entry, Finding};

fn report(kinds: &[(Kind, Direction)]) -> Report {
    let entry = |(k, (kind, direction)): (usize, &(Kind, Direction))| {
        let what = "order of q fell from 4.00 to 1.00".to_owned();
        let finding = Finding::of(*kind, *direction, what, 8.0);
        let subject = Subject::cell("baumgarte/rk4", &format!("problem-{k}"));
        Entry::new(subject, vec![finding])
    };
    let mut report = Report {
        entries: kinds.iter().enumerate().map(entry).collect(),
        ..Report::default()
    };
    report.entries.push(Entry::new(Subject::Run, Vec::new()));
    report.sort();
    report
}

fn difference(kinds: &[(Kind, Direction)]) -> Difference {
    report(kinds).difference(ComparedWith::default())
}

const WORSE: (Kind, Direction) = (Kind::Order, Direction::Worse);
const BETTER: (Kind, Direction) = (Kind::Order, Direction::Better);
const GONE: (Kind, Direction) = (Kind::Gone, Direction::Worse);
const NEW: (Kind, Direction) = (Kind::New, Direction::Worse);

#[test]
fn lost_cells_take_precedence_and_better_is_no_pass() {
    for (kinds, code) in [
        (&[][..], 0),
        (&[WORSE], REGRESSION),
        (&[BETTER], REGRESSION),
        (&[NEW], REGRESSION),
        (&[(Kind::Unstable, Direction::Worse)], REGRESSION),
        (&[GONE], LOST),
        (&[WORSE, GONE, BETTER], LOST),
    ] {
        assert_eq!(exit_code(&report(kinds)), code, "{kinds:?}");
    }
}

#[test]
fn the_worst_is_listed_first_with_its_command() {
    let text = text::listing(&difference(&[BETTER, WORSE, GONE]));
    let firsts: Vec<&str> = text.lines().filter(|line| !line.starts_with(' ')).collect();
    let on = |status: &str, k: usize| format!("{status} baumgarte/rk4 on problem-{k}");
    assert_eq!(
        firsts,
        [on("lost", 2), on("regressed", 1), on("improved", 0)]
    );
    let command = "    $ cargo xtask report --method baumgarte/rk4 --problem problem-2 --no-speed";
    assert!(text.contains(command), "{text}");
}

#[test]
fn long_lists_are_cut_and_say_so() {
    let text = text::listing(&difference(&[WORSE; 33]));
    assert!(text.ends_with("and 3 more"), "{text}");
}

#[test]
fn the_last_line_says_what_to_do() {
    let closing = |kinds: &[(Kind, Direction)]| text::closing(&difference(kinds));
    assert!(closing(&[]).starts_with("gate: pass: 0 cells, 0 boards and 0 claims compared"));
    assert!(
        closing(&[BETTER]).starts_with("gate: better or new, which the baseline does not have: ")
    );
    assert!(
        closing(&[WORSE, BETTER]).ends_with(&format!("if this was meant, `{BLESS}` records it"))
    );
}

#[test]
fn a_healthy_tree_has_no_failures_in_its_files() {
    let xml = junit::render(&report(&[]));
    assert!(
        xml.contains("failures=\"0\"") && !xml.contains("<failure"),
        "{xml}"
    );
    let xml = junit::render(&report(&[WORSE, BETTER, GONE]));
    assert_eq!(xml.matches("<failure").count(), 3, "{xml}");
    let page = reports::difference_in_markdown(&difference(&[WORSE]));
    assert!(page.contains("**1 regressed**"), "{page}");
    assert!(
        page.contains("`cargo xtask report --method baumgarte/rk4"),
        "{page}"
    );
}

#[test]
fn a_file_that_is_not_ours_is_not_replaced() {
    let scratch = Scratch::new("gate");
    let path = scratch.0.join("precious.json");
    for text in ["", "{\"version\":2}", "my thesis\n", "{\"cells\":[]}"] {
        fs::write(&path, text).unwrap();
        let old = read(&path).unwrap();
        let error = bless(&path, old, Thoroughness::Skip).unwrap_err();
        assert!(error.to_string().contains("is not replaced"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    assert!(read(&scratch.0).is_err());
    assert_eq!(scratch.names(), ["precious.json"]);
}
