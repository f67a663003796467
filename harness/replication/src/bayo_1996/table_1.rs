//! Table 1 and Fig. 1: energy of a double pendulum, with projections now and then.
//!
//! The paper runs 20 s by the midpoint rule with `Ω = 10`, `μ = 1` and projections after every 100, every 10 and
//! every single step, on bars of distributed mass, and speaks of the largest error. The digits of the table are those
//! of point masses and of the error at the end, which is how they are run here; gravity is not printed either. The
//! motion is chaotic, but what the feedback does to the energy is not: three of the four numbers hold to a tenth
//! for neighbouring starts, the fourth does not. Its column of CPU times is not repeated, for nothing here reads a
//! clock.

mod figure;

use super::PRINTED;
use super::increments::{Increment, increments};
use super::watch::{Glance, PENALTY};
use crate::largest::largest;
use crate::steps::steps;
use crate::{Claim, Experiment, Finding, PrintedNumber, ReplicationError, Rule};
use augmented_lagrangian::AugmentedLagrangian;
use natural_double_pendulum::{Masses, NaturalKernel, NaturalPendulum, Parameters};
use stepping::Integrator;
use system::{Feedback, System};
use trial::Trial;

pub(super) const EXPERIMENT: Experiment = Experiment::quick(
    "table-1",
    "Table 1 and Fig. 1: energy of a double pendulum",
    || run(&Setup::default()),
);

/// Rows of the table: name in the data, steps between projections, part of the id.
pub(super) const ROWS: [(&str, Option<u32>, &str); 4] = [
    ("none", None, "none"),
    ("every 100", Some(100), "every-100"),
    ("every 10", Some(10), "every-10"),
    ("every step", Some(1), "every-step"),
];

/// A row in words.
pub(super) fn described(every: Option<u32>) -> String {
    match every {
        None => "no projections".to_owned(),
        Some(1) => "projected every step".to_owned(),
        Some(steps) => format!("projected every {steps} steps"),
    }
}

/// Rows that noise does not decide.
const STABLE_ROWS: usize = 3;

/// Starts that differ by a few 1e-6 m/s move the stable rows by a tenth and more, gravity of 9.8 instead of 9.81 by 2 %.
const CHAOS: f64 = 0.15;

/// Starts that differ by a few 1e-6 m/s make the last row several times smaller; it may as well be larger.
const NOISE: f64 = 3.0;

/// A part of an error that is no longer most of it.
const HALF: f64 = 0.5;

pub(super) const PERCENT: f64 = 100.0;

/// What is run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    pub(super) masses: Masses,
    /// The masses that the text speaks of.
    stated: Masses,
    gravity: f64,
    /// Velocity of the first joint at the start, in m/s.
    push: f64,
    integrator: Integrator,
    pub(super) h: f64,
    pub(super) time: f64,
    /// Ω in 1/s and μ.
    pub(super) gains: (f64, f64),
    increment: Increment,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            masses: Masses::PointMasses,
            stated: Masses::UniformBars,
            gravity: 9.81,
            push: 0.0,
            integrator: Integrator::ImplicitMidpoint,
            h: 1e-3,
            time: 20.0,
            gains: (10.0, 1.0),
            increment: Increment::Ratio,
        }
    }
}

impl Setup {
    pub(super) fn system(&self, masses: Masses) -> Result<NaturalKernel, ReplicationError> {
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
    ) -> Result<AugmentedLagrangian, ReplicationError> {
        let alf = AugmentedLagrangian::new(self.integrator, PENALTY, gains)?;
        Ok(match every {
            Some(every) => alf.projected(every)?,
            None => alf,
        })
    }
}

/// The gains of the paper as ours.
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

fn follow(
    setup: &Setup,
    masses: Masses,
    gains: (f64, f64),
    every: Option<u32>,
) -> Result<Run, ReplicationError> {
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

/// The table, with what its text and its last column say.
pub(super) fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
    let printed = ROWS.map(|(row, ..)| PRINTED.get("Table 1", row, "error"));
    let mut runs = Vec::new();
    let mut stated = Vec::new();
    for (_, every, _) in ROWS {
        runs.push(follow(setup, setup.masses, setup.gains, every)?);
        stated.push(follow(setup, setup.stated, setup.gains, every)?);
    }
    let plain = follow(setup, setup.masses, (0.0, 0.0), None)?;
    let mut claims = Vec::new();
    for (k, (printed, run)) in printed.iter().zip(&runs).enumerate() {
        claims.push(row(k, *printed, run));
    }
    let bound = PRINTED.get("Table 1", "all", "bound");
    let worst = largest(runs.iter().map(|run| run.largest));
    let below = Rule::Between {
        low: 0.0,
        high: bound.value,
        why: "the print gives a bound",
    };
    claims.push(
        Claim::number(
            "table-1/bound",
            "errors stay below this many percent, projected or not",
            bound,
            worst,
            below,
        )
        .showing(format!("{worst:.4} at most")),
    );
    claims.push(as_stated(&printed, &stated));
    claims.extend(what_helps(&plain, &runs));
    claims.extend(increments(&printed, setup.increment));
    Ok(Finding {
        claims,
        figures: vec![figure::draw(&runs, &plain)],
    })
}

fn row(k: usize, printed: PrintedNumber, run: &Run) -> Claim {
    let (_, every, id) = ROWS[k];
    let rule = if k < STABLE_ROWS {
        Rule::Within {
            gap: CHAOS * printed.value,
            why: "the motion is chaotic: starts that differ by some 1e-6 m/s move it by a tenth and more",
        }
    } else {
        Rule::Between {
            low: 0.0,
            high: NOISE * printed.value,
            why: "starts that differ by a few 1e-6 m/s change it several times over",
        }
    };
    Claim::number(
        format!("table-1/{id}"),
        format!(
            "{}: error of the energy after 20 s in percent of the largest kinetic energy",
            described(every)
        ),
        printed,
        run.end,
        rule,
    )
    .remark("For point masses and for the error at the end; the print says bars and largest error.")
}

/// The numbers for the masses and the measure that the text names.
fn as_stated(printed: &[PrintedNumber; 4], runs: &[Run]) -> Claim {
    let pairs = || printed.iter().zip(runs).take(STABLE_ROWS);
    let holds =
        pairs().all(|(printed, run)| (run.largest - printed.value).abs() <= CHAOS * printed.value);
    let list = |numbers: Vec<String>| format!("{} %", numbers.join(", "));
    Claim::statement(
        ["table-1/as-stated", "Table 1"],
        "the numbers are the largest errors of links with distributed mass",
        list(pairs().map(|(printed, _)| printed.text.to_owned()).collect()),
        list(pairs().map(|(_, run)| format!("{:.4}", run.largest)).collect()),
        holds,
        format!("the first three rows within {:.0} %", PERCENT * CHAOS),
    )
    .known_to_differ(
        "Uniform bars err two to three times as much. Point masses at the ends of the links give the printed numbers, \
         as errors at the end of the run.",
    )
}

/// Whether more projections leave smaller errors, and what they are errors of.
fn what_helps(plain: &Run, runs: &[Run]) -> [Claim; 2] {
    let errors: Vec<f64> = runs.iter().map(|run| run.end).collect();
    let listed: Vec<String> = errors.iter().map(|error| format!("{error:.4}")).collect();
    let feedback = errors.first().copied().unwrap_or(f64::NAN);
    [
        Claim::statement(
            ["table-1/more-often", "Table 1"],
            "the more often it is projected, the smaller the error",
            "smaller",
            format!("{} %", listed.join(", ")),
            errors.windows(2).all(|pair| pair[1] < pair[0]),
            "falls from row to row",
        ),
        Claim::statement(
            ["table-1/without-feedback", "Table 1"],
            "the error is that of the integration, without feedback and projections too",
            "integration errors",
            format!("{:.4} % without either, {feedback:.4} % with feedback", plain.end),
            plain.end > HALF * feedback,
            "at least half of the error is left without feedback",
        )
        .known_to_differ(
            "It is the work of the feedback with Ω = 10 1/s, which projections leave without a violation to act on. The \
             midpoint rule alone, with neither, keeps the energy better still.",
        ),
    ]
}

#[cfg(test)]
mod tests;
