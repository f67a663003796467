//! The order of second-order Runge-Kutta methods under gains that grow as the step shrinks, on the double pendulum of
//! Table 1.
//!
//! A stage leaves the constraint by O(h²), and `β² = 1/h²` turns that into an acceleration of order one. Heun's rule
//! keeps its order in the coordinates, the midpoint rule does not; the paper does not say which it uses.

use super::table_1;
use crate::steps::steps;
use crate::{Claim, Experiment, Finding, ReplicationError};
use baumgarte::Baumgarte;
use planar_double_pendulum::problems;
use stepping::{Gain, Gains, Integrator, Placement};
use trial::Trial;

pub(super) const EXPERIMENT: Experiment = Experiment::quick(
    "runge-kutta",
    "Order of Runge-Kutta methods with gains per step",
    || run(&Setup::default()),
);

/// What counts as second order.
const SECOND: [f64; 2] = [1.9, 2.1];

/// θ₁ among the coordinates.
const THETA_1: usize = 2;

/// What is run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    /// α and β of Eq. 45.
    pub gains: [Gain; 2],
    /// Steps in s, each half of the one before.
    pub steps: [f64; 3],
    /// In s.
    pub end: f64,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            gains: [Gain::PerStep(1.0); 2],
            steps: [1e-3, 5e-4, 2.5e-4],
            end: 10.0,
        }
    }
}

/// Errors of θ₁ at the end.
fn errors(setup: &Setup, integrator: Integrator) -> Result<[f64; 3], ReplicationError> {
    let id = "planar-double-pendulum/welch-2007";
    let problem = problems()
        .into_iter()
        .find(|problem| problem.card().id == id);
    let problem = problem.ok_or(ReplicationError::Missing("no double pendulum"))?;
    let truth = problem.truth(&[setup.end]).remove(0);
    let [alpha, beta] = setup.gains;
    let gains = Gains::welch(alpha, beta)?;
    let variant = Baumgarte::with_gains(integrator, Placement::EveryPass, gains, "");
    let system = table_1::Setup::default().system()?;
    let mut errors = [0.0; 3];
    for (error, h) in errors.iter_mut().zip(setup.steps) {
        let mut run = Trial::fixed(&variant, &system, h)?;
        let end = run.steps(steps(setup.end, h))?;
        *error = (end.q()[THETA_1] - truth.q[THETA_1]).abs();
    }
    Ok(errors)
}

/// Judges both rules.
pub(super) fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
    let claim = |id: &str, name: &str, integrator| -> Result<Claim, ReplicationError> {
        let [a, b, c] = errors(setup, integrator)?;
        let orders = [a / b, b / c].map(f64::log2);
        let [low, high] = SECOND;
        Ok(Claim::statement(
            [&format!("runge-kutta/{id}"), "Section VI"],
            format!("Baumgarte's feedback with α = β = 1/Δt is of second order, by {name}"),
            "second order",
            format!(
                "errors of θ₁ {a:.1e}, {b:.1e}, {c:.1e}: orders {:.2}, {:.2}",
                orders[0], orders[1]
            ),
            orders.iter().all(|p| (low..=high).contains(p)),
            "both orders between 1.9 and 2.1, double pendulum after 10 s",
        ))
    };
    Ok(vec![
        claim("heun", "Heun's rule", Integrator::Heun)?,
        claim("midpoint", "the midpoint rule", Integrator::Midpoint)?.known_to_differ(
            "Stages violate the constraint by O(h²), which β² = 1/h² turns into an acceleration of order one: the \
             midpoint rule is left with first order. Fixed gains give it back.",
        ),
    ]
    .into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_as_known, assert_turned};

    #[test]
    fn heun_keeps_its_order_and_the_midpoint_rule_does_not() {
        assert_as_known(&run(&Setup::default()).unwrap());
    }

    #[test]
    fn errors_are_those_that_others_found() {
        for (integrator, expected) in [(Integrator::Heun, 1.1e-5), (Integrator::Midpoint, 9.0e-3)] {
            let found = errors(&Setup::default(), integrator).unwrap()[2];
            assert!((found / expected - 1.0).abs() < 0.05, "{found:e}");
        }
    }

    #[test]
    fn fixed_gains_return_the_order_of_the_midpoint_rule() {
        let fixed = Setup {
            gains: [Gain::Fixed(20.0); 2],
            ..Setup::default()
        };
        assert_turned(&run(&fixed).unwrap(), &["runge-kutta/midpoint"]);
    }

    #[test]
    fn coarse_steps_have_no_order_yet() {
        let coarse = Setup {
            steps: [0.02, 0.01, 0.005],
            ..Setup::default()
        };
        assert_turned(&run(&coarse).unwrap(), &["runge-kutta/heun"]);
    }
}
