use super::*;
use crate::data::{DA, EA, FA, INERTIA, MASS, RA, SA, SB, TA, TB, UA, UB};
use problem::{Extrapolation, Flow, Problem};
use system::{System, Taylor};

fn default_problem() -> Box<dyn Problem> {
    problems().swap_remove(0)
}

/// Centre and angle of each body, as the literature states them.
fn bodies<S: Scalar>(q: &[S]) -> [[S; 3]; 7] {
    let [beta, theta, gamma, phi, delta, omega, epsilon] = std::array::from_fn(|k| q[k]);
    let u = |length: f64, a: S| [S::decimal(length) * a.cos(), S::decimal(length) * a.sin()];
    let n = |length: f64, a: S| [S::decimal(length) * a.sin(), -S::decimal(length) * a.cos()];
    let place = |vectors: [[S; 2]; 3], angle| {
        let sum = |k: usize| vectors[0][k] + vectors[1][k] + vectors[2][k];
        [sum(0), sum(1), angle]
    };
    let (origin, a, b) = ([S::from(0.0); 2], A.map(S::decimal), B.map(S::decimal));
    let (rod, four, six) = (beta + theta, phi + delta, omega + epsilon);
    [
        place([origin, origin, u(RA, beta)], beta),
        place([origin, u(RR, beta), u(-DA, rod)], rod),
        place([b, n(SA, gamma), u(SB, gamma)], gamma),
        place([a, u(ZT, delta), n(E - EA, four)], four),
        place([a, u(TA, delta), n(-TB, delta)], delta),
        place([a, n(U, epsilon), u(ZF - FA, six)], six),
        place([a, n(UA, epsilon), u(-UB, epsilon)], epsilon),
    ]
}

#[test]
fn the_mass_matrix_is_the_kinetic_energy_of_seven_moving_bodies() {
    let squeezer = Squeezer::new(Parameters::default()).unwrap();
    for k in 0..20 {
        let wave = |i: usize| math::sin(1.7 * i as f64 + 0.9 * f64::from(k));
        let (q, v): (Vec<f64>, Vec<f64>) = (0..7).map(|i| (3.0 * wave(i), wave(i + 7))).unzip();
        let path: Vec<Taylor<f64, 2>> = q
            .iter()
            .zip(&v)
            .map(|(&q, &v)| Taylor::line(q, v))
            .collect();
        let mut expected = 0.0;
        for (i, [x, y, angle]) in bodies(&path).into_iter().enumerate() {
            let square = math::powi(x.0[1], 2) + math::powi(y.0[1], 2);
            expected += 0.5 * (MASS[i] * square + INERTIA[i] * math::powi(angle.0[1], 2));
        }
        let (mut mass, mut momentum) = ([0.0; 13], [0.0; 7]);
        squeezer.mass(&q, &mut mass);
        let layout = squeezer.shape().mass().clone();
        layout.multiply(&mass, &v, &mut momentum);
        let energy: f64 = v.iter().zip(&momentum).map(|(v, p)| 0.5 * v * p).sum();
        assert!((energy / expected - 1.0).abs() < 1e-13, "{energy:e}");
    }
}

#[test]
fn the_start_has_the_published_accelerations_and_multipliers() {
    let digits = |text: &str| DoubleDouble::parse(text).unwrap();
    for route in default_problem().routes() {
        let start = route.run(&[0.0]).unwrap().remove(0);
        let close = |x: DoubleDouble, text: &str| {
            let difference = (x - digits(text)).abs().value();
            assert!(difference < 1e-18 * x.value().abs().max(100.0), "{x}");
        };
        close(start.a[0], "14222.4439199541138706");
        close(start.a[1], "-10666.8329399655854029");
        let lambda = start.lambda.unwrap();
        close(lambda[0], "98.5668703962410896");
        close(lambda[1], "-6.12268834425566266");
        // Only the crank, the rod and their joint with the rocker feel the motor at first.
        let others = start.a[2..].iter().chain(&lambda[2..]);
        assert!(others.into_iter().all(|x| x.abs().value() < 1e-20));
    }
}

#[test]
fn the_end_values_of_the_test_set_are_the_motion_a_picosecond_later() {
    let truth = default_problem().truth(&[0.03]).remove(0);
    // The test set's angles, and by how much they are off.
    let published = [
        (15.81077119629904, 1.15e-9),
        (-15.75637105984298, -1.43e-9),
        (0.04082224013073101, 1.11e-11),
        (-0.5347301163226948, 1.94e-11),
        (0.5244099658805304, 5.76e-13),
        (0.5347301163226948, -1.94e-11),
        (1.048080741042263, 3.25e-13),
    ];
    for (k, (value, off)) in published.into_iter().enumerate() {
        let difference = value - truth.q[k];
        assert!((difference / off - 1.0).abs() < 0.01, "{k}: {difference:e}");
        let later = difference / truth.v[k];
        assert!((later / 1.0047e-12 - 1.0).abs() < 0.005, "{k}: {later:e}");
    }
}

/// The crank angle after 0.03 s.
fn crank_at_the_end(joint_stiffness: Option<f64>) -> f64 {
    let squeezer = Squeezer::new(Parameters {
        joint_stiffness,
        ..Parameters::default()
    });
    let system = SqueezerKernel::new(squeezer.unwrap());
    let mut flow = Flow::new(&system);
    let rate = |t: f64, y: &[f64], out: &mut [f64]| flow.rate(t, y, out);
    let start = system.initial();
    let mut y = [start.q(), start.v()].concat();
    // The force of the spring is not smooth to more digits than these.
    let mut extrapolation = Extrapolation::new(6, 1e-8, 1e-5);
    extrapolation.advance(rate, &mut y, 0.0, 0.03).unwrap();
    y[0]
}

#[test]
fn a_stiff_spring_leads_the_crank_almost_where_a_rigid_joint_does() {
    // "The same results" holds to the accuracy of plots: the crank lags by an angle that falls with the stiffness.
    let rigid = crank_at_the_end(None);
    for (stiffness, lag) in [(1e7, 1.7134e-2), (1e8, 1.7259e-3)] {
        let found = rigid - crank_at_the_end(Some(stiffness));
        assert!((found / lag - 1.0).abs() < 1e-3, "{found:e}");
    }
}
