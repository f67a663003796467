//! The exact motion against printed digits, energy conservation and an integration of the angle.

use super::*;
use crate::Extrapolation;
use crate::elliptic::{amplitude, incomplete};
use approx::{assert_abs_diff_eq, assert_relative_eq};
use proptest::prelude::*;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

fn unit(angle: f64, rate: f64) -> PendulumMotion {
    PendulumMotion::new(1.0, angle, rate).unwrap()
}

fn near(found: Direction, expected: Direction, tolerance: f64) {
    let each = |d: Direction| [d.sin, d.cos, d.rate];
    for (found, expected) in each(found).into_iter().zip(each(expected)) {
        assert_abs_diff_eq!(found, expected, epsilon = tolerance);
    }
}

#[test]
fn turning_over_follows_its_printed_amplitude() {
    let motion = unit(FRAC_PI_2, 2.0);
    let period = 3.313_276_340_473_188_4;
    assert_relative_eq!(motion.period(), period, max_relative = 4e-16);
    let third = 1.0 / 3.0;
    for k in 0..=40 {
        let t = 0.5 * f64::from(k);
        let u = 6.0_f64.sqrt() / 2.0 * t + incomplete(PI / 4.0, third);
        let (sin, cos) = math::sin_cos(2.0 * amplitude(u, third));
        let direction = motion.at(t);
        assert_abs_diff_eq!(direction.sin, sin, epsilon = 2e-14);
        assert_abs_diff_eq!(direction.cos, cos, epsilon = 2e-14);
    }
}

#[test]
fn thirty_digit_taylor_series_agree() {
    // Start and state at t = 10: angle, rate, sin ϑ, cos ϑ, ϑ' cos ϑ.
    let printed = "
        5   0.7 0.9959397602037758    0.09002218640560529 0.028852075897614193
        -11 -3  -0.023382752115152224 -0.9997265860741732 2.643458473429938";
    let numbers: Vec<f64> = printed
        .split_whitespace()
        .map(|x| x.parse().unwrap())
        .collect();
    for &[angle, rate, sin, cos, forward] in numbers.as_chunks().0 {
        let direction = unit(angle, rate).at(10.0);
        // The phase of about 20 is rounded, and passes at a rate below 3.
        assert_abs_diff_eq!(direction.sin, sin, epsilon = 2e-14);
        assert_abs_diff_eq!(direction.cos, cos, epsilon = 2e-14);
        assert_abs_diff_eq!(direction.rate * direction.cos, forward, epsilon = 2e-14);
    }
}

#[test]
fn integration_of_the_angle_agrees() {
    for (natural, angle, rate) in [
        (1.0, -FRAC_PI_2, 0.0),
        (1.0, FRAC_PI_2, 2.0),
        (1.0, FRAC_PI_2, -1.0),
        (1.0, 5.0, 0.7),
        (1.0, -11.0, -3.0),
        (2.5, 1.1, 3.0),
        (0.3, -2.0, 0.5),
    ] {
        let motion = PendulumMotion::new(natural, angle, rate).unwrap();
        let mut y = [angle % TAU, rate];
        let pendulum = |_: f64, y: &[f64], out: &mut [f64]| {
            out.copy_from_slice(&[y[1], -natural * natural * math::sin(y[0])]);
        };
        let mut gbs = Extrapolation::new(8, 1e-14, 0.1);
        for k in 0..10 {
            gbs.advance(pendulum, &mut y, f64::from(k), f64::from(k + 1))
                .unwrap();
            y[0] %= TAU;
            let direction = motion.at(f64::from(k + 1));
            // The extrapolation errs by 1e-14 of the angle in each of up to a hundred steps.
            let (sin, cos) = math::sin_cos(y[0]);
            let integrated = Direction {
                sin,
                cos,
                rate: y[1],
            };
            near(direction, integrated, 4e-12);
        }
    }
}

#[test]
fn equilibria_stay_put() {
    let rest = |cos| Direction {
        sin: 0.0,
        cos,
        rate: 0.0,
    };
    assert_eq!(unit(0.0, 0.0).at(123.0), rest(1.0));
    let top = PendulumMotion::from_top(3.0, 0.0).unwrap();
    assert_eq!(top.at(123.0), rest(-1.0));
    assert_eq!(top.period(), f64::INFINITY);
    // π is not a double: what starts 1.2e-16 beside the top leaves it as e^t.
    let beside = unit(PI, 0.0).at(10.0);
    assert!((beside.cos + 1.0).abs() < 1e-15 && beside.sin.abs() < 1e-11);
}

#[test]
fn a_start_at_the_top_is_the_limit_of_starts_beside_it() {
    for rate in [1.0, -0.2, 5.0] {
        let top = PendulumMotion::from_top(1.5, rate).unwrap();
        let beside = PendulumMotion::new(1.5, PI, rate).unwrap();
        assert_relative_eq!(top.period(), beside.period(), max_relative = 1e-15);
        for k in 0..20 {
            let t = 0.4 * f64::from(k);
            near(top.at(t), beside.at(t), 2e-13);
        }
    }
}

#[test]
fn what_no_double_holds_is_refused() {
    for (natural, rate) in [
        (0.0, 1.0),
        (f64::NAN, 1.0),
        (f64::INFINITY, 1.0),
        (1e-310, 1.0),
        (1.0, 1e200),
    ] {
        assert!(PendulumMotion::new(natural, 1.0, rate).is_err());
        assert!(PendulumMotion::from_top(natural, rate).is_err());
    }
}

proptest! {
    #[test]
    fn no_start_gives_anything_but_directions_of_the_same_energy(
        angle in -20.0..20.0, rate in -5.0..5.0, t in 0.0..1000.0,
    ) {
        let motion = unit(angle, rate);
        let [start, later] = [0.0, t].map(|t| motion.at(t));
        prop_assert!((math::hypot(later.sin, later.cos) - 1.0).abs() < 2e-15);
        let energy = |d: Direction| 0.5 * d.rate * d.rate - d.cos;
        prop_assert!((energy(later) - energy(start)).abs() < 2e-14 * (1.0 + energy(start).abs()));
    }

    #[test]
    fn after_a_period_everything_repeats(angle in -3.0..3.0, rate in -5.0..5.0) {
        let motion = unit(angle, rate);
        let period = motion.period();
        prop_assume!(period < 100.0);
        // The rounding of the period moves the state by its rate, below 6, or acceleration.
        near(motion.at(0.5), motion.at(0.5 + period), 1e-14 * (1.0 + period));
    }
}
