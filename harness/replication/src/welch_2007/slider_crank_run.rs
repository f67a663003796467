//! Runs of the slider-crank, with what Figures 1 to 3 show of them.

use super::runs::{energy_error, norm};
use crate::Result;
use crate::steps::steps;
use problem::Truth;
use stepping::Variant;
use system::System;
use system::largest;
use trial::Trial;

/// A run as it is drawn.
pub(super) struct Turn {
    /// The method.
    pub name: &'static str,
    /// Times of the steps,
    pub times: Vec<f64>,
    /// and coordinates after them.
    pub q: Vec<Vec<f64>>,
    /// `|Φ|₂` over time.
    pub violations: Vec<[f64; 2]>,
    /// ε_E of Eq. 78 over time.
    pub energy: Vec<[f64; 2]>,
}

impl Turn {
    /// Follows a run of `end` s in steps of `h`.
    pub(super) fn new(
        name: &'static str,
        variant: &dyn Variant,
        system: &dyn System,
        [h, end]: [f64; 2],
    ) -> Result<Self> {
        let mut run = Trial::fixed(variant, system, h)?;
        let mut turn = Self {
            name,
            times: Vec::new(),
            q: Vec::new(),
            violations: Vec::new(),
            energy: Vec::new(),
        };
        for _ in 0..steps(end, h) {
            run.step()?;
            let sample = run.sample();
            let state = sample.state;
            turn.times.push(state.t);
            turn.q.push(state.q().to_vec());
            turn.violations.push([state.t, norm(sample.phi)]);
            turn.energy.push([state.t, energy_error(system, &sample)]);
        }
        Ok(turn)
    }

    /// One coordinate over time.
    pub(super) fn coordinate(&self, k: usize) -> Vec<[f64; 2]> {
        self.times
            .iter()
            .zip(&self.q)
            .map(|(t, q)| [*t, q[k]])
            .collect()
    }

    /// The largest error of a coordinate, over the range of that coordinate.
    pub(super) fn error(&self, truth: &[Truth]) -> f64 {
        let of = |k: usize| {
            let values = || truth.iter().map(|at| at.q[k]);
            let range =
                values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min);
            let errors = self.q.iter().zip(values());
            largest(errors.map(|(q, truth)| (q[k] - truth).abs())) / range
        };
        largest((0..self.q.first().map_or(0, Vec::len)).map(of))
    }
}
