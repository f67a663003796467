//! Eq. 64, the matrix of Baumgarte's feedback: the method that it belongs to, and whether it limits the step.

use super::linearized::{ONE, SCANNED, limit, scaled};
use super::stability::{Matrix, Setup};
use super::{DATA, matrices};
use crate::{Claim, ReplicationError, Result, said};
use system::largest;
use theory::stability::{Placement, amplification};
use theory::{Discretization, RungeKutta};

/// Judges whether Eq. 64 is the step of Heun's rule on one constraint, with the gains of Section V.
pub(super) fn matrix(setup: &Setup) -> Result<Claim> {
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
    let said = said![printed = &printed.entries[..], step = &step.entries[..]];
    Ok(DATA.statement("stability/matrix", gap <= ONE - 1.0, said))
}

/// Judges the stability limit of Section V with the printed matrix, and checks that of the method.
pub(super) fn limits(setup: &Setup, gamma: &[f64]) -> [Claim; 2] {
    let [printed, corrected] = [setup.printed, matrices::baumgarte].map(|scheme: Matrix| {
        let radius = |h: f64| {
            let [alpha, beta] = setup.gains.map(|gain| gain.first_order(h));
            scaled(&scheme(gamma, h, alpha, beta), h).radius()
        };
        let ([_, last], limit) = (SCANNED, limit(radius));
        let words = match limit.is_finite() {
            true => format!("{limit:.4} s"),
            false => format!("none up to {last} s: ρ = {:.6}", radius(last)),
        };
        (limit, words)
    });
    let limited = |(limit, words): (f64, String)| {
        let claim = DATA.number("stability/limit/printed", limit, said![]);
        match limit.is_finite() {
            true => claim,
            false => claim.showing(words),
        }
    };
    let of_print = DATA.get("Section V", "baumgarte", "stability limit").text;
    let said = said![printed = of_print, ours = corrected.1];
    let unlimited = corrected.0.is_infinite();
    [
        limited(printed),
        DATA.statement("stability/limit/corrected", unlimited, said),
    ]
}
