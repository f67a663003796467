//! Table 2: energy and length of a pendulum over 1000 units of time.
//!
//! Unit mass, length and gravity, from (1, 0) with the velocity (0, -1), by the trapezoidal rule with steps of 0.01:
//! the four rows of the table, each an experiment of its own. Errors swing within each turn, so the end of the run
//! alone does not say how large they are: both the end and the largest error are shown, and the kind of drift is told
//! by means. CPU times are not repeated.

mod column;

use super::watch::PENALTY;
use crate::largest::largest;
use crate::steps::steps;
use crate::{Claim, Experiment, Finding, ReplicationError};
use augmented_lagrangian::{AugmentedLagrangian, LeftOut};
use column::Column;
use pendulum::{Parameters, Pendulum, PendulumKernel};
use std::f64::consts::FRAC_PI_2;
use stepping::{Integrator, StepControl, Variant};
use trial::{Sample, Trial};
use unstabilized::Unstabilized;

pub(super) const LAGRANGE: Experiment =
    Experiment::long("table-2/lagrange", "Table 2, no stabilization", || {
        run(&Setup::of(Row::Lagrange))
    });

pub(super) const ALF: Experiment =
    Experiment::long("table-2/alf", "Table 2, penalties and feedback", || {
        run(&Setup::of(Row::Alf))
    });

pub(super) const INDEX1: Experiment = Experiment::long(
    "table-2/index1",
    "Table 2, index 1 with projections",
    || run(&Setup::of(Row::Index1)),
);

pub(super) const INDEX3: Experiment = Experiment::long(
    "table-2/index3",
    "Table 2, index 3 with projections",
    || run(&Setup::of(Row::Index3)),
);

/// Rows of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row {
    /// Multipliers at the level of accelerations, and nothing else.
    Lagrange,
    /// Penalties with feedback.
    Alf,
    /// The same with projections of positions and velocities in every step.
    Index1,
    /// Positions as unknowns, with projections of velocities and accelerations.
    Index3,
}

/// What is run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    row: Row,
    h: f64,
    time: f64,
    integrator: Integrator,
    /// Ω in 1/s and μ.
    gains: (f64, f64),
    /// Other gains, which are to make no difference under projections.
    other_gains: (f64, f64),
    /// Steps from one projection to the next in index 1.
    every: u32,
    /// What index 3 does without.
    left_out: Option<LeftOut>,
}

impl Setup {
    /// One row as the paper has it.
    pub(super) fn of(row: Row) -> Self {
        Self {
            row,
            h: 0.01,
            time: 1000.0,
            integrator: Integrator::Trapezoid,
            gains: (10.0, 1.0),
            other_gains: (0.0, 0.0),
            every: 1,
            left_out: None,
        }
    }

    fn variant(&self, gains: (f64, f64)) -> Result<Box<dyn Variant>, ReplicationError> {
        let alf = || AugmentedLagrangian::new(self.integrator, PENALTY, gains);
        Ok(match self.row {
            Row::Lagrange => Box::new(Unstabilized {
                integrator: self.integrator,
                step_control: StepControl::Fixed,
            }),
            Row::Alf => Box::new(alf()?),
            Row::Index1 => Box::new(alf()?.projected(self.every)?),
            Row::Index3 => {
                let index3 = AugmentedLagrangian::index3_printed(PENALTY, PENALTY)?;
                Box::new(match self.left_out {
                    Some(what) => index3.without(what),
                    None => index3,
                })
            }
        })
    }
}

impl Row {
    /// Name in the data and in ids.
    fn id(self) -> &'static str {
        match self {
            Self::Lagrange => "lagrange",
            Self::Alf => "alf",
            Self::Index1 => "index1",
            Self::Index3 => "index3",
        }
    }

    /// For people.
    fn name(self) -> &'static str {
        match self {
            Self::Lagrange => "multipliers without stabilization",
            Self::Alf => "ALF, μ = 1, Ω = 10",
            Self::Index1 => "ALF-INDEX1",
            Self::Index3 => "ALF-INDEX3",
        }
    }
}

/// Errors after each step.
struct Errors {
    energy: Vec<f64>,
    length: Vec<f64>,
}

fn follow(setup: &Setup, gains: (f64, f64)) -> Result<Errors, ReplicationError> {
    errors_of(&*setup.variant(gains)?, setup.h, setup.time)
}

/// The errors of a method over `time` with steps of `h`.
fn errors_of(variant: &dyn Variant, h: f64, time: f64) -> Result<Errors, ReplicationError> {
    let system = PendulumKernel::new(Pendulum::new(Parameters {
        mass: 1.0,
        length: 1.0,
        gravity: 1.0,
        angle: FRAC_PI_2,
        rate: -1.0,
    })?);
    let mut run = Trial::fixed(variant, &system, h)?;
    let mut errors = Errors {
        energy: Vec::new(),
        length: Vec::new(),
    };
    for _ in 0..steps(time, h) {
        run.step()?;
        let Sample { state, energy, .. } = run.sample();
        errors.energy.push(energy);
        errors.length.push(state.q()[0].hypot(state.q()[1]) - 1.0);
    }
    Ok(errors)
}

/// Parts of the printed number that ours may be, at least and at most.
const TENTH: [f64; 2] = [0.9, 1.1];
const QUARTER: [f64; 2] = [0.75, 1.25];
const THIRD: [f64; 2] = [2.0 / 3.0, 4.0 / 3.0];
const HALF: [f64; 2] = [0.5, 1.5];
const BELOW: [f64; 2] = [0.0, 1.0];

/// The motion turns out the same, up to rounding that grows for 1000 units of time.
const SAME: f64 = 1e-9;

/// One row.
pub(super) fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
    let errors = follow(setup, setup.gains)?;
    let energy = Column {
        id: "energy",
        words: "error of the energy over 1000 units of time",
        errors: &errors.energy,
    };
    let length = Column {
        id: "length",
        words: "error of the length over 1000 units of time",
        errors: &errors.length,
    };
    let row = setup.row;
    let (energy_drift, length_drift) = (energy.drift(row), length.drift(row));
    let mut claims = match row {
        Row::Lagrange => lagrange(&energy, &length, energy_drift, length_drift),
        Row::Alf => vec![
            energy.number(
                row,
                energy.end(),
                TENTH,
                "how far the implicit step is iterated moves it by some percent",
            ),
            energy_drift,
            length.number(
                row,
                largest(length.errors.iter().copied()),
                HALF,
                "the length swings without drifting, so that the largest error is compared",
            ),
            length_drift,
        ],
        Row::Index1 | Row::Index3 => vec![
            energy.number(
                row,
                energy.end(),
                THIRD,
                "the energy swings by a third of its error, so that the instant decides the digit",
            ),
            energy_drift,
            length.number(
                row,
                largest(length.errors.iter().copied()),
                BELOW,
                "a size is printed, which rounding stays below",
            ),
            length_drift,
        ],
    };
    if row == Row::Index1 {
        claims.push(gains_do_not_matter(setup, &energy)?);
    }
    Ok(claims.into())
}

/// The first row, of which only the drift of the length agrees.
fn lagrange(
    energy: &Column<'_>,
    length: &Column<'_>,
    energy_drift: Claim,
    length_drift: Claim,
) -> Vec<Claim> {
    let number = |column: &Column<'_>| {
        let why = "nothing printed about it promises more than the first digit";
        column.number(Row::Lagrange, column.end(), QUARTER, why)
    };
    vec![
        number(energy).known_to_differ(
            "The trapezoidal rule with these steps stays two decades below. Errors of this size need \
             steps ten times as long, or an implicit step that is not iterated to its end.",
        ),
        energy_drift.known_to_differ(
            "The energy is lost evenly. Quadratic growth shows only where the implicit step is not \
             iterated to its end.",
        ),
        number(length).known_to_differ(
            "Ours has these digits two decades below; an exponent may be missing.",
        ),
        length_drift,
    ]
}

/// Section 4.1: under projections in every step the choice of Ω and μ is irrelevant.
fn gains_do_not_matter(setup: &Setup, energy: &Column<'_>) -> Result<Claim, ReplicationError> {
    let other = follow(setup, setup.other_gains)?;
    let gaps: Vec<f64> = energy
        .errors
        .iter()
        .zip(&other.energy)
        .map(|(a, b)| a - b)
        .collect();
    let gap = largest(gaps.iter().copied());
    let (omega, other) = (setup.gains.0, setup.other_gains.0);
    Ok(Claim::statement(
        ["table-2/index1/gains", "Section 4.1"],
        "under projections in every step Ω and μ make no difference",
        "none",
        format!("energies with Ω = {omega} and {other} 1/s are {gap:.1e} apart at most"),
        gap <= SAME,
        format!("apart by no more than {SAME:e}, rounding over 1000 units of time"),
    ))
}

#[cfg(test)]
mod tests;
