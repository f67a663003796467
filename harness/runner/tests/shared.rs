//! Runs that were not asked for the same: only what both could have is compared.

use allocations::CountingAllocator;
use baumgarte::Baumgarte;
use results::{Cell, Outcome, Provenance, Results, Status, Subject};
use runner::gate::{
    Baseline, Coverage, Finding, Kind, Report, SLOW_PROBLEMS, Side, compare_shared,
};
use runner::{Catalog, Effort, Matrix, Scope, Selection, Settings, Unobserved};
use std::sync::LazyLock;
use stepping::{Gain, Integrator, Method, Placement};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Explicit Euler and Heun on the pendulum, with gains of their own.
fn run(scope: Scope, gains: (f64, f64), speed: Effort) -> Results {
    let gains = (Gain::Fixed(gains.0), Gain::Fixed(gains.1));
    let variant = |integrator| Baumgarte::new(integrator, Placement::EveryPass, gains, "").unwrap();
    let method = Method::new("baumgarte", "Baumgarte")
        .variants([Integrator::Heun, Integrator::Ab3].map(variant));
    let catalog = Catalog {
        methods: vec![method],
        problems: vec![pendulum::problems().swap_remove(0)],
        studies: None,
    };
    let settings = Settings {
        scope,
        jobs: Some(1),
        speed,
        ..Settings::default()
    };
    let matrix = Matrix::plan(settings, catalog).unwrap();
    matrix.run(Provenance::default(), &Unobserved)
}

const GAINS: (f64, f64) = (20.0, 100.0);

static FULL: LazyLock<Results> = LazyLock::new(|| run(Scope::Full, GAINS, Effort::Off));
static QUICK: LazyLock<Results> = LazyLock::new(|| run(Scope::Quick, GAINS, Effort::Off));

fn all(scope: Scope) -> Coverage {
    Coverage::of(Selection::default(), scope)
}

fn only(method: &str) -> Coverage {
    let selection = Selection {
        methods: vec![method.to_owned()],
        ..Selection::default()
    };
    Coverage::of(selection, Scope::Full)
}

fn full() -> Side {
    Side::of_results(&FULL, all(Scope::Full))
}

/// The baseline of the gate, through its file.
fn gate() -> Side {
    let results = run(Scope::Gate, GAINS, Effort::Once);
    let figures = Baseline::of(&results, "matrix", "cargo xtask gate --bless");
    let figures = Baseline::parse(&figures.to_text()).unwrap();
    Side::of_gate(figures, Coverage::of_gate("baumgarte/heun"))
}

/// The full results without the last cell.
fn without_the_last() -> Results {
    let mut results = FULL.clone();
    results.cells.pop();
    results
}

fn assert_unchanged(report: &Report) {
    let found: Vec<_> = report.findings().collect();
    assert!(found.is_empty(), "{found:?}");
    assert_eq!(report.notes, [""; 0]);
}

#[test]
fn the_same_code_is_unchanged_whatever_was_selected_or_left_out() {
    let quick = Side::of_results(&QUICK, all(Scope::Quick));
    for (baseline, present) in [
        (full(), full()),
        (gate(), full()),
        (gate(), quick.clone()),
        (full(), quick.clone()),
        (quick, full()),
    ] {
        let report = compare_shared(&baseline, &present);
        assert_unchanged(&report);
        assert_eq!(report.count(Status::Unchanged), report.entries.len());
        assert_eq!((report.not_run, report.not_in_baseline), (0, 0));
    }
}

#[test]
fn a_baseline_in_another_order_is_unchanged() {
    let mut reversed = FULL.clone();
    reversed.cells.reverse();
    let report = compare_shared(&full(), &Side::of_results(&reversed, all(Scope::Full)));
    let sequence = |kind| kind == Kind::Sequence;
    assert!(
        !report.findings().any(|(_, f)| sequence(f.kind)),
        "{report:?}"
    );
}

#[test]
fn boards_are_compared_only_between_equal_matrices() {
    let boards = |report: Report| {
        let entries = report.entries.iter();
        let board = |s: &results::Subject| matches!(s, results::Subject::Board { .. });
        entries.filter(|entry| board(&entry.subject)).count()
    };
    assert!(boards(compare_shared(&full(), &full())) > 3);
    assert_eq!(boards(compare_shared(&gate(), &full())), 0);
}

#[test]
fn weaker_gains_are_found_at_any_scope() {
    for scope in [Scope::Full, Scope::Quick] {
        let weak = run(scope, (2.0, 1.0), Effort::Off);
        let report = compare_shared(&gate(), &Side::of_results(&weak, all(scope)));
        let regressed = report
            .entries
            .iter()
            .find(|e| e.subject == Subject::cell("baumgarte/ab3", "pendulum"));
        let regressed = regressed.unwrap_or_else(|| panic!("{scope:?}: {report:?}"));
        assert_eq!(
            regressed.status(),
            Status::Regressed,
            "{scope:?}: {regressed:?}"
        );
        let grew = |f: &Finding| f.what.contains("drift Φ grew");
        assert!(
            regressed.findings.iter().any(grew),
            "{scope:?}: {regressed:?}"
        );
    }
}

#[test]
fn what_was_not_selected_is_counted_and_neither_lost_nor_new() {
    let part = without_the_last();
    let report = compare_shared(&full(), &Side::of_results(&part, only("baumgarte/heun")));
    assert_unchanged(&report);
    assert_eq!((report.not_run, report.not_in_baseline), (1, 0));
    let report = compare_shared(&Side::of_results(&part, only("baumgarte/heun")), &full());
    assert_unchanged(&report);
    assert_eq!((report.not_run, report.not_in_baseline), (0, 1));
}

#[test]
fn what_was_selected_and_is_missing_is_lost_and_what_was_not_there_is_new() {
    let part = without_the_last();
    for coverage in [all(Scope::Full), only("baumgarte"), only("baumgarte/*")] {
        let part = Side::of_results(&part, coverage);
        assert_eq!(compare_shared(&full(), &part).count(Status::Lost), 1);
        assert_eq!(compare_shared(&part, &full()).count(Status::New), 1);
    }
    let part = Side::of_results(&part, all(Scope::Full));
    assert_eq!(compare_shared(&gate(), &part).count(Status::Lost), 1);
}

#[test]
fn a_cell_that_does_not_run_is_lost_at_any_scope() {
    let mut panicked = QUICK.clone();
    let cell = &mut panicked.cells[0];
    *cell = Cell {
        outcome: Outcome::Failed,
        ..Cell::blank(&cell.method, &cell.variant, &cell.problem)
    };
    let report = compare_shared(&gate(), &Side::of_results(&panicked, all(Scope::Quick)));
    assert_eq!(report.count(Status::Lost), 1, "{report:?}");
}

#[test]
fn problems_that_the_gate_runs_with_one_variant_are_no_loss_for_a_quick_run() {
    let mut figures = Baseline::of(&FULL, "matrix", "cargo xtask gate --bless");
    let mut slow = figures.clone();
    slow.cells.truncate(1);
    slow.cells[0].problem = "chain/links-100".to_owned();
    (slow.parts[0].name, slow.parts[0].cells) = (SLOW_PROBLEMS.to_owned(), 1);
    figures.join(slow);
    let gate = Side::of_gate(figures, Coverage::of_gate("baumgarte/heun"));
    let quick = Side::of_results(&QUICK, all(Scope::Quick));
    let report = compare_shared(&gate, &quick);
    assert_eq!(report.count(Status::Lost), 0, "{report:?}");
    assert_eq!(report.not_run, 1);
    let full = compare_shared(&gate, &full());
    assert_eq!(full.count(Status::Lost), 1, "{full:?}");
}
