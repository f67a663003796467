//! What a step costs, and what its multipliers belong to.

use algebraic_enforcement::{AlgebraicEnforcement, Scheme, method};
use conformance::fixtures::double_pendulum;
use conformance::{Trial, fixed};

#[test]
fn a_step_costs_two_evaluations_and_factorizations_and_the_second_pass_one_more_evaluation() {
    let fixture = double_pendulum();
    for (scheme, expected) in [
        (Scheme::Predictor, (1, 1, 1)),
        (Scheme::PredictorCorrector, (2, 2, 2)),
        (Scheme::SecondPass, (3, 2, 3)),
    ] {
        let variant = AlgebraicEnforcement { scheme };
        let mut trial = Trial::new(&variant, &*fixture.system, fixed(&fixture, 100)).unwrap();
        trial.step().unwrap();
        let work = trial.work();
        let found = (work.evaluations, work.factorizations, work.solves);
        assert_eq!(found, expected, "{scheme:?}");
    }
}

#[test]
fn multipliers_of_the_corrector_belong_to_the_middle_of_the_last_step() {
    let (fixture, scheme) = (double_pendulum(), Scheme::PredictorCorrector);
    let (variant, resolution) = (AlgebraicEnforcement { scheme }, fixed(&fixture, 100));
    let mut trial = Trial::new(&variant, &*fixture.system, resolution).unwrap();
    trial.steps(100).unwrap();
    let at_time = trial.multipliers().unwrap().at_time;
    assert!((at_time - (fixture.end - 0.5 * resolution.interval())).abs() < 1e-12);
}

#[test]
fn before_the_first_step_multipliers_are_those_of_the_equations_of_motion() {
    let fixture = double_pendulum();
    let expected = fixture.truth(&[0.0]).remove(0).lambda.unwrap();
    for variant in method().variants {
        let mut trial = Trial::new(&*variant, &*fixture.system, fixed(&fixture, 100)).unwrap();
        let found = trial.multipliers().unwrap();
        assert_eq!(found.at_time, 0.0);
        for (found, expected) in found.values.iter().zip(&expected) {
            assert!((found - expected).abs() < 1e-13, "{found} {expected}");
        }
    }
}
