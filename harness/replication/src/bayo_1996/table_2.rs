//! Table 2: energy and length of a pendulum over 1000 units of time.
//!
//! A pendulum of unit mass, length and gravity starts at (1, 0) with the velocity (0, -1), by the trapezoidal rule
//! with steps of 0.01. Each of the four rows of the table is an experiment of its own. The errors are those at the end
//! of the run, as the text says. They oscillate within each turn, so the largest error is shown beside, and the kind of
//! drift is found from means. CPU times are not repeated.

mod column;

use super::DATA;
use super::watch::{PENALTY, index3};
use crate::steps::steps;
use crate::{Claim, Entry, Finding, Result, said};
use augmented_lagrangian::{AugmentedLagrangian, Omitted};
use column::Column;
use pendulum::{Parameters, Pendulum, PendulumKernel};
use std::f64::consts::FRAC_PI_2;
use stepping::{Integrator, StepControl, Variant};
use system::largest;
use trial::{Sample, Trial};
use unstabilized::Unstabilized;

pub(super) const LAGRANGE: Entry = ("table-2/lagrange", || run(&Setup::of(Row::Lagrange)));
pub(super) const ALF: Entry = ("table-2/alf", || run(&Setup::of(Row::Alf)));
pub(super) const INDEX1: Entry = ("table-2/index1", || run(&Setup::of(Row::Index1)));
pub(super) const INDEX3: Entry = ("table-2/index3", || run(&Setup::of(Row::Index3)));

/// A row of the table, which stands for one method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row {
    /// Multipliers at the level of accelerations, without stabilization.
    Lagrange,
    /// Penalties with feedback.
    Alf,
    /// Penalties with feedback, and with projections of positions and velocities.
    Index1,
    /// Positions as unknowns, with projections of velocities and accelerations.
    Index3,
}

/// Set-up of one row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    row: Row,
    h: f64,
    time: f64,
    integrator: Integrator,
    /// The gains Ω in 1/s and μ.
    gains: (f64, f64),
    /// Other gains, which should make no difference under projections.
    other_gains: (f64, f64),
    /// Number of steps from one projection to the next in index 1.
    every: u32,
    /// The part that is left out of index 3, if any.
    left_out: Option<Omitted>,
}

impl Setup {
    /// The set-up of one row as in the paper.
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

    fn variant(&self, gains: (f64, f64)) -> Result<Box<dyn Variant>> {
        let alf = || AugmentedLagrangian::new(self.integrator, PENALTY, gains);
        Ok(match self.row {
            Row::Lagrange => Box::new(Unstabilized {
                integrator: self.integrator,
                step_control: StepControl::Fixed,
            }),
            Row::Alf => Box::new(alf()?),
            Row::Index1 => Box::new(alf()?.projected(self.every)?),
            Row::Index3 => Box::new(index3(self.left_out)?),
        })
    }
}

impl Row {
    /// The name of the row in the data and in ids.
    fn id(self) -> &'static str {
        match self {
            Self::Lagrange => "lagrange",
            Self::Alf => "alf",
            Self::Index1 => "index1",
            Self::Index3 => "index3",
        }
    }

    /// The name of the row in words.
    fn name(self) -> &'static str {
        match self {
            Self::Lagrange => "multipliers without stabilization",
            Self::Alf => "ALF, μ = 1, Ω = 10",
            Self::Index1 => "ALF-INDEX1",
            Self::Index3 => "ALF-INDEX3",
        }
    }
}

/// Errors of energy and length after each step.
struct Errors {
    energy: Vec<f64>,
    length: Vec<f64>,
}

fn follow(setup: &Setup, gains: (f64, f64)) -> Result<Errors> {
    errors_of(&*setup.variant(gains)?, setup.h, setup.time)
}

/// The errors of a method over `time` with steps of `h`.
fn errors_of(variant: &dyn Variant, h: f64, time: f64) -> Result<Errors> {
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
        errors
            .length
            .push(math::hypot(state.q()[0], state.q()[1]) - 1.0);
    }
    Ok(errors)
}

/// Energies that differ by at most this belong to the same motion; rounding grows to this size over 1000 units of time.
const SAME: f64 = 1e-9;

/// Runs one row and judges its entries.
pub(super) fn run(setup: &Setup) -> Result<Finding> {
    let errors = follow(setup, setup.gains)?;
    let row = setup.row;
    let column = |id, errors| Column { row, id, errors };
    let (energy, length) = (
        column("energy", &errors.energy),
        column("length", &errors.length),
    );
    let mut claims = vec![
        energy.number(),
        energy.drift(),
        length.number(),
        length.drift(),
    ];
    if row == Row::Index1 {
        claims.push(gains_do_not_matter(setup, &errors.energy)?);
    }
    Ok(claims.into())
}

/// Judges the statement of Section 4.1 that the choice of Ω and μ is irrelevant under projections in every step.
fn gains_do_not_matter(setup: &Setup, energy: &[f64]) -> Result<Claim> {
    let other = follow(setup, setup.other_gains)?;
    let gap = largest(energy.iter().zip(&other.energy).map(|(a, b)| a - b));
    let (omega, other) = (setup.gains.0, setup.other_gains.0);
    let said = said![omega, other, gap, same = SAME];
    Ok(DATA.statement("table-2/index1/gains", gap <= SAME, said))
}

#[cfg(test)]
mod tests;
