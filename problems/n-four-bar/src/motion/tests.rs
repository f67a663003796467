//! The exact motion against printed digits, its own equations and what is special about flat positions.

use super::*;
use crate::{NFourBarKernel, Parameters};
use approx::{assert_abs_diff_eq, assert_relative_eq};
use problem::elliptic::{amplitude, complete};
use solvers::Kkt;
use std::f64::consts::PI;
use system::{System, Terms};

fn motion(loops: usize, gravity: f64) -> Motion {
    let parameters = Parameters {
        loops,
        gravity,
        ..Parameters::default()
    };
    NFourBar::with(parameters).unwrap().motion()
}

#[test]
fn the_printed_digits_of_two_and_forty_loops_come_out() {
    let two = motion(2, 9.81);
    assert_relative_eq!(two.period(), 1.942_514_922_607_083_7, max_relative = 1e-15);
    let forty = motion(40, 9.81);
    assert_relative_eq!(
        forty.period(),
        1.965_601_928_704_650_4,
        max_relative = 1e-15
    );
    let paper = motion(2, 8.81);
    // Motion, time, first point; printed with 21 digits, the last line with 12.
    for (motion, t, [x, y], epsilon) in [
        (
            two,
            1.0,
            [-0.195_020_301_949_435_1, -0.980_799_205_662_173_8],
            5e-15,
        ),
        (
            two,
            10.0,
            [0.328_458_111_540_815_4, 0.944_518_538_178_601],
            3e-14,
        ),
        (
            forty,
            10.0,
            [0.180_512_226_686_728_4, 0.983_572_740_582_311_5],
            3e-14,
        ),
        (paper, 10.0, [-0.078_708_048_482, 0.996_897_709_449], 1e-12),
    ] {
        let truth = motion.at(t);
        assert_abs_diff_eq!(truth.q[0], x, epsilon = epsilon);
        assert_abs_diff_eq!(truth.q[1], y, epsilon = epsilon);
    }
    // θ' and x₀' after 10 s.
    for (motion, rate, speed) in [
        (two, 1.506_642_180_842, 1.423_051_470_207),
        (paper, 1.031_393_597_404, 1.028_193_914_792),
    ] {
        assert_abs_diff_eq!(motion.crank(10.0).rate, rate, epsilon = 1e-12);
        assert_abs_diff_eq!(motion.at(10.0).v[0], speed, epsilon = 1e-12);
    }
}

#[test]
fn the_accumulated_angle_is_the_printed_one() {
    for (gravity, angle) in [(8.81, 31.337_136_994_536), (9.81, 31.750_597_186_986)] {
        // θ = 2 am(t/2 | -4W²) with the parameter brought into (0, 1): half of the angle from hanging down is the
        // amplitude of √(W² + ¼) t + K for the parameter W²/(W² + ¼).
        let square: f64 = 7.0 / 6.0 * gravity;
        let m1 = 0.25 / (square + 0.25);
        let half = amplitude((square + 0.25).sqrt() * 10.0 + complete(m1), m1);
        let got = 2.0 * half - PI;
        assert_abs_diff_eq!(got, angle, epsilon = 1e-12);
        let crank = motion(2, gravity).crank(10.0);
        assert_abs_diff_eq!(crank.sin, math::sin(got), epsilon = 5e-14);
        assert_abs_diff_eq!(crank.cos, math::cos(got), epsilon = 5e-14);
    }
}

#[test]
fn ten_times_in_ten_seconds_the_cranks_are_flat() {
    for gravity in [8.81, 9.81] {
        let motion = motion(2, gravity);
        let side = |k: i32| motion.crank(0.01 * f64::from(k)).cos.signum();
        let passages = (1..=1000).filter(|&k| side(k) != side(k - 1)).count();
        assert_eq!(passages, 10, "g = {gravity}");
    }
}

#[test]
fn all_loops_stay_parallelograms_through_every_passage() {
    for loops in [1, 2, 40] {
        let linkage = NFourBar::new(loops).unwrap();
        let (motion, system) = (linkage.motion(), NFourBarKernel::new(linkage));
        let shape = system.shape();
        let mut terms = Terms::new(shape);
        let mut rates = vec![0.0; shape.constraints()];
        let start = system.initial();
        let energy = system.energy(0.0, start.q(), start.v());
        // Coordinates reach N + 1, velocities 7.
        let rounding = 1e-15 * (loops + 1) as f64;
        for k in 0..=2000 {
            let truth = motion.at(0.005 * f64::from(k));
            let parallel = |pair: &[f64]| {
                (pair[2] - pair[0] - 1.0)
                    .abs()
                    .max((pair[3] - pair[1]).abs())
                    < rounding
            };
            assert!(truth.q.windows(4).step_by(2).all(parallel));
            system.evaluate(truth.t, &truth.q, &truth.v, &mut terms);
            assert!(terms.phi.iter().all(|phi| phi.abs() < rounding));
            terms.velocity_residual(shape, &truth.v, &mut rates);
            assert!(rates.iter().all(|w| w.abs() < 7.0 * rounding));
            let change = system.energy(truth.t, &truth.q, &truth.v) - energy;
            assert!(change.abs() < 1e-14 * energy, "{change:e}");
        }
    }
}

#[test]
fn the_equations_of_motion_have_these_multipliers() {
    for loops in [1, 2, 3, 40] {
        let linkage = NFourBar::with(Parameters {
            loops,
            length: 0.7,
            mass: 1.9,
            ..Parameters::default()
        })
        .unwrap();
        let (motion, system) = (linkage.motion(), NFourBarKernel::new(linkage));
        let shape = system.shape();
        let mut terms = Terms::new(shape);
        let mut kkt = Kkt::new(shape);
        let mut a = vec![0.0; shape.n_v()];
        let mut lambda = vec![0.0; shape.constraints()];
        for k in 0..100 {
            let truth = motion.at(0.02 * f64::from(k));
            let crank = motion.crank(truth.t);
            if crank.cos.abs() < 0.05 {
                continue;
            }
            system.evaluate(truth.t, &truth.q, &truth.v, &mut terms);
            kkt.factor(&terms).unwrap();
            kkt.solve(&terms.force, &terms.gamma, &mut a, &mut lambda);
            let expected = truth.lambda.unwrap();
            let scale = expected.iter().fold(1.0, |s: f64, x| s.max(x.abs()));
            for (got, expected) in lambda.iter().zip(&expected) {
                // Rounding of coordinates up to N + 1, twice divided by cos θ.
                let epsilon = 1e-14 * (loops + 1) as f64 * scale / math::powi(crank.cos, 2);
                assert_abs_diff_eq!(got, expected, epsilon = epsilon);
            }
        }
    }
}

#[test]
fn multipliers_have_a_pole_in_flat_positions_unless_there_is_one_loop() {
    // The first flat position of two loops is passed at 0.71436 s.
    let at = |loops, t| motion(loops, 9.81).at(t).lambda.unwrap();
    let [before, after] = [0.714, 0.715].map(|t| at(2, t));
    assert!(before[0] < -50.0 && after[0] > 50.0, "{before:?} {after:?}");
    let residue = before[0] * motion(2, 9.81).crank(0.714).cos;
    assert_abs_diff_eq!(residue, -9.81 / 36.0, epsilon = 0.1);
    for t in [0.71, 0.714, 0.715, 0.72] {
        let lambda = at(1, t);
        assert!(lambda.iter().all(|x| x.abs() < 50.0), "{lambda:?}");
        assert_eq!(lambda[1], 0.0);
    }
}
