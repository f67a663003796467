//! The exact motion against printed digits, its own equations and an integration of the angle.

use super::*;
use crate::Parameters;
use crate::elliptic::{amplitude, incomplete};
use approx::{assert_abs_diff_eq, assert_relative_eq};
use mechanics::Extrapolation;
use proptest::prelude::*;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

fn motion(parameters: Parameters) -> Motion {
    Pendulum::new(parameters).unwrap().motion()
}

fn unit(angle: f64, rate: f64) -> Motion {
    motion(Parameters {
        mass: 1.0,
        length: 1.0,
        gravity: 1.0,
        angle,
        rate,
    })
}

#[test]
fn ten_seconds_of_the_library_pendulum_agree_with_printed_digits() {
    let motion = motion(Parameters::default());
    assert_relative_eq!(
        motion.period(),
        2.367_841_947_576_237_3,
        max_relative = 4e-16
    );
    let truth = motion.at(10.0);
    let tension = truth.lambda.unwrap()[0];
    assert_relative_eq!(truth.q[0], -0.275_087_462_576_116_9, max_relative = 1e-13);
    assert_relative_eq!(truth.q[1], -0.961_419_205_099_125, max_relative = 1e-13);
    assert_relative_eq!(truth.v[0], 4.175_598_100_951_729, max_relative = 1e-13);
    assert_relative_eq!(truth.v[1], -1.194_749_054_560_475_3, max_relative = 1e-13);
    assert_relative_eq!(tension, 28.294_567_206_067_25, max_relative = 1e-13);
}

#[test]
fn the_turning_pendulum_follows_its_printed_amplitude() {
    let motion = unit(FRAC_PI_2, 2.0);
    assert_relative_eq!(
        motion.period(),
        3.313_276_340_473_188_4,
        max_relative = 4e-16
    );
    let third = 1.0 / 3.0;
    for k in 0..=40 {
        let t = 0.5 * f64::from(k);
        let u = 6.0_f64.sqrt() / 2.0 * t + incomplete(PI / 4.0, third);
        let angle = 2.0 * amplitude(u, third) - FRAC_PI_2;
        let truth = motion.at(t);
        assert_abs_diff_eq!(truth.q[0], angle.cos(), epsilon = 2e-14);
        assert_abs_diff_eq!(truth.q[1], angle.sin(), epsilon = 2e-14);
    }
}

/// Pendulums on both sides of the separatrix, moving both ways, and some on it or near it.
fn zoo() -> Vec<Motion> {
    let top = 2.0 * 0.4_f64.cos();
    let mut zoo: Vec<Motion> = [
        (-FRAC_PI_2, 0.0),
        (FRAC_PI_2, 2.0),
        (FRAC_PI_2, -1.0),
        (0.3, 0.0),
        (2.9, 0.1),
        (-2.9, -0.4),
        (0.0, 1.0),
        (0.0, -2.5),
        (5.0, 0.7),
        (-11.0, -3.0),
        (0.8, top),
        (0.8, -top),
        (0.8, top * (1.0 + 1e-13)),
        (0.8, top * (1.0 - 1e-13)),
        (0.0, 2.0),
        (0.0, -2.0),
    ]
    .map(|(angle, rate)| unit(angle, rate))
    .into();
    zoo.push(motion(Parameters {
        mass: 2.5,
        length: 0.4,
        gravity: 9.81,
        angle: 1.1,
        rate: 7.0,
    }));
    zoo.push(motion(Parameters {
        mass: 0.5,
        length: 3.0,
        gravity: 1.6,
        angle: 1.1,
        rate: -0.7,
    }));
    zoo
}

#[test]
fn the_start_is_the_initial_state() {
    use mechanics::Mechanism;
    for motion in zoo() {
        let (q, v) = motion.pendulum.initial::<f64>();
        let truth = motion.at(0.0);
        for (a, b) in [q, v].concat().into_iter().zip([truth.q, truth.v].concat()) {
            assert_abs_diff_eq!(a, b, epsilon = 4e-15);
        }
    }
}

#[test]
fn constraint_and_energy_hold_to_rounding_for_ever() {
    for motion in zoo() {
        let p = motion.pendulum.parameters();
        let energy = |truth: &Truth| {
            let square = truth.v[0].powi(2) + truth.v[1].powi(2);
            p.mass * (0.5 * square + p.gravity * truth.q[1])
        };
        let start = energy(&motion.at(0.0));
        let scale = p.mass * p.gravity * p.length + start.abs();
        for k in 0..500 {
            let truth = motion.at(0.37 * f64::from(k));
            let [x, y] = truth.q[..] else { unreachable!() };
            let [vx, vy] = truth.v[..] else {
                unreachable!()
            };
            assert_relative_eq!(x.hypot(y), p.length, max_relative = 2e-15);
            let speed = vx.hypot(vy);
            assert!((x * vx + y * vy).abs() <= 4.0 * f64::EPSILON * p.length * speed);
            assert!((energy(&truth) - start).abs() < 1e-14 * scale);
        }
    }
}

#[test]
fn the_equations_of_motion_hold() {
    // Central differences of v with step d are good to d²/6 |v'''| + rounding/d.
    let d = 1e-5;
    for motion in zoo() {
        let p = motion.pendulum.parameters();
        for k in 0..50 {
            let t = 0.1 + 0.21 * f64::from(k);
            let [before, here, after] = [t - d, t, t + d].map(|t| motion.at(t));
            let lambda = here.lambda.unwrap()[0];
            let tolerance = 1e-8 * (1.0 + lambda.abs());
            for (i, force) in [0.0, -p.mass * p.gravity].into_iter().enumerate() {
                let velocity = (after.q[i] - before.q[i]) / (2.0 * d);
                assert_abs_diff_eq!(velocity, here.v[i], epsilon = tolerance);
                let acceleration = (after.v[i] - before.v[i]) / (2.0 * d);
                let residual = p.mass * acceleration + here.q[i] * lambda - force;
                assert_abs_diff_eq!(residual, 0.0, epsilon = 10.0 * tolerance);
            }
        }
    }
}

#[test]
fn integration_of_the_angle_agrees() {
    for (angle, rate) in [
        (-FRAC_PI_2, 0.0),
        (FRAC_PI_2, 2.0),
        (FRAC_PI_2, -1.0),
        (5.0, 0.7),
        (-11.0, -3.0),
    ] {
        let motion = unit(angle, rate);
        let mut y = [angle % TAU, rate];
        let pendulum =
            |_: f64, y: &[f64], out: &mut [f64]| out.copy_from_slice(&[y[1], -y[0].sin()]);
        let mut gbs = Extrapolation::new(8, 1e-14, 0.1);
        for k in 0..10 {
            gbs.advance(pendulum, &mut y, f64::from(k), f64::from(k + 1))
                .unwrap();
            let truth = motion.at(f64::from(k + 1));
            // The extrapolation errs by 1e-14 of the angle in each of up to a hundred steps.
            y[0] %= TAU;
            let epsilon = 2e-12;
            assert_abs_diff_eq!(truth.q[0], y[0].sin(), epsilon = epsilon);
            assert_abs_diff_eq!(truth.q[1], -y[0].cos(), epsilon = epsilon);
            assert_abs_diff_eq!(truth.v[0], y[1] * y[0].cos(), epsilon = epsilon);
        }
    }
}

#[test]
fn thirty_digit_taylor_series_agree() {
    // Start and state at t = 10: angle, rate, x, y, x'.
    for [angle, rate, x, y, vx] in [
        [
            5.0,
            0.7,
            0.995_939_760_203_775_8,
            -0.090_022_186_405_605_29,
            0.028_852_075_897_614_193,
        ],
        [
            -11.0,
            -3.0,
            -0.023_382_752_115_152_224,
            0.999_726_586_074_173_2,
            2.643_458_473_429_938,
        ],
    ] {
        let truth = unit(angle, rate).at(10.0);
        // The phase of about 20 is rounded, and passes at a rate below 3.
        assert_abs_diff_eq!(truth.q[0], x, epsilon = 2e-14);
        assert_abs_diff_eq!(truth.q[1], y, epsilon = 2e-14);
        assert_abs_diff_eq!(truth.v[0], vx, epsilon = 2e-14);
    }
}

#[test]
fn equilibria_stay_put() {
    let below = unit(0.0, 0.0).at(123.0);
    assert_eq!((below.q, below.lambda), (vec![0.0, -1.0], Some(vec![1.0])));
    assert_eq!(below.v, vec![0.0, 0.0]);
    // π is not a double: what starts 1.2e-16 beside the top leaves it as e^t.
    let above = unit(PI, 0.0).at(10.0);
    assert!((above.q[1] - 1.0).abs() < 1e-15 && above.q[0].abs() < 1e-11);
}

proptest! {
    #[test]
    fn no_start_gives_anything_but_numbers_on_the_circle(
        angle in -20.0..20.0, rate in -5.0..5.0, t in 0.0..1000.0,
    ) {
        let truth = unit(angle, rate).at(t);
        prop_assert!((truth.q[0].hypot(truth.q[1]) - 1.0).abs() < 2e-15);
        prop_assert!(truth.v.iter().all(|v| v.is_finite()));
    }

    #[test]
    fn after_a_period_everything_repeats(angle in -3.0..3.0, rate in -5.0..5.0) {
        let motion = unit(angle, rate);
        let period = motion.period();
        prop_assume!(period < 100.0);
        let (a, b) = (motion.at(0.5), motion.at(0.5 + period));
        for k in 0..2 {
            // The rounding of the period moves the state by its velocity or acceleration.
            prop_assert!((a.q[k] - b.q[k]).abs() < 1e-14 * (1.0 + period));
            prop_assert!((a.v[k] - b.v[k]).abs() < 1e-13 * (1.0 + period));
        }
    }
}
