//! Table 1 and Fig. 1: energy of a double pendulum, with projections after a given number of steps.
//!
//! The paper runs 20 s by the midpoint rule with `Ω = 10`, `μ = 1` and projections after every 100, every 10 and
//! every single step, on bars of distributed mass, and speaks of the largest error. The digits of the table are those
//! of point masses and of the error at the end, so the runs here use these; gravity is not printed either. The motion
//! is chaotic, but the effect of the feedback on the energy is not: three of the four numbers hold to a tenth for
//! neighbouring starts, the fourth does not. The column of CPU times is not repeated, because nothing here reads a
//! clock.

use super::DATA;
use super::increments::{Increment, increments};
use super::watch::{Glance, PENALTY};
use crate::figure::curve;
use crate::steps::steps;
use crate::words::Said;
use crate::{Claim, Entry, Figure, Finding, PrintedNumber, Result, said, setup};
use augmented_lagrangian::AugmentedLagrangian;
use natural_double_pendulum::{Masses, NaturalKernel, NaturalPendulum, Parameters};
use stepping::Integrator;
use system::{Feedback, System, largest};
use trial::Trial;

pub(super) const EXPERIMENT: Entry = ("table-1", || run(&Setup::default()));

/// Rows of the table: name in the data, steps between projections, part of the id.
pub(super) const ROWS: [(&str, Option<u32>, &str); 4] = [
    ("none", None, "none"),
    ("every 100", Some(100), "every-100"),
    ("every 10", Some(10), "every-10"),
    ("every step", Some(1), "every-step"),
];

/// The projections of a row in words.
pub(super) fn described(every: Option<u32>) -> String {
    match every {
        None => "no projections".to_owned(),
        Some(1) => "projected every step".to_owned(),
        Some(steps) => format!("projected every {steps} steps"),
    }
}

/// Number of rows, from the first on, that do not depend on noise.
const STABLE_ROWS: usize = 3;

/// Allowed relative deviation from the printed numbers of these rows: starts that differ by a few 1e-6 m/s change the
/// numbers by as much.
const CHAOS: f64 = 0.15;

/// Fraction of the error with feedback below which the error without feedback must be.
const HALF: f64 = 0.5;

pub(super) const PERCENT: f64 = 100.0;

setup! {
    /// Set-up of the runs: that of the paper, but with the masses that give its digits.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Setup {
        pub(super) masses: Masses = Masses::PointMasses,
        /// The masses that the text names.
        stated: Masses = Masses::UniformBars,
        gravity: f64 = 9.81,
        /// Velocity of the first joint at the start, in m/s.
        push: f64 = 0.0,
        integrator: Integrator = Integrator::ImplicitMidpoint,
        pub(super) h: f64 = 1e-3,
        pub(super) time: f64 = 20.0,
        /// The gains Ω in 1/s and μ.
        pub(super) gains: (f64, f64) = (10.0, 1.0),
        increment: Increment = Increment::Ratio,
    }
}

impl Setup {
    pub(super) fn system(&self, masses: Masses) -> Result<NaturalKernel> {
        let pendulum = NaturalPendulum::new(Parameters {
            masses,
            gravity: self.gravity,
            ..Parameters::default()
        })?;
        Ok(NaturalKernel::new(pendulum))
    }

    pub(super) fn variant(
        &self,
        gains: (f64, f64),
        every: Option<u32>,
    ) -> Result<AugmentedLagrangian> {
        let alf = AugmentedLagrangian::new(self.integrator, PENALTY, gains)?;
        Ok(match every {
            Some(every) => alf.projected(every)?,
            None => alf,
        })
    }
}

/// The gains α and β that belong to Ω and μ of the paper.
pub(super) fn feedback((omega, mu): (f64, f64)) -> Feedback {
    Feedback {
        alpha: 2.0 * omega * mu,
        beta: omega * omega,
    }
}

/// Energy errors of one run in percent of its largest kinetic energy.
struct Run {
    end: f64,
    largest: f64,
    history: Vec<[f64; 2]>,
}

fn follow(setup: &Setup, masses: Masses, gains: (f64, f64), every: Option<u32>) -> Result<Run> {
    let system = setup.system(masses)?;
    let variant = setup.variant(gains, every)?;
    let mut start = system.initial();
    start.q_v_mut().1[1] += setup.push;
    let mut run = Trial::fixed(&variant, &system, setup.h)?.starting_at(start);
    let mut seen: Vec<Glance> = Vec::new();
    for _ in 0..steps(setup.time, setup.h) {
        run.step()?;
        seen.push(Glance::of(&run.sample(), &system));
    }
    let kinetic = largest(seen.iter().map(|at| at.kinetic));
    let percent = |at: &Glance| PERCENT * at.energy / kinetic;
    let history: Vec<[f64; 2]> = seen.iter().map(|at| [at.t, percent(at)]).collect();
    Ok(Run {
        end: history.last().map_or(f64::NAN, |at| at[1].abs()),
        largest: largest(history.iter().map(|at| at[1])),
        history,
    })
}

/// Judges the table, its last column and what the text says about it.
pub(super) fn run(setup: &Setup) -> Result<Finding> {
    let printed = ROWS.map(|(row, ..)| DATA.get("Table 1", row, "error"));
    let mut runs = Vec::new();
    let mut stated = Vec::new();
    for (_, every, _) in ROWS {
        runs.push(follow(setup, setup.masses, setup.gains, every)?);
        stated.push(follow(setup, setup.stated, setup.gains, every)?);
    }
    let plain = follow(setup, setup.masses, (0.0, 0.0), None)?;
    let mut claims: Vec<Claim> = (0..).zip(&runs).map(|(k, run)| row(k, run)).collect();
    let worst = largest(runs.iter().map(|run| run.largest));
    claims.push(DATA.number("table-1/bound", worst, said![]));
    claims.push(as_stated(&printed, &stated));
    claims.extend(what_helps(&plain, &runs));
    claims.extend(increments(&printed, setup.increment));
    Ok(Finding {
        claims,
        figures: vec![figure(&runs, &plain)],
    })
}

fn row(k: usize, run: &Run) -> Claim {
    let (name, every, row) = ROWS[k];
    let said = said![name, row, described = described(every)];
    DATA.number("table-1/{row}", run.end, said)
}

/// Judges the printed numbers for the masses and the measure of error that the text names.
fn as_stated(printed: &[PrintedNumber; 4], runs: &[Run]) -> Claim {
    let pairs = || printed.iter().zip(runs).take(STABLE_ROWS);
    let holds =
        pairs().all(|(printed, run)| (run.largest - printed.value).abs() <= CHAOS * printed.value);
    let said = said![
        printed = pairs()
            .map(|(printed, _)| printed.text)
            .collect::<Vec<_>>()
            .join(", "),
        stated = &pairs().map(|(_, run)| run.largest).collect::<Vec<_>>()[..],
        chaos = PERCENT * CHAOS,
    ];
    DATA.statement("table-1/as-stated", holds, said)
}

/// Judges whether more projections leave smaller errors, and checks whether the error without feedback is less than half
/// of the error with it.
fn what_helps(plain: &Run, runs: &[Run]) -> [Claim; 2] {
    let errors: Vec<f64> = runs.iter().map(|run| run.end).collect();
    let feedback = errors.first().copied().unwrap_or(f64::NAN);
    let said: Said<'_> = said![errors = &errors[..], plain = plain.end, feedback];
    let falls = errors.windows(2).all(|pair| pair[1] < pair[0]);
    [
        DATA.statement("table-1/more-often", falls, said),
        DATA.statement(
            "table-1/without-feedback",
            plain.end < HALF * feedback,
            said,
        ),
    ]
}

/// Fig. 1, drawn from the runs.
fn figure(runs: &[Run], plain: &Run) -> Figure {
    let named = ROWS.iter().zip(runs).map(|((row, every, _), run)| {
        let name = match every {
            None => "no projections".to_owned(),
            Some(_) => format!("projected {row}"),
        };
        curve(&name, &run.history)
    });
    let mut curves: Vec<_> = named.collect();
    curves.push(curve("no projections, no feedback", &plain.history));
    DATA.figure("fig-1", vec![curves], said![])
}

#[cfg(test)]
mod tests;
