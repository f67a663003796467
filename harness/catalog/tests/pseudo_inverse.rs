//! The pseudo-inverse beside the solution by multipliers, on every problem.

mod common;

use problem::{ProblemCard, Start};
use results::{Cell, EndState, Outcome, Results};
use runner::Scope;
use std::sync::LazyLock;

static CARDS: LazyLock<Vec<ProblemCard>> =
    LazyLock::new(|| catalog::problems().iter().map(|p| p.card()).collect());

static RESULTS: LazyLock<Results> = LazyLock::new(|| {
    let methods = [
        "generalized-inverse/rk4",
        "unstabilized/rk4",
        "generalized-inverse/rk4/stabilized",
        "baumgarte/rk4",
        "mass-projection/rk4",
    ];
    common::run(&[], &methods, Scope::Gate, None)
});

fn cells_of(variant: &str) -> impl Iterator<Item = &'static Cell> {
    let found: Vec<&Cell> = RESULTS
        .cells
        .iter()
        .filter(|c| c.variant == variant)
        .collect();
    assert!(!found.is_empty(), "{variant} is in the matrix");
    found.into_iter()
}

/// The state in which the finest run of a cell ended.
fn end(variant: &str, problem: &str) -> &'static EndState {
    let ends = RESULTS.end_states.iter();
    let mut own = ends.filter(|end| end.variant == variant && end.problem == problem);
    own.next_back().expect("the finest run came to its end")
}

/// Problems with a consistent start, no caveat and independent rows.
fn is_regular(problem: &str) -> bool {
    let card = CARDS.iter().find(|c| c.id == problem).unwrap();
    card.start == Start::Consistent && card.caveat.is_none() && !card.tags.contains(&"redundant")
}

#[test]
fn the_pseudo_inverse_is_the_multiplier_form_where_rows_are_independent() {
    let pairs = [
        ("generalized-inverse/rk4", "unstabilized/rk4"),
        ("generalized-inverse/rk4/stabilized", "baumgarte/rk4"),
    ];
    for (inverse, multiplier) in pairs {
        for cell in cells_of(inverse).filter(|c| is_regular(&c.problem)) {
            let (a, b) = (end(inverse, &cell.problem), end(multiplier, &cell.problem));
            assert_eq!(a.h, b.h);
            let scale = b.q.iter().chain(&b.v).fold(1.0_f64, |s, x| s.max(x.abs()));
            let card = CARDS.iter().find(|c| c.id == cell.problem).unwrap();
            // Rounding grows along the motion as any push does.
            let room = 1e-10 * scale * (card.sensitivity / card.end_time).max(1.0);
            for (x, y) in a.q.iter().chain(&a.v).zip(b.q.iter().chain(&b.v)) {
                assert!((x - y).abs() <= room, "{}: {x} and {y}", cell.problem);
            }
        }
    }
}

#[test]
fn a_duplicated_row_changes_nothing_for_the_pseudo_inverse_and_is_refused_with_multipliers() {
    let twice = "three-mass-oscillator/duplicated-row";
    let duplicated = end("generalized-inverse/rk4", twice);
    let plain = end("unstabilized/rk4", "three-mass-oscillator/two-rows");
    let state = |end: &EndState| [&end.q[..], &end.v].concat();
    for (x, y) in state(duplicated).into_iter().zip(state(plain)) {
        assert!((x - y).abs() <= 1e-10 * y.abs().max(1.0), "{x} and {y}");
    }
    for variant in ["unstabilized/rk4", "baumgarte/rk4", "mass-projection/rk4"] {
        let cell = cells_of(variant).find(|c| c.problem == twice).unwrap();
        assert_eq!(cell.outcome, Outcome::Refused);
        let why = cell.why.as_deref().unwrap();
        assert!(why.contains("not unique"), "{why}");
    }
}
