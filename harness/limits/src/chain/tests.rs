use super::*;
use crate::testing::eliminate;

const ROPE: Parameters = Parameters {
    links: 1,
    length: 0.8,
    mass: 1.7,
    gravity: 9.81,
    alpha: 20.0,
    beta: 100.0,
};

/// A state off the constraints, so that the feedback has something to act on.
fn state(links: usize) -> (Vec<f64>, Vec<f64>) {
    let wave = |k: usize| math::sin(1.7 * k as f64 + 0.3);
    (0..3 * links).map(|k| (wave(k), wave(5 * k + 1))).unzip()
}

/// Dense `J` by rows, `Φ` and `γ`, from the joints one by one.
fn joints(p: Parameters, q: &[f64], v: &[f64]) -> (Vec<Vec<f64>>, Vec<f64>, Vec<f64>) {
    let (mut jacobian, mut phi, mut gamma) = (Vec::new(), Vec::new(), Vec::new());
    for i in 0..p.links {
        for axis in 0..2 {
            let (mut row, mut value, mut right) = (vec![0.0; 3 * p.links], 0.0, 0.0);
            // The start of rod i, minus the end of the one before.
            let ends = [(Some(i), 1.0, -0.5), (i.checked_sub(1), -1.0, 0.5)];
            for (rod, sign, place) in ends {
                let Some(rod) = rod else { continue };
                let (theta, omega) = (q[3 * rod + 2], v[3 * rod + 2]);
                let (sin, cos) = math::sin_cos(theta);
                let reach = place * p.length;
                let (along, across) = [(cos, -sin), (sin, cos)][axis];
                value += sign * (q[3 * rod + axis] + reach * along);
                row[3 * rod + axis] += sign;
                row[3 * rod + 2] += sign * reach * across;
                right += sign * reach * omega * omega * along;
            }
            jacobian.push(row);
            phi.push(value);
            gamma.push(right);
        }
    }
    (jacobian, phi, gamma)
}

fn masses(p: Parameters) -> Vec<f64> {
    [p.mass, p.mass, p.mass * p.length * p.length / 12.0].repeat(p.links)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn accelerate(p: Parameters, q: &[f64], v: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let (mut a, mut lambda) = (vec![f64::NAN; 3 * p.links], vec![f64::NAN; 2 * p.links]);
    Limit::new(p).accelerate(q, v, &mut a, &mut lambda);
    (a, lambda)
}

#[test]
fn one_link_on_the_constraints_is_a_compound_pendulum() {
    let (theta, omega) = (-0.7f64, 1.3);
    let (sin, cos) = math::sin_cos(theta);
    let half = 0.5 * ROPE.length;
    let q = [half * cos, half * sin, theta];
    let v = [-half * sin * omega, half * cos * omega, omega];
    let (a, lambda) = accelerate(ROPE, &q, &v);
    // (m L²/3) θ'' = -m g (L/2) cos θ; the joint bears what the centre does not fall by.
    let turn = -1.5 * ROPE.gravity / ROPE.length * cos;
    let centre = [
        half * (-sin * turn - cos * omega * omega),
        half * (cos * turn - sin * omega * omega),
    ];
    let force = [
        -ROPE.mass * centre[0],
        -ROPE.mass * (centre[1] + ROPE.gravity),
    ];
    for (got, expected) in [
        (a[0], centre[0]),
        (a[1], centre[1]),
        (a[2], turn),
        (lambda[0], force[0]),
        (lambda[1], force[1]),
    ] {
        assert!((got - expected).abs() < 1e-13, "{got} {expected}");
    }
}

#[test]
fn the_whole_matrix_by_elimination_gives_the_same() {
    for links in [1, 2, 7] {
        let p = Parameters { links, ..ROPE };
        let (q, v) = state(links);
        let (jacobian, phi, gamma) = joints(p, &q, &v);
        let mass = masses(p);
        let n = 3 * links;
        let mut rows = vec![vec![0.0; 5 * links + 1]; 5 * links];
        for k in 0..n {
            rows[k][k] = mass[k];
            if k % 3 == 1 {
                rows[k][5 * links] = -p.mass * p.gravity;
            }
        }
        for (i, row) in jacobian.iter().enumerate() {
            for (k, &value) in row.iter().enumerate() {
                rows[n + i][k] = value;
                rows[k][n + i] = value;
            }
            rows[n + i][5 * links] = gamma[i] - p.alpha * dot(row, &v) - p.beta * phi[i];
        }
        let expected = eliminate(rows);
        let (a, lambda) = accelerate(p, &q, &v);
        let scale = expected.iter().fold(1.0, |s: f64, x| s.max(x.abs()));
        for (got, expected) in a.iter().chain(&lambda).zip(&expected) {
            assert!((got - expected).abs() < 1e-12 * scale, "{got} {expected}");
        }
    }
}

#[test]
fn both_equations_hold_for_short_and_long_chains() {
    for links in [1, 2, 7, 100] {
        let p = Parameters { links, ..ROPE };
        let (q, v) = state(links);
        let (jacobian, phi, gamma) = joints(p, &q, &v);
        let (a, lambda) = accelerate(p, &q, &v);
        let scale = a.iter().fold(1.0, |s: f64, x| s.max(x.abs()));
        for (i, row) in jacobian.iter().enumerate() {
            let aim = gamma[i] - p.alpha * dot(row, &v) - p.beta * phi[i];
            assert!((dot(row, &a) - aim).abs() < 1e-13 * scale, "{links} {i}");
        }
        for (k, mass) in masses(p).iter().enumerate() {
            let weight = if k % 3 == 1 { -p.mass * p.gravity } else { 0.0 };
            let held: f64 = (0..2 * links).map(|i| jacobian[i][k] * lambda[i]).sum();
            let residual = mass * a[k] + held - weight;
            assert!(residual.abs() < 1e-13 * scale, "{links} {k} {residual}");
        }
    }
}
