use super::*;
use crate::{Catalog, Matrix, Settings, Unobserved, describe, testing};
use problem::{ProblemCard, Sketch, Truth};
use results::{LadderKind, Provenance, Variant as Row};
use stepping::{Integrator, StepControl};
use system::System;
use unstabilized::Unstabilized;

fn on_circle() -> PreparedProblem {
    PreparedProblem::new(circle::problems().remove(0))
}

fn unstabilized(integrator: Integrator) -> Unstabilized {
    Unstabilized {
        integrator,
        step_control: StepControl::Fixed,
    }
}

fn radius(frame: &[f64]) -> f64 {
    math::hypot(frame[0], frame[1])
}

#[test]
fn the_true_motion_begins_at_the_start_and_stays_on_the_ground() {
    let motion = motion(&on_circle()).unwrap();
    assert_eq!(motion.sketch.links, []);
    assert_eq!((motion.times.len(), motion.times[0]), (96, 0.0));
    assert_eq!(
        (motion.times[95], &motion.reference[0][..]),
        (6.0, &[1.0, 0.0][..])
    );
    assert!(motion.times.windows(2).all(|pair| pair[0] < pair[1]));
    for (t, frame) in motion.times.iter().zip(&motion.reference) {
        // Two coordinates rounded to four decimals.
        assert!((frame[0] - math::cos(*t)).abs() <= 0.51e-4, "{frame:?}");
        assert!((frame[1] - math::sin(*t)).abs() <= 0.51e-4, "{frame:?}");
    }
}

#[test]
fn long_motions_are_shown_in_part_and_large_mechanisms_in_fewer_frames() {
    let shown = |problem: Box<dyn problem::Problem>| {
        let motion = motion(&PreparedProblem::new(problem)).unwrap();
        (motion.times.len(), *motion.times.last().unwrap())
    };
    let pendulum = |id: &str| {
        let mut all = pendulum::problems().into_iter();
        all.find(|p| p.card().id == id).unwrap()
    };
    assert_eq!(shown(pendulum("pendulum")), (96, 2.0));
    assert_eq!(shown(pendulum("pendulum/long")), (96, 6.0));
    // Three times as slow.
    assert_eq!(shown(pendulum("pendulum/bayo-1996")), (96, 18.0));
    // The motion is known for two of a hundred seconds.
    let mut double = planar_double_pendulum::problems();
    assert_eq!(shown(double.pop().unwrap()), (96, 2.0));
    let mut loops = n_four_bar::problems();
    assert_eq!(shown(loops.pop().unwrap()), (24, 0.5));
}

/// Steps of 0.3 s, during which the bead turns by 17°: chords between them would come 1.1 % nearer to the centre.
#[test]
fn frames_between_steps_lie_on_the_curve_and_not_on_its_chords() {
    let prepared = on_circle();
    let of = unstabilized(Integrator::Dop853);
    let frames = frames(&of, &prepared, 0.3).unwrap();
    assert_eq!(frames.len(), 96);
    let off = |frame: &Vec<f64>| (radius(frame) - 1.0).abs();
    let worst = frames.iter().map(off).fold(0.0, f64::max);
    // The remainder of the cubic is 0.3⁴/384, and coordinates are rounded to 1e-4.
    assert!(worst < 2.1e-5 + 0.8e-4, "{worst}");
}

#[test]
fn a_run_that_drifts_is_seen_to_drift() {
    let prepared = on_circle();
    let frames = frames(&unstabilized(Integrator::Euler), &prepared, 0.02).unwrap();
    let true_motion = motion(&prepared).unwrap().reference;
    assert_eq!(frames[0], true_motion[0]);
    // Euler's method leaves the circle by |Φ| = h t/2 in the lowest order.
    let end = frames.last().unwrap();
    let phi = 0.5 * (radius(end) * radius(end) - 1.0);
    assert!((phi / 0.06 - 1.0).abs() < 0.1, "{phi}");
}

#[test]
fn a_run_that_breaks_down_has_no_frames() {
    let prepared = on_circle();
    let failed = frames(&unstabilized(Integrator::Euler), &prepared, 1e-320);
    assert_eq!(failed.unwrap_err().kind, FailureKind::Invalid);
}

/// A run of practice with this step, |Φ| and position error, on a problem of size one.
fn run(h: f64, drift: f64, error: f64) -> Run {
    let mut run = testing::cell("v", "circle", &[(error, 10)]).runs.remove(0);
    run.measured.drift_position = Some(drift);
    (run.h, run.ladder) = (h, LadderKind::Practice);
    run
}

/// What is drawn of these runs, the first list of a first-order integrator, the second of one of order four.
fn chosen(first: Vec<Run>, fourth: Vec<Run>) -> Option<(String, f64)> {
    let prepared = on_circle();
    let mut problem = describe::problem(&prepared);
    problem.scales = results::PerQuantity::from_fn(|_| 1.0);
    let row = |integrator| describe::variant(&unstabilized(integrator));
    let variants: Vec<Row> = [Integrator::Euler, Integrator::Rk4].map(row).into();
    let mut cells: Vec<Cell> = Vec::new();
    for (variant, runs) in variants.iter().zip([first, fourth]) {
        let blank = Cell::blank("unstabilized", &variant.id, "circle");
        cells.push(Cell { runs, ..blank });
    }
    let mut stabilized = testing::cell("m", "circle", &[]);
    stabilized.runs = vec![run(0.02, 0.09, 0.0)];
    cells.push(stabilized);
    let method = Method {
        id: "unstabilized".into(),
        name: String::new(),
        kind: results::BASELINE.into(),
        summary: String::new(),
        citation: String::new(),
        variants,
    };
    let (cell, run) = most_visible(&problem, &[method], &cells)?;
    Some((cell.variant.clone(), run.h))
}

#[test]
fn the_most_visible_drift_that_has_not_lost_the_motion_is_drawn() {
    let euler = |h| Some(("unstabilized/euler".to_owned(), h));
    let rk4 = |h| Some(("unstabilized/rk4".to_owned(), h));
    let both = |first: &[&Run], fourth: &[&Run]| {
        let owned = |runs: &[&Run]| runs.iter().map(|run| (*run).clone()).collect();
        chosen(owned(first), owned(fourth))
    };
    let (lost, astray) = (run(0.05, 0.2, 0.01), run(0.02, 0.08, 0.2));
    let (seen, faint) = (run(0.01, 0.05, 0.01), run(0.005, 0.01, 0.01));
    let all = [&lost, &astray, &seen, &faint];
    assert_eq!(both(&all, &[&faint]), euler(0.01));
    assert_eq!(both(&[&faint], &all), rk4(0.01));
    // Of equals the better integrator.
    assert_eq!(both(&[&seen], &[&seen]), rk4(0.01));
    // Where no run follows the motion, the constraints alone count.
    assert_eq!(both(&[&lost], &[&astray]), rk4(0.02));
    // Only runs of practice count, and only those that keep the constraints visibly.
    let mut other = seen.clone();
    other.ladder = LadderKind::Order;
    assert_eq!(both(&[&lost], &[&other]), None);
}

/// The circle with a picture that panics, or has a point that is nowhere.
struct Undrawable {
    circle: Box<dyn problem::Problem>,
    panics: bool,
}

impl problem::Problem for Undrawable {
    fn card(&self) -> ProblemCard {
        self.circle.card()
    }

    fn system(&self) -> Box<dyn System> {
        self.circle.system()
    }

    fn truth(&self, times: &[f64]) -> Vec<Truth> {
        self.circle.truth(times)
    }

    fn drawn(&self) -> Option<&dyn Drawn> {
        Some(self)
    }
}

impl Drawn for Undrawable {
    fn sketch(&self) -> Sketch {
        assert!(!self.panics, "planted");
        Sketch::plane(1)
    }

    fn points(&self, _t: f64, _q: &[f64]) -> Vec<f64> {
        vec![f64::NAN; 2]
    }
}

#[test]
fn a_picture_that_cannot_be_drawn_costs_the_picture_alone() {
    for panics in [false, true] {
        let circle = circle::problems().remove(0);
        let catalog = Catalog {
            methods: vec![unstabilized::method()],
            problems: vec![Box::new(Undrawable { circle, panics })],
            studies: None,
        };
        let settings = Settings {
            selection: crate::Selection {
                methods: vec!["unstabilized/heun".into()],
                ..crate::Selection::default()
            },
            scope: crate::Scope::Quick,
            jobs: Some(1),
            ..Settings::default()
        };
        let matrix = Matrix::plan(settings, catalog).unwrap();
        let results = matrix.run(Provenance::default(), &Unobserved);
        assert_eq!(results.problems[0].motion, None);
        assert_eq!(results.cells[0].outcome, results::Outcome::Ran);
        assert!(results.cells[0].history.is_some());
    }
}
