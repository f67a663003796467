//! Unconditional stability, from the rounded start that the paper prints.
//!
//! The constraint block of Eq. 61 has the eigenvalue -1: a violation Φ₀ of the start becomes a normal velocity of
//! `2 Φ₀/h` that changes its sign in every step and does not decay. It grows as the step shrinks.

use super::runs::{energy_error, norm, printed_slider_crank};
use crate::figure::{curve, panel};
use crate::largest::largest;
use crate::steps::steps;
use crate::{Claim, Experiment, Figure, Finding, ReplicationError};
use algebraic_enforcement::{AlgebraicEnforcement, Scheme};
use results::Scale;
use slider_crank::{Parameters, SliderCrank, SliderCrankKernel};
use trial::Trial;

pub(super) const EXPERIMENT: Experiment =
    Experiment::quick("printed-start", "Stability from the printed start", || {
        run(&Setup::default())
    });

/// What is run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    pub parameters: Parameters,
    pub scheme: Scheme,
    /// Steps in s, coarsest first.
    pub steps: [f64; 3],
    /// In s.
    pub end: f64,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            parameters: printed_slider_crank(),
            scheme: Scheme::PredictorCorrector,
            steps: [1e-2, 1e-3, 1e-4],
            end: 1.0,
        }
    }
}

/// What one step size leaves.
struct Left {
    /// `|w|` over time, with `w = J v`.
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

fn left(setup: &Setup, h: f64) -> Result<Left, ReplicationError> {
    let system = SliderCrankKernel::new(SliderCrank::new(setup.parameters)?);
    let variant = AlgebraicEnforcement {
        scheme: setup.scheme,
    };
    let mut run = Trial::fixed(&variant, &system, h)?;
    let mut found = Left {
        normal_velocity: Vec::new(),
        jump: 0.0,
        energy: 0.0,
    };
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

/// Whether refinement makes a number smaller each time.
fn falls(values: [f64; 3]) -> bool {
    values[0] > values[1] && values[1] > values[2]
}

/// Judges the stability.
pub(super) fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
    let [a, b, c] = setup.steps;
    let runs = [left(setup, a)?, left(setup, b)?, left(setup, c)?];
    let all: [fn(&Left) -> f64; 3] = [Left::last, |left| left.jump, |left| left.energy];
    let [velocity, jump, energy] = all.map(|pick| runs.each_ref().map(pick));
    let listed = |values: [f64; 3]| values.map(|x| format!("{x:.1e}")).join(", ");
    let claim = Claim::statement(
        ["printed-start/unconditional", "Sections V and VI"],
        "the algebraic method is unconditionally stable, from the printed start of the slider-crank too",
        "unconditionally stable, no limit on the step",
        format!(
            "with h = {}: |J v| = {} at t = {} s, jump of λ in a step {}, largest ε_E {}",
            setup.steps.map(|h| format!("{h:e}")).join(", "),
            listed(velocity),
            setup.end,
            listed(jump),
            listed(energy)
        ),
        [velocity, jump, energy].into_iter().all(falls),
        "|J v|, the jump of λ and ε_E all fall when the step is refined",
    )
    .known_to_differ(
        "The eigenvalue -1 of each constraint is not damped: the rounding of the printed start becomes a normal \
         velocity of 2Φ/h that alternates for ever, so that the run diverges as h falls. A consistent start does not.",
    );
    let curves = setup
        .steps
        .iter()
        .zip(&runs)
        .map(|(h, left)| curve(&format!("h = {h:e} s"), &left.normal_velocity));
    let figure = Figure {
        id: "printed-start".to_owned(),
        title: "Not in the paper: normal velocity of the slider-crank from the printed start".to_owned(),
        reading: "The algebraic method from coordinates rounded to four decimals. The velocity along the constraint \
                  normals does not decay, and is ten times as large with a tenth of the step."
            .to_owned(),
        panels: vec![panel("Normal velocity", ["t in s", "|J v|"], Scale::Logarithmic, curves.collect())],
    };
    Ok(Finding {
        claims: vec![claim],
        figures: vec![figure],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_as_known, assert_turned};

    #[test]
    fn the_printed_start_diverges_under_refinement() {
        assert_as_known(&run(&Setup::default()).unwrap());
    }

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
        let consistent = Setup {
            parameters: Parameters::default(),
            ..Setup::default()
        };
        assert_turned(&run(&consistent).unwrap(), &["printed-start/unconditional"]);
    }
}
