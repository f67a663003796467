//! Runs of a variant on the circle until its violations settle, or clearly do not.

use crate::Discretization;
use crate::equilibrium::{SteadyViolations, Tuning};
use stepping::{Resolution, Variant};
use system::System;
use thiserror::Error;
use trial::Trial;

/// Steps over which violations are averaged: enough to average rounding.
const WINDOW: usize = 500;

/// Number of consecutive averages that must agree.
const LOOKS: usize = 4;

/// Largest allowed relative difference between consecutive averages of settled violations.
const STILL: f64 = 1e-8;

/// A run with a violation of this size has left the circle.
const GONE: f64 = 0.4;

/// Number of steps after which a run counts as not settling.
const LONGEST: usize = 400_000;

/// Reasons why a run has no steady state to measure.
#[derive(Clone, Debug, PartialEq, Error)]
pub(super) enum Unsettled {
    /// The violations grew too large, or the run stopped.
    #[error("{0}")]
    Diverged(String),
    /// The violations neither settle nor grow.
    #[error("the run has not settled after {LONGEST} steps")]
    Restless,
    /// The method does not take this system or step.
    #[error("{0}")]
    Refused(String),
}

/// Rounding in the mean of measured violations, for explicit methods of one stage.
const ROUNDING: f64 = 1e-15;

/// Rounding floors of the means of measured Φ, Φ' and ψ.
///
/// Φ and ψ are differences of numbers of order one. The rounding of Φ comes back as a velocity of βh times as much; a
/// small gain on the energy lets roundings of the speed add up over some 1/ρh steps, and the energy feedback of every
/// stage leaves rounding of the energy alone. An implicit step ends its iteration when the last change is rounding,
/// with up to `1/(1 - c₁/2)` times as much left to go, always from the same side; its tolerance counts ten times, as it
/// does for orders.
pub(super) fn floors(theory: &Discretization, tuning: &Tuning) -> [f64; 3] {
    let (c1, c2) = tuning.dimensionless();
    let (unit, stages) = match theory {
        Discretization::Multistep(variant) if variant.is_implicit() => {
            (10.0 * ROUNDING / (1.0 - (0.5 * c1).min(0.9)), 1.0)
        }
        Discretization::Multistep(_) => (ROUNDING, 1.0),
        Discretization::RungeKutta(variant) => (ROUNDING, variant.absolute_weight()),
    };
    // Without any gain nothing settles, but the floor stays a number.
    let slow = 1.0 / (2.0 * tuning.rho * tuning.h).clamp(1e-4, 1.0);
    [
        unit,
        unit * (1.0 + c2 / tuning.h),
        unit * (stages + 0.03 * slow),
    ]
}

/// Follows a variant on the circle until its violations settle, and returns their means.
pub(super) fn settle(
    variant: &dyn Variant,
    circle: &dyn System,
    resolution: Resolution,
    floors: [f64; 3],
) -> Result<SteadyViolations, Unsettled> {
    let mut trial = Trial::new(variant, circle, resolution)
        .map_err(|refusal| Unsettled::Refused(refusal.to_string()))?;
    let mut looks: Vec<[f64; 3]> = Vec::new();
    for _ in 0..LONGEST / WINDOW {
        let mut sums = [0.0; 3];
        for _ in 0..WINDOW {
            let state = trial
                .step()
                .map_err(|error| Unsettled::Diverged(error.to_string()))?;
            let violations = violations(state.q(), state.v());
            if !violations.iter().all(|x| x.abs() < GONE) {
                let why = format!("t = {:.6}: the particle has left the circle", state.t);
                return Err(Unsettled::Diverged(why));
            }
            for (sum, x) in sums.iter_mut().zip(violations) {
                *sum += x;
            }
        }
        looks.push(sums.map(|sum| sum / WINDOW as f64));
        if let Some(last) = looks.last_chunk::<LOOKS>()
            && stand_still(last, floors)
        {
            let mean = |k: usize| last.iter().map(|look| look[k]).sum::<f64>() / LOOKS as f64;
            return Ok(SteadyViolations {
                phi: mean(0),
                phi_dot: mean(1),
                psi: mean(2),
            });
        }
    }
    Err(Unsettled::Restless)
}

fn stand_still(looks: &[[f64; 3]; LOOKS], floors: [f64; 3]) -> bool {
    (0..3).all(|k| {
        looks.windows(2).all(|pair| {
            let (before, after) = (pair[0][k], pair[1][k]);
            (after - before).abs() <= STILL * after.abs() + floors[k]
        })
    })
}

/// Φ, Φ' and ψ of the unit mass that started with unit speed.
fn violations(q: &[f64], v: &[f64]) -> [f64; 3] {
    let square = |x: &[f64]| -> f64 { x.iter().map(|x| x * x).sum() };
    let along: f64 = q.iter().zip(v).map(|(q, v)| q * v).sum();
    [0.5 * (square(q) - 1.0), along, 0.5 * (square(v) - 1.0)]
}
