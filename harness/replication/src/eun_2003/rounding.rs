//! The origin of the violations of Fig. 2: the same run in two precisions.
//!
//! The constraints are linear and `A x'' = 0` holds in every stage, so every Runge-Kutta step keeps `A x` and `A x'`.
//! Only the rounding of the arithmetic remains.

use super::DATA;
use super::oscillator::{Oscillator, uniform};
use crate::figure::curve;
use crate::rk4::rk4;
use crate::words::Said;
use crate::{Entry, Figure, Finding, Result, said, setup};
use system::{Auto, DoubleDouble, Mechanism, Scalar, Scratch, System, Terms, largest};
use three_mass_oscillator::{Parameters, Rows, ThreeMassOscillator};

pub(super) const EXPERIMENT: Entry = ("rounding", || run(&Setup::default()));

setup! {
    struct Setup {
        /// Displacement of the first mass at the start.
        displacement: f64 = 0.0,
        /// End of the run in s.
        end: f64 = 30.0,
        /// Number of steps of RK-4.
        steps: usize = 6000,
    }
}

/// A drift is rounding if it is at least this many times smaller in the finer arithmetic, whose unit is 1e16 times
/// smaller.
const ROUNDING: f64 = 1e12;

/// Violations count as increasing if they are more than this many times larger in the second half of a run.
const INCREASING: f64 = 1.2;

/// The violation `|q₁ - 3q₂|` after every step of RK-4 on the equations of one row, `M a + Jᵀ λ = f` and `J a = 0`, in
/// any number type.
fn drift<S: Scalar>(setup: &Setup) -> Result<Vec<f64>> {
    let auto = Auto::new(ThreeMassOscillator::new(Parameters {
        displacement: setup.displacement,
        ..Parameters::default()
    })?);
    let row = Rows::One.coefficients()[0].map(S::from);
    let mut terms: Terms<S> = Terms::zeros(auto.shape());
    let mut scratch = Scratch::default();
    let mut rate = |t: S, y: &[S; 6]| -> [S; 6] {
        auto.evaluate_in(t, &y[..3], &y[3..], &mut terms, &mut scratch);
        let (mass, force) = (&terms.mass, &terms.force);
        let (mut along, mut square) = (S::from(0.0), S::from(0.0));
        for i in 0..3 {
            along += row[i] * force[i] / mass[i];
            square += row[i] * row[i] / mass[i];
        }
        let lambda = along / square;
        let a = |i: usize| (force[i] - row[i] * lambda) / mass[i];
        [y[3], y[4], y[5], a(0), a(1), a(2)]
    };
    let (q, v) = auto.mechanism().initial::<S>();
    let mut y = [q[0], q[1], q[2], v[0], v[1], v[2]];
    let h = S::decimal(setup.end) / S::from(setup.steps as f64);
    let mut seen = Vec::with_capacity(setup.steps);
    for k in 0..setup.steps {
        let t = h * S::from(k as f64);
        y = rk4(&mut rate, t, &y, h);
        seen.push(
            (row[0] * y[0] + row[1] * y[1] + row[2] * y[2])
                .value()
                .abs(),
        );
    }
    Ok(seen)
}

fn run(setup: &Setup) -> Result<Finding> {
    let double = drift::<f64>(setup)?;
    let finer = drift::<DoubleDouble>(setup)?;
    let (first, second) = double.split_at(double.len() / 2);
    let most = |of: &[f64]| largest(of.iter().copied());
    let (first, second) = (most(first), most(second));
    let said: Said<'_> = said![
        first,
        second,
        double = most(&double),
        finer = most(&finer),
        increasing = INCREASING,
        rounding = ROUNDING,
    ];
    let is_truncation = most(&double) / most(&finer) < ROUNDING;
    Ok(Finding {
        claims: vec![
            DATA.statement("rounding/increases", second / first > INCREASING, said),
            DATA.statement("rounding/cause", is_truncation, said),
        ],
        figures: vec![drawn(setup, &double, &finer)?],
    })
}

fn drawn(setup: &Setup, double: &[f64], finer: &[f64]) -> Result<Figure> {
    let h = setup.end / setup.steps as f64;
    let line = |name: &str, seen: &[f64]| {
        let points: Vec<[f64; 2]> = (1..)
            .zip(seen)
            .map(|(k, x)| [h * f64::from(k), *x])
            .collect();
        curve(name, &points)
    };
    // Fig. 5: the paper's own scheme, with and without feedback.
    let oscillator = Oscillator {
        displacement: setup.displacement,
        ..Oscillator::new(Rows::One)
    };
    let with = |gains: [f64; 2]| -> Result<[Vec<[f64; 2]>; 2]> {
        let mut points = [Vec::new(), Vec::new()];
        oscillator.follow(uniform(gains[0], gains[1])?, |t, [phi, rate, ..]| {
            points[0].push([t, phi]);
            points[1].push([t, rate]);
        })?;
        Ok(points)
    };
    let without = with([0.0, 0.0])?;
    let [best_phi, _] = with([20.0, 200.0])?;
    let [_, best_rate] = with([18.0, 16.2])?;
    let curves = vec![
        vec![line("double", double), line("double-double", finer)],
        vec![
            curve("α = β = 0", &without[0]),
            curve("α = 20, β = 200", &best_phi),
        ],
        vec![
            curve("α = β = 0", &without[1]),
            curve("α = 18, β = 16.2", &best_rate),
        ],
    ];
    Ok(DATA.figure("figs-2-5", curves, said![]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::changes;

    #[test]
    fn a_violation_at_the_start_is_none() {
        let off = |s: &mut Setup| s.displacement = 1e-3;
        changes("rounding", run).turn(&[("off", off, &["cause", "increases"])]);
    }
}
