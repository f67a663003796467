//! Eqs. 25 and 33: the projections of velocities and accelerations where constraints move, as printed and corrected.

use super::printed_system::{Form, Path, Place, Setup};
use super::watch::PENALTY;
use crate::{Claim, Experiment, Finding, ReplicationError};
use augmented_lagrangian::ParameterError as LagrangianError;
use solvers::{Kkt, Penalty};
use system::System;

pub(super) const EXPERIMENT: Experiment = Experiment::quick(
    "eq-25",
    "Eqs. 25 and 33: projections of rates as printed",
    || run(&Setup::default()),
);

/// A velocity and an acceleration that violate the constraint.
const V: [f64; 2] = [0.7, -0.4];
const A: [f64; 2] = [-1.5, 2.0];

/// Sweeps of Eq. 33; two remove what they can with this penalty.
const SWEEPS: usize = 3;

/// What is left of a violation that was removed, for the rounding of a penalty of 1e7.
const REMOVED: f64 = 1e-12;

/// `|J v + Φ_t|` after Eq. 25.
fn velocity_violation(form: Form) -> Result<f64, ReplicationError> {
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

/// `|J a - γ|` after the sweeps of Eq. 33.
fn acceleration_violation(form: Form) -> Result<f64, ReplicationError> {
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

/// The projections as printed and corrected.
pub(super) fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
    let claim = |id: &str, place, words, what, violation: f64| {
        let id = format!("eq-25/{id}");
        let ours = format!("{what} = {violation:.1e}");
        let judged = format!("{what} falls to {REMOVED:e}");
        Claim::statement(
            [&id, place],
            words,
            "removes the violation",
            ours,
            violation <= REMOVED,
            judged,
        )
    };
    let (w, second) = ("|J v + Φ_t|", "|J v' - γ|");
    Ok(vec![
        claim("velocities", "Eq. 25", "as printed, on a line that moves", w, velocity_violation(setup.printed)?)
            .known_to_differ("Zero stands where -Φ_t belongs, so that a violation of |Φ_t| is left."),
        claim(
            "velocities-corrected",
            "Eq. 25",
            "with M v* and -Φ_t on the right, on a line that moves",
            w,
            velocity_violation(setup.corrected)?,
        )
        .of_ours(),
        claim(
            "accelerations",
            "Eqs. 31 and 33",
            "as printed, on a circle that grows",
            second,
            acceleration_violation(setup.printed)?,
        )
        .known_to_differ("Φ_t stands where its rate belongs, as Eq. 27 has it; the difference of the two is left."),
        claim(
            "accelerations-corrected",
            "Eqs. 31 and 33",
            "with the rate of Φ_t, on a circle that grows",
            second,
            acceleration_violation(setup.corrected)?,
        )
        .of_ours(),
    ]
    .into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_as_known, assert_turned};

    #[test]
    fn the_print_leaves_what_moves_and_the_corrected_forms_do_not() {
        let finding = run(&Setup::default()).unwrap();
        assert_as_known(&finding);
        let swapped = run(&Setup::swapped()).unwrap();
        for claim in &finding.claims {
            assert_turned(&swapped, &[claim.id()]);
        }
        // Φ_t = -2 on the line; Φ_t = -1 and Φ_tt = -3 on the circle.
        assert!((velocity_violation(Form::Printed).unwrap() - 2.0).abs() < 1e-8);
        assert!((acceleration_violation(Form::Printed).unwrap() - 2.0).abs() < 1e-8);
    }
}
