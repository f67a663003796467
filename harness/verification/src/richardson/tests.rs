//! Claims about [`extrapolate`].

use approx::assert_relative_eq;
use proptest::array::uniform3;
use proptest::num::f64::ANY;
use proptest::prelude::*;

use super::*;

const HALVED: [f64; 3] = [1.0, 0.5, 0.25];

#[test]
fn welch_recovers_a_square_law_at_halved_steps() {
    // 5 + 3 h² at 0.4, 0.2, 0.1.
    let Ok(Extrapolation::Monotone(law)) = extrapolate([5.48, 5.12, 5.03], [0.4, 0.2, 0.1]) else {
        panic!("the values approach 5 from above");
    };
    // Values of size 5 differ by 0.09: two digits are lost.
    assert_relative_eq!(law.exact, 5.0, max_relative = 1e-13);
    assert_relative_eq!(law.coefficient, 3.0, max_relative = 1e-12);
    assert_relative_eq!(law.order, 2.0, max_relative = 1e-13);
}

#[test]
fn alternating_errors_put_the_limit_between_the_finest_two() {
    // 1 + 0.4, 1 - 0.1, 1 + 0.025: error h² of alternating sign.
    let values = [1.4, 0.9, 1.025];
    let Ok(Extrapolation::Oscillatory(law)) = extrapolate(values, HALVED) else {
        panic!("the values jump across 1");
    };
    assert_relative_eq!(law.exact, 1.0, max_relative = 1e-13);
    assert_relative_eq!(law.order, 2.0, max_relative = 1e-13);
    assert_relative_eq!(law.coefficient, 0.4, max_relative = 1e-13);
}

#[test]
fn differences_that_do_not_shrink_have_no_limit() {
    let divergent = Ok(Extrapolation::Divergent);
    for values in [
        [0.0, 1.0, 2.0],
        [0.0, 1.0, 3.0],
        [0.0, 1.0, 0.0],
        [1.0, 1.0, 2.0],
        [2.0, 1.0, f64::NAN],
    ] {
        assert_eq!(extrapolate(values, HALVED), divergent, "{values:?}");
    }
    // With ratios 2 and 8 a difference may treble and still belong to order zero at best.
    assert_eq!(extrapolate([0.0, 1.0, 4.0], [1.0, 0.5, 0.0625]), divergent);
}

#[test]
fn a_second_difference_may_grow_if_the_second_ratio_is_larger() {
    let h = [1.0, 0.9, 0.1];
    let Ok(Extrapolation::Monotone(law)) = extrapolate(h, h) else {
        panic!("f = h is of order one");
    };
    assert_relative_eq!(law.order, 1.0, max_relative = 1e-12);
    assert_relative_eq!(law.exact, 0.0, epsilon = 1e-13);
}

#[test]
fn equal_values_leave_the_order_open() {
    for values in [
        [1.0, 1.0, 1.0],
        [2.0, 1.0, 1.0],
        [2.0, 1.0, 1.0_f64.next_up()],
    ] {
        let class = extrapolate(values, HALVED);
        assert_eq!(class, Ok(Extrapolation::Undetermined));
    }
}

#[test]
fn steps_must_refine() {
    let says = |steps| extrapolate([3.0, 2.0, 1.0], steps).unwrap_err().to_string();
    assert_eq!(says([1.0, 2.0, 0.5]), "step size 2 does not refine 1");
    assert_eq!(
        says([1.0, 0.5, 0.0]),
        "step size 0 is not a positive finite number"
    );
}

proptest! {
    #[test]
    fn any_law_is_recovered_for_any_ratios(
        exact in -2.0..2.0, c in 0.5..2.0, order in 0.5..6.0, r1 in 1.3..3.0, r2 in 1.3..3.0,
    ) {
        let h = [1.0, 1.0 / r1, 1.0 / r1 / r2];
        let at = |h: f64| exact + c * math::powf(h, order);
        let values = h.map(at);
        let Ok(Extrapolation::Monotone(law)) = extrapolate(values, h) else { panic!("{values:?}") };
        // Rounding of the values, relative to their finest difference; 1/(n ln r) amplifies it.
        let noise = 1e3 * f64::EPSILON * 4.0 / (values[1] - values[2]).abs();
        assert_relative_eq!(law.order, order, max_relative = noise);
        assert_relative_eq!(law.coefficient, c, max_relative = noise);
        assert_relative_eq!(law.exact, exact, epsilon = 1e3 * f64::EPSILON);
    }

    #[test]
    fn arbitrary_numbers_neither_panic_nor_leave_a_nan(
        values in uniform3(ANY), raw in uniform3(ANY), tame: [i8; 3],
    ) {
        let mut steps = raw.map(f64::abs);
        steps.sort_by(|a, b| b.total_cmp(a));
        for values in [values, tame.map(f64::from)] {
            for steps in [steps, [1.0, 0.5, 0.25], [1.0, 0.9, 1e-300]] {
                let class = extrapolate(values, steps);
                if let Ok(Extrapolation::Monotone(law) | Extrapolation::Oscillatory(law)) = class {
                    prop_assert!((law.exact + law.coefficient).is_finite() && law.order > 0.0);
                }
            }
        }
    }
}
