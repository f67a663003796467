//! Damaged files of the gate and damaged journals: every one is an error or what it was, none is a panic.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use results::Work;
use runner::gate::{
    Acknowledgements, Baseline, BaselineCell, BaselineError, BaselinePart, BaselineProblem,
    BaselineRun, compare, is_ours,
};
use runner::journal::{self, HEADING, Record};
use runner::{Answer, Key, Kind, Named, Scope};

/// The number of damaged files, more of them if `DRIFTBENCH_FUZZ_CASES` says so.
fn cases() -> u32 {
    let asked = std::env::var("DRIFTBENCH_FUZZ_CASES").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(400)
}

fn runner() -> TestRunner {
    TestRunner::new(Config {
        cases: cases(),
        failure_persistence: None,
        ..Config::default()
    })
}

fn baseline(cells: usize) -> Baseline {
    let run = BaselineRun {
        steps: 100,
        tolerance: Some(1e-6),
        errors: vec![Some(1e-3), None, Some(0.1)],
        drifts: vec![Some(1e-9); 3],
        work: Work {
            steps: 100,
            evaluations: 400,
            ..Work::default()
        },
    };
    let cell = |k: usize| BaselineCell {
        variant: format!("m/rk4/{k}"),
        problem: "p".to_owned(),
        outcome: results::Outcome::Ran,
        verdict: results::Verdict::Confirmed,
        orders: [Some(4.0); 6],
        runs: vec![run.clone(); 2],
        allocations_per_step: Some(0.0),
        predicted: None,
    };
    Baseline {
        command: "cargo xtask gate --bless".to_owned(),
        parts: vec![BaselinePart {
            name: "matrix".to_owned(),
            cells,
            digest: "0123".to_owned(),
        }],
        problems: vec![BaselineProblem {
            id: "p".to_owned(),
            scales: results::PerQuantity::from_fn(|_| 1.0),
            lever: 1.0,
        }],
        cells: (0..cells).map(cell).collect(),
        ..Baseline::default()
    }
}

const EXCUSES: &str = "\
[[acknowledged]]
variant = \"m/rk4/0\"
problem = \"p\"
what = \"order\"
reason = \"known\"
expires = \"2026-12-31\"

[[acknowledged]]
board = \"constraints-per-time\"
what = \"board\"
reason = \"known\"
expires = \"2026-12-31\"
";

/// One change of a text: where, how much of it goes, and what comes in its place.
type Change = (prop::sample::Index, usize, String);

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let piece = prop_oneof![
        Just(String::new()),
        "[\\[\\]{}\",:=0-9e+-]{1,12}",
        Just("null".to_owned()),
        Just("-1e999".to_owned()),
        Just("18446744073709551616".to_owned()),
        Just("[".repeat(5000)),
        Just("\u{0}\u{7f}\u{e9}\u{1f600}".to_owned()),
        ".{0,20}",
    ];
    prop::collection::vec((any::<prop::sample::Index>(), 0..40_usize, piece), 1..4)
}

fn damaged(text: &str, changes: &[Change]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (place, gone, piece) in changes {
        let at = place.index(letters.len() + 1);
        let end = at.saturating_add(*gone).min(letters.len());
        letters.splice(at..end, piece.chars());
    }
    letters.into_iter().collect()
}

/// The same text under a checksum that is right, so that the content itself is read.
fn with_right_checksum(text: &str) -> Option<String> {
    let (_, content) = text.split_once('\n')?;
    let checksum = results::fingerprint(&content);
    Some(format!(
        "{{\"version\":2,\"checksum\":\"{checksum}\",\n{content}"
    ))
}

#[test]
fn a_baseline_comes_back_as_it_was_written() {
    let written = baseline(3);
    assert_eq!(Baseline::parse(&written.to_text()).unwrap(), written);
}

#[test]
fn empty_short_and_edited_baselines_are_errors() {
    let text = baseline(3).to_text();
    let error = |text: &str| Baseline::parse(text).unwrap_err();
    assert!(matches!(error(""), BaselineError::NotOurs));
    assert!(matches!(
        error(&baseline(0).to_text()),
        BaselineError::Empty
    ));
    let mut short = baseline(3);
    short.cells.pop();
    let found = error(&short.to_text());
    assert!(matches!(
        found,
        BaselineError::Short {
            stated: 3,
            found: 2
        }
    ));
    let edited = text.replace("\"steps\":100", "\"steps\":101");
    assert!(matches!(error(&edited), BaselineError::Checksum { .. }));
    for end in 0..text.len() - 1 {
        assert!(
            Baseline::parse(&text[..end]).is_err(),
            "cut after {end} bytes"
        );
    }
    let old = "{\"version\":1,\"command\":\"cargo xtask gate --bless\",\"cells\":[\n]}\n";
    assert!(matches!(error(old), BaselineError::Version(1)));
    assert!(is_ours(old) && is_ours(&text[..200]) && !is_ours("{\"version\":1}"));
}

#[test]
fn damaged_baselines_are_errors_and_never_panic() {
    let (honest, text) = (baseline(3), baseline(3).to_text());
    let checked = runner().run(&changes(), |changes| {
        let damaged = damaged(&text, &changes);
        match Baseline::parse(&damaged) {
            // Only a change that changes nothing leaves the checksum right.
            Ok(read) => prop_assert_eq!(&read, &honest),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
        // A content that is wrong under a right checksum is compared without a panic, whatever it holds.
        if let Some(read) = with_right_checksum(&damaged).and_then(|t| Baseline::parse(&t).ok()) {
            let _ = compare(&read, &honest, Some(&read));
            let _ = compare(&honest, &read, None).pass();
        }
        Ok(())
    });
    checked.unwrap();
}

#[test]
fn damaged_acknowledgements_are_errors_with_a_line_and_never_panic() {
    let checked = runner().run(&changes(), |changes| {
        let damaged = damaged(EXCUSES, &changes);
        if let Err(error) = Acknowledgements::parse(&damaged) {
            let lines = damaged.split('\n').count();
            prop_assert!((1..=lines + 1).contains(&error.line), "{error}");
        }
        Ok(())
    });
    checked.unwrap();
}

/// A journal of a run with two pieces of work.
fn records() -> Vec<Record> {
    let work = |problem: &str| Record::Work {
        source: "0123456789abcdef".to_owned(),
        key: Key {
            what: Kind::Problem,
            scope: Scope::Quick,
            method: String::new(),
            variant: String::new(),
            problem: problem.to_owned(),
        },
        answer: Box::new(Answer::Name(Named {
            id: problem.to_owned(),
            tags: vec!["planar".to_owned()],
        })),
    };
    let begin = Record::Begin(vec!["--quick".to_owned()]);
    vec![begin, work("circle"), work("pendulum"), Record::End]
}

/// Every line under a checksum that is right, so that the records themselves are read.
fn with_right_checksums(text: &str) -> String {
    let right = |line: &str| match line.split_at_checked(17) {
        Some((_, json)) => format!("{:016x} {json}\n", results::checksum(json.as_bytes())),
        None => format!("{line}\n"),
    };
    let lines = text.lines().skip(1).map(right);
    format!("{HEADING}\n{}", lines.collect::<String>())
}

#[test]
fn damaged_journals_give_records_that_were_written_and_never_panic() {
    let records = records();
    let lines: String = records.iter().map(Record::to_line).collect();
    let text = format!("{HEADING}\n{lines}");
    let checked = runner().run(&changes(), |changes| {
        let damaged = damaged(&text, &changes);
        if let Some(read) = journal::read(damaged.as_bytes()) {
            prop_assert!(read.whole <= damaged.len());
            prop_assert!(read.records.iter().all(|r| records.contains(r)));
        }
        // A record that is wrong under a right checksum is dropped or read, whatever it holds.
        let _ = journal::read(with_right_checksums(&damaged).as_bytes());
        Ok(())
    });
    checked.unwrap();
}
