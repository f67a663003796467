//! Fig. 2: violations of the constraints by the double pendulum of Table 1, with and without projections.
//!
//! Accelerations are those of the equations of motion at each state, with the feedback. Where the state violates the
//! constraints, the feedback makes the accelerations violate them as well.

use super::DATA;
use super::table_1::{self, feedback};
use super::watch::Accelerations;
use crate::figure::curve;
use crate::steps::steps;
use crate::{Entry, Finding, Result, said, setup};
use system::largest;
use trial::Trial;

pub(super) const EXPERIMENT: Entry = ("fig-2", || run(&Setup::default()));

/// Levels of the constraints, each with its part of the id and its symbol.
const LEVELS: [(&str, &str); 3] = [
    ("positions", "Φ"),
    ("velocities", "Φ'"),
    ("accelerations", "Φ''"),
];

/// Number of rounding errors that a sum of four products, and the solve before it, may accumulate.
const ROUNDINGS: f64 = 32.0;

setup! {
    /// Set-up of the runs, by default that of the paper.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Setup {
        pendulum: table_1::Setup = table_1::Setup::default(),
        /// Number of steps from one projection to the next.
        every: u32 = 1,
    }
}

/// Violations on each level over time, and for each level the size of the terms whose sum is the violation.
#[derive(Default)]
struct Violations {
    history: [Vec<[f64; 2]>; 3],
    scale: [f64; 3],
}

impl Violations {
    fn worst(&self, level: usize) -> f64 {
        largest(self.history[level].iter().map(|at| at[1]))
    }
}

fn follow(setup: &Setup, every: Option<u32>) -> Result<Violations> {
    let table_1::Setup {
        masses,
        gains,
        h,
        time,
        ..
    } = setup.pendulum;
    let system = setup.pendulum.system(masses)?;
    let variant = setup.pendulum.variant(gains, every)?;
    let mut run = Trial::fixed(&variant, &system, h)?;
    let mut accelerations = Accelerations::new(&system)?;
    let mut violations = Violations::default();
    for _ in 0..steps(time, h) {
        run.step()?;
        let sample = run.sample();
        let state = sample.state;
        accelerations.find(&sample, feedback(gains))?;
        let [acceleration, gamma] = accelerations.violation(&sample);
        let found = [largest(sample.phi), largest(sample.w), acceleration];
        // Links have unit length, so that J is of the size of one and w a sum of terms of the size of v.
        let scale = [1.0, largest(state.v()), gamma];
        for level in 0..LEVELS.len() {
            violations.history[level].push([state.t, found[level]]);
            violations.scale[level] = violations.scale[level].max(scale[level]);
        }
    }
    Ok(violations)
}

/// Judges the violations with projections, and draws those with and without.
pub(super) fn run(setup: &Setup) -> Result<Finding> {
    let without = follow(setup, None)?;
    let with = follow(setup, Some(setup.every))?;
    let claims = LEVELS.into_iter().enumerate().map(|(k, (level, name))| {
        let rounding = ROUNDINGS * f64::EPSILON * with.scale[k];
        let [with, without] = [&with, &without].map(|run| run.worst(k));
        let said = said![level, name, with, without, rounding];
        DATA.statement("fig-2/{level}", with <= rounding, said)
    });
    let curves = (0..LEVELS.len()).map(|level| {
        let curves = [
            ("without projections", &without),
            ("projected every step", &with),
        ];
        let curves = curves.map(|(name, run)| curve(name, &run.history[level]));
        curves.into()
    });
    Ok(Finding {
        claims: claims.collect(),
        figures: vec![DATA.figure("fig-2", curves.collect(), said![])],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::changes;

    #[test]
    fn fewer_projections_leave_more_than_rounding() {
        let turned = LEVELS.map(|(level, _)| level);
        changes("fig-2", run).turn(&[("fewer", |s| s.every = 10, &turned)]);
    }
}
