//! Integrators as the theory in `verification` knows them.

use stepping::Integrator;
use stepping::tableau::{Tableau, Terms};
use verification::{Discretization, LinearMultistep, RungeKutta};

/// The polynomials of a multistep method; `None` for integrators that are none. Euler's method counts as one.
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

/// The discretization of an integrator, with the very coefficients that its steps use; `None` for the implicit
/// midpoint rule, which has no theory here.
pub(crate) fn discretization(integrator: Integrator) -> Option<Discretization> {
    if let Some(method) = multistep(integrator) {
        return Some(Discretization::Multistep(method));
    }
    integrator
        .tableau()
        .map(|tableau| Discretization::RungeKutta(runge_kutta(tableau)))
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
        .expect("tableaux are complete, their tests hold them to it")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_are_those_of_the_textbooks() {
        let rk = |method| Some(Discretization::RungeKutta(method));
        assert_eq!(
            discretization(Integrator::Midpoint),
            rk(RungeKutta::midpoint())
        );
        assert_eq!(discretization(Integrator::Heun), rk(RungeKutta::heun()));
        // Thirds and sixths are rounded in steps.
        let Some(Discretization::RungeKutta(rk4)) = discretization(Integrator::Rk4) else {
            panic!("RK-4 is a Runge-Kutta method");
        };
        assert_eq!(rk4.stage_defects(), RungeKutta::rk4().stage_defects());
        assert_eq!(discretization(Integrator::ImplicitMidpoint), None);
    }

    #[test]
    fn every_other_integrator_has_a_discretization() {
        for integrator in Integrator::ALL {
            let implicit = integrator == Integrator::ImplicitMidpoint;
            assert_eq!(
                discretization(integrator).is_none(),
                implicit,
                "{integrator:?}"
            );
        }
    }
}
