//! The solution against closed forms.

use super::*;
use crate::LinearMultistep;
use approx::{assert_abs_diff_eq, assert_relative_eq};
use proptest::prelude::*;

const CRITICAL: Oscillator = Oscillator {
    alpha: 20.0,
    beta: 100.0,
};

fn disturbance(n: usize, end: f64, d: impl Fn(f64) -> [f64; 2]) -> Disturbance {
    let spacing = end / n as f64;
    let values = (0..=n).map(|k| d(k as f64 * spacing)).collect();
    Disturbance::new(spacing, 1, values).unwrap()
}

fn row(oscillator: Oscillator) -> Row {
    Row {
        oscillator,
        ..Row::default()
    }
}

/// `w → -d₁`, `Φ → (d₂ + α d₁)/β`.
#[test]
fn a_constant_disturbance_leads_to_the_steady_state() {
    let steady = disturbance(10, 5.0, |_| [0.3, -0.7]);
    let end = violations(&steady, &[row(CRITICAL)], 0.0, &[5.0]);
    assert_relative_eq!(end.w[0], -0.3, max_relative = 1e-12);
    let steady = (-0.7 + 20.0 * 0.3) / 100.0;
    assert_relative_eq!(end.phi[0], steady, max_relative = 1e-12);
}

/// On the unit circle at unit speed `d₁ = Σ a_j h^j q·v^(j)` and `d₂ = Σ a_j h^j (q·A^(j) + v·v^(j))` are constants,
/// and the steady state has the leading terms of the paper: `Φ' = ∓a_m h^m`, `Φ = -(α/β) Φ'` with odd `m`.
#[test]
fn on_the_unit_circle_it_leads_to_the_steady_states_of_the_paper() {
    let h = 0.01_f64;
    for (k, index) in [(1, 1), (2, 3), (3, 3), (4, 5)] {
        let model = LinearMultistep::adams_bashforth(k).model(6);
        // q = e^{it}: v^(j) = i^{j+1} q and A^(j) = i^{j+2} q; real parts of products with q and v = iq.
        let real = |power: usize| [1.0, 0.0, -1.0, 0.0][power % 4];
        let (mut d1, mut d2) = (0.0, 0.0);
        for j in model.leading_terms(2) {
            let term = model.a(j) * math::powi(h, j as i32);
            d1 += term * real(j + 1);
            d2 += term * (real(j + 2) + real(j));
        }
        let driven = disturbance(10, 5.0, |_| [d1, d2]);
        let end = violations(&driven, &[row(CRITICAL)], 0.0, &[5.0]);
        let sign = if index % 4 == 1 { 1.0 } else { -1.0 };
        let leading = sign * model.a(index) * math::powi(h, index as i32);
        assert_relative_eq!(end.w[0], leading, max_relative = 1e-9);
        assert_relative_eq!(end.phi[0], -0.2 * leading, max_relative = 1e-9);
    }
}

/// Without feedback `w = ∫ d₂` and `Φ = ∫ (w + d₁)`, from where they start.
#[test]
fn without_feedback_the_disturbance_adds_up() {
    let waves = disturbance(80, 4.0, |t| [0.0, math::cos(t)]);
    let start = Row {
        phi: 2.0,
        w: 0.5,
        ..Row::default()
    };
    let times = [0.35, 1.0, 2.2, 4.0];
    let got = violations(&waves, &[start], 0.0, &times);
    for (k, t) in times.into_iter().enumerate() {
        assert_abs_diff_eq!(got.w[k], 0.5 + math::sin(t), epsilon = 1e-9);
        assert_abs_diff_eq!(got.phi[k], 3.0 + 0.5 * t - math::cos(t), epsilon = 1e-9);
    }
}

/// A late start off the grid, and times off the grid: `w' = -α w + e^{-t}` has a closed form.
#[test]
fn times_need_not_be_those_of_the_grid() {
    let damped = Oscillator {
        alpha: 3.0,
        beta: 0.0,
    };
    let fading = disturbance(64, 2.0, |t| [0.0, math::exp(-t)]);
    let times: Vec<f64> = (1..=7).map(|k| 0.137 + 0.25 * f64::from(k)).collect();
    let got = violations(&fading, &[row(damped)], 0.137, &times);
    for (w, t) in got.w.iter().zip(times) {
        let exact = 0.5 * (math::exp(-t) - math::exp(-0.137 - 3.0 * (t - 0.137)));
        assert_relative_eq!(*w, exact, max_relative = 1e-8);
    }
}

#[test]
fn rows_with_their_own_feedback_do_not_disturb_each_other() {
    let (alpha, beta) = (2.0, 1.0);
    let (slow, fast) = (Oscillator { alpha, beta }, CRITICAL);
    let one = |d: [f64; 2]| disturbance(20, 3.0, move |t| [d[0] * t, d[1]]);
    let values = (0..=20).flat_map(|k| {
        let t = 3.0 * f64::from(k) / 20.0;
        [[0.5 * t, 1.0], [-0.25 * t, 2.0]]
    });
    let both = Disturbance::new(0.15, 2, values.collect()).unwrap();
    let together = violations(&both, &[row(slow), row(fast)], 0.0, &[1.0, 3.0]);
    let alone = [
        violations(&one([0.5, 1.0]), &[row(slow)], 0.0, &[1.0, 3.0]),
        violations(&one([-0.25, 2.0]), &[row(fast)], 0.0, &[1.0, 3.0]),
    ];
    for (row, alone) in alone.iter().enumerate() {
        for (together, alone) in [(&together.phi, &alone.phi), (&together.w, &alone.w)] {
            for time in 0..2 {
                let both = together[2 * time + row];
                assert_relative_eq!(both, alone[time], max_relative = 1e-12);
            }
        }
    }
}

proptest! {
    /// Twice the disturbance from twice the start is twice the violation: with `h^j` in front of everything this is the
    /// scaling with the step.
    #[test]
    fn violations_are_linear_in_what_causes_them(
        factor in -5.0..5.0_f64, alpha in 0.0..40.0_f64, beta in 0.0..400.0_f64,
        phi in -1.0..1.0_f64, w in -1.0..1.0_f64,
    ) {
        let oscillator = Oscillator { alpha, beta };
        let times = [0.3, 1.0, 1.7];
        let solve = |scale: f64| {
            let waves = disturbance(30, 2.0, |t| [scale * math::sin(3.0 * t), scale * math::cos(2.0 * t)]);
            let start = Row { oscillator, phi: scale * phi, w: scale * w };
            violations(&waves, &[start], 0.0, &times)
        };
        let (one, many) = (solve(1.0), solve(factor));
        for (a, b) in one.phi.iter().chain(&one.w).zip(many.phi.iter().chain(&many.w)) {
            prop_assert!((factor * a - b).abs() < 1e-9);
        }
    }

    /// A sine drives a linear equation like its transfer function, on any grid that resolves the sine: the grid need
    /// not resolve the gains.
    #[test]
    fn coarse_grids_do_for_large_gains(rate in 5.0..500.0_f64, omega in 0.5..2.0_f64) {
        let oscillator = Oscillator { alpha: 2.0 * rate, beta: rate * rate };
        let waves = disturbance(100, 10.0, |t| [0.0, math::sin(omega * t)]);
        let got = violations(&waves, &[row(oscillator)], 0.0, &[9.5]).phi[0];
        // Φ = Im e^{iωt}/(rate + iω)² once the start is forgotten.
        let size = 1.0 / (rate * rate + omega * omega);
        let lag = 2.0 * math::atan(omega / rate);
        prop_assert!((got - size * math::sin(omega * 9.5 - lag)).abs() < 1e-6 * size);
    }
}

#[test]
fn disturbances_that_cannot_be_interpolated_are_refused() {
    assert!(Disturbance::new(0.1, 1, vec![[0.0; 2]; 5]).is_err());
    assert!(Disturbance::new(0.0, 1, vec![[0.0; 2]; 50]).is_err());
    let none = Disturbance::new(0.1, 0, vec![]).unwrap();
    assert_eq!(violations(&none, &[], 0.0, &[1.0]), Violations::default());
}
