//! Eq. 38: Newton's iteration for positions (index 3), with the printed sign and with the opposite one.

use super::DATA;
use super::printed_system::{Form, Path, Place, Setup};
use super::watch::PENALTY;
use crate::{Entry, Finding, Result, said};
use augmented_lagrangian::ParameterError as LagrangianError;
use solvers::Penalty;
use system::{System, largest};

pub(super) const EXPERIMENT: Entry = ("eq-38", || run(&Setup::default()));

/// The velocity at the start of the step.
const V: [f64; 2] = [0.8, 0.4];

/// The length of the step in s.
const H: f64 = 0.01;

/// Number of iterations, which is enough for a method that converges.
const ITERATIONS: usize = 20;

/// An increment up to this counts as zero; positions are of order one.
const ARRIVED: f64 = 1e-12;

/// An increment from this size on means that the iteration has diverged.
const LOST: f64 = 1e6;

/// Sizes of the increments within one step of the trapezoidal rule on the circle, by Eqs. 37-40 with `λ* = 0`.
fn increments(form: Form) -> Result<Vec<f64>> {
    let mut place = Place::new(Path::Circle, [0.0; 2], V);
    // Eq. 36: v' = b q + known, with b = 4/h². The acceleration at the start stands for any that is known.
    let b = 4.0 / (H * H);
    let acceleration = place
        .terms
        .force
        .iter()
        .zip(&place.terms.mass)
        .map(|(f, m)| f / m);
    let start = place.state.q().iter().zip(V).zip(acceleration);
    let known: Vec<f64> = start
        .map(|((q, v), a)| -(b * q + 4.0 / H * v + a))
        .collect();
    let mut penalty = Penalty::new(place.system.shape(), PENALTY).map_err(LagrangianError::from)?;
    let sign = match form {
        Form::Printed => 1.0,
        Form::Corrected => -1.0,
    };
    place.state.t = H;
    let mut sizes = Vec::new();
    for _ in 0..ITERATIONS {
        place.evaluate();
        let acceleration: Vec<f64> = place
            .state
            .q()
            .iter()
            .zip(&known)
            .map(|(q, known)| b * q + known)
            .collect();
        let pushed = PENALTY * place.terms.phi[0];
        let mut delta = place.inertia(&acceleration);
        let forces = place.terms.jacobian.iter().zip(&place.terms.force);
        for (delta, (j, f)) in delta.iter_mut().zip(forces) {
            *delta = sign * (*delta + j * pushed - f);
        }
        // Eq. 40: the forces are constant.
        let mut tangent = place.terms.clone();
        for mass in &mut tangent.mass {
            *mass *= b;
        }
        penalty.factor(&tangent)?;
        penalty.solve(&mut delta);
        for (q, delta) in place.state.q_v_mut().0.iter_mut().zip(&delta) {
            *q += delta;
        }
        sizes.push(largest(delta.iter().copied()));
        if !(largest(delta.iter().copied()) < LOST) {
            break;
        }
    }
    Ok(sizes)
}

/// Judges whether the iteration converges with the printed sign and with the opposite one.
pub(super) fn run(setup: &Setup) -> Result<Finding> {
    let claim = |id, increments: &[f64]| {
        let [first, last] =
            [increments.first(), increments.last()].map(|size| size.copied().unwrap_or(f64::NAN));
        let count = increments.len();
        let said = said![
            first,
            last,
            count,
            arrived = ARRIVED,
            iterations = ITERATIONS
        ];
        DATA.statement(id, last <= ARRIVED, said)
    };
    Ok(vec![
        claim("eq-38/sign", &increments(setup.printed)?),
        claim("eq-38/sign-corrected", &increments(setup.corrected)?),
    ]
    .into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_turned;

    #[test]
    fn the_other_sign_turns_both() {
        assert_turned(run(&Setup::swapped()), "eq-38", &["sign", "sign-corrected"]);
    }
}
