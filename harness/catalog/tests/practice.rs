//! Runs at the steps that people use: their steps, the largest usable one, and growth over long motions.

mod common;

use common::run;
use results::{Cell, GrowthLaw, LadderKind, Results};
use runner::Scope;
use std::sync::LazyLock;

const MILLISECONDS: [f64; 7] = [50.0, 20.0, 1000.0 / 60.0, 10.0, 5.0, 2.0, 1.0];

static SHORT: LazyLock<Results> = LazyLock::new(|| {
    let problems = ["circle", "andrews-squeezer"];
    let methods = ["euler", "ab2", "rk4", "dop853", "dop853/adaptive"];
    let methods = methods.map(|integrator| format!("unstabilized/{integrator}"));
    let methods: Vec<&str> = methods.iter().map(String::as_str).collect();
    run(&problems, &methods, Scope::Full, None)
});

fn cell<'a>(results: &'a Results, variant: &str, problem: &str) -> &'a Cell {
    let here = |c: &&Cell| c.variant == variant && c.problem == problem;
    results.cells.iter().find(here).unwrap()
}

#[test]
fn every_fixed_step_is_that_of_practice_times_the_time_scale_of_the_problem() {
    for cell in &SHORT.cells {
        let problem = SHORT.problems.iter().find(|p| p.id == cell.problem);
        let scale = problem.unwrap().time_scale;
        assert_eq!(
            scale,
            if cell.problem == "andrews-squeezer" {
                5e-3
            } else {
                1.0
            }
        );
        let steps: Vec<f64> = cell.practice_runs().iter().map(|run| run.h).collect();
        let expected: Vec<f64> = match cell.variant.ends_with("adaptive") {
            // Adaptive variants have loose tolerances instead.
            true => continue,
            false => MILLISECONDS.map(|ms| 1e-3 * ms * scale).to_vec(),
        };
        assert_eq!(
            steps.len(),
            expected.len(),
            "{} on {}",
            cell.variant,
            cell.problem
        );
        for (h, expected) in steps.iter().zip(expected) {
            assert!((h / expected - 1.0).abs() < 1e-12);
        }
        assert!(
            cell.order_runs()
                .iter()
                .all(|run| run.ladder == LadderKind::Order)
        );
    }
}

#[test]
fn the_largest_step_of_a_first_order_method_follows_from_its_error_at_a_small_step() {
    // The motion has unit size and the error is proportional to the step: it is 1 % at 0.01/(error/h).
    let cell = cell(&SHORT, "unstabilized/euler", "circle");
    let fine = cell.order_runs().last().unwrap();
    let expected = 0.01 * fine.h / fine.measured.position.unwrap();
    let largest = cell.largest_step.unwrap();
    // Three halvings between 5 and 10 ms leave 9 %, and the term of second order a little more.
    let ratio = largest.h / expected;
    assert!(
        !largest.at_least && ratio > 0.87 && ratio < 1.03,
        "{largest:?} {expected}"
    );
    for run in cell.practice_runs() {
        let good = run.measured.position.is_some_and(|error| error <= 0.01);
        assert_eq!(
            good,
            run.h <= largest.h * (1.0 + 1e-9),
            "{} {largest:?}",
            run.h
        );
    }
}

#[test]
fn higher_orders_take_larger_steps() {
    let largest = |variant: &str| cell(&SHORT, variant, "circle").largest_step.unwrap().h;
    let steps = ["euler", "ab2", "rk4"].map(|i| largest(&format!("unstabilized/{i}")));
    assert!(steps.is_sorted_by(|a, b| a < b), "{steps:?}");
}

#[test]
fn over_a_long_motion_drift_without_stabilization_grows_with_the_square_of_time_and_with_feedback_it_does_not()
 {
    let results = run(
        &["planar-double-pendulum/long"],
        &[
            "unstabilized/rk4",
            "baumgarte/rk4/held",
            "mass-projection/rk4",
        ],
        Scope::Full,
        None,
    );
    assert!(!results.problems[0].predictable && results.problems[0].end_time == 100.0);
    for cell in &results.cells {
        assert!(cell.order_runs().is_empty() && cell.verdict == results::Verdict::NoClaim);
        for run in cell.practice_runs() {
            // Truncation errors push Φ'' away from zero, and nothing pulls it back.
            let law = match cell.method.as_str() {
                "unstabilized" => GrowthLaw::Quadratic,
                _ => GrowthLaw::Bounded,
            };
            let growth = run.growth.unwrap();
            let drift = growth.drift_position.unwrap();
            assert_eq!(drift.law, law, "{} at {}: {drift:?}", cell.variant, run.h);
            assert!(growth.position.is_none() && run.measured.position.is_none());
            assert!(run.measured.drift_position.unwrap() >= drift.at_end);
        }
    }
}
