//! The power of the step with which the steady violations fall.
//!
//! The paper lets α and ρ grow like 1/h and β like 1/h². Its examples have one step each, so they cannot distinguish
//! a gain `ρ = 5` from a gain `ρ = 0.05/h`; the order of ψ can.

use super::steady_run::Run;
use super::{DATA, QUANTITIES};
use crate::{Claim, Entry, Finding, Result, said, setup};
use stepping::Integrator;

pub(super) const EXPERIMENT: Entry = ("orders", || run(&Setup::default()));

setup! {
    /// The steps of the runs, and the reading of the gain on the energy.
    struct Setup {
        /// The coarser and the finer step, in s.
        steps: [f64; 2] = [0.01, 0.005],
        /// Whether ρ grows like 1/h, as in the text, or keeps the value that the examples print.
        energy_gain: EnergyGain = EnergyGain::PerStep,
    }
}

#[derive(Clone, Copy, PartialEq)]
enum EnergyGain {
    PerStep,
    Fixed,
}

/// The step of the examples in s, at which both readings of their gains are the same.
const PRINTED_STEP: f64 = 0.01;

/// Allowed deviation of a slope between two steps from a whole order, due to the next term of its series.
const ROOM: f64 = 0.01;

impl Setup {
    /// The run of an example at the step `h`, where `rho` is the gain that it prints.
    fn run(&self, integrator: Integrator, [c1, c2]: [f64; 2], rho: f64, h: f64) -> Run {
        Run {
            integrator,
            alpha: c1 / h,
            beta: c2 / (h * h),
            rho: match self.energy_gain {
                EnergyGain::PerStep => rho * PRINTED_STEP / h,
                EnergyGain::Fixed => rho,
            },
            h,
        }
    }

    /// Logarithmic slopes of Φ, Φ' and ψ between the two steps.
    fn slopes(&self, integrator: Integrator, gains: [f64; 2], rho: f64) -> Result<[f64; 3]> {
        let [coarse, fine] = self.steps;
        let large = self.run(integrator, gains, rho, coarse).settled()?;
        let small = self.run(integrator, gains, rho, fine).settled()?;
        let slope = |k: usize| math::ln(large[k] / small[k]) / math::ln(coarse / fine);
        Ok([slope(0), slope(1), slope(2)])
    }
}

fn run(setup: &Setup) -> Result<Finding> {
    let euler = setup.slopes(Integrator::Euler, [2.0, 1.0], 5.0)?;
    let fixed = Setup {
        steps: setup.steps,
        energy_gain: EnergyGain::Fixed,
    };
    let fixed_psi = fixed.slopes(Integrator::Euler, [2.0, 1.0], 5.0)?[2];
    let mut claims: Vec<Claim> = QUANTITIES
        .into_iter()
        .zip(euler)
        .map(|([row, short, letter], ours)| {
            let said = said![row, short, letter, fixed_psi];
            DATA.number("orders/euler/{short}", ours, said)
        })
        .collect();

    // Eqs. 65-67 say Φ = (α/β) a₃h³ and so on; with gains per step that is a single power of h.
    let ab2 = setup.slopes(Integrator::Ab2, [4.0 / 3.0, 2.0 / 3.0], 0.5)?;
    let powers = [
        ("(α/β) a₃h³ with α/β ~ h: 4", 4.0),
        ("-a₃h³: 3", 3.0),
        ("a₃h³/ρ with ρ ~ 1/h: 4", 4.0),
    ];
    for (([_, short, letter], ours), (formula, power)) in
        QUANTITIES.into_iter().zip(ab2).zip(powers)
    {
        let said = said![short, letter, formula, ours, room = ROOM];
        claims.push(DATA.statement("orders/ab2/{short}", (ours - power).abs() <= ROOM, said));
    }
    Ok(claims.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::changes;

    #[test]
    fn with_the_printed_energy_gain_the_order_of_psi_is_another() {
        let fixed = |s: &mut Setup| s.energy_gain = EnergyGain::Fixed;
        let ids = ["euler/psi", "ab2/psi"];
        changes("orders", run).turn(&[("a fixed gain", fixed, &ids)]);
    }

    #[test]
    fn slopes_agree_with_those_of_exact_fixed_points() {
        // From forty digits, at the same two steps.
        let setup = Setup::default();
        let euler = setup.slopes(Integrator::Euler, [2.0, 1.0], 5.0).unwrap();
        for (found, expected) in euler.into_iter().zip([2.00217, 1.00217, 2.00195]) {
            assert!((found - expected).abs() < 1e-5, "{found}");
        }
        let gains = [4.0 / 3.0, 2.0 / 3.0];
        let ab2 = setup.slopes(Integrator::Ab2, gains, 0.5).unwrap();
        for (found, expected) in ab2.into_iter().zip([4.00008, 3.00008, 4.00008]) {
            assert!((found - expected).abs() < 1e-4, "{found}");
        }
    }
}
