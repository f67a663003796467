//! Eqs. 25 and 33: the projections of velocities and accelerations for moving constraints, as printed and corrected.

use super::DATA;
use super::printed_system::{Form, Path, Place, Setup};
use super::watch::PENALTY;
use crate::{Entry, Finding, Result, said};
use augmented_lagrangian::ParameterError as LagrangianError;
use solvers::{Kkt, Penalty};
use system::System;

pub(super) const EXPERIMENT: Entry = ("eq-25", || run(&Setup::default()));

/// A velocity that violates the constraint.
const V: [f64; 2] = [0.7, -0.4];
/// An acceleration that violates the constraint.
const A: [f64; 2] = [-1.5, 2.0];

/// Number of sweeps of Eq. 33; two already remove all that sweeps with this penalty can.
const SWEEPS: usize = 3;

/// A violation up to this counts as removed, given the rounding that a penalty of 1e7 causes.
const REMOVED: f64 = 1e-12;

/// The violation `|J v + Φ_t|` after the projection of Eq. 25.
fn velocity_violation(form: Form) -> Result<f64> {
    let place = Place::new(Path::Line, [0.0; 2], V);
    let phi_t = place.terms.phi_t[0];
    let mut f = place.inertia(&V);
    let second = match form {
        Form::Printed => {
            for (f, j) in f.iter_mut().zip(&place.terms.jacobian) {
                *f -= j * PENALTY * phi_t;
            }
            0.0
        }
        Form::Corrected => -phi_t,
    };
    let mut kkt = Kkt::new(place.system.shape());
    kkt.factor(&place.terms)?;
    let (mut v, mut sigma) = ([0.0; 2], [0.0]);
    kkt.solve(&f, &[second], &mut v, &mut sigma);
    Ok((place.row(&v) + phi_t).abs())
}

/// The violation `|J a - γ|` after the sweeps of Eq. 33.
fn acceleration_violation(form: Form) -> Result<f64> {
    let place = Place::new(Path::Circle, [0.0; 2], V);
    let gamma = place.terms.gamma[0];
    // What Eq. 33 has beside α: Φ̇_q q' + Φ_t as printed, and -γ = Φ̇_q q' + Φ̇_t as it should be.
    let known = match form {
        Form::Printed => -gamma - place.phi_tt() + place.terms.phi_t[0],
        Form::Corrected => -gamma,
    };
    let mut penalty = Penalty::new(place.system.shape(), PENALTY).map_err(LagrangianError::from)?;
    penalty.factor(&place.terms)?;
    let mut a = A.to_vec();
    for _ in 0..SWEEPS {
        a = place.inertia(&a);
        for (a, j) in a.iter_mut().zip(&place.terms.jacobian) {
            *a -= j * PENALTY * known;
        }
        penalty.solve(&mut a);
    }
    Ok((place.row(&a) - gamma).abs())
}

/// Judges whether the projections remove the violation, as printed and as corrected.
pub(super) fn run(setup: &Setup) -> Result<Finding> {
    let claim = |id, violation: f64| {
        let said = said![violation, removed = REMOVED];
        DATA.statement(id, violation <= REMOVED, said)
    };
    let Setup {
        printed, corrected, ..
    } = *setup;
    Ok(vec![
        claim("eq-25/velocities", velocity_violation(printed)?),
        claim("eq-25/velocities-corrected", velocity_violation(corrected)?),
        claim("eq-25/accelerations", acceleration_violation(printed)?),
        claim(
            "eq-25/accelerations-corrected",
            acceleration_violation(corrected)?,
        ),
    ]
    .into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_turned;

    #[test]
    fn the_print_leaves_what_moves_and_the_forms_exchanged_turn_every_verdict() {
        let corrected = ["velocities-corrected", "accelerations-corrected"];
        assert_turned(
            run(&Setup::swapped()),
            "eq-25",
            &["velocities", "accelerations"],
        );
        assert_turned(run(&Setup::swapped()), "eq-25", &corrected);
        // Φ_t = -2 on the line; Φ_t = -1 and Φ_tt = -3 on the circle.
        assert!((velocity_violation(Form::Printed).unwrap() - 2.0).abs() < 1e-8);
        assert!((acceleration_violation(Form::Printed).unwrap() - 2.0).abs() < 1e-8);
    }
}
