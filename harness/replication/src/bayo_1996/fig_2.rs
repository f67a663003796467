//! Fig. 2: violations of the constraints by the double pendulum of Table 1, with and without projections.
//!
//! Accelerations are those of the equations of motion at each state, feedback included: where the state violates the
//! constraints they do so on purpose.

use super::table_1;
use super::table_1::feedback;
use super::watch::Accelerations;
use crate::figure::{curve, panel};
use crate::largest::largest;
use crate::steps::steps;
use crate::{Claim, Experiment, Figure, Finding, ReplicationError};
use results::Scale;
use trial::Trial;

pub(super) const EXPERIMENT: Experiment = Experiment::quick(
    "fig-2",
    "Fig. 2: violations with and without projections",
    || run(&Setup::default()),
);

/// Levels of the constraints: part of the id, name, axis.
const LEVELS: [(&str, &str, &str); 3] = [
    ("positions", "Φ", "largest |Φ| in m²"),
    ("velocities", "Φ'", "largest |J v| in m²/s"),
    ("accelerations", "Φ''", "largest |J v' - γ| in m²/s²"),
];

/// Roundings that a sum of four products, and the solution before it, may add up.
const ROUNDINGS: f64 = 32.0;

/// What is run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    pendulum: table_1::Setup,
    /// Steps from one projection to the next.
    every: u32,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            pendulum: table_1::Setup::default(),
            every: 1,
        }
    }
}

/// Violations on each level over time, and the size of the terms that they are sums of.
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

fn follow(setup: &Setup, every: Option<u32>) -> Result<Violations, ReplicationError> {
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

/// The violations with and without projections.
pub(super) fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
    let without = follow(setup, None)?;
    let with = follow(setup, Some(setup.every))?;
    let claims = LEVELS.iter().enumerate().map(|(level, (id, name, _))| {
        let rounding = ROUNDINGS * f64::EPSILON * with.scale[level];
        Claim::statement(
            [&format!("fig-2/{id}"), "Fig. 2"],
            format!("projections bring {name} to machine precision"),
            "machine precision",
            format!(
                "{:.1e} with projections, {:.1e} without",
                with.worst(level),
                without.worst(level)
            ),
            with.worst(level) <= rounding,
            format!("at most {rounding:.0e}, the rounding of terms as large as they become"),
        )
    });
    let panels = LEVELS.iter().enumerate().map(|(level, (_, name, axis))| {
        let curves = [
            ("without projections", &without),
            ("projected every step", &with),
        ];
        let curves = curves.map(|(name, run)| curve(name, &run.history[level]));
        panel(name, ["t in s", axis], Scale::Logarithmic, curves.into())
    });
    Ok(Finding {
        claims: claims.collect(),
        figures: vec![Figure {
            id: "fig-2".to_owned(),
            title: "Fig. 2: constraint violations of the double pendulum".to_owned(),
            reading: "Without projections the feedback holds violations at the size of the error of a step; with them \
                      they are rounding. Accelerations violate what positions and velocities make the feedback ask for."
                .to_owned(),
            panels: panels.collect(),
        }],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_as_known, assert_turned};

    #[test]
    fn projections_leave_rounding_and_fewer_of_them_leave_more() {
        assert_as_known(&run(&Setup::default()).unwrap());
        let now_and_then = run(&Setup {
            every: 10,
            ..Setup::default()
        });
        let turned = ["fig-2/positions", "fig-2/velocities", "fig-2/accelerations"];
        assert_turned(&now_and_then.unwrap(), &turned);
    }
}
