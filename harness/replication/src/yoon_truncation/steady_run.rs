//! A run of problem 1 until its violations no longer change.

use crate::Result;
use baumgarte_energy::BaumgarteEnergy;
use circle::CircleKernel;
use stepping::{EnergyFeedback, Gain, Integrator, Metric, Placement};
use system::State;
use trial::Trial;

/// Gains, step and integrator of one run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Run {
    pub(super) integrator: Integrator,
    /// Gain on Φ' in 1/s.
    pub(super) alpha: f64,
    /// Gain on Φ in 1/s².
    pub(super) beta: f64,
    /// Constant gain on the energy, in `v' = … - 2ρψ v`.
    pub(super) rho: f64,
    /// Step in s.
    pub(super) h: f64,
}

/// Time constants of the slowest violation after which a run counts as settled. That violation is the one of the
/// energy, which loses a factor `exp(-2ρh)` in every step; after this time nothing is left that a double could show.
const TIME_CONSTANTS: f64 = 40.0;

/// Number of steps over which the end of a run is averaged. Violations are small differences of numbers of order one,
/// and their rounding changes from step to step.
const AVERAGED: usize = 500;

impl Run {
    pub(super) fn variant(&self) -> Result<BaumgarteEnergy> {
        let energy = EnergyFeedback::constant(Gain::Fixed(self.rho), Metric::Mass)?;
        let gains = (Gain::Fixed(self.alpha), Gain::Fixed(self.beta));
        let placement = Placement::EveryPass;
        Ok(BaumgarteEnergy::new(
            self.integrator,
            placement,
            gains,
            energy,
            "constant-gain",
        )?)
    }

    /// The violations Φ, Φ' and ψ at which the run settles.
    pub(super) fn settled(&self) -> Result<[f64; 3]> {
        let (variant, circle) = (self.variant()?, CircleKernel::new());
        let mut run = Trial::fixed(&variant, &circle, self.h)?;
        let steps = (TIME_CONSTANTS / (2.0 * self.rho * self.h)).ceil() as usize;
        run.steps(steps)?;
        let mut sums = [0.0; 3];
        for _ in 0..AVERAGED {
            for (sum, x) in sums.iter_mut().zip(violations(run.step()?)) {
                *sum += x;
            }
        }
        Ok(sums.map(|sum| sum / AVERAGED as f64))
    }
}

/// The violations Φ, `Φ' = x·v` and ψ (Eqs. 34, 37 and 35).
pub(super) fn violations(state: &State) -> [f64; 3] {
    let square = |x: &[f64]| -> f64 { x.iter().map(|x| x * x).sum() };
    let along: f64 = state.q().iter().zip(state.v()).map(|(q, v)| q * v).sum();
    [
        0.5 * (square(state.q()) - 1.0),
        along,
        0.5 * (square(state.v()) - 1.0),
    ]
}
