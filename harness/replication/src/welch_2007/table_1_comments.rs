//! What the paper reads from Table 1: orders of coordinates, constraints and multipliers.
//!
//! The multipliers of the corrector belong to the middle of the step (Eq. 42 is the constraint about the half step).
//! Extrapolated as values at its end, they seem to be little better than first order.

use super::table_1::{self, STEPS};
use crate::{Claim, Experiment, Finding, ReplicationError};
use problem::{Flow, Truth};
use system::System;

pub(super) const EXPERIMENT: Experiment =
    Experiment::quick("table-1-comments", "Orders read from Table 1", || {
        run(&Setup::default())
    });

/// Which orders count as the second: the three steps are not yet in the limit.
const SECOND: [f64; 2] = [1.8, 2.2];

/// Slightly better than first order: above one, but nearer to one than to two.
const SLIGHTLY_BETTER: [f64; 2] = [1.0, 1.5];

/// What is run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    pub table: table_1::Setup,
    /// Where in the last step λ is compared with the truth, in steps before its end.
    pub before_the_end: f64,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            table: table_1::Setup::default(),
            before_the_end: 0.5,
        }
    }
}

/// Whether every order lies in a range.
fn all_in(orders: &[f64], [low, high]: [f64; 2]) -> bool {
    orders.iter().all(|n| (low..=high).contains(n))
}

/// Orders as text.
fn listed(orders: &[f64]) -> String {
    let texts: Vec<String> = orders.iter().map(|n| format!("{n:.2}")).collect();
    texts.join(", ")
}

/// Judges the comments.
pub(super) fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
    let rows = setup.table.rows()?;
    let laws = rows.map(table_1::law);
    let mut orders = [0.0; 20];
    for (order, law) in orders.iter_mut().zip(laws) {
        *order = law?.order;
    }
    let (motion, rest) = orders.split_at(12);
    let (multipliers, constraints) = rest.split_at(4);
    let errors = multiplier_errors(setup, rows[12])?;
    let [first, second] = [errors[0] / errors[1], errors[1] / errors[2]].map(f64::log2);
    Ok(vec![
        Claim::statement(
            ["table-1-comments/motion", "Section V"],
            "coordinates and velocities are of second order",
            "second order",
            format!("n = {}", listed(motion)),
            all_in(motion, SECOND),
            "every n between 1.8 and 2.2",
        ),
        Claim::statement(
            ["table-1-comments/constraints", "Section V"],
            "the constraints are of second order",
            "second order",
            format!("n = {}", listed(constraints)),
            all_in(constraints, SECOND),
            "every n between 1.8 and 2.2",
        )
        .known_to_differ("They are of third order, in the printed table as well as here."),
        Claim::statement(
            ["table-1-comments/multipliers", "Section V"],
            "the multipliers are slightly better than first order",
            "slightly better than first order",
            format!("n = {}", listed(multipliers)),
            all_in(multipliers, SLIGHTLY_BETTER),
            "every n between 1 and 1.5",
        )
        .remark("Holds for λ read as values at the end of the step. They belong to its middle."),
        Claim::statement(
            ["table-1-comments/half-step", "Section V"],
            "the multipliers are slightly better than first order at the time they belong to",
            "slightly better than first order",
            format!(
                "λ₁ - λ₁(t - h/2) = {:.4}, {:.4}, {:.5} N: orders {first:.2}, {second:.2}",
                errors[0], errors[1], errors[2]
            ),
            all_in(&[first, second], SLIGHTLY_BETTER),
            "orders between 1 and 1.5 against the true λ₁",
        )
        .known_to_differ(
            "In the middle of the last step λ is of second order; the printed n shows half a step of time.",
        )
        .of_ours(),
    ]
    .into())
}

/// λ₁ of the three steps against the true one in the last step.
fn multiplier_errors(setup: &Setup, found: [f64; 3]) -> Result<[f64; 3], ReplicationError> {
    let system = setup.table.system()?;
    let (mut flow, start) = (Flow::new(&system), system.initial());
    let mut errors = [0.0; 3];
    for ((error, found), (_, h)) in errors.iter_mut().zip(found).zip(STEPS) {
        let t = setup.table.end - setup.before_the_end * h;
        let (q, v) = flow.advance(start.t, start.q(), start.v(), t)?;
        let truth = Truth {
            t,
            q,
            v,
            lambda: None,
        };
        let lambda = flow.multipliers(&truth);
        *error = found - lambda.ok_or(ReplicationError::Missing("no multipliers at the end"))?[0];
    }
    Ok(errors)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_as_known, assert_turned};
    use algebraic_enforcement::Scheme;

    #[test]
    fn comments_are_judged_as_known() {
        assert_as_known(&run(&Setup::default()).unwrap());
    }

    #[test]
    fn errors_of_the_multipliers_are_those_of_quadruple_precision() {
        let rows = Setup::default().table.rows().unwrap();
        for (before_the_end, expected) in [
            (0.5, [-0.3749, -0.0957, -0.02416]),
            (0.0, [-1.905, -0.867, -0.411]),
        ] {
            let setup = Setup {
                before_the_end,
                ..Setup::default()
            };
            let errors = multiplier_errors(&setup, rows[12]).unwrap();
            for (found, expected) in errors.into_iter().zip(expected) {
                assert!((found / expected - 1.0).abs() < 2e-3, "{found} {expected}");
            }
        }
    }

    #[test]
    fn multipliers_read_at_the_end_are_of_first_order_and_the_predictor_alone_is_too() {
        let at_the_end = Setup {
            before_the_end: 0.0,
            ..Setup::default()
        };
        assert_turned(&run(&at_the_end).unwrap(), &["table-1-comments/half-step"]);
        let predictor = Setup {
            table: table_1::Setup {
                scheme: Scheme::Predictor,
                ..table_1::Setup::default()
            },
            ..Setup::default()
        };
        let ids =
            ["motion", "constraints", "multipliers"].map(|id| format!("table-1-comments/{id}"));
        assert_turned(
            &run(&predictor).unwrap(),
            &ids.each_ref().map(String::as_str),
        );
    }
}
