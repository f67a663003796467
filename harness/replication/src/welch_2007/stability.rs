//! Section V: spectra of the linearized double pendulum, and what the paper says of the gains.
//!
//! `Γ = M⁻¹Bᵀ(BM⁻¹Bᵀ)⁻¹B` is a projector, so that spectra depend neither on lengths nor on masses. With gains tied to the
//! step they do not depend on the step either: `diag(1, h)` takes it out of the matrices.

use super::PRINTED;
use super::table_1;
use crate::{Claim, Finding, ReplicationError};
use mechanics::{System, Terms, eigenvalues};
use planar_double_pendulum::Parameters;
use verification::stability::Amplification;
use verification::stability::welch;

/// Spectral radii up to this are one: a double eigenvalue with one eigenvector is split by the root of rounding.
const ONE: f64 = 1.0 + 1e-6;

/// Steps that are scanned, in s.
const SCANNED: [f64; 2] = [1e-3, 1.0];

/// Steps of the scan.
const SCAN_POINTS: usize = 301;

/// Bisections of a limit: to the last digit of a double.
const BISECTIONS: usize = 60;

/// How the gains of Eq. 45 go with the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Rate {
    /// `α = a/Δt`, `β = b/Δt`.
    PerStep(f64, f64),
    /// `α` and `β` in 1/s.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "the gains of the paper go with the step")
    )]
    Fixed(f64, f64),
}

impl Rate {
    fn at(self, h: f64) -> (f64, f64) {
        match self {
            Self::PerStep(a, b) => (a / h, b / h),
            Self::Fixed(alpha, beta) => (alpha, beta),
        }
    }
}

/// What is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    /// The matrix X of Eq. 61.
    pub algebraic: fn(&[f64], f64) -> Amplification,
    /// The gains of Section V.
    pub gains: Rate,
    /// Gains said to make the first-order method unstable,
    pub unstable: Rate,
    /// and those that make it end a violation.
    pub dead_beat: Rate,
    /// Gains said to be stable with the second-order method.
    pub second_order: Rate,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            algebraic: welch::algebraic,
            gains: Rate::PerStep(1.0, 1.0),
            unstable: Rate::PerStep(1.0, 1.0),
            dead_beat: Rate::PerStep(0.5, 1.0),
            second_order: Rate::PerStep(1.0, 1.0),
        }
    }
}

/// The Jacobian at θ = 0, as the constraints of the paper give it (Eq. 68).
fn derived_rows() -> Result<Vec<f64>, ReplicationError> {
    let system = table_1::Setup::default().system()?;
    let (start, mut terms) = (system.initial(), Terms::new(system.shape()));
    system.evaluate(start.t, start.q(), start.v(), &mut terms);
    Ok(terms.jacobian)
}

/// The Jacobian as printed (Eq. 69).
fn printed_rows() -> Vec<f64> {
    let half = 0.5 * Parameters::default().length;
    let columns = [
        ("x1", 1.0),
        ("y1", 1.0),
        ("theta1", half),
        ("x2", 1.0),
        ("y2", 1.0),
        ("theta2", half),
    ];
    let rows = ["row 1", "row 2", "row 3", "row 4"].into_iter();
    let entry = |row, (column, unit): (&str, f64)| unit * PRINTED.get("Eq. 69", row, column).value;
    rows.flat_map(|row| columns.map(|column| entry(row, column)))
        .collect()
}

/// Γ of the double pendulum with these rows.
fn projector(rows: &[f64]) -> Result<Vec<f64>, ReplicationError> {
    let Parameters { length, mass, .. } = Parameters::default();
    let (light, turning) = (1.0 / mass, 12.0 / (mass * length * length));
    let inverse_mass = [light, light, turning, light, light, turning];
    welch::projector(&inverse_mass, rows).ok_or(ReplicationError::Missing(
        "dependent rows have no projector",
    ))
}

/// The same map on `(q, h q')`, which has the same spectrum and entries of one size.
fn scaled(matrix: &Amplification, h: f64) -> Amplification {
    let (size, half) = (matrix.size, matrix.size / 2);
    let unit = |i: usize| if i < half { 1.0 } else { h };
    let entry = |(k, x): (usize, &f64)| x * unit(k / size) / unit(k % size);
    Amplification {
        size,
        entries: matrix.entries.iter().enumerate().map(entry).collect(),
    }
}

/// Steps from the smallest to the largest, evenly in the logarithm.
fn scan() -> impl Iterator<Item = f64> {
    let [low, high] = SCANNED;
    (0..SCAN_POINTS).map(move |k| low * f64::powf(high / low, k as f64 / (SCAN_POINTS - 1) as f64))
}

/// The largest step up to which every radius is one; infinite where the scan finds no limit.
fn limit(radius: impl Fn(f64) -> f64) -> f64 {
    let Some(first) = scan().find(|h| radius(*h) > ONE) else {
        return f64::INFINITY;
    };
    let (mut stable, mut unstable) = (0.0, first);
    for _ in 0..BISECTIONS {
        let middle = 0.5 * (stable + unstable);
        match radius(middle) > ONE {
            true => unstable = middle,
            false => stable = middle,
        }
    }
    stable
}

/// What one constraint adds to the spectrum, at any step.
fn one_constraint(scheme: fn(&[f64], f64, f64, f64) -> Amplification, gains: Rate) -> f64 {
    let [h, _] = SCANNED;
    let (alpha, beta) = gains.at(h);
    scaled(&scheme(&[1.0], h, alpha, beta), h).radius()
}

/// Judges every statement on stability.
pub(super) fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
    let (derived, printed) = (derived_rows()?, printed_rows());
    let gamma = projector(&derived)?;
    let mut claims = vec![jacobian(&derived, &printed), algebraic(setup, &gamma)];
    claims.extend(limits(setup, &gamma));
    claims.extend(gains(setup));
    Ok(claims.into())
}

fn jacobian(derived: &[f64], printed: &[f64]) -> Claim {
    let gaps = derived.iter().zip(printed).filter(|(a, b)| a != b).count();
    Claim::statement(
        ["stability/jacobian", "Eq. 69"],
        "the linearized Jacobian is the derivative of Eq. 68",
        "B",
        format!("{gaps} of {} entries differ", derived.len()),
        gaps == 0,
        "every entry equal",
    )
    .known_to_differ("Row 3 has the wrong sign for x₂, and row 4 is negated. Spectra are the same with any full rows.")
}

fn algebraic(setup: &Setup, gamma: &[f64]) -> Claim {
    let matrix = |h: f64| scaled(&(setup.algebraic)(gamma, h), h);
    let largest = scan().map(|h| matrix(h).radius()).fold(0.0, f64::max);
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
        format!("ρ(X) = {largest:.6} for h from {low} to {high} s; {minus} eigenvalues are -1"),
        largest <= ONE,
        "at most 1 up to the root of rounding, over the scanned steps",
    )
    .remark("It is exactly 1: every constraint has the eigenvalue -1, which nothing damps.")
}

/// Names of a matrix of Baumgarte's method, and how it is made.
type Matrix = (
    &'static str,
    &'static str,
    fn(&[f64], f64, f64, f64) -> Amplification,
);

fn limits(setup: &Setup, gamma: &[f64]) -> [Claim; 2] {
    let matrices: [Matrix; 2] = [
        ("printed", "Eq. 64 as printed", welch::baumgarte_as_printed),
        (
            "corrected",
            "the matrix of the second-order Runge-Kutta method",
            welch::baumgarte,
        ),
    ];
    matrices.map(|(id, name, scheme)| {
        let radius = |h: f64| {
            let (alpha, beta) = setup.gains.at(h);
            scaled(&scheme(gamma, h, alpha, beta), h).radius()
        };
        let printed = PRINTED.get("Section V", "baumgarte", "stability limit");
        let ours = limit(radius);
        let rule = crate::Rule::AsPrinted { floor: 0.0 };
        let words = format!("largest stable Δt in s of Baumgarte's feedback with α = β = 1/Δt, by {name}");
        let claim = Claim::number(format!("stability/limit/{id}"), words, printed, ours, rule);
        let claim = match ours.is_finite() {
            true => claim,
            false => claim.showing(format!("none up to {} s: ρ = {:.6}", SCANNED[1], radius(SCANNED[1]))),
        };
        claim.known_to_differ("With gains tied to the step the spectrum does not depend on it: there cannot be a limit.")
    })
}

fn gains(setup: &Setup) -> [Claim; 3] {
    let first = one_constraint(welch::first_order, setup.unstable);
    let dead = one_constraint(welch::first_order, setup.dead_beat);
    let second = one_constraint(welch::baumgarte, setup.second_order);
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
                let matrix = scaled(&welch::algebraic(gamma, h), h);
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
    fn equal_rows_would_be_reproduced() {
        let rows = derived_rows().unwrap();
        assert!(jacobian(&rows, &rows).holds());
    }

    #[test]
    fn fixed_gains_do_have_a_limit() {
        // α h ≤ 1 for Eq. 64 as printed, α h ≤ 2 for the Runge-Kutta method.
        for (id, most) in [("printed", 1.0), ("corrected", 2.0)] {
            let gain = most / 0.0664;
            let setup = Setup {
                gains: Rate::Fixed(gain, gain),
                ..Setup::default()
            };
            assert_turned(&run(&setup).unwrap(), &[&format!("stability/limit/{id}")]);
        }
    }

    #[test]
    fn other_schemes_and_gains_turn_the_rest() {
        let setup = Setup {
            algebraic: |gamma, h| welch::first_order(gamma, h, 1.0 / h, 1.0 / h),
            unstable: Rate::PerStep(0.5, 1.0),
            dead_beat: Rate::PerStep(0.6, 1.0),
            second_order: Rate::PerStep(2.5, 2.5),
            ..Setup::default()
        };
        let ids = [
            "algebraic",
            "first-order/full",
            "first-order/half",
            "second-order/full",
        ];
        let ids = ids.map(|id| format!("stability/{id}"));
        assert_turned(&run(&setup).unwrap(), &ids.each_ref().map(String::as_str));
    }
}
