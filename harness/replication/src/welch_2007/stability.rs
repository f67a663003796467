//! Section V: spectra of the linearized double pendulum, and the statements of the paper about the gains.
//!
//! `Γ = M⁻¹Bᵀ(BM⁻¹Bᵀ)⁻¹B` is a projector, so that spectra depend neither on lengths nor on masses. With gains tied to
//! the step they do not depend on the step either: `diag(1, h)` takes it out of the matrices.

use super::eq_64::{limits, matrix};
use super::linearized::{ONE, SCANNED, derived_rows, printed_rows, projector, scaled, scan};
use super::{DATA, matrices};
use crate::{Claim, Entry, Finding, Result, said, setup};
use stepping::Gain;
use system::{eigenvalues, largest};
use theory::stability::Amplification;

pub(super) const EXPERIMENT: Entry = ("stability", || run(&Setup::default()));

/// A function that gives the matrix of Baumgarte's method for Γ, the step, α and β.
pub(super) type Matrix = fn(&[f64], f64, f64, f64) -> Amplification;

setup! {
    /// The matrices and gains that are judged, by default those of the paper.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Setup {
        /// The Jacobian of Eq. 69.
        pub rows: fn() -> Vec<f64> = printed_rows,
        /// The matrix of Eq. 64.
        pub printed: Matrix = matrices::baumgarte_as_printed,
        /// The matrix X of Eq. 61.
        pub algebraic: fn(&[f64], f64) -> Amplification = matrices::algebraic,
        /// The gains of Section V.
        pub gains: [Gain; 2] = [Gain::PerStep(1.0), Gain::PerStep(1.0)],
        /// Gains that are said to make the first-order method unstable.
        pub unstable: [Gain; 2] = [Gain::PerStep(1.0), Gain::PerStep(1.0)],
        /// Gains that are said to make the first-order method remove a violation completely.
        pub dead_beat: [Gain; 2] = [Gain::PerStep(0.5), Gain::PerStep(1.0)],
        /// Gains that are said to be stable with the second-order method.
        pub second_order: [Gain; 2] = [Gain::PerStep(1.0), Gain::PerStep(1.0)],
    }
}

/// The spectral radius of what one constraint adds to the matrix, evaluated at the smallest step of the scan.
fn one_constraint(scheme: Matrix, gains: [Gain; 2]) -> f64 {
    let [h, _] = SCANNED;
    let [alpha, beta] = gains.map(|gain| gain.first_order(h));
    scaled(&scheme(&[1.0], h, alpha, beta), h).radius()
}

/// Judges every statement on stability.
pub(super) fn run(setup: &Setup) -> Result<Finding> {
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
    let said = said![gaps, entries = derived.len()];
    DATA.statement("stability/jacobian", gaps == 0, said)
}

fn algebraic(setup: &Setup, gamma: &[f64]) -> Claim {
    let matrix = |h: f64| scaled(&(setup.algebraic)(gamma, h), h);
    let radius = largest(scan().map(|h| matrix(h).radius()));
    let [h, _] = SCANNED;
    let at = matrix(h);
    let found = eigenvalues(at.size, &at.entries).unwrap_or_default();
    let minus = found
        .iter()
        .filter(|z| math::hypot(z.re + 1.0, z.im) < ONE - 1.0)
        .count();
    let [low, high] = SCANNED;
    let said = said![radius, low, high, minus];
    DATA.statement("stability/algebraic", radius <= ONE, said)
}

fn gains(setup: &Setup) -> [Claim; 3] {
    let first = one_constraint(matrices::first_order, setup.unstable);
    let dead = one_constraint(matrices::first_order, setup.dead_beat);
    let second = one_constraint(matrices::baumgarte, setup.second_order);
    let claim = |id, radius: f64, holds| DATA.statement(id, holds, said![radius]);
    [
        claim("stability/first-order/full", first, first > ONE),
        claim("stability/first-order/half", dead, dead <= ONE - 1.0),
        claim("stability/second-order/full", second, second < 1.0),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_turned, changes, claim};

    #[test]
    fn spectra_are_those_found_by_hand() {
        let finding = run(&Setup::default()).unwrap();
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
            assert_turned(run(&setup), "stability/limit", &[id]);
        }
    }

    #[test]
    fn other_schemes_and_gains_turn_the_rest() {
        let others = |s: &mut Setup| {
            s.rows = || derived_rows().unwrap();
            s.printed = matrices::baumgarte;
            s.algebraic = |gamma, h| matrices::first_order(gamma, h, 1.0 / h, 1.0 / h);
            s.unstable[0] = Gain::PerStep(0.5);
            s.dead_beat[0] = Gain::PerStep(0.6);
            s.second_order = [Gain::PerStep(2.5); 2];
        };
        let spectra = ["first-order/full", "first-order/half", "second-order/full"];
        let matrices = ["jacobian", "matrix", "algebraic"];
        let ids = [matrices, spectra].concat();
        changes("stability", run).turn(&[("others", others, &ids)]);
    }
}
