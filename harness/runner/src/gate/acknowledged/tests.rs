//! Claims about acknowledgements.

use super::*;
use results::Status;

const GOOD: &str = "\
[[acknowledged]]
variant = \"baumgarte/rk4\"
problem = \"pendulum\"
what = \"order\"
reason = \"known\"
expires = \"2026-12-31\"
";

fn date(text: &str) -> Date {
    text.parse().unwrap()
}

fn report(kinds: &[Kind]) -> Report {
    let finding = |kind: &Kind| Finding::worse(*kind, "it changed".to_owned());
    let findings = kinds.iter().map(finding).collect();
    Report {
        entries: vec![Entry::new(
            Subject::cell("baumgarte/rk4", "pendulum"),
            findings,
        )],
        ..Report::default()
    }
}

#[test]
fn a_known_finding_is_excused_until_its_last_day() {
    let known = Acknowledgements::parse(GOOD).unwrap();
    for (today, status, notes) in [
        ("2026-12-31", Status::Acknowledged, 0),
        ("2027-01-01", Status::Regressed, 1),
    ] {
        let mut report = report(&[Kind::Order]);
        known.apply(&mut report, date(today));
        assert_eq!(report.entries[0].status(), status);
        assert_eq!(report.notes.len(), notes, "{:?}", report.notes);
    }
}

#[test]
fn another_finding_of_the_same_cell_is_not_excused() {
    let known = Acknowledgements::parse(GOOD).unwrap();
    let mut found = report(&[Kind::Order, Kind::Work]);
    known.apply(&mut found, date("2026-01-01"));
    assert_eq!(found.entries[0].status(), Status::Regressed);
    assert_eq!(found.entries[0].acknowledged.len(), 1);
}

#[test]
fn an_entry_that_excuses_nothing_is_noted() {
    let known = Acknowledgements::parse(GOOD).unwrap();
    let mut found = report(&[Kind::Work]);
    known.apply(&mut found, date("2026-01-01"));
    assert!(found.notes[0].contains("line 1"), "{:?}", found.notes);
    assert!(found.notes[0].contains("excuses nothing"));
}

#[test]
fn errors_name_the_line() {
    let changed = |from: &str, to: &str| format!("# head\n\n{}", GOOD.replace(from, to));
    for (text, line, says) in [
        (
            changed("reason = \"known\"", "reason = \" \""),
            3,
            "reason is empty",
        ),
        (changed("2026-12-31", "2026-02-30"), 3, "no date"),
        (changed("2026-12-31", "soon"), 3, "no date"),
        (changed("\"order\"", "\"orders\""), 3, "no kind of finding"),
        (
            changed("problem", "board"),
            3,
            "needs a variant and a problem",
        ),
        (changed("problem =", "porblem ="), 5, "porblem"),
        (changed("what = \"order\"", "what = "), 6, ""),
        ("acknowledged = 3".to_owned(), 1, "expected"),
    ] {
        let error = Acknowledgements::parse(&text).unwrap_err();
        assert_eq!(error.line, line, "{error} in\n{text}");
        assert!(error.why.contains(says), "{error}");
    }
    assert_eq!(
        Acknowledgements::parse("").unwrap(),
        Acknowledgements::default()
    );
}

#[test]
fn boards_and_claims_can_be_excused_too() {
    let entry = |key: &str| {
        let cell = "variant = \"baumgarte/rk4\"\nproblem = \"pendulum\"";
        GOOD.replace(cell, &format!("{key} = \"x\""))
    };
    for key in ["board", "claim"] {
        assert_eq!(
            Acknowledgements::parse(&entry(key)).unwrap().entries.len(),
            1
        );
    }
}
