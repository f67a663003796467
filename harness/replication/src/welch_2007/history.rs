//! Runs of the slider-crank and of the three-link pendulum, with the quantities that tables and figures show.

use super::runs::{energy_error, norm};
use crate::Result;
use crate::steps::steps;
use stepping::Variant;
use system::{System, largest};
use trial::Trial;

/// Violations, energy errors and states along one run.
#[derive(Default)]
pub(super) struct History {
    /// The mean violation `(1/N) Σ |Φ_n|₂` over `n = 1 … N-1`, as in Table 2.
    pub mean: f64,
    /// The violation `|Φ|₂` after each step, over time.
    pub violations: Vec<[f64; 2]>,
    /// The energy error ε_E of Eq. 78 after each step, over time.
    pub energy: Vec<[f64; 2]>,
    /// Coordinates of the states that are kept.
    pub q: Vec<Vec<f64>>,
    /// Velocities of the states that are kept.
    pub v: Vec<Vec<f64>>,
    /// Times of the states that are kept.
    pub times: Vec<f64>,
}

impl History {
    /// Runs for `end` seconds in steps of `h`, and keeps every state whose number is a multiple of `stride`.
    pub(super) fn new(
        variant: &dyn Variant,
        system: &dyn System,
        [h, end]: [f64; 2],
        stride: usize,
    ) -> Result<Self> {
        let count = steps(end, h);
        let mut run = Trial::fixed(variant, system, h)?;
        let mut history = Self::default();
        for n in 1..=count {
            run.step()?;
            let sample = run.sample();
            let (state, violation) = (sample.state, norm(sample.phi));
            if n < count {
                history.mean += violation / count as f64;
            }
            history.violations.push([state.t, violation]);
            history
                .energy
                .push([state.t, energy_error(system, &sample)]);
            if n % stride == 0 {
                history.q.push(state.q().to_vec());
                history.v.push(state.v().to_vec());
                history.times.push(state.t);
            }
        }
        Ok(history)
    }

    /// A quantity of the kept states over time, where `pick` gives it for the index of a state.
    pub(super) fn over_time(&self, pick: impl Fn(usize) -> f64) -> Vec<[f64; 2]> {
        let states = self.times.iter().enumerate();
        states.map(|(n, t)| [*t, pick(n)]).collect()
    }

    /// The largest distance from `others` in one of the coordinates, relative to the range of that coordinate in
    /// `others`.
    pub(super) fn apart(&self, others: &[&[f64]], coordinates: impl Iterator<Item = usize>) -> f64 {
        let of = |k: usize| {
            let values = || others.iter().map(|q| q[k]);
            let range =
                values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min);
            largest(self.q.iter().zip(values()).map(|(q, x)| (q[k] - x).abs())) / range
        };
        largest(coordinates.map(of))
    }
}
