//! The script ranks as the harness does, on the report that is open.

use crate::driver::{Browser, DESKTOP};
use crate::report::{at, folder};
use answers::{Restriction, rank};
use results::{BoardLine, BoardOf, Results};
use serde_json::Value;
use std::fs;

/// Scores agree to rounding.
const ROUNDING: f64 = 1e-12;

#[test]
fn the_script_ranks_the_full_set_and_three_subsets_as_the_harness() {
    let Some(browser) = Browser::open(DESKTOP) else {
        return;
    };
    let text = fs::read_to_string(folder().join("results.json")).unwrap();
    let results: Results = serde_json::from_str(&text).unwrap();
    browser.visit(&at("#boards"));
    let cases = [
        ("", Restriction::default()),
        (
            "integrator=rk4",
            Restriction {
                integrator: Some("rk4".into()),
                ..Restriction::default()
            },
        ),
        (
            "steps=fixed",
            Restriction {
                fixed_steps: true,
                ..Restriction::default()
            },
        ),
        (
            "tag=closed-form",
            Restriction {
                tag: Some("closed-form".into()),
                ..Restriction::default()
            },
        ),
    ];
    let mut lines_seen = 0;
    for board in results.boards.iter().filter(|b| b.of == BoardOf::Variants) {
        for (filter, restriction) in &cases {
            let script = format!(
                "const board = data.boards.find((b) => b.id === {:?} && (b.with || null) === {});
                 const wanted = selection(parsed('#boards?{filter}'));
                 const keepsLine = (id) => keepsVariant(wanted, data.variant.get(id));
                 const keepsPlace = (id) => keepsProblem(wanted, data.problem.get(id));
                 return rankBoard(structuredClone(board), keepsLine, keepsPlace).map((l) => [l.variant, l.rank_low, l.rank_high, l.score]);",
                board.id,
                serde_json::to_string(&board.with).unwrap(),
            );
            let shown = browser.run(&script);
            let ranked = rank(&results, board, restriction, BoardOf::Variants).lines;
            let what = format!("{} {:?} {filter}", board.id, board.with);
            assert_same(shown.as_array().unwrap(), &ranked, &what);
            lines_seen += ranked.len();
        }
    }
    assert!(lines_seen > 500, "{lines_seen}");
}

fn assert_same(shown: &[Value], ranked: &[BoardLine], what: &str) {
    assert_eq!(shown.len(), ranked.len(), "{what}");
    for (shown, line) in shown.iter().zip(ranked) {
        assert_eq!(shown[0], line.variant.as_str(), "{what}");
        let ranks = [
            shown[1].as_u64().unwrap() as usize,
            shown[2].as_u64().unwrap() as usize,
        ];
        assert_eq!(
            ranks,
            [line.rank_low, line.rank_high],
            "{what}: {}",
            line.variant
        );
        match (shown[3].as_f64(), line.score) {
            (Some(a), Some(b)) => assert!(
                (a - b).abs() <= ROUNDING * b.abs().max(1.0),
                "{what}: {a} {b}"
            ),
            (a, b) => assert_eq!(a, b, "{what}: {}", line.variant),
        }
    }
}
