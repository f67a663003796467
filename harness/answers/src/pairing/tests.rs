use super::*;
use crate::testing::{cell, practice, problem, results, run, stopped, timed};
use results::{Cell, Factor, PerFactor, Quantity, Run};
use verification::ROUNDING;

const PROBLEMS: [&str; 3] = ["a", "b", "b/other"];

/// Every variant on every problem, its errors `factor(variant)` times those without stabilization.
fn field(variants: &[(&str, f64)]) -> Results {
    let on = |(k, problem): (usize, &&str)| -> Vec<Cell> {
        let size = math::powi(10.0, -(k as i32));
        let of = |&(variant, factor): &(&str, f64)| {
            let runs = vec![
                run(0.1, 1e-3 * size * factor),
                run(0.05, 1e-4 * size * factor),
            ];
            timed(cell(variant, problem, runs), 50.0)
        };
        variants.iter().map(of).collect()
    };
    results(PROBLEMS.iter().enumerate().flat_map(on).collect())
}

fn near(a: Option<f64>, b: f64) -> bool {
    a.is_some_and(|a| (a / b - 1.0).abs() < 1e-12)
}

#[test]
fn a_variant_beside_itself_has_ratios_of_exactly_one() {
    let field = field(&[("nothing/rk4", 1.0), ("x/rk4", 0.3)]);
    for pair in paired(&field).iter().filter(|p| p.variant == "nothing/rk4") {
        assert_eq!(pair.with, "nothing/rk4");
        assert_eq!(pair.factors, PerFactor::from_fn(|_| Some(1.0)));
        assert_eq!((pair.steps, pair.lost, pair.saved), (2, 0, 0));
    }
}

#[test]
fn a_method_that_does_nothing_has_ratios_of_one_and_no_flag() {
    // As another compiler would round: the last digits differ, and what is at rounding differs by more.
    let mut field = field(&[("nothing/rk4", 1.0), ("idle/rk4", 1.0 + 1e-15)]);
    for cell in field.cells.iter_mut() {
        let rounding = if cell.method == "idle" { 9e-16 } else { 1e-17 };
        for run in &mut cell.runs {
            run.measured.energy = Some(rounding);
        }
    }
    let pairs = paired(&field);
    for pair in pairs.iter().filter(|p| p.variant == "idle/rk4") {
        for (factor, ratio) in pair.factors.iter() {
            assert!(near(*ratio, 1.0), "{factor:?} {ratio:?}");
        }
        assert!(worse_than_nothing([pair]).is_empty());
    }
}

#[test]
fn a_method_that_makes_things_worse_is_flagged_with_its_factor() {
    let mut field = field(&[("nothing/rk4", 1.0), ("bad/rk4", 1.0)]);
    for cell in field.cells.iter_mut().filter(|c| c.method == "bad") {
        for run in &mut cell.runs {
            run.measured.drift_position = run.measured.drift_position.map(|x| 40.0 * x);
            run.measured.position = run.measured.position.map(|x| 3.0 * x);
            run.measured.energy = run.measured.energy.map(|x| 1.9 * x);
        }
    }
    let pairs = paired(&field);
    for pair in pairs.iter().filter(|p| p.variant == "bad/rk4") {
        let flags = worse_than_nothing([pair]);
        let quantities: Vec<Quantity> = flags.iter().map(|w| w.quantity).collect();
        assert_eq!(quantities, [Quantity::DriftPosition, Quantity::Position]);
        assert!(near(Some(flags[0].factor), 40.0) && near(Some(flags[1].factor), 3.0));
    }
}

#[test]
fn only_equal_steps_and_tolerances_of_one_ladder_are_compared() {
    let own = cell(
        "x/rk4",
        "a",
        vec![
            run(0.1, 2.0),
            run(0.05 * (1.0 + 1e-12), 8.0),
            run(0.02, 1e9),
            practice(run(0.01, 1e9)),
        ],
    );
    let other = cell(
        "nothing/rk4",
        "a",
        vec![
            run(0.05, 1.0),
            run(0.1, 1.0),
            run(0.021, 1.0),
            run(0.01, 1.0),
        ],
    );
    let found = compare(&own, &other, &problem("a"), &|_| true);
    assert_eq!((found.steps, found.lost, found.saved), (2, 0, 0));
    assert!(near(found.factors.position, 4.0));
    let coarse = compare(&own, &other, &problem("a"), &|run| run.h > 0.07);
    assert!(near(coarse.factors.position, 2.0));

    // Adaptive runs with the same tolerance choose steps of their own.
    let adaptive = |h: f64, value: f64| {
        let run = Run {
            tolerance: Some(1e-6),
            ..run(h, value)
        };
        cell("x", "a", vec![run])
    };
    let (own, other) = (adaptive(0.1, 6.0), adaptive(0.3, 2.0));
    let found = compare(&own, &other, &problem("a"), &|_| true);
    assert!(near(found.factors.position, 3.0));
    // Ten steps instead of three.
    assert!(near(found.factors.evaluations, 10.0 / 3.0));
}

#[test]
fn steps_that_one_of_the_two_did_not_survive_are_counted() {
    let own = vec![stopped(0.2), run(0.1, 1.0), stopped(0.05), run(0.02, 1.0)];
    let other = vec![stopped(0.2), stopped(0.1), run(0.05, 1.0), run(0.02, 2.0)];
    let found = compare(
        &cell("x", "a", own),
        &cell("nothing", "a", other),
        &problem("a"),
        &|_| true,
    );
    assert_eq!((found.steps, found.lost, found.saved), (1, 1, 1));
    assert_eq!(found.factors.position, Some(0.5));
    assert_eq!(found.factors.time, None);
}

#[test]
fn ratios_end_at_rounding_and_at_the_digits_of_the_reference() {
    let mut on = problem("a");
    on.scales.drift_position = 10.0;
    on.scales.energy = 0.0;
    on.reference.digits = 12;
    let pair = |own: f64, other: f64| {
        let (own, other) = (
            cell("x", "a", vec![run(0.1, own)]),
            cell("y", "a", vec![run(0.1, other)]),
        );
        compare(&own, &other, &on, &|_| true).factors
    };
    let found = pair(0.0, 4e-10);
    assert!(near(found.drift_position, 10.0 * ROUNDING / 4e-10));
    assert!(near(found.energy, ROUNDING / 4e-10));
    assert!(near(found.position, 1e-12 / 4e-10));
}

#[test]
fn a_motion_that_cannot_be_predicted_is_compared_by_its_invariants() {
    let mut field = field(&[("nothing/rk4", 1.0), ("x/rk4", 0.5)]);
    field.problems[0].predictable = false;
    let pairs = paired(&field);
    let pair = pairs.iter().find(|p| p.variant == "x/rk4").unwrap();
    assert_eq!(pair.factors.position, None);
    assert_eq!(pair.factors.multiplier, None);
    assert!(near(pair.factors.drift_position, 0.5));
}

#[test]
fn a_problem_with_an_inconsistent_start_is_paired_and_left_out_of_medians() {
    let mut field = field(&[("nothing/rk4", 1.0), ("x/rk4", 0.5)]);
    field.problems[0].consistent_start = false;
    let pairs = paired(&field);
    assert_eq!(pairs.len(), 6);
    let buys = what_it_buys(&field, &pairs);
    let x = buys.iter().find(|b| b.variant == "x/rk4").unwrap();
    assert_eq!(x.problems, 2);
    assert_eq!(x.factors.position.unwrap().pairs, 2);
}

#[test]
fn over_problems_the_median_quartiles_and_the_worst_are_told() {
    let factors = [0.5, 2.0, 8.0];
    let cells = PROBLEMS.iter().zip(factors).flat_map(|(problem, factor)| {
        [
            cell("nothing/rk4", problem, vec![run(0.1, 1e-3)]),
            cell("x/rk4", problem, vec![run(0.1, 1e-3 * factor)]),
        ]
    });
    let field = results(cells.collect());
    let buys = what_it_buys(&field, &paired(&field));
    let x = buys.iter().find(|b| b.variant == "x/rk4").unwrap();
    let spread = x.factors.drift_position.unwrap();
    assert!(near(Some(spread.median), 2.0) && near(Some(spread.worst), 8.0));
    assert!(near(Some(spread.quartiles[0]), 1.25) && near(Some(spread.quartiles[1]), 5.0));
    assert_eq!(spread.pairs, 3);
    assert_eq!(x.factors.time, None);
}

#[test]
fn names_and_the_order_of_problems_and_cells_do_not_matter() {
    let field = field(&[("nothing/rk4", 1.0), ("x/rk4", 0.3), ("y/rk4", 7.0)]);
    let mut turned = field.clone();
    turned.cells.reverse();
    turned.problems.reverse();
    let rename = |id: &str| format!("renamed-{id}");
    for method in &mut turned.methods {
        for variant in &mut method.variants {
            variant.id = rename(&variant.id);
        }
    }
    for problem in &mut turned.problems {
        problem.id = rename(&problem.id);
    }
    for cell in &mut turned.cells {
        cell.variant = rename(&cell.variant);
        cell.problem = rename(&cell.problem);
    }
    let pairs = paired(&turned);
    let before = paired(&field);
    assert_eq!(pairs.len(), before.len());
    for pair in &before {
        let same =
            |p: &&Paired| p.variant == rename(&pair.variant) && p.problem == rename(&pair.problem);
        let now = pairs.iter().find(same).unwrap();
        assert_eq!(now.factors, pair.factors);
        assert_eq!(now.with, rename(&pair.with));
    }
    let (now, before) = (what_it_buys(&turned, &pairs), what_it_buys(&field, &before));
    for (now, before) in now.iter().zip(&before) {
        assert_eq!(now.factors, before.factors);
    }
}

#[test]
fn partners_have_the_same_integrator_and_the_same_step_control() {
    let variants = [
        "nothing/rk4",
        "nothing/dopri5",
        "nothing/dopri5/adaptive",
        "x/dopri5",
        "x/dopri5/adaptive",
        "x/rk4/held",
        "x/euler",
    ];
    let field = field(&variants.map(|v| (v, 1.0)));
    let with = |variant: &str| partner(&field, variant).map(|p| p.variant.to_owned());
    assert_eq!(with("x/dopri5").as_deref(), Some("nothing/dopri5"));
    assert_eq!(
        with("x/dopri5/adaptive").as_deref(),
        Some("nothing/dopri5/adaptive")
    );
    assert_eq!(with("x/rk4/held").as_deref(), Some("nothing/rk4"));
    assert_eq!(with("x/euler"), None);
    assert_eq!(with("unknown"), None);
}

#[test]
fn a_discretization_of_its_own_has_a_stand_in_of_the_same_order_and_the_nearest_cost() {
    let mut field = field(&[
        ("nothing/one", 1.0),
        ("nothing/other", 1.0),
        ("nothing/third", 1.0),
        ("x/own", 0.5),
    ]);
    let orders = [Some(2.0), Some(2.0), Some(3.0), Some(2.0)];
    let variants = field.methods.iter_mut().flat_map(|m| &mut m.variants);
    for (variant, order) in variants.zip(orders) {
        variant.claimed_order.position = order;
    }
    for cell in &mut field.cells {
        let per_step = match cell.variant.as_str() {
            "nothing/one" => 1,
            "nothing/other" => 3,
            _ => 2,
        };
        for run in &mut cell.runs {
            run.work.evaluations = per_step * run.steps;
        }
    }
    let found = partner(&field, "x/own").unwrap();
    assert_eq!(found.variant, "nothing/other");
    let words = found.stand_in.unwrap();
    assert!(words.contains("order 2") && words.contains("3.0 evaluations per step"));
    let buys = what_it_buys(&field, &paired(&field));
    let own = buys.iter().find(|b| b.variant == "x/own").unwrap();
    assert!(own.stand_in.is_some() && near(own.factors[Factor::Position].map(|s| s.median), 0.5));
    assert!(near(
        own.factors[Factor::Evaluations].map(|s| s.median),
        2.0 / 3.0
    ));
}

#[test]
fn nothing_to_pair_is_fine() {
    let empty = results(Vec::new());
    assert!(paired(&empty).is_empty() && what_it_buys(&empty, &[]).is_empty());
    let refused = results(vec![
        cell("nothing/rk4", "a", vec![run(0.1, 1.0)]),
        cell("x/rk4", "a", Vec::new()),
    ]);
    assert!(!paired(&refused).iter().any(|p| p.variant == "x/rk4"));
}
