//! Claims about [`observe`], among them the ladders that fool a naive slope.

use approx::assert_relative_eq;
use proptest::num::f64::{ANY, NORMAL, POSITIVE, SUBNORMAL};
use proptest::prelude::*;

use super::*;
use crate::FLOOR_MARGIN;

/// `error(h)` sampled at `n` step sizes 0.4, 0.2, 0.1, ...
fn sampled(n: i32, error: impl Fn(f64) -> f64) -> Vec<Sample> {
    let step = |k| 0.4 * 0.5_f64.powi(k);
    let sample = |h| Sample { h, error: error(h) };
    (0..n).map(step).map(sample).collect()
}

/// A ladder of ratio 2 with the given slopes, coarsest first.
fn with_slopes(slopes: &[f64]) -> Vec<Sample> {
    let mut samples = vec![Sample { h: 1.0, error: 1.0 }];
    for s in slopes {
        let Sample { h, error } = samples[samples.len() - 1];
        samples.push(Sample {
            h: 0.5 * h,
            error: error * f64::exp2(-s),
        });
    }
    samples
}

fn observed(samples: &[Sample]) -> Order {
    observe(samples, 0.0).unwrap()
}

fn is_pre_asymptotic(order: Order) -> bool {
    matches!(order, Order::PreAsymptotic { .. })
}

#[test]
fn growth_under_refinement_is_never_an_order() {
    for slopes in [&[-1.0, -1.0][..], &[2.0, 2.0, 2.0, -0.1], &[2.0, 0.0]] {
        assert_eq!(observed(&with_slopes(slopes)), Order::Diverging);
    }
}

#[test]
fn a_slope_that_drifts_towards_four_is_order_four() {
    let order = observed(&with_slopes(&[3.6, 3.85, 3.95]));
    assert_relative_eq!(order.p().unwrap(), 3.95, max_relative = 1e-12);
    // p + c h predicts the slope 3.85 + 0.25 / 2 = 3.975.
    let Order::Observed {
        cross_check: Some(check),
        extrapolated,
        ..
    } = order
    else {
        unreachable!()
    };
    assert_relative_eq!(check, f64::exp2(3.975 - 3.95), max_relative = 1e-12);
    // And the last two point to 3.95 + 0.1 at h = 0.
    assert_relative_eq!(extrapolated, 4.05, max_relative = 1e-12);
}

#[test]
fn slopes_of_different_orders_are_pre_asymptotic() {
    let order = observed(&with_slopes(&[1.0, 2.0]));
    let Order::PreAsymptotic { range, .. } = order else {
        panic!("{order:?}")
    };
    assert_relative_eq!(range[0], 1.0, max_relative = 1e-12);
    assert_relative_eq!(range[1], 2.0, max_relative = 1e-12);
}

/// `h² - 3 h³` vanishes at 1/3.
fn sign_change(h: f64) -> f64 {
    (h * h - 3.0 * h * h * h).abs()
}

#[test]
fn a_sign_change_near_the_fine_end_is_pre_asymptotic_because_the_slope_still_jumps() {
    assert!(is_pre_asymptotic(observed(&sampled(4, sign_change))));
    let from_coarser = |h| sign_change(2.0 * h);
    // Slopes 4.8, 1.0, 1.2: the finest two agree, the fourth sample objects.
    assert!(is_pre_asymptotic(observed(&sampled(4, from_coarser))));
}

#[test]
fn a_sign_change_far_behind_the_fine_end_is_forgiven_because_the_drift_has_died_out() {
    assert_relative_eq!(
        observed(&sampled(5, sign_change)).p().unwrap(),
        1.88,
        epsilon = 0.01
    );
    let welch = observed(&with_slopes(&[-1.0, 1.48, 1.80, 1.91]));
    assert_relative_eq!(welch.p().unwrap(), 1.91, max_relative = 1e-12);
}

#[test]
fn three_samples_alone_can_be_fooled_which_is_why_four_are_better() {
    let fooled = observed(&sampled(3, sign_change)).p().unwrap();
    assert!(fooled < 1.2, "the truth is 2");
}

#[test]
fn a_dip_through_zero_within_the_finest_three_is_diverging_because_the_error_grew() {
    let dip = |h: f64| (h * h - 5.01 * h * h * h).abs();
    assert_eq!(observed(&sampled(3, dip)), Order::Diverging);
}

#[test]
fn mixed_order_is_pre_asymptotic_because_the_slope_falls_with_growing_strides() {
    // Slopes from 1.96 down to 1.5, neighbours closer than MAX_SPREAD, and the truth is 1.
    let mixed = |h| 0.01 * h + h * h;
    for n in 4..=9 {
        let order = observed(&sampled(n, mixed));
        assert!(is_pre_asymptotic(order), "{n} samples: {order:?}");
    }
    let p = observed(&sampled(12, mixed)).p().unwrap();
    assert!(
        (p - 1.0).abs() < SETTLED,
        "in the end the lower order shows: {p}"
    );
}

#[test]
fn an_oscillating_factor_is_pre_asymptotic_because_slopes_turn_back() {
    let slopes = [0.1, 3.3, 1.1, 4.5];
    assert!(is_pre_asymptotic(observed(&with_slopes(&slopes))));
    // Even if the last two agree by luck, the jump before them tells.
    assert!(is_pre_asymptotic(observed(&with_slopes(&[0.1, 3.3, 3.15]))));
}

#[test]
fn one_bad_coarse_sample_does_not_spoil_settled_slopes() {
    let order = observed(&with_slopes(&[6.0, 4.05, 4.01]));
    assert_relative_eq!(order.p().unwrap(), 4.01, max_relative = 1e-12);
}

#[test]
fn an_order_four_ladder_may_end_just_above_the_floor() {
    let floor = 1e-12;
    let samples = sampled(6, |h| 5e-4 * h.powi(4) + 0.9 * floor);
    assert!(samples[5].error < 2.0 * FLOOR_MARGIN * floor);
    let p = observe(&samples, floor).unwrap().p().unwrap();
    assert!((p - 4.0).abs() < MAX_SPREAD, "{p}");
}

#[test]
fn errors_on_the_floor_say_nothing() {
    let at_floor = Ok(Order::AtFloor);
    assert_eq!(observe(&sampled(3, |_| 0.0), 0.0), at_floor);
    assert_eq!(observe(&sampled(5, |h| 1e-13 * h), 1e-13), at_floor);
    // Growing rounding noise is no divergence.
    assert_eq!(observe(&sampled(5, |h| 1e-15 / h), 1e-15), at_floor);
}

/// Mostly usable step sizes, some of them neighbours on the number line, so that ladders get past
/// the checks of the input.
fn any_step() -> impl Strategy<Value = f64> {
    let neighbour = |k: u64| f64::from_bits(1e10_f64.to_bits() + k);
    prop_oneof![
        8 => POSITIVE | NORMAL | SUBNORMAL,
        4 => (0..9_u64).prop_map(neighbour),
        1 => ANY,
    ]
}

fn any_sample() -> impl Strategy<Value = Sample> {
    let error = prop_oneof![4 => POSITIVE | NORMAL | SUBNORMAL, 1 => ANY];
    (any_step(), error).prop_map(|(h, error)| Sample { h, error })
}

/// Ladders near enough to a power law to reach every class.
fn any_ladder() -> impl Strategy<Value = Vec<Sample>> {
    prop::collection::vec((1.1..4.0, -0.5..5.0), 2..7).prop_map(|rungs: Vec<(f64, f64)>| {
        let mut samples = vec![Sample {
            h: 0.1,
            error: 1e-3,
        }];
        for (ratio, slope) in rungs {
            let Sample { h, error } = samples[samples.len() - 1];
            samples.push(Sample {
                h: h / ratio,
                error: error * f64::powf(ratio, -slope),
            });
        }
        samples
    })
}

proptest! {
    #[test]
    fn a_pure_power_law_is_recovered_for_any_ratios(
        p in 0.5..9.0,
        ratios in prop::collection::vec(1.1..4.0, 2..6),
    ) {
        let mut h = 0.3;
        let mut samples = vec![Sample { h, error: 7.0 * f64::powf(h, p) }];
        for ratio in ratios {
            h /= ratio;
            samples.push(Sample { h, error: 7.0 * h.powf(p) });
        }
        // Rounding of two errors, divided by ln 1.1, stays below 1e-13.
        assert_relative_eq!(observed(&samples).p().unwrap(), p, max_relative = 1e-12);
    }

    #[test]
    fn units_of_step_and_error_do_not_matter(ladder in any_ladder(), a in -40..40, b in -40..40) {
        let (unit_h, unit_error) = (f64::powi(2.0, a), f64::powi(2.0, b));
        let scaled = |s: &Sample| Sample { h: s.h * unit_h, error: s.error * unit_error };
        let other: Vec<Sample> = ladder.iter().map(scaled).collect();
        prop_assert_eq!(observed(&other), observed(&ladder));
    }

    #[test]
    fn the_order_of_the_samples_does_not_matter(
        (ladder, shuffled) in any_ladder().prop_flat_map(|l| (Just(l.clone()), Just(l).prop_shuffle())),
    ) {
        prop_assert_eq!(observe(&shuffled, 1e-9), observe(&ladder, 1e-9));
    }

    #[test]
    fn arbitrary_numbers_neither_panic_nor_leave_a_nan(
        mut samples in prop::collection::vec(any_sample(), 0..7),
        floor in prop_oneof![Just(0.0), ANY],
        falling in any::<bool>(),
    ) {
        if falling {
            samples.sort_by(|a, b| b.h.total_cmp(&a.h));
            let mut errors: Vec<f64> = samples.iter().map(|s| s.error).collect();
            errors.sort_by(|a, b| b.total_cmp(a));
            samples.iter_mut().zip(errors).for_each(|(s, error)| s.error = error);
        }
        match observe(&samples, floor) {
            Ok(Order::Observed { p, extrapolated, spread, cross_check }) => {
                prop_assert!(extrapolated.is_finite() && (extrapolated - p).abs() <= MAX_SPREAD);
                prop_assert!(p.is_finite() && p > 0.0 && spread <= MAX_SPREAD);
                prop_assert!(cross_check.is_none_or(f64::is_finite));
            }
            Ok(Order::PreAsymptotic { range: [low, high], extrapolated }) => {
                prop_assert!((low + high + extrapolated).is_finite() && low <= high);
            }
            _ => {}
        }
    }
}
