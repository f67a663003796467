//! Section V: spectra of the linearized double pendulum, and what the paper says of the gains.
//!
//! `Γ = M⁻¹Bᵀ(BM⁻¹Bᵀ)⁻¹B` is a projector, so that spectra depend neither on lengths nor on masses. With gains tied to
//! the step they do not depend on the step either: `diag(1, h)` takes it out of the matrices.

use super::eq_64::{limits, matrix};
use super::linearized::{ONE, SCANNED, derived_rows, printed_rows, projector, scaled, scan};
use super::matrices;
use crate::largest::largest;
use crate::{Claim, Experiment, Finding, ReplicationError};
use stepping::Gain;
use system::eigenvalues;
use theory::stability::Amplification;

pub(super) const EXPERIMENT: Experiment = Experiment::quick(
    "stability",
    "Stability of the linearized double pendulum",
    || run(&Setup::default()),
);

/// A matrix of Baumgarte's method from Γ, the step, α and β.
pub(super) type Matrix = fn(&[f64], f64, f64, f64) -> Amplification;

/// What is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    /// The Jacobian of Eq. 69.
    pub rows: fn() -> Vec<f64>,
    /// The matrix of Eq. 64.
    pub printed: Matrix,
    /// The matrix X of Eq. 61.
    pub algebraic: fn(&[f64], f64) -> Amplification,
    /// The gains of Section V.
    pub gains: [Gain; 2],
    /// Gains said to make the first-order method unstable,
    pub unstable: [Gain; 2],
    /// and those that make it end a violation.
    pub dead_beat: [Gain; 2],
    /// Gains said to be stable with the second-order method.
    pub second_order: [Gain; 2],
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            rows: printed_rows,
            printed: matrices::baumgarte_as_printed,
            algebraic: matrices::algebraic,
            gains: [Gain::PerStep(1.0), Gain::PerStep(1.0)],
            unstable: [Gain::PerStep(1.0), Gain::PerStep(1.0)],
            dead_beat: [Gain::PerStep(0.5), Gain::PerStep(1.0)],
            second_order: [Gain::PerStep(1.0), Gain::PerStep(1.0)],
        }
    }
}

/// What one constraint adds to the spectrum, at any step.
fn one_constraint(scheme: Matrix, gains: [Gain; 2]) -> f64 {
    let [h, _] = SCANNED;
    let [alpha, beta] = gains.map(|gain| gain.first_order(h));
    scaled(&scheme(&[1.0], h, alpha, beta), h).radius()
}

/// Judges every statement on stability.
pub(super) fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
    let (derived, printed) = (derived_rows()?, (setup.rows)());
    let gamma = projector(&derived)?;
    let mut claims = vec![
        jacobian(&derived, &printed),
        matrix(setup)?,
        algebraic(setup, &gamma),
    ];
    claims.extend(limits(setup, &gamma));
    claims.extend(gains(setup));
    Ok(claims.into())
}

fn jacobian(derived: &[f64], printed: &[f64]) -> Claim {
    let gaps = derived.iter().zip(printed).filter(|(a, b)| a != b).count();
    Claim::statement(
        ["stability/jacobian", "Eq. 69"],
        "the linearized Jacobian is the derivative of Eq. 68",
        "the matrix B",
        format!("{gaps} of {} entries differ", derived.len()),
        gaps == 0,
        "every entry equal",
    )
    .known_to_differ("Row 3 has the wrong sign for x₂, and row 4 is negated. Spectra are the same with any full rows.")
}

fn algebraic(setup: &Setup, gamma: &[f64]) -> Claim {
    let matrix = |h: f64| scaled(&(setup.algebraic)(gamma, h), h);
    let radius = largest(scan().map(|h| matrix(h).radius()));
    let [h, _] = SCANNED;
    let at = matrix(h);
    let found = eigenvalues(at.size, &at.entries).unwrap_or_default();
    let minus = found
        .iter()
        .filter(|z| (z.re + 1.0).hypot(z.im) < ONE - 1.0)
        .count();
    let [low, high] = SCANNED;
    Claim::statement(
        ["stability/algebraic", "Section V"],
        "the spectral radius of X is at most 1 for every step",
        "ρ(X) ≤ 1",
        format!("ρ(X) = {radius:.6} for h from {low} to {high} s; {minus} eigenvalues are -1"),
        radius <= ONE,
        "at most 1 up to the root of rounding, over the scanned steps",
    )
    .remark("It is exactly 1: every constraint has the eigenvalue -1, which nothing damps.")
}

fn gains(setup: &Setup) -> [Claim; 3] {
    let first = one_constraint(matrices::first_order, setup.unstable);
    let dead = one_constraint(matrices::first_order, setup.dead_beat);
    let second = one_constraint(matrices::baumgarte, setup.second_order);
    let claim = |id: &str, words: &str, printed: &str, radius: f64, holds: bool, judged: &str| {
        let ours = format!("ρ = {radius:.3} for a constraint");
        Claim::statement(
            [&format!("stability/{id}"), "Section IV"],
            words,
            printed,
            ours,
            holds,
            judged,
        )
    };
    [
        claim(
            "first-order/full",
            "the first-order method with α = β = 1/Δt is unstable",
            "unstable",
            first,
            first > ONE,
            "spectral radius above 1",
        ),
        claim(
            "first-order/half",
            "the first-order method with α = 0.5/Δt, β = 1/Δt ends a violation",
            "constraint error forced to zero",
            dead,
            dead <= ONE - 1.0,
            "spectral radius zero up to the root of rounding",
        ),
        claim(
            "second-order/full",
            "the second-order method with α = β = 1/Δt is stable",
            "stable",
            second,
            second < 1.0,
            "spectral radius below 1",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_as_known, assert_turned, claim};

    #[test]
    fn statements_on_stability_are_judged_as_known() {
        let finding = run(&Setup::default()).unwrap();
        assert_as_known(&finding);
        let ours = |id| claim(&finding, id).clone().result("").ours;
        assert!(ours("stability/first-order/full").contains("1.618"));
        assert!(ours("stability/algebraic").contains("4 eigenvalues are -1"));
    }

    #[test]
    fn spectra_are_the_same_with_the_printed_rows() {
        let printed = projector(&printed_rows()).unwrap();
        let derived = projector(&derived_rows().unwrap()).unwrap();
        for h in scan().step_by(50) {
            let spectrum = |gamma: &[f64]| {
                let matrix = scaled(&matrices::algebraic(gamma, h), h);
                let mut real: Vec<f64> = eigenvalues(matrix.size, &matrix.entries)
                    .unwrap()
                    .iter()
                    .map(|z| z.re)
                    .collect();
                real.sort_by(f64::total_cmp);
                real
            };
            for (a, b) in spectrum(&printed).into_iter().zip(spectrum(&derived)) {
                assert!((a - b).abs() < ONE - 1.0, "{a} {b}");
            }
        }
    }

    #[test]
    fn fixed_gains_do_have_a_limit() {
        // α h ≤ 1 for Eq. 64 as printed, α h ≤ 2 for the Runge-Kutta method.
        for (id, most) in [("printed", 1.0), ("corrected", 2.0)] {
            let gain = most / 0.0664;
            let setup = Setup {
                gains: [Gain::Fixed(gain), Gain::Fixed(gain)],
                ..Setup::default()
            };
            assert_turned(&run(&setup).unwrap(), &[&format!("stability/limit/{id}")]);
        }
    }

    #[test]
    fn other_schemes_and_gains_turn_the_rest() {
        let setup = Setup {
            rows: || derived_rows().unwrap(),
            printed: matrices::baumgarte,
            algebraic: |gamma, h| matrices::first_order(gamma, h, 1.0 / h, 1.0 / h),
            unstable: [Gain::PerStep(0.5), Gain::PerStep(1.0)],
            dead_beat: [Gain::PerStep(0.6), Gain::PerStep(1.0)],
            second_order: [Gain::PerStep(2.5), Gain::PerStep(2.5)],
            ..Setup::default()
        };
        let ids = [
            "jacobian",
            "matrix",
            "algebraic",
            "first-order/full",
            "first-order/half",
            "second-order/full",
        ];
        let ids = ids.map(|id| format!("stability/{id}"));
        assert_turned(&run(&setup).unwrap(), &ids.each_ref().map(String::as_str));
    }
}
