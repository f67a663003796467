//! The runs and measures that all experiments of this paper share.

use super::DATA;
use crate::steps::steps;
use crate::{ReplicationError, Result};
use baumgarte::Baumgarte;
use problem::Problem;
use slider_crank::{Initial, Parameters};
use stepping::{Gain, Gains, Integrator, Placement, Variant};
use system::System;
use trial::{Sample, Trial};

/// The second-order Runge-Kutta method with Baumgarte's feedback, in the letters of the paper (Eq. 45).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Feedback {
    /// The paper says "second-order Runge-Kutta" only; Heun's rule gives its Table 2.
    pub integrator: Integrator,
    /// `α Δt` of `Φ'' + 2α Φ' + β² Φ = 0`.
    pub alpha: f64,
    /// `β Δt`.
    pub beta: f64,
}

impl Feedback {
    /// As in the slider-crank example: `α = β = 1/Δt`.
    pub(super) const SLIDER_CRANK: Self = Self {
        integrator: Integrator::Heun,
        alpha: 1.0,
        beta: 1.0,
    };

    /// As in the pendulum example: `α = 0.5/Δt`, `β = 1/Δt`.
    pub(super) const PENDULUM: Self = Self {
        alpha: 0.5,
        ..Self::SLIDER_CRANK
    };

    /// The method with these gains.
    pub(super) fn variant(self) -> Result<Baumgarte> {
        let gains = Gains::welch(Gain::PerStep(self.alpha), Gain::PerStep(self.beta))?;
        Ok(Baumgarte::with_gains(
            self.integrator,
            Placement::EveryPass,
            gains,
            "",
        ))
    }
}

/// The slider-crank with its start as it is printed, rounded to four decimals (Eq. 75).
pub(super) fn printed_slider_crank() -> Parameters {
    let of = |row| DATA.get("Eq. 75", row, "start").value;
    Parameters {
        initial: Initial::Stated(["theta", "phi", "x", "y"].map(of)),
        ..Parameters::default()
    }
}

/// ε_E of Eq. 78, with the size of the energy below the line: that of hanging links is negative.
pub(super) fn energy_error(system: &dyn System, sample: &Sample<'_>) -> f64 {
    let start = system.initial();
    (sample.energy / system.energy(start.t, start.q(), start.v())).abs()
}

/// The Euclidean length.
pub(super) fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// `Φ̄` of Eq. 77, `(1/N) Σ |Φ_n|₂` over `n = 1 … N-1`: the sum that gives Table 2. The paper does not say which steps
/// it counts. The mean of a run that breaks off is not a number.
pub(super) fn mean_violation(
    variant: &dyn Variant,
    system: &dyn System,
    h: f64,
    end: f64,
) -> Result<f64> {
    let count = steps(end, h);
    let mut run = Trial::fixed(variant, system, h)?;
    let mut sum = 0.0;
    for _ in 1..count {
        if run.step().is_err() {
            return Ok(f64::NAN);
        }
        sum += norm(run.sample().phi);
    }
    Ok(sum / count as f64)
}

/// The order n of Eq. 77 from the means with two steps, of which the finer is half the coarser.
pub(super) fn order([coarse, fine]: [f64; 2]) -> f64 {
    (coarse / fine).log2()
}

/// The two orders of errors with three steps, each half of the one before.
pub(super) fn orders([a, b, c]: [f64; 3]) -> [f64; 2] {
    [order([a, b]), order([b, c])]
}

/// Whether every order lies in a range.
pub(super) fn all_in(orders: &[f64], [low, high]: [f64; 2]) -> bool {
    orders.iter().all(|n| (low..=high).contains(n))
}

/// The problem with this id, one of the presets of a problem.
pub(super) fn preset(all: Vec<Box<dyn Problem>>, id: &str) -> Result<Box<dyn Problem>> {
    let found = all.into_iter().find(|problem| problem.card().id == id);
    found.ok_or(ReplicationError::Missing(
        "no problem with the data of the paper",
    ))
}

/// Two curves that differ by no more than this part of their range cannot be told apart in print: about the width of
/// a line in a frame of 5 cm.
pub(super) const PLOTTING_ACCURACY: f64 = 0.01;
