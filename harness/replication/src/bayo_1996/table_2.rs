//! Table 2: energy and length of a pendulum over 1000 units of time.
//!
//! Unit mass, length and gravity, from (1, 0) with the velocity (0, -1), by the trapezoidal rule with steps of 0.01: the
//! four rows of the table, each an experiment of its own. Errors swing within each turn, so the end of the run alone does
//! not say how large they are: both the end and the largest error are shown, and the kind of drift is told by means. CPU
//! times are not repeated.

use super::PRINTED;
use super::drift::Drift;
use super::watch::{PENALTY, Watch, largest};
use crate::following::{Following, steps};
use crate::{Claim, Finding, ReplicationError, Rule};
use augmented_lagrangian::{AugmentedLagrangian, LeftOut};
use pendulum::{Parameters, Pendulum, PendulumKernel};
use std::f64::consts::FRAC_PI_2;
use stepping::{Integrator, Method, StepControl};
use unstabilized::Unstabilized;

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

    fn method(&self, gains: (f64, f64)) -> Result<Box<dyn Method>, ReplicationError> {
        let alf = || AugmentedLagrangian::new(self.integrator, PENALTY, gains);
        Ok(match self.row {
            Row::Lagrange => Box::new(Unstabilized {
                integrator: self.integrator,
                control: StepControl::Fixed,
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

    /// What the last columns say of energy and length.
    fn printed_drifts(self) -> [Drift; 2] {
        match self {
            Self::Lagrange => [Drift::Quadratic, Drift::Linear],
            Self::Alf | Self::Index1 | Self::Index3 => [Drift::Linear, Drift::None],
        }
    }
}

/// Errors after each step.
struct Errors {
    energy: Vec<f64>,
    length: Vec<f64>,
}

fn follow(setup: &Setup, gains: (f64, f64)) -> Result<Errors, ReplicationError> {
    let system = PendulumKernel::new(Pendulum::new(Parameters {
        mass: 1.0,
        length: 1.0,
        gravity: 1.0,
        angle: FRAC_PI_2,
        rate: -1.0,
    })?);
    let method = setup.method(gains)?;
    let mut run = Following::fixed(&*method, &system, setup.h)?;
    let mut watch = Watch::new(&system)?;
    let mut errors = Errors {
        energy: Vec::new(),
        length: Vec::new(),
    };
    for _ in 0..steps(setup.time, setup.h) {
        let state = run.step()?;
        errors.energy.push(watch.look(state).energy);
        errors.length.push(state.q()[0].hypot(state.q()[1]) - 1.0);
    }
    Ok(errors)
}

/// The errors that a number is printed for.
struct Column<'a> {
    id: &'static str,
    words: &'static str,
    errors: &'a [f64],
}

impl Column<'_> {
    fn end(&self) -> f64 {
        self.errors.last().map_or(f64::NAN, |x| x.abs())
    }

    fn number(&self, row: Row, ours: f64, [low, high]: [f64; 2], why: &'static str) -> Claim {
        let printed = PRINTED.get("Table 2", row.id(), self.id);
        let rule = Rule::Between { low, high, why };
        let [at_end, at_most] = [self.end(), largest(self.errors)];
        let id = format!("table-2/{}/{}", row.id(), self.id);
        Claim::number(id, self.words, printed, ours, rule)
            .showing(format!("{at_end:.1e} at the end, {at_most:.1e} at most"))
    }

    fn drift(&self, row: Row, printed: Drift) -> Claim {
        let found = Drift::of(self.errors, ROUNDING);
        Claim::statement(
            [
                &format!("table-2/{}/{}-drift", row.id(), self.id),
                "Table 2",
            ],
            format!("how the {} drifts", self.id),
            printed.name(),
            found.name(),
            found == printed,
            "growth of the mean error from third to third of the run: none, even, or twice as much",
        )
    }
}

/// Lengths that are right up to this have no drift to speak of.
const ROUNDING: f64 = 1e-14;

/// The motion turns out the same, up to rounding that grows for 1000 units of time.
const SAME: f64 = 1e-9;

/// One row.
pub(super) fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
    let errors = follow(setup, setup.gains)?;
    let energy = Column {
        id: "energy",
        words: "error of the energy after 1000 units of time",
        errors: &errors.energy,
    };
    let length = Column {
        id: "length",
        words: "error of the length after 1000 units of time",
        errors: &errors.length,
    };
    let row = setup.row;
    let [energy_drift, length_drift] = row.printed_drifts();
    let [energy_drift, length_drift] = [
        energy.drift(row, energy_drift),
        length.drift(row, length_drift),
    ];
    let mut claims = match row {
        Row::Lagrange => lagrange(&energy, &length, energy_drift, length_drift),
        Row::Alf => vec![
            energy.number(row, energy.end(), [8.1e-3, 9.9e-3], "how far the implicit step is iterated moves it by some percent"),
            energy_drift,
            length.number(
                row,
                largest(length.errors),
                [2.5e-6, 7.5e-6],
                "the length swings without drifting, so that the largest error is the one to compare",
            ),
            length_drift,
        ],
        Row::Index1 | Row::Index3 => vec![
            energy.number(
                row,
                energy.end(),
                [2.0e-4, 4.0e-4],
                "the energy swings by a third of its error in each turn, so that the instant decides the digit",
            ),
            energy_drift,
            length.number(row, largest(length.errors), [0.0, ROUNDING], "a size is printed, which rounding stays below"),
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
        column.number(Row::Lagrange, column.end(), [2.0, 3.0], why)
    };
    vec![
        number(energy).known_to_differ(
            "The trapezoidal rule with these steps stays two decades below. Errors of this size need steps ten times as \
             long, or an implicit step that is not iterated to its end.",
        ),
        energy_drift.known_to_differ(
            "The energy is lost evenly. Quadratic growth shows only where the implicit step is not iterated to its end.",
        ),
        number(length).known_to_differ("The digits are those of a hundredth of the number; an exponent may be missing."),
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
    let gap = largest(&gaps);
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
mod tests {
    use super::*;
    use crate::testing::{assert_as_known, assert_turned};

    fn near(x: f64, other: f64, relative: f64) {
        assert!((x / other - 1.0).abs() < relative, "{x} for {other}");
    }

    /// The whole run, with the errors of another program: energy at the end and at most, length at most.
    fn whole(row: Row, [end, most, length]: [f64; 3]) {
        let setup = Setup::of(row);
        let finding = run(&setup).unwrap();
        assert_as_known(&finding);
        let errors = follow(&setup, setup.gains).unwrap();
        near(*errors.energy.last().unwrap(), end, 0.02);
        near(largest(&errors.energy), most, 0.02);
        assert!(largest(&errors.length) <= 1.02 * length);
    }

    #[test]
    fn unstabilized_differs_from_the_print_as_it_does_elsewhere() {
        whole(Row::Lagrange, [-3.402e-2, 3.40e-2, 2.47e-2]);
    }

    #[test]
    fn feedback_gives_the_printed_row() {
        whole(Row::Alf, [-9.45e-3, 9.45e-3, 6.1e-6]);
    }

    #[test]
    fn index_1_gives_the_printed_row() {
        whole(Row::Index1, [-2.28e-4, 3.4e-4, 1.2e-15]);
    }

    #[test]
    fn index_3_gives_the_printed_row() {
        whole(Row::Index3, [-2.28e-4, 3.4e-4, 1.2e-15]);
    }

    fn assert_all_turned(setup: Setup, columns: &[&str]) {
        let finding = run(&setup).unwrap();
        for column in columns {
            assert_turned(&finding, &[&format!("table-2/{}/{column}", setup.row.id())]);
        }
    }

    #[test]
    fn long_steps_turn_the_numbers() {
        for row in [Row::Alf, Row::Index1, Row::Index3] {
            let setup = Setup {
                h: 0.05,
                every: 10,
                left_out: Some(LeftOut::Multipliers),
                ..Setup::of(row)
            };
            assert_all_turned(setup, &["energy", "length"]);
            if row == Row::Index1 {
                assert_all_turned(setup, &["gains"]);
            }
        }
        let long = Setup {
            h: 0.14,
            ..Setup::of(Row::Lagrange)
        };
        assert_all_turned(long, &["energy", "length"]);
    }

    #[test]
    fn a_single_turn_has_another_drift() {
        for row in [Row::Alf, Row::Index1, Row::Index3] {
            let setup = Setup {
                time: 5.0,
                ..Setup::of(row)
            };
            assert_all_turned(setup, &["energy-drift"]);
        }
        let quadratic = Setup {
            time: 7.0,
            ..Setup::of(Row::Lagrange)
        };
        assert_all_turned(quadratic, &["energy-drift", "length-drift"]);
    }

    #[test]
    fn without_feedback_projections_or_multipliers_the_length_drifts() {
        let without = |row| Setup {
            time: 1.0,
            gains: (0.0, 0.0),
            every: 1_000_000,
            left_out: Some(LeftOut::Multipliers),
            ..Setup::of(row)
        };
        for row in [Row::Alf, Row::Index1, Row::Index3] {
            assert_all_turned(without(row), &["length-drift"]);
        }
    }
}
