//! Claims about [`observe`], among them the ladders that fool a naive slope.

use approx::assert_relative_eq;
use proptest::num::f64::{ANY, NORMAL, POSITIVE, SUBNORMAL};
use proptest::prelude::*;

use super::*;
use crate::FLOOR_MARGIN;

/// `error(h)` sampled at `n` step sizes 0.4, 0.2, 0.1, ...
fn sampled(n: i32, error: impl Fn(f64) -> f64) -> Vec<Sample> {
    let step = |k| 0.4 * math::powi(0.5, k);
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
            error: error * math::exp2(-s),
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
fn an_error_that_grew_twice_is_diverging_and_one_that_grew_once_may_have_passed_through_zero() {
    let erratic = with_slopes(&[-4.2, 9.7, -5.2, 9.6, 3.5]);
    assert_eq!(observed(&erratic), Order::Diverging);
    assert!(is_pre_asymptotic(observed(&with_slopes(&[
        4.0, -5.2, 9.6, 3.5
    ]))));
}

/// The interval of the order that slopes at ratio 2 show.
fn interval(slopes: &[f64]) -> [f64; 2] {
    observed(&with_slopes(slopes)).interval().unwrap()
}

#[test]
fn a_slope_that_drifts_towards_four_is_order_four() {
    let slopes = [3.6, 3.85, 3.95];
    let order = observed(&with_slopes(&slopes));
    assert_relative_eq!(order.p().unwrap(), 3.95, max_relative = 1e-12);
    // The last two point to 3.95 + 0.1 at h = 0.
    let [low, high] = interval(&slopes);
    assert_relative_eq!(low, 3.95, max_relative = 1e-12);
    assert_relative_eq!(high, 4.05, max_relative = 1e-12);
}

#[test]
fn slopes_that_slow_down_name_an_order_although_the_last_stride_is_long() {
    // The law p + c h + d h² with p = 4: strides of 0.63 and 0.30 end at 4.18 by the line, 4.15 by their quotient.
    let [low, high] = interval(&[2.95, 3.58, 3.88]);
    assert!(low <= 4.0 && high >= 4.0 && high - low <= WIDEST);
    assert!(observed(&with_slopes(&[2.95, 3.58, 3.88])).p().is_some());
}

#[test]
fn strides_next_to_nothing_are_no_trend() {
    // The last slope moves by more than the one before, which had not moved at all.
    let order = observed(&with_slopes(&[1.90, 1.90, 1.98]));
    assert!(order.p().is_some(), "{order:?}");
    let [low, high] = order.interval().unwrap();
    assert!(low <= 1.98 && high >= 1.98, "{order:?}");
}

#[test]
fn slopes_that_keep_their_pace_leave_the_order_open_on_the_side_they_move_to() {
    let [low, high] = interval(&[5.03, 5.20, 5.45]);
    assert_relative_eq!(low, 5.03, max_relative = 1e-12);
    assert_eq!(high, f64::INFINITY);
    let [low, high] = interval(&[5.95, 5.88, 5.80]);
    assert_eq!(low, f64::NEG_INFINITY);
    assert_relative_eq!(high, 5.95, max_relative = 1e-12);
}

#[test]
fn slopes_that_rise_a_little_are_an_order_and_slopes_that_fall_as_much_are_not() {
    assert!(observed(&with_slopes(&[2.93, 2.96, 3.03])).p().is_some());
    assert!(is_pre_asymptotic(observed(&with_slopes(&[
        3.07, 3.04, 2.97
    ]))));
}

#[test]
fn one_bad_coarse_slope_does_not_spoil_two_that_agree() {
    // The last two differ by 0.08, and point as far beyond the finest at h = 0.
    for (slopes, ends) in [
        ([2.0, 4.0, 3.92], [3.84, 4.0]),
        ([6.0, 3.9, 3.98], [3.9, 4.06]),
    ] {
        let order = observed(&with_slopes(&slopes));
        assert_relative_eq!(order.p().unwrap(), slopes[2], max_relative = 1e-12);
        for (found, end) in interval(&slopes).iter().zip(&ends) {
            assert_relative_eq!(found, end, max_relative = 1e-12);
        }
    }
}

#[test]
fn a_jump_at_the_fine_end_counts_with_where_it_may_lead() {
    // 3.64, 3.65, 3.83 may be on its way to 4.01: nothing of it says that the order is below 3.85.
    let order = observed(&with_slopes(&[3.64, 3.65, 3.83]));
    assert!(order.interval().unwrap()[1] >= 4.0, "{order:?}");
}

#[test]
fn the_floor_widens_the_interval_by_what_it_can_bend() {
    let floor = 1e-3;
    let samples = with_slopes(&[2.0, 2.0, 2.0]);
    let [low, high] = observe(&samples, floor).unwrap().interval().unwrap();
    let bend = math::ln_1p(floor / samples[3].error) / math::ln(2.0);
    assert_relative_eq!(high - low, 2.0 * bend, max_relative = 1e-9);
}

#[test]
fn a_sample_near_the_floor_does_not_spoil_four_that_are_clear_of_it() {
    let mut samples = with_slopes(&[4.0, 4.0, 4.0, 3.9]);
    let floor = samples[4].error / 12.0;
    let p = observe(&samples, floor).unwrap().p().unwrap();
    assert_relative_eq!(p, 4.0, max_relative = 1e-12);
    // Without a fourth the sample has to serve.
    samples.remove(0);
    let p = observe(&samples, floor).unwrap().p().unwrap();
    assert_relative_eq!(p, 3.9, max_relative = 1e-12);
}

#[test]
fn fewer_than_three_runs_that_came_to_their_end_are_not_diverging() {
    let samples = [f64::INFINITY, f64::NAN, 1e-2, 1e-4];
    let rung = |(k, error)| Sample {
        h: math::powi(0.5, k),
        error,
    };
    let samples: Vec<Sample> = (0..).zip(samples).map(rung).collect();
    assert_eq!(observed(&samples), Order::TooFewRuns);
}

#[test]
fn slopes_of_different_orders_are_pre_asymptotic() {
    let order = observed(&with_slopes(&[1.0, 2.0]));
    // Two slopes point to 3, and nothing says more.
    let [low, high] = order.interval().unwrap();
    assert_relative_eq!(low, 1.0, max_relative = 1e-12);
    assert_relative_eq!(high, 3.0, max_relative = 1e-12);
    assert!(is_pre_asymptotic(order));
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
        (p - 1.0).abs() < 0.1,
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
    let samples = sampled(6, |h| 5e-4 * math::powi(h, 4) + 0.9 * floor);
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
                error: error * math::powf(ratio, -slope),
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
        let mut samples = vec![Sample { h, error: 7.0 * math::powf(h, p) }];
        for ratio in ratios {
            h /= ratio;
            samples.push(Sample { h, error: 7.0 * math::powf(h, p) });
        }
        // Rounding of two errors, divided by ln 1.1, stays below 1e-13.
        assert_relative_eq!(observed(&samples).p().unwrap(), p, max_relative = 1e-12);
    }

    #[test]
    fn units_of_step_and_error_do_not_matter(ladder in any_ladder(), a in -40..40, b in -40..40) {
        let (unit_h, unit_error) = (math::powi(2.0, a), math::powi(2.0, b));
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
            Ok(Order::Observed { p, interval: [low, high] }) => {
                prop_assert!(low <= p && p <= high && (high - low).is_finite());
                prop_assert!(p.is_finite() && p > 0.0);
            }
            Ok(Order::PreAsymptotic { slope, interval }) => {
                prop_assert!(slope.is_finite() && slope > 0.0);
                prop_assert!(interval.into_iter().flatten().all(f64::is_finite));
            }
            _ => {}
        }
    }
}

#[test]
fn slopes_agree_within_what_the_floor_may_bend() {
    let movement = |bend| {
        let slope = |s, place| Slope {
            s,
            width: std::f64::consts::LN_2,
            place,
            bend,
        };
        // Hardly a stride, and then one of 0.12.
        Movement::of(Some(slope(4.0, 4.0)), slope(3.999, 2.0), slope(3.879, 1.0))
    };
    assert!(movement(0.04) == Movement::Agreeing);
    assert!(movement(0.0) == Movement::Jumping);
}
