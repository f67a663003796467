//! The discretization that theory analyses, for each integrator.

use crate::{Discretization, LinearMultistep, RungeKutta};
use stepping::Integrator;
use thiserror::Error;

/// An integrator for which there is no model of the truncation error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{} is neither a multistep nor an explicit Runge-Kutta method: there is no model of its error", .0.id())]
pub struct NoModel(pub Integrator);

/// The polynomials of a multistep method, Euler's included; `None` for other integrators.
pub(crate) fn multistep(integrator: Integrator) -> Option<LinearMultistep> {
    Some(match integrator {
        Integrator::Euler => LinearMultistep::adams_bashforth(1),
        Integrator::Ab2 => LinearMultistep::adams_bashforth(2),
        Integrator::Ab3 => LinearMultistep::adams_bashforth(3),
        Integrator::Ab4 => LinearMultistep::adams_bashforth(4),
        Integrator::Ab5 => LinearMultistep::adams_bashforth(5),
        Integrator::Trapezoid => LinearMultistep::adams_moulton(2),
        Integrator::Midpoint
        | Integrator::Heun
        | Integrator::Rk4
        | Integrator::Dopri5
        | Integrator::Dop853
        | Integrator::ImplicitMidpoint => return None,
    })
}

/// The discretization of an integrator with its exact coefficients, which steps use rounded to doubles. Predictions, steady
/// states and stable gains are computed from it.
///
/// # Errors
/// For the implicit midpoint rule.
pub fn discretization(integrator: Integrator) -> Result<Discretization, NoModel> {
    if let Some(method) = multistep(integrator) {
        return Ok(Discretization::Multistep(method));
    }
    let method = match integrator {
        Integrator::Midpoint => RungeKutta::midpoint(),
        Integrator::Heun => RungeKutta::heun(),
        Integrator::Rk4 => RungeKutta::rk4(),
        Integrator::Dopri5 => RungeKutta::dopri5(),
        Integrator::Dop853 => RungeKutta::dop853(),
        _ => return Err(NoModel(integrator)),
    };
    Ok(Discretization::RungeKutta(method))
}

#[cfg(test)]
mod tests {
    use super::*;
    use numerics::{DoubleDouble, Scalar};
    use stepping::tableau::Terms;

    /// A coefficient that is not the one of the steps, in any digit of a double, is found.
    #[test]
    fn steps_use_the_same_coefficients_rounded_to_doubles() {
        for integrator in Integrator::ALL {
            let Ok(Discretization::RungeKutta(method)) = discretization(integrator) else {
                continue;
            };
            let tableau = integrator.tableau().unwrap();
            let equal = |terms: Terms, row: &[DoubleDouble]| {
                let mut rounded = vec![0.0; row.len()];
                for &(stage, weight) in terms {
                    rounded[stage] += weight;
                }
                let exact: Vec<f64> = row.iter().map(|a| a.value()).collect();
                assert_eq!(exact, rounded, "{integrator:?}");
            };
            assert_eq!(tableau.a.len(), method.stages());
            for (stage, &terms) in tableau.a.iter().enumerate() {
                equal(terms, method.row(stage));
            }
            equal(tableau.b, method.weights());
        }
    }

    #[test]
    fn every_integrator_but_the_implicit_midpoint_rule_has_a_discretization() {
        for integrator in Integrator::ALL {
            let implicit = integrator == Integrator::ImplicitMidpoint;
            let without = discretization(integrator).is_err();
            assert_eq!(without, implicit, "{integrator:?}");
        }
        let without = discretization(Integrator::ImplicitMidpoint).unwrap_err();
        let says = without.to_string();
        assert!(says.starts_with("implicit-midpoint is neither"), "{says}");
    }
}
