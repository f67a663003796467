use super::*;
use crate::testing::changes;

#[test]
fn angles_at_the_end_are_those_of_quadruple_precision() {
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
    let soft = |s: &mut Setup| {
        s.measure = Measure::Relative;
        s.every = 1_000_000;
        s.stiffness = 1e5;
    };
    let relative = |s: &mut Setup| s.measure = Measure::Relative;
    changes("example-5", run).turn(&[
        (
            "no projections, a soft spring",
            soft,
            &["positions", "our-spring"],
        ),
        (
            "rates by the size of γ, which are rounding",
            relative,
            &["rates"],
        ),
    ]);
}
