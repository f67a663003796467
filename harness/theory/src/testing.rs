//! What the tests of this crate share: methods, tables and the unit circle.

use crate::{Discretization, LinearMultistep, RungeKutta};
use baumgarte_energy::BaumgarteEnergy;
use stepping::{EnergyFeedback, Gain, GainError, Integrator, Metric, Placement, Variant};
use system::System;

/// The unit circle.
pub(crate) fn circle() -> Box<dyn System> {
    circle::problems().remove(0).system()
}

/// Baumgarte's feedback and a constant gain on the energy, both in every stage.
pub(crate) fn with_constant_energy_gain(
    integrator: Integrator,
    gains: (Gain, Gain),
    rho: Gain,
) -> Result<Box<dyn Variant>, GainError> {
    let energy = EnergyFeedback::constant(rho, Metric::Mass)?;
    let placement = Placement::EveryPass;
    let variant = BaumgarteEnergy::new(integrator, placement, gains, energy, "constant-gain")?;
    Ok(Box::new(variant))
}

/// The Adams-Bashforth method of order `k`.
pub(crate) fn ab(k: usize) -> Discretization {
    Discretization::Multistep(LinearMultistep::adams_bashforth(k))
}

/// The Adams-Moulton method of order `k`.
pub(crate) fn am(k: usize) -> Discretization {
    Discretization::Multistep(LinearMultistep::adams_moulton(k))
}

/// A Runge-Kutta method by its name.
pub(crate) fn rk(name: &str) -> Discretization {
    Discretization::RungeKutta(match name {
        "euler" => RungeKutta::euler(),
        "midpoint" => RungeKutta::midpoint(),
        "heun" => RungeKutta::heun(),
        "rk4" => RungeKutta::rk4(),
        "dopri5" => RungeKutta::dopri5(),
        "dop853" => RungeKutta::dop853(),
        _ => panic!("no test uses {name}"),
    })
}

/// Rows of a method and `N` numbers, which may be fractions such as `4/3`.
pub(crate) fn table<const N: usize>(text: &str) -> Vec<(Discretization, [f64; N])> {
    let method = |name: &str| match name.split_at(2) {
        ("ab", k) => ab(k.parse().unwrap()),
        ("am", k) => am(k.parse().unwrap()),
        _ => rk(name),
    };
    let number = |cell: &str| -> f64 {
        let mut parts = cell.split('/').map(|part| part.parse::<f64>().unwrap());
        parts.next().unwrap() / parts.next().unwrap_or(1.0)
    };
    let row = |line: &str| {
        let mut cells = line.split_whitespace();
        let method = method(cells.next().unwrap());
        let numbers: Vec<f64> = cells.map(number).collect();
        (method, numbers.try_into().unwrap())
    };
    text.trim().lines().map(row).collect()
}
