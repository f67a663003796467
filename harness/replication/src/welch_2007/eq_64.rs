//! Eq. 64, the matrix of Baumgarte's feedback: which method it belongs to, and whether it limits the step.

use super::linearized::{ONE, SCANNED, limit, scaled};
use super::stability::{Matrix, Setup};
use super::{PRINTED, matrices};
use crate::largest::largest;
use crate::{Claim, ReplicationError, Rule};
use theory::stability::{Amplification, Placement, amplification};
use theory::{Discretization, RungeKutta};

/// Eq. 64 against the step of Heun's rule on one constraint, with the gains of Section V.
pub(super) fn matrix(setup: &Setup) -> Result<Claim, ReplicationError> {
    let [h, _] = SCANNED;
    let [alpha, beta] = setup.gains.map(|gain| h * gain.first_order(h));
    let heun = Discretization::RungeKutta(RungeKutta::heun());
    let step = amplification(&heun, Placement::EveryPass, 2.0 * alpha, beta * beta)
        .map_err(|_| ReplicationError::Missing("no matrix for Heun's rule"))?;
    let printed = scaled(&(setup.printed)(&[1.0], h, alpha / h, beta / h), h);
    let gaps = step
        .entries
        .iter()
        .zip(&printed.entries)
        .map(|(a, b)| (a - b).abs());
    let gap = largest(gaps);
    let listed = |matrix: &Amplification| {
        let texts: Vec<String> = matrix.entries.iter().map(|x| format!("{x:.2}")).collect();
        texts.join(", ")
    };
    Ok(Claim::statement(
        ["stability/matrix", "Eq. 64"],
        "Λ is the matrix of a second-order Runge-Kutta step",
        "Λ",
        format!(
            "on (φ, hφ') with α = β = 1/h: ({}) as printed, ({}) by Heun's rule",
            listed(&printed),
            listed(&step)
        ),
        gap <= ONE - 1.0,
        "every entry equal up to rounding, on one constraint",
    )
    .known_to_differ(
        "The upper rows are those of q + h (v + v⁺)/2 with the new velocity, another method, which leaves Φ as it is.",
    ))
}

/// The limit of Section V, with the printed matrix and with that of the method.
pub(super) fn limits(setup: &Setup, gamma: &[f64]) -> [Claim; 2] {
    let matrices: [(&str, &str, Matrix); 2] = [
        ("printed", "Eq. 64 as printed", setup.printed),
        (
            "corrected",
            "the matrix of the second-order Runge-Kutta method",
            matrices::baumgarte,
        ),
    ];
    matrices.map(|(id, name, scheme)| {
        let radius = |h: f64| {
            let [alpha, beta] = setup.gains.map(|gain| gain.first_order(h));
            scaled(&scheme(gamma, h, alpha, beta), h).radius()
        };
        let printed = PRINTED.get("Section V", "baumgarte", "stability limit");
        let ours = limit(radius);
        let rule = Rule::AsPrinted { floor: 0.0 };
        let words = format!("largest stable Δt in s of feedback with α = β = 1/Δt, by {name}");
        let claim = Claim::number(format!("stability/limit/{id}"), words, printed, ours, rule);
        let claim = match ours.is_finite() {
            true => claim,
            false => {
                let [_, last] = SCANNED;
                claim.showing(format!("none up to {last} s: ρ = {:.6}", radius(last)))
            }
        };
        claim.known_to_differ(
            "With gains tied to the step the spectrum does not depend on it: there is no limit.",
        )
    })
}
