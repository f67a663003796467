use super::*;
use crate::testing::{assert_as_known, assert_turned};

#[test]
fn violations_are_rounding_and_the_spring_does_not_show() {
    let finding = run(&Setup::default()).unwrap();
    assert_as_known(&finding);
    // One degree of freedom in quadruple precision gives these angles at the end; this rule is off by some 1e-4.
    let rigid = follow(&Setup::default(), None, 1).unwrap();
    let other = [
        15.810771195,
        -15.756371058,
        0.040822240,
        -0.534730116,
        0.524409966,
        0.534730116,
        1.048080741,
    ];
    for (angle, other) in rigid.angles.iter().zip(other) {
        assert!((angle.last().unwrap() - other).abs() < 3e-4);
    }
}

#[test]
fn missing_projections_soft_springs_and_another_measure_turn_the_verdicts() {
    let setup = Setup {
        measure: Measure::Relative,
        every: 1_000_000,
        stiffness: 1e5,
        ..Setup::default()
    };
    let finding = run(&setup).unwrap();
    for id in ["positions", "stiff-same", "stiff-cost"] {
        assert_turned(&finding, &[&format!("example-5/{id}")]);
    }
    // With projections both rates are rounding, relative to the size of γ.
    let setup = Setup {
        measure: Measure::Relative,
        ..Setup::default()
    };
    assert_turned(&run(&setup).unwrap(), &["example-5/rates"]);
}
