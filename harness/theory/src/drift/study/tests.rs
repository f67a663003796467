//! Planted errors: a study that would pass with any of them would say nothing.

use super::*;
use crate::drift::truncation::Term;
use std::sync::LazyLock;

struct Bench {
    prepared: PreparedProblem,
    profile: Profile,
}

static PENDULUM: LazyLock<Bench> = LazyLock::new(|| {
    let mut problems = pendulum::problems().into_iter();
    let problem = problems.find(|p| p.card().id == "pendulum/yoon-1993");
    let prepared = PreparedProblem::new(problem.expect("the pendulum has this preset"));
    let profile = Profile::along(&prepared, &Motion::along(&prepared).unwrap());
    Bench { prepared, profile }
});

fn variant(integrator: Integrator, beta: f64) -> Box<dyn Variant> {
    let gains = Gains::critical(Gain::Fixed(beta)).unwrap();
    let placement = stepping::Placement::EveryPass;
    Box::new(baumgarte::Baumgarte::with_gains(
        integrator, placement, gains, "yoon",
    ))
}

/// A run with β = 40 against the prediction for `predicted_as`, with terms that `plant` may change.
fn study(
    integrator: Integrator,
    (steps, tolerance): (usize, f64),
    predicted_as: (Integrator, f64),
    plant: fn(&mut [Term]),
) -> DriftStudy {
    let Bench { prepared, profile } = &*PENDULUM;
    let run = variant(integrator, BETA);
    let followed = Followed::run(run.as_ref(), prepared, steps).unwrap();
    let predicted_as = variant(predicted_as.0, predicted_as.1);
    let (integrator, mut model) = Predictor::model(predicted_as.as_ref(), prepared).unwrap();
    plant(&mut model.terms);
    let predictor = Predictor::new(
        predicted_as.as_ref(),
        (integrator, model),
        prepared,
        profile,
    );
    followed.compare(&predictor, tolerance).unwrap()
}

/// The studies of all integrators that are judged, with terms that `plant` may change and β `factor` times too large.
fn judged(steps: &[(usize, f64)], factor: f64, plant: fn(&mut [Term])) -> Vec<DriftStudy> {
    let integrators = [Integrator::Ab2, Integrator::Ab3, Integrator::Ab4];
    let each = integrators.into_iter().flat_map(|integrator| {
        let as_planted = (integrator, factor * BETA);
        steps
            .iter()
            .map(move |&step| study(integrator, step, as_planted, plant))
    });
    each.collect()
}

/// Every one of them must be red.
fn red(studies: &[DriftStudy]) {
    for study in studies {
        assert!(!study.pass, "{study:?}");
    }
}

#[test]
fn nothing_planted_passes_at_every_step() {
    for study in judged(&STEPS, 1.0, |_| ()) {
        assert!(study.pass, "{study:?}");
    }
}

#[test]
fn a_wrong_sign_of_the_first_coefficient_is_red() {
    let studies = judged(&STEPS, 1.0, |terms| terms[0].a = -terms[0].a);
    red(&studies);
    // The largest violation has no sign, but the curve has.
    assert!(studies.iter().all(|study| study.curve_error > 1.5));
}

#[test]
fn a_wrong_sign_of_the_second_coefficient_is_red() {
    red(&judged(&STEPS, 1.0, |terms| terms[1].a = -terms[1].a));
}

#[test]
fn one_term_alone_is_red_where_a_thousandth_is_asked_for() {
    red(&judged(&STEPS[3..], 1.0, |terms| terms[1].a = 0.0));
}

#[test]
fn gains_that_are_off_by_a_tenth_are_red() {
    red(&judged(&STEPS, 1.1, |_| ()));
}

#[test]
fn the_model_of_another_integrator_is_red() {
    let other = (Integrator::Ab2, BETA);
    red(&[study(Integrator::Ab3, STEPS[1], other, |_| ())]);
}
