//! Full matrices R and S (Eq. 26): the gain and the cost of coupling rows.
//!
//! The paper recommends them without an example. The example here has all roots of `det(λ² + λR + S) = 0` within the
//! radius √200 of the diagonal choice (20, 200), and was found by a search for violations of equal sign in both rows.

use super::DATA;
use super::oscillator::{Oscillator, Steps, uniform};
use crate::figure::curve;
use crate::rk4::rk4;
use crate::words::Said;
use crate::{Entry, Figure, Finding, ReplicationError, Result, said, setup};
use generalized_inverse::{Coupling, Stabilization};
use system::{Eigenvalue, eigenvalues};
use three_mass_oscillator::Rows;

pub(super) const EXPERIMENT: Entry = ("coupling", || run(&Setup::default()));

setup! {
    struct Setup {
        /// The matrix R row by row, in 1/s.
        r: [f64; 4] = [29.453, -0.081, 7.744, 11.098],
        /// The matrix S row by row, in 1/s².
        s: [f64; 4] = [211.34, 280.41, 61.83, 263.40],
    }
}

/// Square of the radius that bounds the roots of diagonal and coupled choices alike: β of (20, 200).
const RADIUS_SQUARED: f64 = 200.0;

/// The violation of both rows at the start, in m.
const DISPLACEMENT: f64 = 1e-3;

/// Step of RK-4 in s, with which the measures are exact to (|λ|h)²/12.
const STEP: f64 = 2e-3;

/// A violation counts as damped if its measure over 30 s is below this fraction of the measure without stabilization.
const DAMPED: f64 = 0.1;

/// Number of steps for the linear equation `H'' = -R H' - S H`.
const LINEAR_STEPS: usize = 5000;

fn run(setup: &Setup) -> Result<Finding> {
    let oscillator = Oscillator {
        displacement: DISPLACEMENT,
        steps: Steps::Fixed(STEP),
        ..Oscillator::new(Rows::Two)
    };
    // √(E₁² + E₃²): both rows together.
    let measure = |stabilization| -> Result<f64> {
        let [e1, _, e3, _] = oscillator.measures(stabilization)?;
        Ok(math::hypot(e1, e3))
    };
    let matrices = || Coupling::matrices(&setup.r, &setup.s).map(Stabilization::Coupled);
    // Of all diagonal choices within the radius, α = √β is best from rest: it minimizes α/(2β) + 1/(2α).
    let best = [RADIUS_SQUARED.sqrt(), RADIUS_SQUARED];
    let coupled = measure(matrices()?)?;
    let usual = measure(uniform(20.0, RADIUS_SQUARED)?)?;
    let diagonal = measure(uniform(best[0], best[1])?)?;
    let radius = spectral_radius(setup).ok_or(ReplicationError::Missing("no roots of R and S"))?;
    let across = cost(setup, [1.0, -1.0]) / cost_of_best(best, [1.0, -1.0]);
    let along = cost(setup, [1.0, 1.0]) / cost_of_best(best, [1.0, 1.0]);
    let without = measure(Stabilization::None)?;
    let most = RADIUS_SQUARED.sqrt();
    let said: Said<'_> = said![
        coupled,
        usual,
        diagonal,
        without,
        radius,
        most,
        along,
        across,
        damped = DAMPED,
    ];
    let better = coupled < usual.min(diagonal) && radius <= most;
    Ok(Finding {
        claims: vec![
            DATA.statement("coupling/damps", coupled < DAMPED * without, said),
            DATA.statement("coupling/direction", better, said),
        ],
        figures: vec![drawn(&oscillator, matrices()?, best)?],
    })
}

fn drawn(oscillator: &Oscillator, coupled: Stabilization, best: [f64; 2]) -> Result<Figure> {
    let short = Oscillator {
        end: 1.0,
        ..*oscillator
    };
    let line = |name: &str, stabilization| -> Result<_> {
        let mut points = Vec::new();
        short.follow(stabilization, |t, [phi_1, _, phi_2, _]| {
            points.push([t, math::hypot(phi_1, phi_2)]);
        })?;
        Ok(curve(name, &points))
    };
    let curves = vec![
        line("coupled", coupled)?,
        line("(20, 200)", uniform(20.0, RADIUS_SQUARED)?)?,
        line("best diagonal", uniform(best[0], best[1])?)?,
    ];
    Ok(DATA.figure("coupling", vec![curves], said![]))
}

/// The largest modulus of the [`roots`].
fn spectral_radius(setup: &Setup) -> Option<f64> {
    let roots = roots(setup)?;
    Some(
        roots
            .iter()
            .fold(0.0, |most, z| math::hypot(z.re, z.im).max(most)),
    )
}

/// The roots of `det(λ² + λR + S) = 0`.
fn roots(setup: &Setup) -> Option<Vec<Eigenvalue>> {
    let mut companion = [0.0; 16];
    for i in 0..2 {
        companion[4 * i + 2 + i] = 1.0;
        for j in 0..2 {
            companion[4 * (2 + i) + j] = -setup.s[2 * i + j];
            companion[4 * (2 + i) + 2 + j] = -setup.r[2 * i + j];
        }
    }
    eigenvalues(4, &companion)
}

/// The integral `∫|H|² dt` of `H'' = -R H' - S H` from `start` at rest.
fn cost(setup: &Setup, start: [f64; 2]) -> f64 {
    decay(setup, start, 1e-3, LINEAR_STEPS)[LINEAR_STEPS][4]
}

/// The values of `H`, `H'` and `∫|H|² dt` of `H'' = -R H' - S H` from `start` at rest, after every step of RK-4.
fn decay(setup: &Setup, start: [f64; 2], h: f64, steps: usize) -> Vec<[f64; 5]> {
    let rate = |_, y: &[f64; 5]| {
        let push = |i: usize| {
            let (r, s) = (&setup.r[2 * i..], &setup.s[2 * i..]);
            -r[0] * y[2] - r[1] * y[3] - s[0] * y[0] - s[1] * y[1]
        };
        [y[2], y[3], push(0), push(1), y[0] * y[0] + y[1] * y[1]]
    };
    let mut y = [start[0], start[1], 0.0, 0.0, 0.0];
    let mut all = vec![y];
    for _ in 0..steps {
        y = rk4(rate, 0.0, &y, h);
        all.push(y);
    }
    all
}

/// The integral `∫|H|² dt` from `start` at rest for equal diagonal gains, in closed form.
fn cost_of_best([alpha, beta]: [f64; 2], start: [f64; 2]) -> f64 {
    let square = start[0] * start[0] + start[1] * start[1];
    square * (alpha / (2.0 * beta) + 1.0 / (2.0 * alpha))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_turned;

    #[test]
    fn coupling_pays_in_one_direction_and_costs_in_another() {
        // From a search elsewhere: 0.10609 against 0.14142 along, 0.279 across.
        let setup = Setup::default();
        assert!((cost(&setup, [1.0, 1.0]) - 0.1061).abs() < 1e-4);
        assert!((cost(&setup, [1.0, -1.0]) - 0.279).abs() < 1e-3);
    }

    #[test]
    fn no_diagonal_choice_within_the_radius_is_better_than_the_best() {
        let radius = RADIUS_SQUARED.sqrt();
        let along = |gains| cost_of_best(gains, [1.0, 1.0]);
        for [alpha, beta] in [[20.0, 200.0], [radius, 200.0], [20.0, 100.0]] {
            let found = cost(&diagonal(alpha, beta), [1.0, 1.0]);
            assert!((found - along([alpha, beta])).abs() < 1e-8);
        }
        let best = along([radius, RADIUS_SQUARED]);
        assert!((best - 0.141_42).abs() < 1e-5);
        for (i, j) in (1..200).flat_map(|i| (1..=200).map(move |j| (i, j))) {
            let (alpha, beta) = (0.2 * f64::from(i), f64::from(j));
            let root = (alpha * alpha / 4.0 - beta).max(0.0).sqrt();
            // Of two real roots the larger one, else the modulus of the pair.
            let largest = if root > 0.0 {
                alpha / 2.0 + root
            } else {
                beta.sqrt()
            };
            assert!(largest > radius || along([alpha, beta]) > best - 1e-12);
        }
    }

    #[test]
    fn roots_are_the_published_ones() {
        let found = roots(&Setup::default()).unwrap();
        for (re, im) in [(-10.467, 9.387), (-9.808, 9.884)] {
            let near = |x: f64, y: f64| (x - y).abs() < 6e-4;
            let pair = found
                .iter()
                .filter(|z| near(z.re, re) && near(z.im.abs(), im));
            assert_eq!(pair.count(), 2, "{found:?}");
        }
    }

    fn system(h: f64, end: f64) -> Oscillator {
        Oscillator {
            displacement: DISPLACEMENT,
            steps: Steps::Fixed(h),
            end,
            ..Oscillator::new(Rows::Two)
        }
    }

    fn coupled(setup: &Setup) -> Stabilization {
        Stabilization::Coupled(Coupling::matrices(&setup.r, &setup.s).unwrap())
    }

    #[test]
    fn violations_of_the_whole_system_obey_the_linear_equation() {
        let setup = Setup::default();
        let (h, finer) = (1e-3, 10);
        let mut seen = Vec::new();
        let look = |_, [phi_1, rate_1, phi_2, rate_2]: [f64; 4]| {
            seen.push([phi_1, phi_2, rate_1, rate_2]);
        };
        system(h, 1.0).follow(coupled(&setup), look).unwrap();
        let exact = decay(
            &setup,
            [DISPLACEMENT; 2],
            h / finer as f64,
            finer * (seen.len() - 1),
        );
        for (seen, exact) in seen.iter().zip(exact.iter().step_by(finer)) {
            for (k, (found, exact)) in seen.iter().zip(exact).enumerate() {
                // The local error of RK-4, (|λ| h)⁵/120 with |λ| = 14, over the time constant of 100 steps.
                let size = if k < 2 { 1e-3 } else { 1e-2 };
                assert!((found - exact).abs() < 1e-6 * size, "{found} {exact}");
            }
        }
    }

    #[test]
    fn the_whole_system_gives_the_measures_of_the_linear_equation() {
        let setup = Setup::default();
        let best = [RADIUS_SQUARED.sqrt(), RADIUS_SQUARED];
        let rows = |[alpha, beta]: [f64; 2]| uniform(alpha, beta).unwrap();
        let along = [1.0, 1.0];
        for (stabilization, cost, elsewhere) in [
            (coupled(&setup), cost(&setup, along), 1.088e-5),
            (
                rows([20.0, 200.0]),
                cost_of_best([20.0, 200.0], along),
                1.292e-5,
            ),
            (rows(best), cost_of_best(best, along), 1.253e-5),
        ] {
            let [e1, _, e3, _] = system(STEP, 30.0).measures(stabilization).unwrap();
            let (found, expected) = (math::hypot(e1, e3), DISPLACEMENT * cost.sqrt() / 30.0);
            // Trapezoidal sums are off by (|λ| h)²/12 with |λ| = 14.
            assert!((found / expected - 1.0).abs() < 1e-4, "{found} {expected}");
            // Four printed digits, and quadratures of their own.
            assert!((found / elsewhere - 1.0).abs() < 3e-3, "{found:e}");
        }
    }

    fn diagonal(alpha: f64, beta: f64) -> Setup {
        Setup {
            r: [alpha, 0.0, 0.0, alpha],
            s: [beta, 0.0, 0.0, beta],
        }
    }

    #[test]
    fn diagonal_matrices_gain_nothing_and_weak_ones_do_not_damp() {
        assert_turned(run(&diagonal(20.0, 200.0)), "coupling", &["direction"]);
        let weak = run(&diagonal(2e-3, 1e-6));
        assert_turned(weak, "coupling", &["damps", "direction"]);
    }
}
