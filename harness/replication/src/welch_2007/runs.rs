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

/// The second-order Runge-Kutta method with Baumgarte's feedback, in the notation of the paper (Eq. 45).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Feedback {
    /// The Runge-Kutta method, which the paper does not name; Heun's rule gives its Table 2.
    pub integrator: Integrator,
    /// The product `α Δt`, with α of `Φ'' + 2α Φ' + β² Φ = 0`.
    pub alpha: f64,
    /// The product `β Δt`, with β of the same equation.
    pub beta: f64,
}

impl Feedback {
    /// The method of the slider-crank example, with `α = β = 1/Δt`.
    pub(super) const SLIDER_CRANK: Self = Self {
        integrator: Integrator::Heun,
        alpha: 1.0,
        beta: 1.0,
    };

    /// The method of the pendulum example, with `α = 0.5/Δt` and `β = 1/Δt`.
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

/// The slider-crank with the printed start, which is rounded to four decimals (Eq. 75).
pub(super) fn printed_slider_crank() -> Parameters {
    let of = |row| DATA.get("Eq. 75", row, "start").value;
    Parameters {
        initial: Initial::Stated(["theta", "phi", "x", "y"].map(of)),
        ..Parameters::default()
    }
}

/// The energy error ε_E of Eq. 78, relative to the absolute value of the energy at the start, because hanging links
/// have a negative energy.
pub(super) fn energy_error(system: &dyn System, sample: &Sample<'_>) -> f64 {
    let start = system.initial();
    (sample.energy / system.energy(start.t, start.q(), start.v())).abs()
}

/// The Euclidean norm of a vector.
pub(super) fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// The mean violation `Φ̄` of Eq. 77 as `(1/N) Σ |Φ_n|₂` over `n = 1 … N-1`, or NaN for a run that breaks off. The
/// paper does not say which steps it counts; these give Table 2.
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

/// The order n of Eq. 77, from the means with a step and with half of that step.
pub(super) fn order([coarse, fine]: [f64; 2]) -> f64 {
    math::log2(coarse / fine)
}

/// The two orders that follow from the errors with three steps, each half of the one before.
pub(super) fn orders([a, b, c]: [f64; 3]) -> [f64; 2] {
    [order([a, b]), order([b, c])]
}

/// Whether every order lies in a range.
pub(super) fn all_in(orders: &[f64], [low, high]: [f64; 2]) -> bool {
    orders.iter().all(|n| (low..=high).contains(n))
}

/// The preset with this id among all presets of a problem.
pub(super) fn preset(all: Vec<Box<dyn Problem>>, id: &str) -> Result<Box<dyn Problem>> {
    let found = all.into_iter().find(|problem| problem.card().id == id);
    found.ok_or(ReplicationError::Missing(
        "no problem with the data of the paper",
    ))
}

/// Curves that differ by at most this fraction of their range cannot be told apart in print. It is about the width of a
/// line in a frame of 5 cm.
pub(super) const PLOTTING_ACCURACY: f64 = 0.01;
