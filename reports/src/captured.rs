//! A real report for the tests, reduced in size.
//!
//! `tests/data/results.json` is `cargo xtask report` of twelve variants on six problems, with two papers of
//! `cargo xtask replicate --quick`. Numbers are rounded, curves are thinned, and the machine, its noise, the commit and
//! the date are invented.

use crate::mark::Mark;
use results::{
    Cell, Change, ComparedWith, Difference, EndState, ExpectedFailure, FailureKind, KnownFailure,
    LadderKind, Outcome, PerQuantity, Quantity, ReplicationVerdict, Results, Run, Status,
    StatusCounts, Subject, Verdict,
};
use serde_json::{Value, json};
use std::sync::LazyLock;

static CAPTURED: LazyLock<Results> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../tests/data/results.json")).expect("a captured report")
});

/// The captured report.
pub(crate) fn results() -> Results {
    CAPTURED.clone()
}

/// The captured report in which every failure is known.
pub(crate) fn healthy() -> Results {
    let mut results = results();
    for cell in &mut results.cells {
        // The report was captured before failures had kinds.
        cell.failure = (cell.outcome == Outcome::Failed).then_some(FailureKind::Step);
    }
    let known = |cell: &Cell| {
        let ways = [KnownFailure::MissedClaim, KnownFailure::Stopped];
        Some(ExpectedFailure {
            failure: ways.into_iter().find(|way| way.is_of(cell))?,
            variant: cell.variant.clone(),
            problem: cell.problem.clone(),
            why: "known in the test".to_owned(),
        })
    };
    results.expected_failures = results.cells.iter().filter_map(known).collect();
    results
}

/// A difference from a baseline: a cell that is lost, one that is worse, and a claim that is better.
pub(crate) fn difference() -> Difference {
    let change = |status, subject: Subject, what: &str, factor| Change {
        command: subject.command(),
        what: vec![what.to_owned()],
        more: 0,
        status,
        subject,
        factor,
    };
    let lost = Subject::cell("baumgarte/rk4/gone", "pendulum");
    let worse = Subject::cell("baumgarte/rk4", "pendulum");
    let fell = "order: order of q fell from 4.000 to 1.000";
    let better = "claim: not reproduced before, now reproduced";
    let claim = Subject::claim("welch-2007/table-2/baumgarte/0.02");
    Difference {
        baseline: ComparedWith {
            name: "baseline.json".to_owned(),
            ..ComparedWith::default()
        },
        cells: 60,
        boards: 2,
        claims: 1,
        counts: StatusCounts {
            lost: 1,
            regressed: 1,
            improved: 1,
            unchanged: 60,
            ..StatusCounts::default()
        },
        not_run: 3,
        not_in_baseline: 1,
        changes: vec![
            change(Status::Lost, lost, "gone: the cell is gone", 1.0),
            change(Status::Regressed, worse, fell, 8.0),
            change(Status::Improved, claim, better, 1.0),
        ],
        notes: vec!["speed was not measured".to_owned()],
    }
}

/// The captured report with cases that it lacks: the state in which a run ended, a cell over budget, a step that
/// allocates, a steady state without an
/// equilibrium, one that disagrees, claims that were lost, gained or changed, and one that cannot be compared.
pub(crate) fn planted() -> Results {
    let mut results = results();
    results.end_states = vec![EndState {
        variant: "unstabilized/euler".into(),
        problem: "circle".into(),
        h: 0.0002,
        tolerance: None,
        t: 6.0,
        q: vec![0.9611, -0.2797],
        v: vec![0.2797, 0.9611],
        lambda: vec![1.0],
    }];
    let late = cell(&mut results, "baumgarte/rk4/held", "n-four-bar");
    (late.outcome, late.verdict) = (Outcome::OverBudget, Verdict::NotRun);
    late.why = Some("stopped at 2.0e9 evaluations, t = 6.10 s of 10 s".into());
    late.verdict_why = "the cell did not run".into();
    (late.speed, late.reach) = (None, vec![]);
    let timed = cell(&mut results, "mass-projection/rk4", "pendulum");
    let speed = timed.speed.as_mut().expect("the captured cell was timed");
    (speed.allocations_per_step, speed.instructions_per_step) = (2.5, Some(1234.5));
    let mut steps = results.steady_state.chunks_mut(3);
    for row in steps.nth(3).expect("the violations of one step") {
        (row.predicted, row.two_terms, row.exact, row.measured) = (None, None, None, None);
        row.spectral_radius = None;
        row.why = Some("the steps have no equilibrium with these gains".into());
    }
    for row in steps.nth(5).expect("the violations of one step") {
        row.measured = row.measured.map(|measured| 1.4 * measured);
        (row.pass, row.why) = (false, Some("still moving after 200000 steps".into()));
    }
    results.steady_orders[3].pass = false;
    plant_what_it_buys(&mut results);
    let mut table = results.replications.iter_mut();
    let mut table = table.by_ref().filter(|claim| claim.place == "Table 2");
    let lost = table.next().expect("a table of claims");
    (lost.verdict, lost.digits) = (ReplicationVerdict::NotReproduced, Some(2));
    lost.ours = "1.0944e-4".into();
    lost.why = Some("new: not rounds to the printed digits".into());
    let gained = table.next().expect("a table of claims");
    gained.expected = ReplicationVerdict::NotReproduced;
    gained.why = Some("new: it was known to differ, and now agrees".into());
    let unknown = table.next().expect("a table of claims");
    unknown.verdict = ReplicationVerdict::CannotBeCompared;
    unknown.expected = ReplicationVerdict::CannotBeCompared;
    unknown.why = Some("masses are not printed".into());
    let changed = table.next().expect("a table of claims");
    changed.verdict = ReplicationVerdict::NotReproduced;
    changed.expected = ReplicationVerdict::CannotBeCompared;
    changed.why = Some("new: it could not be compared, and now differs".into());
    let parted = table.next().expect("a table of claims");
    parted.verdict = ReplicationVerdict::CannotBeCompared;
    parted.why = Some("new: now it cannot be compared".into());
    results
}

/// Ratios to unstabilized runs that were not captured: RK4 behind another integrator, with a board line that misses a
/// condition, one that gains nothing, and one that is worse than doing nothing.
fn plant_what_it_buys(results: &mut Results) {
    let buys = |variant: &str, with: &str, [drift, error, time]: [f64; 3]| {
        let spread = |median: f64| {
            let quartiles = [0.5 * median, 2.0 * median];
            json!({ "median": median, "quartiles": quartiles, "worst": 4.0 * median, "pairs": 5 })
        };
        json!({
            "variant": variant, "with": with, "ladder": "order", "problems": 5, "lost": 0, "saved": 1,
            "factors": { "drift_position": spread(drift), "position": spread(error), "time": spread(time) },
        })
    };
    let rk4 = "unstabilized/rk4";
    let ratios = json!([
        buys("baumgarte/euler", "unstabilized/euler", [0.02, 0.98, 1.04]),
        buys("mass-projection/rk4", rk4, [1.03e-5, 0.37, 2.4]),
        buys("baumgarte/rk4/held", rk4, [3.8e-3, 0.39, 1.03]),
        buys("baumgarte/rk4", rk4, [0.59, 1.0, 1.0]),
    ]);
    results.what_it_buys = serde_json::from_value(ratios).expect("planted ratios");
    let board = |integrator: &str, lines: Value| {
        json!({
            "id": "what-it-buys", "question": "What does a stabilization buy?", "rule": "By the median.",
            "of": "variants", "integrator": integrator, "with": format!("unstabilized/{integrator}"),
            "scoring": "median", "instances": [], "lines": lines,
        })
    };
    let boards = [
        board(
            "euler",
            json!([{ "variant": "unstabilized/euler" }, { "variant": "baumgarte/euler" }]),
        ),
        board(
            "rk4",
            json!([
                { "variant": "mass-projection/rk4", "misses": "time × 2.4, at most 2" },
                { "variant": "baumgarte/rk4/held" },
                { "variant": "baumgarte/rk4" },
            ]),
        ),
        board(
            "trapezoid",
            json!([{ "variant": "unstabilized/trapezoid" }]),
        ),
    ];
    for planted in boards {
        let planted = serde_json::from_value(planted).expect("a planted board");
        results.boards.push(planted);
    }
    let harmed = cell(results, "baumgarte/rk4", "pendulum");
    harmed.verdict = Verdict::Confirmed;
    let worse = json!([{ "quantity": "position", "ladder": "order", "factor": 270.0 }]);
    harmed.worse_than_nothing = serde_json::from_value(worse).expect("a planted factor");
}

/// The integrator that [`practised`] runs alone, and how much more it drifts than the variant it is derived from.
const ALONE: (&str, f64) = ("unstabilized/rk4", 100.0);

/// Steps of practice in seconds.
const STEPS: [f64; 4] = [0.02, 0.01, 0.005, 0.002];

/// The planted report with runs at steps of practice, derived from its finest runs, with RK4 alone beside them, and all
/// answers that follow.
pub(crate) fn practised() -> Results {
    let mut results = planted();
    let (alone, drifts) = ALONE;
    let like = results.methods.iter().flat_map(|m| &m.variants);
    let mut variant = like
        .clone()
        .find(|v| v.id == "baumgarte/rk4")
        .expect("a captured variant")
        .clone();
    (variant.id, variant.name, variant.gains) = (alone.into(), "RK4".into(), String::new());
    variant.parameters.clear();
    results.methods[0].variants.push(variant);
    let own = results
        .cells
        .iter()
        .filter(|cell| cell.variant == "baumgarte/rk4");
    let mut own: Vec<Cell> = own.cloned().collect();
    for cell in &mut own {
        (cell.method, cell.variant) = ("unstabilized".into(), alone.into());
        for run in &mut cell.runs {
            let drift = &mut run.measured.drift_position;
            *drift = drift.map(|drift| drifts * drift);
        }
    }
    results.cells.extend(own);
    for problem in &mut results.problems {
        problem.scales = PerQuantity::from_fn(|_| 1.0);
    }
    for cell in &mut results.cells {
        let Some(finest) = cell
            .runs
            .last()
            .filter(|r| r.tolerance.is_none() && r.stopped.is_none())
            .cloned()
        else {
            continue;
        };
        cell.runs.extend(STEPS.map(|h| practice(&finest, h)));
    }
    answers::answer(&mut results);
    results
}

/// A run with another step, whose errors and drifts are in proportion to it.
fn practice(finest: &Run, h: f64) -> Run {
    let larger = h / finest.h;
    let mut run = Run {
        h,
        ladder: LadderKind::Practice,
        steps: (finest.steps as f64 / larger) as u64,
        ..finest.clone()
    };
    for quantity in Quantity::ALL {
        let value = &mut run.measured[quantity];
        *value = value.map(|x| larger * x);
    }
    run
}

/// The planted report with every method several times: as many cells as a real matrix has.
pub(crate) fn large() -> Results {
    let mut results = planted();
    let (methods, cells) = (results.methods.clone(), results.cells.clone());
    for copy in ["second", "third", "fourth"] {
        let renamed = |id: &str| format!("{copy}-{id}");
        for mut method in methods.clone() {
            method.id = renamed(&method.id);
            for variant in &mut method.variants {
                variant.id = renamed(&variant.id);
            }
            results.methods.push(method);
        }
        for mut cell in cells.clone() {
            (cell.method, cell.variant) = (renamed(&cell.method), renamed(&cell.variant));
            results.cells.push(cell);
        }
    }
    results
}

/// A report without entries.
pub(crate) fn empty() -> Results {
    let mut value = serde_json::to_value(results()).expect("plain data");
    let fields = value.as_object_mut().expect("an object of fields");
    let lists = fields.values_mut().filter(|field| field.is_array());
    lists.for_each(|list| *list = Value::Array(vec![]));
    value["timing"] = Value::Null;
    serde_json::from_value(value).expect("results without entries")
}

/// The first cell with a mark.
pub(crate) fn marked(results: &mut Results, mark: Mark) -> &mut Cell {
    let mut cells = results.cells.iter_mut();
    cells.find(|cell| Mark::of(cell) == mark).expect("a mark")
}

/// One cell, to plant something in it.
pub(crate) fn cell<'a>(results: &'a mut Results, variant: &str, problem: &str) -> &'a mut Cell {
    let mut cells = results.cells.iter_mut();
    cells
        .find(|cell| cell.variant == variant && cell.problem == problem)
        .expect("a captured cell")
}
