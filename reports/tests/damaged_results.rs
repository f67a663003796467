//! Damaged results: every file is an error or a report, none is a panic.

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};
use results::Results;
use serde_json::{Value, json};

/// The number of damaged files, more of them if `DRIFTBENCH_FUZZ_CASES` says so.
fn runner() -> TestRunner {
    let asked = std::env::var("DRIFTBENCH_FUZZ_CASES").ok();
    TestRunner::new(Config {
        cases: asked.and_then(|text| text.parse().ok()).unwrap_or(300),
        failure_persistence: None,
        ..Config::default()
    })
}

/// A real report with one or two of everything.
fn small() -> Value {
    let text = include_str!("data/results.json");
    let mut results: Value = serde_json::from_str(text).unwrap();
    for list in results.as_object_mut().unwrap().values_mut() {
        if let Some(list) = list.as_array_mut() {
            list.truncate(2);
        }
    }
    results
}

/// What stands in the place of something else.
fn piece() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        Just(json!([])),
        Just(json!({})),
        Just(json!("")),
        Just(json!("</script><b>\u{0}")),
        Just(json!(true)),
        any::<f64>().prop_map(|x| json!(x)),
        any::<u64>().prop_map(|x| json!(x)),
        any::<i64>().prop_map(|x| json!(x)),
        Just(json!(0)),
        Just(json!(f64::MAX)),
        Just(json!(5e-324)),
    ]
}

/// Replaces one value somewhere in a document, or removes a member of a list.
fn change(document: &mut Value, way: &[Index], piece: Value) {
    let Some((first, rest)) = way.split_first() else {
        *document = piece;
        return;
    };
    let members: Vec<&mut Value> = match document {
        Value::Array(list) if list.len() > 1 && rest.is_empty() => {
            list.remove(first.index(list.len()));
            return;
        }
        Value::Array(list) => list.iter_mut().collect(),
        Value::Object(members) => members.values_mut().collect(),
        _ => Vec::new(),
    };
    match members.len() {
        0 => *document = piece,
        n => change(
            members.into_iter().nth(first.index(n)).unwrap(),
            rest,
            piece,
        ),
    }
}

#[test]
fn results_with_values_of_other_kinds_are_errors_or_reports() {
    let whole = small();
    let way = prop::collection::vec(any::<Index>(), 1..7);
    let changes = prop::collection::vec((way, piece()), 1..4);
    // Without damage it is read, so that the test does not live on errors.
    assert!(serde_json::from_value::<Results>(whole.clone()).is_ok());
    let checked = runner().run(&changes, |changes| {
        let mut document = whole.clone();
        for (way, piece) in changes {
            change(&mut document, &way, piece);
        }
        if let Ok(results) = serde_json::from_str::<Results>(&document.to_string()) {
            let files = reports::render(&results);
            prop_assert!(files.iter().all(|file| !file.content.is_empty()));
        }
        Ok(())
    });
    checked.unwrap();
}

#[test]
fn results_that_are_cut_or_overwritten_are_errors_or_reports() {
    let text = small().to_string();
    let piece = prop_oneof![
        "[\\[\\]{}\",:0-9e+-]{0,12}",
        Just("[".repeat(5000)),
        ".{0,20}"
    ];
    let changes = prop::collection::vec((any::<Index>(), 0..40_usize, piece), 1..4);
    let checked = runner().run(&changes, |changes| {
        let mut bytes = text.clone().into_bytes();
        for (place, gone, piece) in changes {
            let at = place.index(bytes.len() + 1);
            let end = at.saturating_add(gone).min(bytes.len());
            bytes.splice(at..end, piece.bytes());
        }
        if let Ok(results) = serde_json::from_slice::<Results>(&bytes) {
            let files = reports::render(&results);
            prop_assert!(files.iter().all(|file| !file.content.is_empty()));
        }
        Ok(())
    });
    checked.unwrap();
}
