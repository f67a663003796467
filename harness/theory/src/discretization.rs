//! The discretization that theory analyses, for each integrator.

use crate::{Discretization, LinearMultistep, RungeKutta};
use stepping::Integrator;
use stepping::tableau::{Tableau, Terms};
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

/// The discretization of an integrator, with the coefficients that its steps use. Predictions, steady states and stable
/// gains are computed from it.
///
/// # Errors
/// For the implicit midpoint rule.
pub fn discretization(integrator: Integrator) -> Result<Discretization, NoModel> {
    if let Some(method) = multistep(integrator) {
        return Ok(Discretization::Multistep(method));
    }
    let tableau = integrator.tableau().ok_or(NoModel(integrator))?;
    Ok(Discretization::RungeKutta(runge_kutta(tableau)))
}

fn runge_kutta(tableau: &Tableau) -> RungeKutta {
    let dense = |terms: Terms, stages: usize| {
        let mut row = vec![0.0; stages];
        for &(stage, weight) in terms {
            row[stage] += weight;
        }
        row
    };
    let rows: Vec<Vec<f64>> = (0..tableau.a.len())
        .map(|i| dense(tableau.a[i], i))
        .collect();
    let rows: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
    RungeKutta::new(&rows, &dense(tableau.b, tableau.a.len()))
        .expect("tableaux are complete, as their tests check")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_are_those_of_the_textbooks() {
        let rk = |method| Ok(Discretization::RungeKutta(method));
        let midpoint = discretization(Integrator::Midpoint);
        assert_eq!(midpoint, rk(RungeKutta::midpoint()));
        assert_eq!(discretization(Integrator::Heun), rk(RungeKutta::heun()));
        // Thirds and sixths are rounded in steps.
        let Ok(Discretization::RungeKutta(rk4)) = discretization(Integrator::Rk4) else {
            panic!("RK-4 is a Runge-Kutta method");
        };
        assert_eq!(rk4.stage_defects(), RungeKutta::rk4().stage_defects());
        let without = discretization(Integrator::ImplicitMidpoint).unwrap_err();
        let says = without.to_string();
        assert!(says.starts_with("implicit-midpoint is neither"), "{says}");
    }

    #[test]
    fn every_other_integrator_has_a_discretization() {
        for integrator in Integrator::ALL {
            let implicit = integrator == Integrator::ImplicitMidpoint;
            let without = discretization(integrator).is_err();
            assert_eq!(without, implicit, "{integrator:?}");
        }
    }
}
