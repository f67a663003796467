//! The reason why Baumgarte's feedback seems to be of first order in Table 3. The paper blames its time constants,
//! and gains near the limit of stability.
//!
//! A stage puts O(h) into Φ'. With `α = β = 1/h` the constraint block is half the identity and this does not reach Φ;
//! with `α = 0.5/h` it is fed into Φ, which is then O(h²). A change of α alone removes the effect.

use super::pendulum::system;
use super::runs::{Feedback, all_in, mean_violation, orders};
use super::{DATA, matrices};
use crate::bisection::bisection;
use crate::{Entry, Finding, Result, said, setup};
use three_link_pendulum::Pin;

pub(super) const EXPERIMENT: Entry = ("time-constants", || run(&Setup::default()));

/// The range of orders of the mean that round to two.
const TWO: [f64; 2] = [1.5, 2.5];

/// Gains count as near the limit of stability if they can grow by at most this factor.
const NEAR: f64 = 1.2;

/// Number of bisections of the limit.
const BISECTIONS: usize = 60;

setup! {
    /// Set-up of the runs, with the gains of Table 3 and with another α.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Setup {
        /// The gains of Table 3 with another α.
        pub changed: Feedback = Feedback {
            alpha: 1.0,
            ..Feedback::PENDULUM
        },
        /// The gains of Table 3.
        pub feedback: Feedback = Feedback::PENDULUM,
        /// Steps in s, each half of the one before.
        pub steps: [f64; 3] = [2e-4, 1e-4, 5e-5],
        /// End of the run in s.
        pub end: f64 = 1.0,
    }
}

/// The largest factor by which both gains can grow before violations grow, or zero if they grow already.
fn room(feedback: Feedback) -> f64 {
    let radius = |factor: f64| {
        let (alpha, beta) = (factor * feedback.alpha, factor * feedback.beta);
        // With gains per step any step will do.
        matrices::baumgarte(&[1.0], 1.0, alpha, beta).radius()
    };
    if radius(1.0) > 1.0 {
        return 0.0;
    }
    let (mut stable, mut unstable) = (1.0, 2.0);
    while radius(unstable) <= 1.0 {
        (stable, unstable) = (unstable, 2.0 * unstable);
    }
    bisection([stable, unstable], BISECTIONS, |factor| {
        radius(factor) <= 1.0
    })
}

/// Judges both explanations of the order in Table 3.
pub(super) fn run(setup: &Setup) -> Result<Finding> {
    let mut claims = Vec::new();
    for (axis, pin) in [(Pin::X, "x"), (Pin::Y, "y")] {
        let (system, variant) = (system(axis)?, setup.changed.variant()?);
        let mut means = [0.0; 3];
        for (mean, h) in means.iter_mut().zip(setup.steps) {
            *mean = mean_violation(&variant, &system, h, setup.end)?;
        }
        let orders = orders(means);
        let said = said![pin, alpha = setup.changed.alpha, means, orders];
        claims.push(DATA.statement("time-constants/pin-{pin}", all_in(&orders, TWO), said));
    }
    let room = room(setup.feedback);
    let near = DATA.statement("time-constants/stability-limit", room <= NEAR, said![room]);
    claims.push(near);
    Ok(claims.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::changes;

    #[test]
    fn with_the_gains_of_the_table_the_order_is_two_and_near_the_limit_is_near() {
        let table = |s: &mut Setup| {
            s.changed = Feedback::PENDULUM;
            (s.feedback.alpha, s.feedback.beta) = (0.95, 1.9);
        };
        let all = ["pin-x", "pin-y", "stability-limit"];
        changes("time-constants", run).turn(&[("gains", table, &all)]);
    }

    #[test]
    fn gains_that_are_unstable_already_have_no_room() {
        let unstable = Feedback {
            alpha: 3.0,
            beta: 3.0,
            ..Feedback::PENDULUM
        };
        assert_eq!(room(unstable), 0.0);
    }
}
