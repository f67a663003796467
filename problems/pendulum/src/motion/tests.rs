//! The exact motion against printed digits and its own equations.

use super::*;
use crate::Parameters;
use approx::{assert_abs_diff_eq, assert_relative_eq};
use std::f64::consts::FRAC_PI_2;

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

/// Pendulums on both sides of the separatrix, moving both ways, and some on it or near it.
fn zoo() -> Vec<Motion> {
    let top = 2.0 * math::cos(0.4);
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
    use system::Mechanism;
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
            let square = math::powi(truth.v[0], 2) + math::powi(truth.v[1], 2);
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
            assert_relative_eq!(math::hypot(x, y), p.length, max_relative = 2e-15);
            let speed = math::hypot(vx, vy);
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
