//! The script of the page ranks any part of a board as the harness does.

use answers::{Restriction, rank};
use results::{BoardOf, Results};
use rquickjs::{Context, Function, Runtime};
use serde_json::{Value, json};

const SCRIPT: &str = include_str!("../src/page/script/rank.js");

/// The captured report, with all that follows from its runs.
fn results() -> Results {
    let mut results: Results = serde_json::from_str(include_str!("data/results.json")).unwrap();
    answers::answer(&mut results);
    results
}

/// What the script knows of variants and problems.
fn catalog(results: &Results) -> Value {
    let variants = results.methods.iter().flat_map(|m| &m.variants);
    let variants = variants.map(|v| {
        let known = json!({ "integrator": v.integrator, "adaptive": v.adaptive });
        (v.id.clone(), known)
    });
    let problems = results
        .problems
        .iter()
        .map(|p| (p.id.clone(), json!(p.tags)));
    json!({
        "variants": variants.collect::<serde_json::Map<_, _>>(),
        "problems": problems.collect::<serde_json::Map<_, _>>(),
    })
}

fn restrictions() -> Vec<Restriction> {
    let none = Restriction::default();
    vec![
        none.clone(),
        Restriction {
            integrator: Some("rk4".into()),
            ..none.clone()
        },
        Restriction {
            fixed_steps: true,
            ..none.clone()
        },
        Restriction {
            tag: Some("closed-form".into()),
            ..none.clone()
        },
        Restriction {
            problems: Some(vec!["pendulum".into(), "slider-crank".into()]),
            fixed_steps: true,
            ..none.clone()
        },
        Restriction {
            tag: Some("no-such-tag".into()),
            ..none
        },
    ]
}

fn near(a: Option<f64>, b: &Value) -> bool {
    match (a, b.as_f64()) {
        // Logarithms may differ in the last bit, and no more.
        (Some(a), Some(b)) => (a - b).abs() <= 1e-12 * a.abs().max(1.0),
        (a, b) => a.is_none() && b.is_none(),
    }
}

#[test]
fn every_part_of_every_board_has_the_same_order_ranks_and_scores() {
    let results = results();
    let catalog = catalog(&results).to_string();
    let runtime = Runtime::new().unwrap();
    let context = Context::full(&runtime).unwrap();
    context.with(|context| {
        context.eval::<(), _>(SCRIPT).unwrap();
        let call = "(board, catalog, wanted) => JSON.stringify(
            rankPart(JSON.parse(board), JSON.parse(catalog), JSON.parse(wanted)))";
        let ranked: Function = context.eval(call).unwrap();
        let boards = results.boards.iter().filter(|b| b.of == BoardOf::Variants);
        let mut compared = 0;
        for board in boards {
            for restriction in restrictions() {
                let wanted = json!({
                    "integrator": restriction.integrator,
                    "fixed_steps": restriction.fixed_steps,
                    "tag": restriction.tag,
                    "problems": restriction.problems,
                });
                let text = serde_json::to_string(board).unwrap();
                let lines: String = ranked
                    .call((text, catalog.clone(), wanted.to_string()))
                    .unwrap();
                let lines: Vec<Value> = serde_json::from_str(&lines).unwrap();
                let expected = rank(&results, board, &restriction, BoardOf::Variants);
                let what = format!("{} with {wanted}", board.id);
                assert_eq!(lines.len(), expected.lines.len(), "{what}");
                for (line, expected) in lines.iter().zip(&expected.lines) {
                    let what = format!("{what}: {line}\n{expected:?}");
                    assert_eq!(line["variant"], json!(expected.variant), "{what}");
                    assert_eq!(line["rank_low"], json!(expected.rank_low), "{what}");
                    assert_eq!(line["rank_high"], json!(expected.rank_high), "{what}");
                    assert_eq!(line["bounds"], json!(expected.bounds), "{what}");
                    assert_eq!(
                        line["misses"].is_null(),
                        expected.misses.is_none(),
                        "{what}"
                    );
                    assert!(near(expected.score, &line["score"]), "{what}");
                    assert!(near(Some(expected.coverage), &line["coverage"]), "{what}");
                    for end in 0..2 {
                        let interval = expected.score_interval.map(|i| i[end]);
                        assert!(near(interval, &line["score_interval"][end]), "{what}");
                    }
                    compared += 1;
                }
            }
        }
        assert!(compared > 200, "only {compared} lines were compared");
    });
}
