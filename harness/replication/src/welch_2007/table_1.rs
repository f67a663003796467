//! Table 1: the planar double pendulum after 10 s by algebraic enforcement, with orders and extrapolated values.
//!
//! The paper gives length and mass of the links. Moment of inertia, gravity and its direction follow from the energy
//! balance of the extrapolated column: uniform rods under 10 m/s² along +x, which start at θ = 0. The rows of λ are
//! those of the corrector of the last step.

use super::DATA;
use crate::steps::steps;
use crate::{Entry, Finding, Result, said, setup};
use algebraic_enforcement::{AlgebraicEnforcement, Scheme};
use planar_double_pendulum::{DoublePendulum, DoublePendulumKernel, Parameters};
use system::System;
use trial::{Sample, Trial};
use verification::{Extrapolation, Richardson, extrapolate};

pub(super) const EXPERIMENT: Entry = ("table-1", || run(&Setup::default()));

/// Columns of the table, each with its name and its step in s.
pub(super) const STEPS: [(&str, f64); 3] =
    [("0.005", 0.005), ("0.0025", 0.0025), ("0.00125", 0.00125)];

/// Rows of the table with their symbols and groups: six coordinates, six velocities, four multipliers, four
/// constraints.
const ROWS: [(&str, &str, Group); 20] = [
    ("x1", "x₁", Group::Motion),
    ("y1", "y₁", Group::Motion),
    ("theta1", "θ₁", Group::Motion),
    ("x2", "x₂", Group::Motion),
    ("y2", "y₂", Group::Motion),
    ("theta2", "θ₂", Group::Motion),
    ("x1-dot", "x₁'", Group::Motion),
    ("y1-dot", "y₁'", Group::Motion),
    ("theta1-dot", "θ₁'", Group::Motion),
    ("x2-dot", "x₂'", Group::Motion),
    ("y2-dot", "y₂'", Group::Motion),
    ("theta2-dot", "θ₂'", Group::Motion),
    ("lambda1", "λ₁", Group::Multiplier),
    ("lambda2", "λ₂", Group::Multiplier),
    ("lambda3", "λ₃", Group::Multiplier),
    ("lambda4", "λ₄", Group::Multiplier),
    ("phi1", "Φ₁", Group::Constraint),
    ("phi2", "Φ₂", Group::Constraint),
    ("phi3", "Φ₃", Group::Constraint),
    ("phi4", "Φ₄", Group::Constraint),
];

/// Groups of rows that lose digits to rounding in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    Motion,
    Multiplier,
    Constraint,
}

impl Group {
    /// The two ids in the data for claims of such a row: at one of the three steps, and extrapolated.
    fn ids(self) -> [&'static str; 2] {
        match self {
            Self::Motion => ["table-1/{row}/{column}", "table-1/{row}/exact"],
            Self::Multiplier => [
                "table-1/{multiplier}/{column}",
                "table-1/{multiplier}/exact",
            ],
            Self::Constraint => [
                "table-1/{constraint}/{column}",
                "table-1/{constraint}/exact",
            ],
        }
    }
}

setup! {
    /// Set-up of the runs, by default that of the paper.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Setup {
        pub parameters: Parameters = Parameters::default(),
        pub scheme: Scheme = Scheme::PredictorCorrector,
        /// End of the run in s.
        pub end: f64 = 10.0,
    }
}

impl Setup {
    pub(super) fn system(&self) -> Result<DoublePendulumKernel> {
        Ok(DoublePendulumKernel::new(DoublePendulum::new(
            self.parameters,
        )?))
    }

    /// The values of all twenty rows with one step.
    fn column(&self, system: &dyn System, h: f64) -> Result<[f64; 20]> {
        let variant = AlgebraicEnforcement {
            scheme: self.scheme,
        };
        let mut run = Trial::fixed(&variant, system, h)?;
        run.steps(steps(self.end, h))?;
        let lambda = run.multipliers()?.values.to_vec();
        let Sample { state, phi, .. } = run.sample();
        let mut all = state.q().iter().chain(state.v()).chain(&lambda).chain(phi);
        Ok(std::array::from_fn(|_| *all.next().unwrap_or(&f64::NAN)))
    }

    /// The values of all twenty rows, each with the three steps.
    pub(super) fn rows(&self) -> Result<[[f64; 3]; 20]> {
        let system = self.system()?;
        let mut rows = [[0.0; 3]; 20];
        for (column, (_, h)) in STEPS.into_iter().enumerate() {
            for (row, x) in rows.iter_mut().zip(self.column(&system, h)?) {
                row[column] = x;
            }
        }
        Ok(rows)
    }
}

/// The law of Eq. 70 through three values, which is NaN throughout if they do not converge.
pub(super) fn law(values: [f64; 3]) -> Result<Richardson> {
    Ok(match extrapolate(values, STEPS.map(|(_, h)| h))? {
        Extrapolation::Monotone(law) | Extrapolation::Oscillatory(law) => law,
        Extrapolation::Divergent | Extrapolation::Undetermined => Richardson {
            exact: f64::NAN,
            coefficient: f64::NAN,
            order: f64::NAN,
        },
    })
}

/// Judges every entry of the table.
pub(super) fn run(setup: &Setup) -> Result<Finding> {
    let mut claims = Vec::new();
    for ((row, symbol, group), values) in ROWS.into_iter().zip(setup.rows()?) {
        let [by_step, exact] = group.ids();
        let claim = |id, column: &str, ours| {
            let said = said![row, multiplier = row, constraint = row, symbol, column];
            DATA.number(id, ours, said)
        };
        for ((column, _), ours) in STEPS.into_iter().zip(values) {
            claims.push(claim(by_step, column, ours));
        }
        let law = law(values)?;
        claims.push(claim(exact, "", law.exact));
        claims.push(claim("table-1/{row}/n", "", law.order));
    }
    Ok(claims.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::changes;

    #[test]
    fn every_entry_of_the_table_is_a_claim() {
        assert_eq!(run(&Setup::default()).unwrap().claims.len(), 100);
    }

    #[test]
    fn coordinates_have_eleven_digits_and_orders_all_of_theirs() {
        for ((row, _, group), values) in ROWS.into_iter().zip(Setup::default().rows().unwrap()) {
            let room = match group {
                Group::Motion if row.ends_with("dot") => 1e-9,
                Group::Motion => 1e-11,
                Group::Multiplier => 1e-7,
                // Judged absolutely, above.
                Group::Constraint => f64::INFINITY,
            };
            for ((column, _), ours) in STEPS.into_iter().zip(values) {
                let printed = DATA.get("Table 1", row, column).value;
                let gap = (ours / printed - 1.0).abs();
                assert!(gap < room, "{row} {column}: {gap:.1e}");
            }
            let n = DATA.get("Table 1", row, "n").value;
            assert!((law(values).unwrap().order - n).abs() <= 0.0051, "{row}");
        }
    }

    #[test]
    fn the_finest_column_is_near_the_true_motion() {
        // Quadruple precision: x₁, y₁, θ₁, x₂, y₂, θ₂. The extrapolated values miss it by some 1e-6.
        let truth = [
            2.442_731_999_867_459,
            -0.532_034_187_645_422_1,
            1.785_250_027_584_064_4,
            6.714_021_238_723_097,
            -2.768_878_752_941_076_7,
            2.321_186_441_945_454_3,
        ];
        for (values, truth) in Setup::default().rows().unwrap().into_iter().zip(truth) {
            assert!((law(values).unwrap().exact - truth).abs() < 3e-6);
        }
    }

    #[test]
    fn a_little_more_gravity_turns_every_value_and_the_predictor_alone_every_order() {
        let ids = |columns: &[&str]| -> Vec<String> {
            let of = |(row, ..): (&str, _, _)| -> Vec<String> {
                let ids = columns.iter().map(|column| format!("{row}/{column}"));
                ids.collect()
            };
            ROWS.into_iter().flat_map(of).collect()
        };
        let (values, orders) = (ids(&["0.005", "0.0025", "0.00125", "exact"]), ids(&["n"]));
        let [values, orders] =
            [&values, &orders].map(|ids| ids.iter().map(String::as_str).collect::<Vec<_>>());
        let gravity = |s: &mut Setup| s.parameters.gravity *= 1.0 + 1e-3;
        changes("table-1", run).turn(&[
            ("a little more gravity", gravity, &values),
            (
                "the predictor alone",
                |s| s.scheme = Scheme::Predictor,
                &orders,
            ),
        ]);
    }
}
