//! Eqs. 13-16: the projection of positions, as printed and corrected.
//!
//! Eq. 14 lacks `Jᵀ A Φ`. Its first increment is then zero, and for a linear constraint and a large penalty the
//! iteration continues with `Φ_{i+1} = Φ_i - Φ_{i-1}`, a cycle of six iterations without damping. Eq. 16, the same
//! with multipliers, has zero where `-Φ` belongs, so that the violation does not enter it.
//!
//! The paper sees no need to update the matrix of the first iteration, because positions are close to the constraint. Under
//! a large penalty the rows of one place in the matrix do not fit those of another on the right-hand side, so that the
//! corrected form works from nearby only.

use super::DATA;
use super::printed_system::{Form, Matrix, Path, Place, Setup};
use super::watch::PENALTY;
use crate::{Claim, Entry, Finding, Result, said};
use augmented_lagrangian::ParameterError as LagrangianError;
use solvers::{Kkt, Penalty};
use system::System;

pub(super) const EXPERIMENT: Entry = ("eq-14", || run(&Setup::default()));

/// Displacement of the point from its start on the path.
const OFF: [f64; 2] = [2e-4, 3e-4];

/// Number of iterations: four cycles of six.
const ITERATIONS: usize = 24;

/// A violation up to this counts as removed; its rounding is a thousand times smaller.
const REMOVED: f64 = 1e-12;

/// A violation from this size on means that the iteration has diverged.
const LOST: f64 = 1e6;

/// Violations at the start and after each iteration of Eqs. 13-15, which stop when they diverge.
fn by_penalties(path: Path, off: [f64; 2], form: Form, matrix: Matrix) -> Result<Vec<f64>> {
    let mut place = Place::new(path, off, [0.0; 2]);
    let start = place.state.q().to_vec();
    let mut penalty = Penalty::new(place.system.shape(), PENALTY).map_err(LagrangianError::from)?;
    penalty.factor(&place.terms)?;
    let mut lambda = 0.0;
    let mut violations = vec![place.terms.phi[0]];
    for _ in 0..ITERATIONS {
        let moved = displacement(&place, &start);
        let pushed = match form {
            Form::Printed => lambda,
            Form::Corrected => PENALTY * place.terms.phi[0] + lambda,
        };
        let mut delta = place.inertia(&moved);
        for (delta, j) in delta.iter_mut().zip(&place.terms.jacobian) {
            *delta = -(*delta + j * pushed);
        }
        if matrix == Matrix::Anew {
            penalty.factor(&place.terms)?;
        }
        penalty.solve(&mut delta);
        advance(&mut place, &delta);
        lambda += PENALTY * place.terms.phi[0];
        violations.push(place.terms.phi[0]);
        // Beyond this nothing is a number for long.
        if !(place.terms.phi[0].abs() < LOST) {
            break;
        }
    }
    Ok(violations)
}

/// Violations at the start and after each iteration of Eq. 16.
fn by_multipliers(path: Path, form: Form) -> Result<Vec<f64>> {
    let mut place = Place::new(path, OFF, [0.0; 2]);
    let start = place.state.q().to_vec();
    let mut lambda = 0.0;
    let mut violations = vec![place.terms.phi[0]];
    for _ in 0..ITERATIONS {
        let moved = displacement(&place, &start);
        let mut imbalance = place.inertia(&moved);
        for (x, j) in imbalance.iter_mut().zip(&place.terms.jacobian) {
            *x = -(*x + j * lambda);
        }
        let second = match form {
            Form::Printed => 0.0,
            Form::Corrected => -place.terms.phi[0],
        };
        let mut kkt = Kkt::new(place.system.shape());
        kkt.factor(&place.terms)?;
        let (mut delta, mut more) = ([0.0; 2], [0.0]);
        kkt.solve(&imbalance, &[second], &mut delta, &mut more);
        advance(&mut place, &delta);
        lambda += more[0];
        violations.push(place.terms.phi[0]);
    }
    Ok(violations)
}

fn displacement(place: &Place, start: &[f64]) -> Vec<f64> {
    let q = place.state.q().iter().zip(start);
    q.map(|(q, start)| q - start).collect()
}

fn advance(place: &mut Place, delta: &[f64]) {
    for (q, delta) in place.state.q_v_mut().0.iter_mut().zip(delta) {
        *q += delta;
    }
    place.evaluate();
}

/// Judges whether the last violation counts as removed.
fn claim(id: &str, violations: &[f64]) -> Claim {
    claim_of(|last| !is_left(last), id, violations)
}

/// Whether a violation counts as not removed, which one that is not a number does.
fn is_left(last: f64) -> bool {
    !(last.abs() <= REMOVED)
}

/// Judges the last violation, and shows the first cycle and the end.
fn claim_of(holds: impl Fn(f64) -> bool, id: &str, violations: &[f64]) -> Claim {
    let last = violations.last().copied().unwrap_or(f64::NAN);
    let said = said![
        first = &violations[..violations.len().min(7)],
        last,
        count = violations.len() - 1,
        removed = REMOVED,
        iterations = ITERATIONS,
    ];
    DATA.statement(id, holds(last), said)
}

/// Judges whether the iterations remove the violation, as printed and as corrected.
pub(super) fn run(setup: &Setup) -> Result<Finding> {
    let line = by_penalties(Path::Line, OFF, setup.printed, setup.matrix)?;
    let circle = by_penalties(Path::Circle, OFF, setup.printed, setup.matrix)?;
    let corrected = by_penalties(Path::Circle, OFF, setup.corrected, Matrix::Anew)?;
    let kept = |near: f64| {
        let off = OFF.map(|x| near * x);
        by_penalties(Path::Circle, off, Form::Corrected, setup.matrix)
    };
    let (near, far) = (kept(setup.near)?, kept(1.0)?);
    let zero = by_multipliers(Path::Circle, setup.printed)?;
    let with_phi = by_multipliers(Path::Circle, setup.corrected)?;
    Ok(vec![
        claim("eq-14/line", &line),
        claim("eq-14/circle", &circle),
        claim("eq-14/corrected", &corrected),
        claim("eq-14/kept-matrix", &near),
        claim_of(is_left, "eq-14/kept-matrix-farther", &far),
        claim("eq-14/multipliers", &zero),
        claim("eq-14/multipliers-corrected", &with_phi),
    ]
    .into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_turned;

    #[test]
    fn the_forms_exchanged_turn_every_verdict() {
        let all = [
            "line",
            "circle",
            "corrected",
            "kept-matrix-farther",
            "multipliers",
            "multipliers-corrected",
        ];
        assert_turned(run(&Setup::swapped()), "eq-14", &all);
    }

    #[test]
    fn from_farther_away_the_kept_matrix_does_not_do() {
        let farther = Setup {
            near: 1.0,
            ..Setup::default()
        };
        assert_turned(run(&farther), "eq-14", &["kept-matrix"]);
    }

    #[test]
    fn on_a_line_the_cycle_has_six_iterations() {
        let violations = by_penalties(Path::Line, OFF, Form::Printed, Matrix::Anew).unwrap();
        let start = violations[0];
        // Φ, Φ, 0, -Φ, -Φ, 0 and again: the first increment is zero.
        for (i, phi) in violations.iter().enumerate() {
            let expected = [1.0, 1.0, 0.0, -1.0, -1.0, 0.0][i % 6] * start;
            assert!((phi - expected).abs() < 1e-5 * start, "{i}: {phi:e}");
        }
    }

    #[test]
    fn on_a_circle_it_cycles_with_a_matrix_anew_and_runs_away_with_the_kept_one() {
        let anew = by_penalties(Path::Circle, OFF, Form::Printed, Matrix::Anew).unwrap();
        assert_eq!(anew.len(), ITERATIONS + 1);
        assert!((anew[24] / anew[0] - 1.0).abs() < 0.01, "{anew:?}");
        let kept = by_penalties(Path::Circle, OFF, Form::Printed, Matrix::Kept).unwrap();
        assert!(
            kept.len() < 6 && kept.last().unwrap().abs() > LOST,
            "{kept:?}"
        );
    }
}
