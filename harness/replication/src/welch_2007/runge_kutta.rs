//! The order of second-order Runge-Kutta methods with gains that grow as the step shrinks, on the double pendulum of
//! Table 1.
//!
//! A stage leaves the constraint by O(h²), and `β² = 1/h²` turns this into an acceleration of order one. Heun's rule
//! keeps its order in the coordinates, the midpoint rule does not. The paper does not say which of them it uses; the
//! digits of its tables are those of Heun's rule, and the midpoint rule is a check of ours.

use super::runs::{all_in, orders, preset};
use super::{DATA, table_1};
use crate::steps::steps;
use crate::{Claim, Entry, Finding, Result, said, setup};
use baumgarte::Baumgarte;
use planar_double_pendulum::problems;
use stepping::{Gain, Gains, Integrator, Placement};
use trial::Trial;

pub(super) const EXPERIMENT: Entry = ("runge-kutta", || run(&Setup::default()));

/// The range of orders that count as second order.
const SECOND: [f64; 2] = [1.9, 2.1];

/// The range of orders that count as first order.
const FIRST: [f64; 2] = [0.9, 1.1];

/// The index of θ₁ among the coordinates.
const THETA_1: usize = 2;

setup! {
    /// Set-up of the runs.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Setup {
        /// The gains α and β of Eq. 45.
        pub gains: [Gain; 2] = [Gain::PerStep(1.0); 2],
        /// Steps in s, each half of the one before.
        pub steps: [f64; 3] = [1e-3, 5e-4, 2.5e-4],
        /// End of the run in s.
        pub end: f64 = 10.0,
    }
}

/// Errors of θ₁ at the end, one for each step.
fn errors(setup: &Setup, integrator: Integrator) -> Result<[f64; 3]> {
    let problem = preset(problems(), "planar-double-pendulum/welch-2007")?;
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

/// Judges the order of both Runge-Kutta methods.
pub(super) fn run(setup: &Setup) -> Result<Finding> {
    let claim = |id, integrator, range| -> Result<Claim> {
        let errors = errors(setup, integrator)?;
        let orders = orders(errors);
        Ok(DATA.statement(id, all_in(&orders, range), said![errors, orders]))
    };
    Ok(vec![
        claim("runge-kutta/heun", Integrator::Heun, SECOND)?,
        claim("runge-kutta/midpoint", Integrator::Midpoint, FIRST)?,
    ]
    .into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::changes;

    #[test]
    fn errors_are_those_that_others_found() {
        for (integrator, expected) in [(Integrator::Heun, 1.1e-5), (Integrator::Midpoint, 9.0e-3)] {
            let found = errors(&Setup::default(), integrator).unwrap()[2];
            assert!((found / expected - 1.0).abs() < 0.05, "{found:e}");
        }
    }

    #[test]
    fn fixed_gains_and_coarse_steps_turn_the_orders() {
        changes("runge-kutta", run).turn(&[
            (
                "fixed gains",
                |s| s.gains = [Gain::Fixed(20.0); 2],
                &["midpoint"],
            ),
            ("coarse steps", |s| s.steps = [0.02, 0.01, 0.005], &["heun"]),
        ]);
    }
}
