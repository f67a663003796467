use super::*;
use crate::testing::{bare, eliminate, odd, textbook_step};
use approx::assert_relative_eq;

const SWING: Parameters = Parameters {
    gravity: 10.0,
    length: 5.0,
    alpha: 20.0,
    beta: 100.0,
    h: 0.01,
};

/// The state of rods at these angles and rates, joints closed.
fn placed(length: f64, [t1, t2]: [f64; 2], [w1, w2]: [f64; 2]) -> (Six, Six) {
    let half = 0.5 * length;
    let ((s1, c1), (s2, c2)) = (math::sin_cos(t1), math::sin_cos(t2));
    (
        [
            half * s1,
            half * c1,
            t1,
            half * (2.0 * s1 + s2),
            half * (2.0 * c1 + c2),
            t2,
        ],
        [
            half * c1 * w1,
            -half * s1 * w1,
            w1,
            half * (2.0 * c1 * w1 + c2 * w2),
            -half * (2.0 * s1 * w1 + s2 * w2),
            w2,
        ],
    )
}

/// `M a + Jᵀ λ = f`, `J a = γ - α J v - β Φ` with mass and multipliers spelled out, by elimination.
fn spelled_out(p: Parameters, q: &Six, v: &Six) -> Six {
    let (mass, half) = (3.7, 0.5 * p.length);
    let inertia = mass * p.length * p.length / 12.0;
    let ((s1, c1), (s2, c2)) = (math::sin_cos(q[2]), math::sin_cos(q[5]));
    let jacobian = [
        [1.0, 0.0, -half * c1, 0.0, 0.0, 0.0],
        [0.0, 1.0, half * s1, 0.0, 0.0, 0.0],
        [-1.0, 0.0, -half * c1, 1.0, 0.0, -half * c2],
        [0.0, -1.0, half * s1, 0.0, 1.0, half * s2],
    ];
    let phi = [
        q[0] - half * s1,
        q[1] - half * c1,
        q[3] - q[0] - half * (s1 + s2),
        q[4] - q[1] - half * (c1 + c2),
    ];
    let (p1, p2) = (half * v[2] * v[2], half * v[5] * v[5]);
    let gamma = [-p1 * s1, -p1 * c1, -p1 * s1 - p2 * s2, -p1 * c1 - p2 * c2];
    let mut rows = vec![vec![0.0; 11]; 10];
    for k in 0..6 {
        rows[k][k] = if k % 3 == 2 { inertia } else { mass };
    }
    (rows[0][10], rows[3][10]) = (mass * p.gravity, mass * p.gravity);
    for i in 0..4 {
        let rate: f64 = (0..6).map(|k| jacobian[i][k] * v[k]).sum();
        rows[6 + i][10] = gamma[i] - p.alpha * rate - p.beta * phi[i];
        for k in 0..6 {
            (rows[k][6 + i], rows[6 + i][k]) = (jacobian[i][k], jacobian[i][k]);
        }
    }
    let solution = eliminate(rows);
    std::array::from_fn(|k| solution[k])
}

#[test]
fn one_step_is_the_textbook_step_with_mass_and_multipliers() {
    for p in [SWING, odd(0.003), bare(0.003)] {
        for k in 0..100 {
            let k = f64::from(k);
            let (mut q, mut v) = placed(
                p.length,
                [0.7 * k, 1.9 * k],
                [math::sin(k), 2.0 * math::cos(k)],
            );
            // Away from the constraints, where feedback acts.
            for i in 0..6 {
                q[i] += 0.02 * math::sin(k + i as f64);
                v[i] += 0.05 * math::cos(1.7 * k + i as f64);
            }
            let start: [f64; 12] = std::array::from_fn(|i| if i < 6 { q[i] } else { v[i - 6] });
            let rate = |y: [f64; 12]| {
                let (q, v) = (
                    std::array::from_fn(|i| y[i]),
                    std::array::from_fn(|i| y[6 + i]),
                );
                let a = spelled_out(p, &q, &v);
                std::array::from_fn(|i| if i < 6 { v[i] } else { a[i - 6] })
            };
            let expected = textbook_step(p.h, start, rate);
            Limit::new(p).step(&mut q, &mut v);
            for (i, got) in q.into_iter().chain(v).enumerate() {
                // Means of the rates: differences of the step lose as many digits as the step is small.
                let mean = |end: f64| (end - start[i]) * 6.0 / p.h;
                let (got, want) = (mean(got), mean(expected[i]));
                assert_relative_eq!(got, want, max_relative = 1e-10, epsilon = 1e-10);
            }
        }
    }
}

#[test]
fn on_the_constraints_angles_obey_lagranges_equations() {
    // T = (m L²/6) (4 θ₁'² + θ₂'² + 3 θ₁' θ₂' cos (θ₁ - θ₂)), V = -(m g L/2) (3 sin θ₁ + sin θ₂).
    let (g, length) = (SWING.gravity, SWING.length);
    let limit = Limit::new(SWING);
    for k in 0..100 {
        let k = f64::from(k);
        let ([t1, t2], [w1, w2]) = ([0.9 * k, 2.3 * k], [2.0 * math::sin(k), 3.0 * math::cos(k)]);
        let (q, v) = placed(length, [t1, t2], [w1, w2]);
        let a = limit.acceleration(&q, &v);
        let (sin, cos) = math::sin_cos(t1 - t2);
        let first =
            8.0 * a[2] + 3.0 * cos * a[5] + 3.0 * sin * w2 * w2 - 9.0 * g / length * math::cos(t1);
        let second =
            2.0 * a[5] + 3.0 * cos * a[2] - 3.0 * sin * w1 * w1 - 3.0 * g / length * math::cos(t2);
        assert!(
            first.abs() < 1e-12 && second.abs() < 1e-12,
            "{first:e} {second:e}"
        );
        // The centre of the second rod, differentiated twice.
        let half = 0.5 * length;
        let down = |t: f64, w: f64, a: f64| half * (math::cos(t) * a - math::sin(t) * w * w);
        let x1 = down(t1, w1, a[2]);
        assert_relative_eq!(a[0], x1, epsilon = 1e-11);
        assert_relative_eq!(a[3], 2.0 * x1 + down(t2, w2, a[5]), epsilon = 1e-11);
    }
}

/// Coordinates and angular velocities after 10 s from rest along +y, in 18 digits.
const AFTER_TEN_SECONDS: (Six, [f64; 2]) = (
    [
        2.442_731_999_867_459,
        -0.532_034_187_645_422_1,
        1.785_250_027_584_064_4,
        6.714_021_238_723_097,
        -2.768_878_752_941_076_6,
        2.321_186_441_945_454_3,
    ],
    [0.347_858_806_385_058_2, -5.106_251_770_463_934],
);

#[test]
fn errors_shrink_with_the_fourth_power_of_the_step_and_energy_no_slower() {
    let run = |steps: u32| {
        let limit = Limit::new(Parameters {
            h: 10.0 / f64::from(steps),
            ..SWING
        });
        let (mut q, mut v) = placed(5.0, [0.0; 2], [0.0; 2]);
        for _ in 0..steps {
            limit.step(&mut q, &mut v);
        }
        let (end, [w1, w2]) = AFTER_TEN_SECONDS;
        let mut square: f64 = (0..6).map(|i| math::powi(q[i] - end[i], 2)).sum();
        square += math::powi(v[2] - w1, 2) + math::powi(v[5] - w2, 2);
        let inertia = 25.0 / 12.0;
        let kinetic: f64 = (0..6)
            .map(|i| if i % 3 == 2 { inertia } else { 1.0 } * v[i] * v[i])
            .sum();
        [square.sqrt(), (0.5 * kinetic - 10.0 * (q[0] + q[3])).abs()]
    };
    let (coarse, fine) = (run(8000), run(16000));
    let [order, of_energy] = [0, 1].map(|k| math::log2(coarse[k] / fine[k]));
    assert!((order - 4.0).abs() < 0.05, "order {order}");
    // Terms of fifth order still show in the energy.
    assert!((3.95..5.0).contains(&of_energy), "order {of_energy}");
    assert!(fine[0] < 1e-9);
}
