//! Unconditional stability on the slider-crank, and what becomes of the rounded start that the paper prints.
//!
//! The constraint block of Eq. 61 has the eigenvalue -1: a violation Φ₀ of the start becomes a normal velocity of
//! `2 Φ₀/h` that changes its sign in every step and does not decay. The spectral radius is one, as the paper claims, and
//! the method is stable; but the velocity grows as the step shrinks, so that it does not converge.

use super::linearized::{ONE, SCANNED, at_start, scaled, scan};
use super::runs::{energy_error, norm, printed_slider_crank};
use super::{DATA, matrices};
use crate::figure::curve;
use crate::steps::steps;
use crate::words::Said;
use crate::{Entry, Finding, ReplicationError, Result, said, setup};
use algebraic_enforcement::{AlgebraicEnforcement, Scheme};
use slider_crank::{Parameters, SliderCrank, SliderCrankKernel};
use system::largest;
use theory::stability::Amplification;
use trial::Trial;

pub(super) const EXPERIMENT: Entry = ("printed-start", || run(&Setup::default()));

setup! {
    /// Set-up of the runs, by default from the start that the paper prints.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Setup {
        pub parameters: Parameters = printed_slider_crank(),
        pub scheme: Scheme = Scheme::PredictorCorrector,
        /// The matrix X of Eq. 61.
        pub matrix: fn(&[f64], f64) -> Amplification = matrices::algebraic,
        /// Steps in s, coarsest first.
        pub steps: [f64; 3] = [1e-2, 1e-3, 1e-4],
        /// End of the run in s.
        pub end: f64 = 1.0,
    }
}

/// The outcome of a run with one step size.
#[derive(Default)]
struct Left {
    /// The size `|w|` of the normal velocity `w = J v` over time.
    normal_velocity: Vec<[f64; 2]>,
    /// The largest change of a multiplier between the last two steps.
    jump: f64,
    /// The largest ε_E of Eq. 78.
    energy: f64,
}

impl Left {
    fn last(&self) -> f64 {
        self.normal_velocity
            .last()
            .map_or(f64::NAN, |point| point[1])
    }
}

fn left(setup: &Setup, h: f64) -> Result<Left> {
    let system = SliderCrankKernel::new(SliderCrank::new(setup.parameters)?);
    let variant = AlgebraicEnforcement {
        scheme: setup.scheme,
    };
    let mut run = Trial::fixed(&variant, &system, h)?;
    let mut found = Left::default();
    let mut before = run.multipliers()?.values.to_vec();
    for _ in 0..steps(setup.end, h) {
        run.step()?;
        let lambda = run.multipliers()?.values.to_vec();
        let changes = lambda.iter().zip(&before).map(|(a, b)| (a - b).abs());
        found.jump = largest(changes);
        before = lambda;
        let sample = run.sample();
        found.energy = largest([found.energy, energy_error(&system, &sample)]);
        let now = sample.state.t;
        found.normal_velocity.push([now, norm(sample.w)]);
    }
    Ok(found)
}

/// Whether a number becomes larger with each refinement of the step.
fn grows(values: [f64; 3]) -> bool {
    values[0] < values[1] && values[1] < values[2]
}

/// The largest spectral radius of X over the scanned steps, linearized about the start.
fn radius(setup: &Setup) -> Result<f64> {
    let system = SliderCrankKernel::new(SliderCrank::new(setup.parameters)?);
    let (terms, rows) = at_start(&system);
    let inverse_mass: Vec<f64> = terms.mass.iter().map(|m| 1.0 / m).collect();
    let gamma = matrices::projector(&inverse_mass, &rows).ok_or(ReplicationError::Missing(
        "dependent rows have no projector",
    ))?;
    Ok(largest(
        scan().map(|h| scaled(&(setup.matrix)(&gamma, h), h).radius()),
    ))
}

/// Judges whether the method is stable for every step, and checks whether it converges from the printed start.
pub(super) fn run(setup: &Setup) -> Result<Finding> {
    let [a, b, c] = setup.steps;
    let runs = [left(setup, a)?, left(setup, b)?, left(setup, c)?];
    let all: [fn(&Left) -> f64; 3] = [Left::last, |left| left.jump, |left| left.energy];
    let [velocity, jump, energy] = all.map(|pick| runs.each_ref().map(pick));
    let diverges = [velocity, jump].into_iter().all(grows);
    let ([low, high], radius) = (SCANNED, radius(setup)?);
    let stable = said![low, high, radius];
    let said: Said<'_> = said![steps = setup.steps, velocity, end = setup.end, jump, energy];
    let curves = setup
        .steps
        .iter()
        .zip(&runs)
        .map(|(h, left)| curve(&format!("h = {h:e} s"), &left.normal_velocity));
    let curves = vec![curves.collect()];
    Ok(Finding {
        claims: vec![
            DATA.statement("printed-start/unconditional", radius <= ONE, stable),
            DATA.statement("printed-start/convergence", diverges, said),
        ],
        figures: vec![DATA.figure("printed-start", curves, said)],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::changes;

    #[test]
    fn what_is_left_is_what_others_found() {
        let setup = Setup::default();
        for (h, velocity, jump, energy) in [
            (1e-2, 1.4e-2, 1.5, 3.2e-3),
            (1e-3, 1.2e-1, 113.0, 1.3e-3),
            (1e-4, 1.17, 11123.0, 1.2e-1),
        ] {
            let found = left(&setup, h).unwrap();
            for (x, expected) in [
                (found.last(), velocity),
                (found.jump, jump),
                (found.energy, energy),
            ] {
                // Two digits were noted.
                assert!(
                    (x / expected - 1.0).abs() < 0.05,
                    "h = {h}: {x:e} {expected:e}"
                );
            }
        }
    }

    #[test]
    fn from_a_consistent_start_the_method_converges() {
        let consistent = |s: &mut Setup| s.parameters = Parameters::default();
        // Its constraint block has an eigenvalue of modulus 1.618.
        let unstable = |s: &mut Setup| {
            s.matrix = |gamma, h| matrices::first_order(gamma, h, 1.0 / h, 1.0 / h);
        };
        changes("printed-start", run).turn(&[
            ("a consistent start", consistent, &["convergence"]),
            ("an unstable matrix", unstable, &["unconditional"]),
        ]);
    }
}
