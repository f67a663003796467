use super::*;
use crate::noise::tests::timing;
use crate::testing::{cell, practice, results, run, stopped, timed};
use crate::{Restriction, answer, rank};
use results::{Detuned, LargestStep, Outcome, Parameter, PerQuantity};

const PROBLEMS: [&str; 4] = ["a", "b", "b/other", "c"];

/// Errors of two runs with four and eight evaluations per second, times a factor that depends on variant and problem.
fn field(variants: &[(&str, f64)]) -> Results {
    let mut cells = Vec::new();
    for (k, problem) in PROBLEMS.iter().enumerate() {
        for (variant, factor) in variants {
            let size = factor * (1.0 + 0.1 * k as f64);
            let runs = vec![run(0.1, 1e-2 * size), run(0.01, 1e-11 * size)];
            cells.push(timed(cell(variant, problem, runs), 50.0 + k as f64));
        }
    }
    let mut results = results(cells);
    results.timing = Some(timing(0.97, 1.03));
    results
}

const VARIANTS: [(&str, f64); 5] = [
    ("nothing/rk4", 1.0),
    ("nothing/euler", 30.0),
    ("x/rk4", 0.1),
    ("x/euler", 3.0),
    ("y/rk4/adaptive", 0.02),
];

fn answered(mut results: Results) -> Results {
    answer(&mut results);
    results
}

fn of<'a>(results: &'a Results, id: &str, with: Option<&str>, of: BoardOf) -> &'a Board {
    let wanted = |b: &&Board| b.id == id && b.of == of && b.with.as_deref() == with;
    results.boards.iter().find(wanted).expect("a board")
}

fn order(board: &Board) -> Vec<&str> {
    board.lines.iter().map(|l| l.variant.as_str()).collect()
}

#[test]
fn a_lower_cost_for_the_same_accuracy_is_ahead() {
    let results = answered(field(&VARIANTS));
    let board = results.board("accuracy-per-time").unwrap();
    assert_eq!(board.cost, Some(Cost::Time));
    assert_eq!(
        order(board),
        [
            "y/rk4/adaptive",
            "x/rk4",
            "nothing/rk4",
            "x/euler",
            "nothing/euler"
        ]
    );
    let methods = of(&results, "accuracy-per-time", None, BoardOf::Methods);
    assert_eq!(order(methods), ["y/rk4/adaptive", "x/rk4", "nothing/rk4"]);
}

#[test]
fn with_the_runs_that_show_orders_alone_scores_are_the_area_under_the_profile() {
    // Errors fall by nine decades over one decade of evaluations: from 1e-2 to 1e-3 the cost grows by 10^(1/9), and a
    // practice run that is coarser must not change that.
    let mut few = cell("x/rk4", "a", vec![run(0.1, 1e-2), run(0.01, 1e-11)]);
    let mut twice = cell("y/rk4", "a", vec![run(0.1, 1e-2), run(0.01, 1e-11)]);
    for run in &mut twice.runs {
        run.work.evaluations *= 2;
    }
    few.runs.push(practice(run(0.2, 1e-8)));
    twice.runs.push(practice(run(0.5, 1e-3)));
    let results = results(vec![few, twice]);
    let source = Source {
        results: &results,
        cells: Cells::of(&results),
        paired: &[],
        buys: &[],
        cost: Cost::Evaluations,
    };
    let board = ranked(prices::accuracy_from_order_runs(&source));
    assert_eq!(order(&board), ["x/rk4", "y/rk4"]);
    assert_eq!(board.lines[0].score, Some(1.0));
    // Twice the cost everywhere loses a tenth.
    assert!((board.lines[1].score.unwrap() - 0.9).abs() < 1e-12);
    let expected = 40.0 * math::powf(10.0, 1.0 / 9.0);
    assert!((board.lines[0].costs[0].unwrap() / expected - 1.0).abs() < 1e-12);
    assert_eq!((board.lines[0].prices, board.lines[0].bounds), (3, 0));
}

#[test]
fn errors_above_and_times_beyond_the_conditions_come_behind() {
    let with = |variant: &str, drift: f64, error: f64, ns: f64| {
        let cells = PROBLEMS.map(|problem| {
            let mut run = run(0.1, 1e-3);
            run.measured.drift_position = Some(1e-3 * drift);
            run.measured.position = Some(1e-3 * error);
            timed(cell(variant, problem, vec![run]), ns)
        });
        cells.to_vec()
    };
    let mut results = results(
        [
            with("nothing/rk4", 1.0, 1.0, 100.0),
            with("good/rk4", 0.1, 1.09, 199.0),
            with("wrong/rk4", 0.01, 1.2, 100.0),
            with("slow/rk4", 0.001, 0.5, 210.0),
        ]
        .concat(),
    );
    results.timing = Some(timing(0.97, 1.03));
    let results = answered(results);
    let board = of(
        &results,
        "what-it-buys",
        Some("nothing/rk4"),
        BoardOf::Variants,
    );
    assert_eq!(
        order(board),
        ["good/rk4", "nothing/rk4", "slow/rk4", "wrong/rk4"]
    );
    let misses: Vec<Option<&str>> = board.lines.iter().map(|l| l.misses.as_deref()).collect();
    assert_eq!(
        misses,
        [
            None,
            None,
            Some("time × 2.100 is above 2"),
            Some("error × 1.200 is above 1.1")
        ]
    );
    let ranks: Vec<usize> = board.lines.iter().map(|l| l.rank_low).collect();
    assert_eq!(ranks, [1, 2, 3, 4]);
}

#[test]
fn what_it_buys_prefers_the_steps_of_practice() {
    let mut results = field(&VARIANTS[..4]);
    for cell in &mut results.cells {
        let value = if cell.method == "x" { 0.25 } else { 1.0 };
        cell.runs.push(practice(run(0.05, value)));
    }
    let results = answered(results);
    let board = of(
        &results,
        "what-it-buys",
        Some("nothing/rk4"),
        BoardOf::Variants,
    );
    assert!((board.lines[0].score.unwrap() - 0.25).abs() < 1e-12);
    assert!(board.rule.contains("steps of practice"));
}

/// The results with only some of the problems.
fn only(results: &Results, keep: &[&str]) -> Results {
    let mut part = results.clone();
    part.problems.retain(|p| keep.contains(&p.id.as_str()));
    part.cells.retain(|c| keep.contains(&c.problem.as_str()));
    part
}

#[test]
fn a_part_of_a_board_is_the_board_of_a_part() {
    let mut results = field(&VARIANTS);
    for problem in &mut results.problems {
        problem.tags = vec!["large".to_owned(), "redundant".to_owned()];
        problem.end_time = 200.0;
        problem.tags.push("long-run".to_owned());
    }
    results.problems[0].tags.push("special".to_owned());
    results.problems[2].tags.push("special".to_owned());
    let whole = answered(results.clone());
    let keep = ["a", "b/other"];
    let part = answered(only(&results, &keep));
    let by_list = Restriction {
        problems: Some(keep.map(str::to_owned).to_vec()),
        ..Restriction::default()
    };
    let by_tag = Restriction {
        tag: Some("special".to_owned()),
        ..Restriction::default()
    };
    for restriction in [by_list, by_tag] {
        for board in whole.boards.iter().filter(|b| b.of == BoardOf::Variants) {
            for lines in [BoardOf::Variants, BoardOf::Methods] {
                let wanted = of(&part, &board.id, board.with.as_deref(), lines);
                let found = rank(&whole, board, &restriction, lines);
                assert_eq!(found.lines, wanted.lines, "{}", board.id);
                assert_eq!(found.instances, wanted.instances, "{}", board.id);
            }
        }
    }
}

#[test]
fn a_part_of_the_variants_is_ranked_as_if_there_were_no_others() {
    let results = field(&VARIANTS);
    let whole = answered(results.clone());
    let board = whole.board("constraints-per-time").unwrap();
    let restriction = Restriction {
        integrator: Some("rk4".to_owned()),
        fixed_steps: true,
        ..Restriction::default()
    };
    let mut part = results;
    for method in &mut part.methods {
        let kept = |v: &Variant| v.integrator == "rk4" && !v.adaptive;
        method.variants.retain(kept);
    }
    let part = answered(part);
    let found = rank(&whole, board, &restriction, BoardOf::Variants);
    assert_eq!(order(&found), ["x/rk4", "nothing/rk4"]);
    assert_eq!(
        found.lines,
        part.board("constraints-per-time").unwrap().lines
    );
    // Nothing is left out without a restriction.
    let same = rank(&whole, board, &Restriction::default(), BoardOf::Variants);
    assert_eq!(same, *board);
}

#[test]
fn the_order_of_problems_and_cells_does_not_matter_to_ranks() {
    let results = field(&VARIANTS);
    let mut turned = results.clone();
    turned.problems.reverse();
    turned.cells.reverse();
    let (now, before) = (answered(turned), answered(results));
    for (now, before) in now.boards.iter().zip(&before.boards) {
        for (now, before) in now.lines.iter().zip(&before.lines) {
            assert_eq!(now.variant, before.variant);
            let ranks = |l: &BoardLine| (l.rank_low, l.rank_high, l.coverage);
            assert_eq!(ranks(now), ranks(before));
            // Sums in another order differ in their last bits.
            let off = now.score.unwrap_or(0.0) - before.score.unwrap_or(0.0);
            assert!(off.abs() < 1e-12);
        }
    }
}

#[test]
fn answers_to_answered_results_are_the_same() {
    let once = answered(field(&VARIANTS));
    assert_eq!(answered(once.clone()), once);
}

#[test]
fn survival_is_the_mean_of_the_shares_of_its_groups() {
    let mut cells = Vec::new();
    for problem in ["r", "f", "i", "c"] {
        for (variant, runs) in [
            ("x/rk4", vec![run(0.1, 0.05), practice(run(0.05, 0.9))]),
            ("y/rk4", vec![run(0.1, 0.2), practice(stopped(0.05))]),
        ] {
            cells.push(cell(variant, problem, runs));
        }
    }
    let mut results = results(cells);
    results.problems[0].tags = vec!["redundant".to_owned()];
    results.problems[1].tags = vec!["singular-passages".to_owned()];
    results.problems[2].consistent_start = false;
    let results = answered(results);
    let board = results.board("survival").unwrap();
    assert_eq!(order(board), ["x/rk4", "y/rk4"]);
    let figure = |line: usize, name: &str| {
        let figures = &board.lines[line].figures;
        figures.iter().find(|f| f.name == name).unwrap().value
    };
    assert_eq!(figure(0, "redundant rows"), Some(1.0));
    assert_eq!(figure(1, "flat positions"), Some(0.0));
    // There is a run at 50 ms and none at 20 ms.
    assert_eq!(figure(0, "coarse steps"), Some(0.5));
    assert!((board.lines[0].score.unwrap() - 3.5 / 4.0).abs() < 1e-12);
    assert_eq!(board.lines[1].score, Some(0.0));
    assert_eq!((board.lines[0].rank_low, board.lines[0].rank_high), (1, 1));
}

#[test]
fn larger_usable_steps_are_ahead() {
    let mut results = field(&VARIANTS[..3]);
    for cell in &mut results.cells {
        let (h, at_least) = match cell.variant.as_str() {
            "x/rk4" => (0.04, true),
            "nothing/rk4" => (0.02, false),
            _ => continue,
        };
        cell.largest_step = Some(LargestStep { h, at_least });
        cell.runs.push(practice(run(0.02, 1e-4)));
    }
    let results = answered(results);
    let board = results.board("large-steps").unwrap();
    assert_eq!(order(board), ["x/rk4", "nothing/rk4", "nothing/euler"]);
    assert_eq!(board.lines[0].score, Some(1.0));
    assert_eq!(board.lines[0].bounds, PROBLEMS.len());
    assert!((board.lines[1].score.unwrap() - 0.9).abs() < 1e-12);
    assert_eq!(board.lines[2].score, Some(0.0));
    let at_20 = |line: usize| board.lines[line].figures[0].value;
    assert_eq!(at_20(0), Some(1e-4));
    assert_eq!(at_20(2), None);
}

#[test]
fn the_growth_of_the_time_of_a_step_is_an_exponent() {
    let mut results = field(&[("nothing/rk4", 1.0), ("x/rk4", 0.1)]);
    results.problems[2].tags = vec!["large".to_owned()];
    results.problems[2].coordinates = 200;
    for cell in &mut results.cells {
        let ns = match (cell.variant.as_str(), cell.problem.as_str()) {
            ("x/rk4", "b/other") => 30_000.0,
            (_, "b/other") => 10_000.0,
            _ => 100.0,
        };
        *cell = timed(cell.clone(), ns);
    }
    let results = answered(results);
    let board = results.board("large-systems").unwrap();
    assert_eq!(order(board), ["nothing/rk4", "x/rk4"]);
    assert!((board.lines[1].score.unwrap() - 3.0).abs() < 1e-12);
    // A hundred times the coordinates, and a hundred times the time.
    let exponent = board.lines[0].figures[0].value.unwrap();
    assert!((exponent - 1.0).abs() < 1e-12);
}

#[test]
fn nothing_to_tune_comes_first_and_a_stop_is_the_worst() {
    let mut results = field(&[
        ("nothing/rk4", 1.0),
        ("free/rk4", 1.0),
        ("mild/rk4", 1.0),
        ("wild/rk4", 1.0),
    ]);
    for method in &mut results.methods[2..] {
        for variant in &mut method.variants {
            variant.parameters = vec![Parameter {
                name: "α".to_owned(),
                value: 1.0,
                unit: "1/s".to_owned(),
                step_power: 0,
            }];
        }
    }
    let detuned = |factor: f64, worse: f64, stopped: bool| Detuned {
        factor,
        h: 0.01,
        factors: PerQuantity {
            drift_position: Some(worse),
            ..PerQuantity::default()
        },
        stopped,
    };
    for cell in &mut results.cells {
        cell.detuned = match cell.method.as_str() {
            "mild" => vec![detuned(3.0, 4.0, false), detuned(1.0 / 3.0, 0.5, false)],
            "wild" => vec![detuned(3.0, 1.5, false), detuned(9.0, 1.0, true)],
            _ => Vec::new(),
        };
    }
    let results = answered(results);
    let board = results.board("nothing-to-tune").unwrap();
    assert_eq!(order(board), ["free/rk4", "mild/rk4", "wild/rk4"]);
    let scores: Vec<Option<f64>> = board.lines.iter().map(|l| l.score).collect();
    assert_eq!(scores, [Some(1.0), Some(4.0), Some(1024.0)]);
    assert!(board.lines[0].misses.is_none() && board.lines[1].misses.is_some());
}

#[test]
fn empty_results_have_no_boards() {
    assert!(answered(results(Vec::new())).boards.is_empty());
    let mut refused = cell("x/rk4", "a", Vec::new());
    refused.outcome = Outcome::Refused;
    let refused = answered(results(vec![refused]));
    for board in &refused.boards {
        for line in &board.lines {
            assert!(line.score.is_none_or(f64::is_finite));
            assert_eq!(line.coverage, 0.0);
        }
    }
}
