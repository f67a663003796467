//! The conclusions of the paper from Table 1: orders of coordinates, constraints and multipliers.
//!
//! The multipliers of the corrector belong to the middle of the step (Eq. 42 is the constraint about the half step).
//! Extrapolated as values at its end, they seem to be little better than first order.

use super::DATA;
use super::runs::{all_in, orders};
use super::table_1::{self, STEPS};
use crate::{Entry, Finding, ReplicationError, Result, said, setup};
use problem::{Flow, Truth};
use system::System;

pub(super) const EXPERIMENT: Entry = ("table-1-comments", || run(&Setup::default()));

/// The range of orders that count as second order, which is wide because the three steps are not yet in the limit.
const SECOND: [f64; 2] = [1.8, 2.2];

/// The range of orders that count as slightly better than first: above one, but nearer to one than to two.
const SLIGHTLY_BETTER: [f64; 2] = [1.0, 1.5];

setup! {
    /// Set-up of the table, and the time at which multipliers are compared.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Setup {
        pub table: table_1::Setup = table_1::Setup::default(),
        /// Time before the end of the last step at which λ is compared with the truth, in steps.
        pub before_the_end: f64 = 0.5,
    }
}

/// Judges what the text says about the orders.
pub(super) fn run(setup: &Setup) -> Result<Finding> {
    let rows = setup.table.rows()?;
    let laws = rows.map(table_1::law);
    let mut found = [0.0; 20];
    for (order, law) in found.iter_mut().zip(laws) {
        *order = law?.order;
    }
    let (motion, rest) = found.split_at(12);
    let (multipliers, constraints) = rest.split_at(4);
    let errors = multiplier_errors(setup, rows[12])?;
    let [coarse, middle, fine] = errors;
    let half_step = orders(errors);
    let claim = |id, orders: &[f64], range| {
        let said = said![orders, coarse, middle, fine];
        DATA.statement(id, all_in(orders, range), said)
    };
    Ok(vec![
        claim("table-1-comments/motion", motion, SECOND),
        claim("table-1-comments/constraints", constraints, SECOND),
        claim("table-1-comments/multipliers", multipliers, SLIGHTLY_BETTER),
        claim("table-1-comments/half-step", &half_step, SECOND),
    ]
    .into())
}

/// Errors of λ₁ with the three steps, against its true value in the last step.
fn multiplier_errors(setup: &Setup, found: [f64; 3]) -> Result<[f64; 3]> {
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
    use crate::testing::changes;
    use algebraic_enforcement::Scheme;

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
        let predictor = |s: &mut Setup| s.table.scheme = Scheme::Predictor;
        let of_predictor = ["motion", "constraints", "multipliers"];
        changes("table-1-comments", run).turn(&[
            ("λ at the end", |s| s.before_the_end = 0.0, &["half-step"]),
            ("the predictor alone", predictor, &of_predictor),
        ]);
    }
}
