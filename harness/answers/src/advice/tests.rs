use super::*;
use crate::testing::{cell, practice, results, run, stopped, timed};
use results::{OWN, Parameter, Run};

/// Steps of practice in seconds.
const STEPS: [f64; 3] = [0.01, 0.005, 0.002];

/// Problems of three families.
const PROBLEMS: [&str; 4] = ["a", "a/other", "b", "c"];

/// One variant: drift, error and time beside the unstabilized run, the same on every problem.
type Row = (&'static str, f64, f64, f64);

/// Rows whose right order is plain to see.
const ROWS: [Row; 5] = [
    ("projected/rk4", 1e-5, 0.4, 1.8),
    ("fed-back/rk4/held", 4e-3, 0.4, 1.05),
    ("fed-back/rk4", 0.6, 1.0, 1.0),
    ("fed-back/rk4/per-step", 500.0, 680.0, 1.0),
    ("slow/rk4", 1e-8, 0.4, 3.0),
];

/// Runs at every step; the unstabilized drift is 1e-6 and its error 1e-3 at 5 ms, and both are of second order.
fn runs(drift: f64, error: f64) -> Vec<Run> {
    let at = |h: f64| {
        let size = (h / 0.005) * (h / 0.005);
        let mut run = run(h, 1.0);
        run.measured.drift_position = Some(1e-6 * size * drift);
        run.measured.position = Some(1e-3 * size * error);
        practice(run)
    };
    STEPS.map(at).to_vec()
}

/// Results with an unstabilized variant and these.
fn planted(rows: &[Row]) -> Results {
    let unstabilized: Row = ("nothing/rk4", 1.0, 1.0, 1.0);
    let all = || [unstabilized].into_iter().chain(rows.iter().copied());
    let on = |problem: &&'static str| {
        let problem = *problem;
        all().map(move |(variant, drift, error, time)| {
            timed(cell(variant, problem, runs(drift, error)), 50.0 * time)
        })
    };
    let mut results = results(PROBLEMS.iter().flat_map(on).collect());
    for variant in results.methods.iter_mut().flat_map(|m| &mut m.variants) {
        let parameter = |name: &str, value, unit: &str, step_power| Parameter {
            name: name.to_owned(),
            value,
            unit: unit.to_owned(),
            step_power,
        };
        if variant.id == "fed-back/rk4/held" {
            variant.parameters = vec![
                parameter("α", 1.5, "1/s", -1),
                parameter("β", 1.0, "1/s²", -2),
            ];
        }
    }
    results
}

fn question() -> Question {
    Question {
        step: 0.005,
        integrator: "rk4".to_owned(),
        ..Question::default()
    }
}

fn limited(limits: Limits) -> Question {
    Question {
        limits,
        ..question()
    }
}

/// The runs of one variant on one problem.
fn runs_of<'a>(results: &'a mut Results, variant: &str, problem: &str) -> &'a mut Vec<Run> {
    let mut cells = results.cells.iter_mut();
    let found = cells.find(|c| c.variant == variant && c.problem == problem);
    &mut found.expect("a planted cell").runs
}

fn conditions(candidate: &Candidate) -> Vec<Condition> {
    candidate.misses.iter().map(|miss| miss.condition).collect()
}

#[test]
fn the_least_drift_within_the_limits_is_recommended() {
    let advice = advise(&planted(&ROWS), &question()).unwrap();
    assert_eq!(advice.recommended.variant, "projected/rk4");
    assert_eq!(advice.over_budget.unwrap().variant, "slow/rk4");
    assert_eq!(advice.runner_up.unwrap().variant, "fed-back/rk4/held");
    assert_eq!(advice.evidence.steps, [0.005, 0.005]);
    assert_eq!(
        (advice.evidence.problems.len(), advice.evidence.families),
        (4, 3)
    );
    assert_eq!(advice.evidence.cost, Factor::Time);
    let bought = advice.recommended.factors.drift_position.unwrap();
    assert!((bought.median / 1e-5 - 1.0).abs() < 1e-12 && bought.problems == 4);
    let command =
        "cargo xtask report --method nothing/rk4 --method projected/rk4 --method fed-back/rk4/held";
    assert_eq!(advice.evidence.command, command);
}

#[test]
fn the_budget_and_the_error_exclude() {
    let results = planted(&ROWS);
    let tight = Limits {
        budget: 1.2,
        ..Limits::default()
    };
    let advice = advise(&results, &limited(tight)).unwrap();
    assert_eq!(advice.recommended.variant, "fed-back/rk4/held");
    let excluded = |condition| {
        let mut excluded = advice.evidence.excluded.iter();
        let found = excluded.find(|e| e.condition == condition);
        found.map(|e| (e.variants, e.alone))
    };
    assert_eq!(excluded(Condition::Budget), Some((2, 2)));
    // The one that makes everything worse misses two conditions.
    assert_eq!(excluded(Condition::ErrorFactor), Some((1, 0)));
    assert_eq!(excluded(Condition::DriftsLess), Some((1, 0)));
    assert_eq!(excluded(Condition::Survives), None);
    let generous = Limits {
        budget: 4.0,
        ..Limits::default()
    };
    let advice = advise(&results, &limited(generous)).unwrap();
    assert_eq!(advice.recommended.variant, "slow/rk4");
}

#[test]
fn what_makes_things_worse_is_to_be_avoided() {
    let advice = advise(&planted(&ROWS), &question()).unwrap();
    let warned: Vec<_> = advice
        .avoid
        .iter()
        .map(|w| (&*w.candidate.variant, w.factor))
        .collect();
    assert_eq!(warned, [("fed-back/rk4/per-step", Factor::Position)]);
    assert!((advice.avoid[0].value / 680.0 - 1.0).abs() < 1e-12);

    // Without such a variant, one that is bad on a single problem.
    let mut results = planted(&ROWS[..3]);
    for run in runs_of(&mut results, "fed-back/rk4", "c") {
        run.measured.position = run.measured.position.map(|x| 270.0 * x);
    }
    let advice = advise(&results, &question()).unwrap();
    let warning = &advice.avoid[0];
    assert_eq!(
        (&*warning.candidate.variant, warning.on.as_deref()),
        ("fed-back/rk4", Some("c"))
    );
    assert!((warning.value / 270.0 - 1.0).abs() < 1e-12);
}

#[test]
fn gains_are_told_in_numbers_at_the_asked_step() {
    let advice = advise(&planted(&ROWS[1..2]), &question()).unwrap();
    let told = advice.recommended.settings.iter();
    let told: Vec<_> = told
        .map(|s| (&*s.name, s.value.round(), &*s.unit))
        .collect();
    assert_eq!(told, [("α", 300.0, "1/s"), ("β", 40_000.0, "1/s²")]);

    // At a step that was not run, the gains are those of the step, and the evidence that of its neighbour.
    let between = Question {
        step: 0.004,
        ..question()
    };
    let advice = advise(&planted(&ROWS[1..2]), &between).unwrap();
    assert!((advice.recommended.settings[0].value / 375.0 - 1.0).abs() < 1e-12);
    assert_eq!(advice.evidence.steps, [0.005, 0.005]);
}

#[test]
fn a_lost_problem_excludes_and_is_named_with_its_reason() {
    let mut results = planted(&ROWS);
    runs_of(&mut results, "projected/rk4", "b")[1] = practice(stopped(0.005));
    let advice = advise(&results, &question()).unwrap();
    assert_eq!(advice.recommended.variant, "fed-back/rk4/held");
    // At another step it survives.
    let finer = Question {
        step: 0.002,
        ..question()
    };
    assert_eq!(
        advise(&results, &finer).unwrap().recommended.variant,
        "projected/rk4"
    );
    // A cell that never ran is lost too.
    runs_of(&mut results, "fed-back/rk4/held", "c").clear();
    let advice = advise(&results, &question()).unwrap();
    assert_eq!(advice.recommended.variant, "fed-back/rk4");
    // Where the unstabilized run stops as well, nothing is lost.
    for (variant, problem) in [("nothing/rk4", "b"), ("nothing/rk4", "c")] {
        runs_of(&mut results, variant, problem)[1] = practice(stopped(0.005));
    }
    let advice = advise(&results, &question()).unwrap();
    assert_eq!(advice.recommended.variant, "projected/rk4");
    assert_eq!(advice.recommended.saved, ["c"]);
    assert_eq!(advice.recommended.survived, ["a", "a/other", "c"]);
}

#[test]
fn limits_in_absolute_numbers_are_relative_to_the_size() {
    let mut results = planted(&ROWS);
    let limits = Limits {
        drift: Some(2e-11),
        error: Some(5e-4),
        budget: 2.0,
    };
    assert_eq!(
        advise(&results, &limited(limits))
            .unwrap()
            .recommended
            .variant,
        "projected/rk4"
    );
    // The same numbers in millimetres.
    for problem in &mut results.problems {
        problem.scales.drift_position = 1e-3;
    }
    let NoMatch::NothingFits { evidence, nearest } =
        advise(&results, &limited(limits)).unwrap_err()
    else {
        panic!("something fits or nothing was found");
    };
    let nearest = nearest.unwrap();
    // 1e-8 is 500 times the limit; the slow one drifts 1e-11 and is only 1.5 times over budget.
    assert_eq!(
        (&*nearest.variant, conditions(&nearest)),
        ("slow/rk4", vec![Condition::Budget])
    );
    let miss = nearest.misses[0];
    assert!((miss.value.unwrap() / 3.0 - 1.0).abs() < 1e-12 && miss.limit == 2.0);
    // Two keep everything but the drift; the other two also miss the error.
    let drift = evidence
        .excluded
        .iter()
        .find(|e| e.condition == Condition::Drift)
        .unwrap();
    assert_eq!((drift.variants, drift.alone), (4, 2));
}

#[test]
fn an_error_that_was_asked_for_takes_the_place_of_the_factor() {
    // Three times the error of doing nothing, but less than what was asked for.
    let rows = [("coarse/rk4", 1e-3, 3.0, 1.0)];
    assert!(advise(&planted(&rows), &question()).is_err());
    let enough = Limits {
        error: Some(1e-2),
        ..Limits::default()
    };
    assert!(advise(&planted(&rows), &limited(enough)).is_ok());
}

#[test]
fn a_scheme_of_its_own_is_an_alternative_but_never_the_answer() {
    let rows = [ROWS[1], ("scheme/own", 1e-9, 0.4, 1.0)];
    let mut results = planted(&rows);
    let variants = results.methods.iter_mut().flat_map(|m| &mut m.variants);
    for variant in variants {
        variant.claimed_order.position = Some(4.0);
    }
    assert_eq!(results.methods[2].variants[0].integrator, OWN);
    let advice = advise(&results, &question()).unwrap();
    assert_eq!(advice.recommended.variant, "fed-back/rk4/held");
    assert!(advice.runner_up.is_none());
    let own = advice.alternative.unwrap();
    assert_eq!(own.variant, "scheme/own");
    assert!(own.stand_in.is_some());
}

#[test]
fn the_order_of_problems_cells_and_methods_does_not_matter() {
    let mut results = planted(&ROWS);
    let before = advise(&results, &question()).unwrap();
    results.problems.reverse();
    results.cells.reverse();
    results.methods.reverse();
    let mut after = advise(&results, &question()).unwrap();
    after.evidence.problems.reverse();
    for candidate in [&mut after.recommended, &mut after.evidence.unstabilized]
        .into_iter()
        .chain(&mut after.runner_up)
        .chain(&mut after.over_budget)
        .chain(after.avoid.iter_mut().map(|w| &mut w.candidate))
    {
        candidate.survived.reverse();
    }
    assert_eq!(after, before);
}

#[test]
fn problems_are_those_that_were_asked_for() {
    let mut results = planted(&ROWS);
    results.problems[2].tags.push("closed".to_owned());
    results.problems[3].tags.push("closed".to_owned());
    results.problems[3].consistent_start = false;
    let on = |problems: &[&str], tags: &[&str]| {
        let own = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let asked = Question {
            problems: own(problems),
            tags: own(tags),
            ..question()
        };
        advise(&results, &asked).map(|advice| advice.evidence.problems)
    };
    assert_eq!(on(&[], &[]).unwrap(), ["a", "a/other", "b"]);
    assert_eq!(on(&["a/*"], &[]).unwrap(), ["a", "a/other"]);
    assert_eq!(on(&[], &["closed"]).unwrap(), ["b"]);
    // An inconsistent start has to be asked for by its name.
    assert_eq!(on(&["c"], &[]).unwrap(), ["c"]);
    assert!(matches!(on(&["nobody"], &[]), Err(NoMatch::NoEvidence(_))));
}

#[test]
fn one_family_has_no_interval_and_several_have_one() {
    let mut results = planted(&ROWS[1..2]);
    for run in runs_of(&mut results, "fed-back/rk4/held", "c") {
        run.measured.drift_position = run.measured.drift_position.map(|x| 10.0 * x);
    }
    let advice = advise(&results, &question()).unwrap();
    let drift = advice.recommended.factors.drift_position.unwrap();
    let [low, high] = drift.interval.unwrap();
    assert!((low / 4e-3 - 1.0).abs() < 1e-9 && (high / 4e-2 - 1.0).abs() < 1e-9);
    assert_eq!(drift.worst_on, "c");
    let one = Question {
        problems: vec!["a/*".to_owned()],
        ..question()
    };
    let advice = advise(&results, &one).unwrap();
    assert_eq!(
        advice.recommended.factors.drift_position.unwrap().interval,
        None
    );
}

#[test]
fn a_mechanism_of_another_time_scale_is_asked_at_its_own_step() {
    let mut results = planted(&ROWS[..1]);
    // Ten times as fast: its runs at 5 ms belong to a question about 50 ms.
    results.problems.retain(|problem| problem.id == "b");
    results.problems[0].time_scale = 0.1;
    let asked = Question {
        step: 0.05,
        ..question()
    };
    let advice = advise(&results, &asked).unwrap();
    assert!((advice.evidence.steps[0] / 0.05 - 1.0).abs() < 1e-12);
}

#[test]
fn a_problem_with_other_steps_is_no_evidence_beside_nearer_ones() {
    let mut results = planted(&ROWS);
    for cell in results.cells.iter_mut().filter(|c| c.problem == "c") {
        cell.runs.retain(|run| run.h == 0.01);
    }
    let advice = advise(&results, &question()).unwrap();
    assert_eq!(advice.evidence.problems, ["a", "a/other", "b"]);
    assert_eq!(advice.evidence.steps, [0.005, 0.005]);
    let named = Question {
        problems: vec!["c".to_owned()],
        ..question()
    };
    assert_eq!(
        advise(&results, &named).unwrap().evidence.steps,
        [0.01, 0.01]
    );
}

#[test]
fn what_the_runs_cannot_tell_is_said() {
    let results = planted(&ROWS);
    let far = |step| {
        let asked = Question { step, ..question() };
        advise(&results, &asked).unwrap_err()
    };
    assert_eq!(
        far(1.0),
        NoMatch::TooFar {
            asked: 1.0,
            nearest: 0.01
        }
    );
    assert_eq!(
        far(1e-6),
        NoMatch::TooFar {
            asked: 1e-6,
            nearest: 0.002
        }
    );
    for step in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(far(step), NoMatch::TooFar { .. }), "{step}");
    }
    let other = Question {
        integrator: "ab3".to_owned(),
        ..question()
    };
    assert!(matches!(
        advise(&results, &other),
        Err(NoMatch::NoEvidence(_))
    ));
}

#[test]
fn without_times_evaluations_are_the_cost() {
    let mut results = planted(&ROWS[..1]);
    for cell in &mut results.cells {
        cell.speed = None;
    }
    let advice = advise(&results, &question()).unwrap();
    assert_eq!(advice.evidence.cost, Factor::Evaluations);
    assert_eq!(advice.recommended.median(Factor::Evaluations), Some(1.0));
}
