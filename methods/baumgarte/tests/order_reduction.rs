//! Gains per step in every stage: the violations at which the feedback of all stages adds up to nothing.
//!
//! A unit mass goes round the unit circle at unit speed, free of forces, so that Φ'' of a free motion is 1 and
//! normals turn by one radian per second. Without any driving force the speed of a run changes slowly; the
//! violations settle within a few steps.

use baumgarte::Baumgarte;
use conformance::fixtures::OnCircle;
use mechanics::{Auto, System, Terms};
use stepping::tableau::Tableau;
use stepping::{Gain, Integrator, Method, Placement, Resolution, StepSize};

/// Without gravity, at unit speed.
const CIRCLE: OnCircle = OnCircle::new(0.0, 1.0);

/// `(φ, p)` of the steady state, by elimination from its linear equations.
fn steady_state(tableau: &Tableau, c1: f64, c2: f64) -> (f64, f64) {
    let s = tableau.c.len();
    let row = |terms: &[(usize, f64)]| {
        let mut dense = vec![0.0; s];
        terms.iter().for_each(|&(k, a)| dense[k] = a);
        dense
    };
    let a: Vec<Vec<f64>> = tableau.a.iter().map(|a| row(a)).collect();
    let b = row(tableau.b);
    let times_a = |x: &[f64]| -> Vec<f64> {
        let column = |k: usize| (0..s).map(|j| x[j] * a[j][k]).sum();
        (0..s).map(column).collect()
    };
    // Unknowns u_0 … u_{s-1}, φ, p; the last column is the right-hand side.
    let mut equations = Vec::new();
    for i in 0..s {
        // u_i + c₂ (φ + c_i p + d_i + Σ a a u) + c₁ (p + Σ a u) = 0
        let (once, twice) = (&a[i], times_a(&a[i]));
        let mut equation: Vec<f64> = (0..s).map(|k| c2 * twice[k] + c1 * once[k]).collect();
        equation[i] += 1.0;
        let defect = tableau.c[i].powi(2) / 2.0
            - once.iter().zip(tableau.c).map(|(a, c)| a * c).sum::<f64>();
        equation.extend([c2, c2 * tableau.c[i] + c1, -c2 * defect]);
        equations.push(equation);
    }
    equations.push([b.as_slice(), &[0.0, 0.0, 0.0]].concat());
    equations.push([times_a(&b).as_slice(), &[0.0, 1.0, 0.0]].concat());
    let x = eliminate(equations);
    (x[s], x[s + 1])
}

/// Gauss-Jordan elimination with pivoting.
fn eliminate(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let n = rows.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| rows[i][k].abs().total_cmp(&rows[j][k].abs()));
        rows.swap(k, pivot.unwrap());
        let pivot = rows[k].clone();
        for (i, row) in rows.iter_mut().enumerate() {
            if i != k {
                let factor = row[k] / pivot[k];
                row.iter_mut()
                    .zip(&pivot)
                    .for_each(|(x, p)| *x -= factor * p);
            }
        }
    }
    (0..n).map(|k| rows[k][n] / rows[k][k]).collect()
}

/// `(Φ/h², Φ'/h)` after one second, and the angle by which the run is ahead of the true motion.
fn simulated(integrator: Integrator, c1: f64, c2: f64, h: f64) -> (f64, f64, f64) {
    let system = Auto::new(CIRCLE);
    let gains = (Gain::PerStep(c1), Gain::PerStep(c2));
    let method = Baumgarte::new(integrator, Placement::EveryPass, gains, "").unwrap();
    let resolution = Resolution::Fixed(StepSize::new(h).unwrap());
    let mut stepper = method.prepare(&system, resolution).unwrap();
    let mut state = system.initial();
    let steps = (1.0 / h).round() as usize;
    for _ in 0..steps {
        stepper.step(&mut state).unwrap();
    }
    let mut terms = Terms::new(system.shape());
    system.evaluate(state.t, state.q(), state.v(), &mut terms);
    let mut w = [0.0];
    terms.velocity_residual(system.shape(), state.v(), &mut w);
    let angle = state.q()[1].atan2(state.q()[0]);
    (terms.phi[0] / (h * h), w[0] / h, angle - 1.0)
}

#[test]
fn violations_settle_where_the_feedback_of_all_stages_adds_up_to_nothing() {
    let h = 1e-4;
    for integrator in [Integrator::Midpoint, Integrator::Heun, Integrator::Rk4] {
        for (c1, c2) in [(2.0, 1.0), (4.0 / 3.0, 2.0 / 3.0), (1.0, 0.25), (0.4, 0.04)] {
            let (phi, p) = steady_state(integrator.tableau().unwrap(), c1, c2);
            let (found_phi, found_p, _) = simulated(integrator, c1, c2, h);
            // The next term of both series is smaller by h, with factors up to ten.
            let close = |x: f64, y: f64| (x - y).abs() < 10.0 * h;
            assert!(
                close(phi, found_phi) && close(p, found_p),
                "{integrator:?} ({c1}, {c2}): {found_phi} {found_p}, theory {phi} {p}"
            );
        }
    }
}

#[test]
fn the_rules_of_order_two_have_a_closed_form() {
    // K = 4 - 2 c₁ + c₂: Heun's rule settles at φ = -(2 - c₁)/(2K), p = -c₂/(2K), the midpoint rule at half of it.
    for (c1, c2) in [(2.0, 1.0), (4.0 / 3.0, 2.0 / 3.0), (1.0, 0.25), (0.4, 0.04)] {
        let k = 4.0 - 2.0 * c1 + c2;
        for (integrator, share) in [(Integrator::Heun, 1.0), (Integrator::Midpoint, 0.5)] {
            let (phi, p) = steady_state(integrator.tableau().unwrap(), c1, c2);
            assert!(
                (phi + share * (2.0 - c1) / (2.0 * k)).abs() < 1e-13,
                "{phi}"
            );
            assert!((p + share * c2 / (2.0 * k)).abs() < 1e-13, "{p}");
        }
    }
    // RK-4, published to nine digits.
    let (phi, p) = steady_state(Integrator::Rk4.tableau().unwrap(), 2.0, 1.0);
    assert!((phi - 2.444_444_44e-2).abs() < 1e-10 && (p + 4.111_111_11e-2).abs() < 1e-10);
}

#[test]
fn only_the_midpoint_rule_is_pushed_along_the_constraint() {
    // With Welch's gains the midpoint rule has p = -1/4 and Σ b c u = 0, and normals of the unit circle turn along the
    // motion: the push h N' (Σ b c u - p) makes it faster by h/4 per second, which is an angle of h/8 after one.
    let ahead = |integrator, h| simulated(integrator, 2.0, 1.0, h).2;
    let h = 1e-4;
    let midpoint = ahead(Integrator::Midpoint, h) / h;
    assert!((midpoint - 0.125).abs() < 10.0 * h, "{midpoint}");
    // What Heun's rule is off by is of order h².
    let heun = ahead(Integrator::Heun, h) / h;
    assert!(heun.abs() < 10.0 * h, "{heun}");
}
