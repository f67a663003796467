//! Recommended gains against a plane of gains that is really run.

use super::*;
use problem::Problem;
use stepping::Variant;

fn held(integrator: Integrator, placement: Placement, gains: Gains) -> Box<dyn Variant> {
    let method = baumgarte::Baumgarte::with_gains(integrator, placement, gains, "given-gains");
    Box::new(method)
}

fn prepared(problems: Vec<Box<dyn Problem>>, id: &str) -> PreparedProblem {
    let mut problems = problems.into_iter();
    let problem = problems.find(|problem| problem.card().id == id);
    PreparedProblem::new(problem.expect("the problem has this preset"))
}

fn question(integrator: Integrator, placement: Placement, h: f64) -> GainQuestion {
    GainQuestion {
        integrator,
        placement,
        h: StepSize::new(h).unwrap(),
        size: [20, 20],
    }
}

/// The plane that was really run has no gains that are better by half.
#[test]
fn recommended_gains_are_as_good_as_the_best_of_a_plane_that_is_run() {
    let prepared = prepared(pendulum::problems(), "pendulum");
    let drifts = Drifts::default();
    for (integrator, h) in [
        (Integrator::Heun, 0.01),
        (Integrator::Rk4, 0.02),
        (Integrator::Midpoint, 0.01),
    ] {
        let question = question(integrator, Placement::Held, h);
        let map = mechanism_gains(&drifts, &prepared, held, question).unwrap();
        let recommended = map.recommended.unwrap();
        let motion = drifts.motion(&prepared).unwrap();
        let plane = Plane::new(motion, &prepared, held, question).unwrap();
        let cells: Vec<[f64; 2]> = map
            .c2
            .iter()
            .flat_map(|c2| map.c1.iter().map(move |c1| [*c1, *c2]))
            .collect();
        let runs = cells
            .par_iter()
            .filter_map(|c| plane.run(*c).ok().flatten());
        let least = runs
            .map(|drift| drift.position)
            .reduce(|| f64::INFINITY, f64::min);
        let measured = recommended.measured.unwrap();
        assert!(
            measured.position <= 1.5 * least,
            "{integrator:?}: {measured:?} against {least:.3e}"
        );
        let near = recommended.predicted.position / measured.position;
        assert!((near - 1.0).abs() < 0.03, "{integrator:?}: {recommended:?}");
        assert!(measured.position < map.without.position);
    }
}

#[test]
fn steps_that_are_longer_than_the_motion_are_refused() {
    let prepared = prepared(pendulum::problems(), "pendulum");
    let question = question(Integrator::Rk4, Placement::Held, 3.0);
    let refused = mechanism_gains(&Drifts::default(), &prepared, held, question);
    assert_eq!(refused, Err(NoGains::Step { h: 3.0, end: 2.0 }));
}
