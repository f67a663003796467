//! Planted errors: a study that would pass with any of them would say nothing.

use super::*;
use crate::drift::model::{Model, Term};
use std::sync::LazyLock;

struct Bench {
    prepared: Prepared,
    profile: Profile,
}

static PENDULUM: LazyLock<Bench> = LazyLock::new(|| {
    let mut problems = pendulum::problems().into_iter();
    let problem = problems.find(|p| p.card().id == "pendulum/yoon-1993");
    let prepared = Prepared::new(problem.expect("the pendulum has this preset"));
    let profile = Profile::along(&prepared).unwrap();
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
    predicted_as: &dyn Variant,
    plant: impl Fn(&mut Vec<Term>),
) -> DriftStudy {
    let Bench { prepared, profile } = &*PENDULUM;
    let run = variant(integrator, BETA);
    let followed = Followed::run(run.as_ref(), prepared, steps).unwrap();
    let (integrator, model) = Predictor::model(predicted_as, prepared).unwrap();
    let mut terms = model.with_next().to_vec();
    plant(&mut terms);
    let model = Model { terms, ..model };
    let predictor = Predictor::new(predicted_as, (integrator, model), prepared, profile);
    followed.compare(&predictor, tolerance).unwrap()
}

const JUDGED: [Integrator; 3] = [Integrator::Ab2, Integrator::Ab3, Integrator::Ab4];

/// Every step of the study, with its tolerance.
fn each(check: impl Fn(Integrator, (usize, f64))) {
    for integrator in JUDGED {
        for step in STEPS {
            check(integrator, step);
        }
    }
}

#[test]
fn nothing_planted_passes_at_every_step() {
    each(|integrator, step| {
        let honest = variant(integrator, BETA);
        let study = study(integrator, step, honest.as_ref(), |_| ());
        assert!(study.pass, "{integrator:?} {step:?}: {study:?}");
    });
}

#[test]
fn a_wrong_sign_of_the_first_coefficient_is_red() {
    each(|integrator, step| {
        let honest = variant(integrator, BETA);
        let study = study(integrator, step, honest.as_ref(), |terms| {
            terms[0].a = -terms[0].a;
        });
        assert!(!study.pass, "{integrator:?} {step:?}");
        // The largest violation has no sign, but the curve has.
        assert!(study.curve_error > 1.5, "{}", study.curve_error);
    });
}

#[test]
fn a_wrong_sign_of_the_second_coefficient_is_red() {
    each(|integrator, step| {
        let honest = variant(integrator, BETA);
        let study = study(integrator, step, honest.as_ref(), |terms| {
            terms[1].a = -terms[1].a;
        });
        assert!(!study.pass, "{integrator:?} {step:?}");
    });
}

#[test]
fn one_term_alone_is_red_where_a_thousandth_is_asked_for() {
    for integrator in JUDGED {
        let honest = variant(integrator, BETA);
        let study = study(integrator, STEPS[3], honest.as_ref(), |terms| {
            terms[1].a = 0.0;
        });
        assert!(
            !study.pass,
            "{integrator:?}: {:?}",
            (study.predicted, study.measured, study.curve_error)
        );
    }
}

#[test]
fn gains_that_are_off_by_a_tenth_are_red() {
    each(|integrator, step| {
        let wrong = variant(integrator, 1.1 * BETA);
        let study = study(integrator, step, wrong.as_ref(), |_| ());
        assert!(!study.pass, "{integrator:?} {step:?}");
    });
}

#[test]
fn the_model_of_another_integrator_is_red() {
    let other = variant(Integrator::Ab2, BETA);
    let study = study(Integrator::Ab3, STEPS[1], other.as_ref(), |_| ());
    assert!(!study.pass);
}
