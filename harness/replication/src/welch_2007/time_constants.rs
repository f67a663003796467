//! Why Baumgarte's feedback seems to be of first order in Table 3: the paper blames its time constants, and gains near
//! the limit of stability.
//!
//! A stage puts O(h) into Φ'. With `α = β = 1/h` the constraint block is half the identity and Φ does not see it; with
//! `α = 0.5/h` it is fed into Φ, which is then O(h²). Only α has to be changed.

use super::matrices;
use super::pendulum::system;
use super::runs::{Feedback, mean_violation, order};
use crate::{Claim, Experiment, Finding, ReplicationError};
use three_link_pendulum::Pin;

pub(super) const EXPERIMENT: Experiment = Experiment::quick(
    "time-constants",
    "Order of Baumgarte's feedback in Table 3",
    || run(&Setup::default()),
);

/// Orders of the mean that round to two.
const TWO: [f64; 2] = [1.5, 2.5];

/// Gains that can grow by no more than this are near the limit of stability.
const NEAR: f64 = 1.2;

/// Bisections of the limit.
const BISECTIONS: usize = 60;

/// What is run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    /// The gains of Table 3 but for α.
    pub changed: Feedback,
    /// The gains of Table 3.
    pub feedback: Feedback,
    /// Steps in s, each half of the one before.
    pub steps: [f64; 3],
    /// In s.
    pub end: f64,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            changed: Feedback {
                alpha: 1.0,
                ..Feedback::PENDULUM
            },
            feedback: Feedback::PENDULUM,
            steps: [2e-4, 1e-4, 5e-5],
            end: 1.0,
        }
    }
}

/// The factor by which both gains can grow until a violation does not decay any more.
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
    for _ in 0..BISECTIONS {
        let middle = 0.5 * (stable + unstable);
        match radius(middle) > 1.0 {
            true => unstable = middle,
            false => stable = middle,
        }
    }
    stable
}

/// Judges both explanations.
pub(super) fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
    let mut claims = Vec::new();
    for (pin, name) in [(Pin::X, "x"), (Pin::Y, "y")] {
        let system = system(pin)?;
        let variant = setup.changed.variant()?;
        let mut means = [0.0; 3];
        for (mean, h) in means.iter_mut().zip(setup.steps) {
            *mean = mean_violation(&variant, &system, h, setup.end)?;
        }
        let [a, b, c] = means;
        let orders = [order([a, b]), order([b, c])];
        let [low, high] = TWO;
        let claim = Claim::statement(
            [&format!("time-constants/pin-{name}"), "Section VI"],
            format!(
                "n is 2 because of the time constants that the feedback adds (pin along {name})"
            ),
            "likely due to artificial time constants",
            format!(
                "with α = {}/h: mean |Φ| = {a:.3e}, {b:.3e}, {c:.3e}, n = {:.2}, {:.2}",
                setup.changed.alpha, orders[0], orders[1]
            ),
            orders.iter().all(|n| (low..=high).contains(n)),
            "n stays between 1.5 and 2.5 with α alone changed",
        );
        claims.push(claim.known_to_differ(
            "With α = 1/h, time constants of the same size, n is 3: the constraint block is then I/2, and what the \
             stages leave in Φ' does not reach Φ. It is this coupling that costs the order.",
        ));
    }
    let room = room(setup.feedback);
    let claim = Claim::statement(
        ["time-constants/stability-limit", "Section VI"],
        "the gains of the pendulum example are near the limit of stability",
        "near the stability limit",
        format!("both gains can grow by a factor of {room:.2}"),
        room <= NEAR,
        "they can grow by no more than a factor of 1.2",
    );
    claims.push(
        claim.known_to_differ(
            "Violations halve in every step, and the gains may be twice as large.",
        ),
    );
    Ok(claims.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_as_known, assert_turned};

    #[test]
    fn neither_explanation_holds() {
        assert_as_known(&run(&Setup::default()).unwrap());
    }

    #[test]
    fn with_the_gains_of_the_table_the_order_is_two_and_near_the_limit_is_near() {
        let setup = Setup {
            changed: Feedback::PENDULUM,
            feedback: Feedback {
                alpha: 0.95,
                beta: 1.9,
                ..Feedback::PENDULUM
            },
            ..Setup::default()
        };
        let ids = ["pin-x", "pin-y", "stability-limit"].map(|id| format!("time-constants/{id}"));
        assert_turned(&run(&setup).unwrap(), &ids.each_ref().map(String::as_str));
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
