//! What a step costs, and what its multipliers belong to.

use algebraic_enforcement::{AlgebraicEnforcement, Scheme, method};
use conformance::fixed;
use conformance::fixtures::double_pendulum;
use stepping::Variant;

#[test]
fn a_step_costs_two_evaluations_and_factorizations_and_the_second_pass_one_more_evaluation() {
    let fixture = double_pendulum();
    for (scheme, expected) in [
        (Scheme::Predictor, (1, 1, 1)),
        (Scheme::PredictorCorrector, (2, 2, 2)),
        (Scheme::SecondPass, (3, 2, 3)),
    ] {
        let variant = AlgebraicEnforcement { scheme };
        let resolution = fixed(&fixture, 100);
        let mut stepper = variant.prepare(&*fixture.system, resolution).unwrap();
        stepper.step(&mut fixture.system.initial()).unwrap();
        let work = stepper.work();
        let found = (work.evaluations, work.factorizations, work.solves);
        assert_eq!(found, expected, "{scheme:?}");
    }
}

#[test]
fn multipliers_of_the_corrector_belong_to_the_middle_of_the_last_step() {
    let (fixture, scheme) = (double_pendulum(), Scheme::PredictorCorrector);
    let (variant, resolution) = (AlgebraicEnforcement { scheme }, fixed(&fixture, 100));
    let mut stepper = variant.prepare(&*fixture.system, resolution).unwrap();
    let mut state = fixture.system.initial();
    for _ in 0..100 {
        stepper.step(&mut state).unwrap();
    }
    let at_time = stepper.multipliers(&state).unwrap().at_time;
    assert!((at_time - (fixture.end - 0.5 * resolution.interval())).abs() < 1e-12);
}

#[test]
fn before_the_first_step_multipliers_are_those_of_the_equations_of_motion() {
    let fixture = double_pendulum();
    let start = fixture.system.initial();
    let expected = fixture.truth(&[0.0]).remove(0).lambda.unwrap();
    for variant in method().variants {
        let resolution = fixed(&fixture, 100);
        let mut stepper = variant.prepare(&*fixture.system, resolution).unwrap();
        let found = stepper.multipliers(&start).unwrap();
        assert_eq!(found.at_time, 0.0);
        for (found, expected) in found.values.iter().zip(&expected) {
            assert!((found - expected).abs() < 1e-13, "{found} {expected}");
        }
    }
}
