//! Runs without a gain on the energy, which do not settle.
//!
//! The truncation error of the Euler rule drives a particle that is kept on the circle: `v' = -2 Re μ(v) v` with
//! `Re μ = -h v²/2`, so `v² = 1/(1 - 2ht)`, which ends at `t = 1/(2h)`.

use super::DATA;
use super::steady_run::{Run, violations};
use crate::steps::steps;
use crate::{Entry, Finding, Result, said, setup};
use circle::CircleKernel;
use stepping::Integrator;
use trial::Trial;

pub(super) const EXPERIMENT: Entry = ("energy-gain", || run(&Setup::default()));

setup! {
    struct Setup {
        /// Gain on the energy, by default zero, which the paper says it cannot be.
        rho: f64 = 0.0,
        h: f64 = 0.01,
    }
}

/// A violation from this size on means that the run has left the circle.
const GONE: f64 = 0.4;

/// Allowed relative deviation of the time at which a run leaves from that predicted by the truncation error alone.
const ROOM: f64 = 0.02;

fn run(setup: &Setup) -> Result<Finding> {
    let h = setup.h;
    let example = Run {
        integrator: Integrator::Euler,
        alpha: 2.0 / h,
        beta: 1.0 / (h * h),
        rho: setup.rho,
        h,
    };
    let predicted = 0.5 / h;
    let (variant, circle) = (example.variant()?, CircleKernel::new());
    let mut run = Trial::fixed(&variant, &circle, h)?;
    let mut left = None;
    for _ in 0..steps(2.0 * predicted, h) {
        let stays = |state| violations(state)[0].abs() < GONE;
        if !run.step().is_ok_and(stays) {
            left = Some(run.state().t);
            break;
        }
    }
    let near = |t: f64| (t / predicted - 1.0).abs() < ROOM;
    let ours = left.map_or("the run stays on the circle".to_owned(), |t| {
        format!(
            "the run leaves the circle at t = {t:.2} s; truncation error predicts {predicted} s"
        )
    });
    let said = said![ours, room = 100.0 * ROOM];
    let claim = DATA.statement("energy-gain/needed", left.is_some_and(near), said);
    Ok(vec![claim].into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::changes;

    #[test]
    fn with_the_gain_the_run_stays() {
        changes("energy-gain", run).turn(&[("a gain", |s| s.rho = 5.0, &["needed"])]);
    }
}
