//! Example 5 and Fig. 7: Andrews' squeezing mechanism, and the same with a stiff spring in place of a joint.
//!
//! The runs use index 1 with the trapezoidal rule, steps of 2e-5 s for 0.03 s, and projections in every step. The
//! paper does not say which element it replaces by a spring; here it is the joint between the rod and the rocker.

use super::DATA;
use super::watch::{Accelerations, PENALTY};
use crate::figure::curve;
use crate::steps::steps;
use crate::words::Said;
use crate::{Claim, Entry, Figure, Finding, ReplicationError, Result, said, setup};
use andrews_squeezer::{Parameters, Squeezer, SqueezerKernel};
use augmented_lagrangian::AugmentedLagrangian;
use stepping::Integrator;
use system::{Feedback, largest};
use trial::Trial;

pub(super) const EXPERIMENT: Entry = ("example-5", || run(&Setup::default()));

/// Symbols of the seven angles, in the order of the coordinates.
const ANGLES: [&str; 7] = ["β", "Θ", "γ", "Φ", "δ", "Ω", "ε"];

/// Curves that differ by at most this fraction of their range look the same in a plot.
const PLOTTED: f64 = 0.01;

/// How violations at the levels of velocity and acceleration are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// Absolute values, in m/s and m/s².
    Absolute,
    /// Values relative to the largest |γ|.
    #[cfg(test)]
    Relative,
}

setup! {
    /// Set-up of the runs, by default that of the paper.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Setup {
        h: f64 = 2e-5,
        time: f64 = 0.03,
        measure: Measure = Measure::Absolute,
        /// Number of steps from one projection to the next.
        every: u32 = 1,
        /// Stiffness of the spring in N/m.
        stiffness: f64 = 1e8,
        /// Number of smaller steps that replace each step in the run with the spring.
        parts: usize = 2,
    }
}

/// Angles after every interval of `h`, and the largest violations of the run.
#[derive(Default)]
struct Run {
    times: Vec<f64>,
    angles: [Vec<f64>; 7],
    position: f64,
    velocity: f64,
    acceleration: f64,
    gamma: f64,
}

impl Run {
    fn curve(&self, angle: usize) -> Vec<[f64; 2]> {
        let points = self.times.iter().zip(&self.angles[angle]);
        points.map(|(t, q)| [*t, *q]).collect()
    }
}

/// Runs the mechanism, with `parts` steps in each interval of `h`.
fn follow(setup: &Setup, joint_stiffness: Option<f64>, parts: usize) -> Result<Run> {
    let squeezer = Squeezer::new(Parameters {
        joint_stiffness,
        ..Parameters::default()
    })?;
    let system = SqueezerKernel::new(squeezer);
    let variant = AugmentedLagrangian::new(Integrator::Trapezoid, PENALTY, (0.0, 0.0))?
        .projected(setup.every)?;
    let mut run = Trial::fixed(&variant, &system, setup.h / parts as f64)?;
    let mut accelerations = Accelerations::new(&system)?;
    let mut found = Run::default();
    for _ in 0..steps(setup.time, setup.h) {
        for _ in 0..parts {
            run.step()?;
            let sample = run.sample();
            accelerations.find(&sample, Feedback::default())?;
            let [acceleration, gamma] = accelerations.violation(&sample);
            found.position = largest([found.position, largest(sample.phi)]);
            found.velocity = largest([found.velocity, largest(sample.w)]);
            found.acceleration = largest([found.acceleration, acceleration]);
            found.gamma = largest([found.gamma, gamma]);
        }
        found.times.push(run.state().t);
        for (angle, q) in found.angles.iter_mut().zip(run.state().q()) {
            angle.push(*q);
        }
    }
    Ok(found)
}

/// Runs the mechanism with the joint and with the spring, and judges what can be judged of the example.
pub(super) fn run(setup: &Setup) -> Result<Finding> {
    let rigid = follow(setup, None, 1)?;
    let stiff = follow(setup, Some(setup.stiffness), setup.parts)?;
    let [positions, rates] = violations(&rigid, setup.measure);
    let mut claims = vec![positions, rates];
    claims.extend(spring(setup, &rigid, &stiff)?);
    Ok(Finding {
        claims,
        figures: vec![figure(&rigid, &stiff)],
    })
}

/// Judges the statement "below 1e-14" for positions, and for velocities and accelerations together.
fn violations(rigid: &Run, measure: Measure) -> [Claim; 2] {
    let scale = match measure {
        Measure::Absolute => 1.0,
        #[cfg(test)]
        Measure::Relative => rigid.gamma,
    };
    let (velocity, acceleration) = (rigid.velocity / scale, rigid.acceleration / scale);
    let bound = DATA.get("Example 5", "violations", "bound");
    let said = said![
        bound = bound.text,
        velocity,
        acceleration,
        gamma = rigid.gamma
    ];
    [
        DATA.number("example-5/positions", rigid.position, said![]),
        DATA.statement(
            "example-5/rates",
            velocity.max(acceleration) <= bound.value,
            said,
        ),
    ]
}

/// Shows what a spring of ours changes beside what the paper says of its own, and checks whether it leaves the angles
/// the same in a plot.
fn spring(setup: &Setup, rigid: &Run, stiff: &Run) -> Result<[Claim; 3]> {
    let apart = rigid
        .angles
        .iter()
        .zip(&stiff.angles)
        .map(|(rigid, stiff)| {
            let gaps: Vec<f64> = rigid.iter().zip(stiff).map(|(a, b)| a - b).collect();
            let [low, high] = [f64::min, f64::max]
                .map(|pick| rigid.iter().copied().reduce(pick).unwrap_or(f64::NAN));
            largest(gaps.iter().copied()) / (high - low)
        });
    let apart = largest(apart);
    let end = |run: &Run| run.angles[0].last().copied().unwrap_or(f64::NAN);
    let (fails, whole) = match follow(setup, Some(setup.stiffness), 1) {
        Ok(_) => (false, "the same steps serve".to_owned()),
        Err(ReplicationError::Step(error)) => (true, error.to_string()),
        Err(other) => return Err(other),
    };
    let said: Said<'_> = said![
        parts = setup.parts,
        apart = 100.0 * apart,
        beta = end(stiff) - end(rigid),
        plotted = 100.0 * PLOTTED,
        whole,
    ];
    let holds = apart <= PLOTTED && fails;
    Ok([
        DATA.shown("example-5/stiff-same", said),
        DATA.shown("example-5/stiff-cost", said),
        DATA.statement("example-5/our-spring", holds, said),
    ])
}

/// Fig. 7, drawn from the runs.
fn figure(rigid: &Run, stiff: &Run) -> Figure {
    let panels: [&[usize]; 2] = [&[0, 1], &[2, 3, 4, 6]];
    let curves = panels.map(|angles| {
        let both = angles.iter().flat_map(|&k| {
            let spring = format!("{} with the spring", ANGLES[k]);
            [
                curve(ANGLES[k], &rigid.curve(k)),
                curve(&spring, &stiff.curve(k)),
            ]
        });
        both.collect()
    });
    DATA.figure("fig-7", curves.into(), said![])
}

#[cfg(test)]
mod tests;
