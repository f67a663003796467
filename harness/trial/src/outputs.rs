//! The times at which a run is looked at.

use crate::PreparedProblem;
use problem::Truth;

/// Number of looks at a long motion, enough to see the largest value of oscillating drifts.
pub const LOOKS: usize = 1024;

/// The times at which a run is looked at, with the steps to each from the one before.
#[derive(Clone, Debug, PartialEq)]
pub struct Outputs {
    /// Times in seconds, the start left out.
    pub times: Vec<f64>,
    /// Numbers of steps from each time to the next, the first from the start.
    pub steps: Vec<u64>,
    /// The true motion at these times; empty where it is not known.
    pub truths: Vec<Truth>,
}

impl Outputs {
    /// Equally many steps between all times.
    pub fn evenly(truths: &[Truth], per_output: u64) -> Self {
        Self {
            times: truths.iter().map(|truth| truth.t).collect(),
            steps: vec![per_output; truths.len()],
            truths: truths.to_vec(),
        }
    }
}

impl PreparedProblem {
    /// The output times of a run whose intervals divide the output grid, as those of the ladder of orders do.
    pub fn outputs_on_grid(&self, interval: f64) -> Outputs {
        let spacing = self.card.end_time / self.times.len() as f64;
        let per_output = (spacing / interval).round().max(1.0) as u64;
        Outputs::evenly(&self.truth, per_output)
    }

    /// The output times of a run with any interval: the ends of the steps next to the usual output times. The last one is at
    /// most one step before the end.
    pub fn outputs_near_grid(&self, interval: f64) -> Outputs {
        let end = self.card.run_time();
        let looks = match self.card.long {
            Some(_) => LOOKS,
            None => self.times.len(),
        };
        // A step that divides the time up to rounding must reach its end.
        let last = (end / interval * (1.0 + 1e-12)).floor().max(1.0) as u64;
        let mut ends: Vec<u64> = (1..=looks)
            .map(|k| {
                let steps = end * k as f64 / looks as f64 / interval;
                (steps.round() as u64).clamp(1, last)
            })
            .collect();
        ends.dedup();
        let times: Vec<f64> = ends
            .iter()
            .map(|&n| (n as f64 * interval).min(end))
            .collect();
        let before = std::iter::once(0).chain(ends.iter().copied());
        let steps = ends.iter().zip(before).map(|(end, before)| end - before);
        Outputs {
            steps: steps.collect(),
            truths: match self.card.predictable() {
                true => self.problem.truth(&times),
                false => Vec::new(),
            },
            times,
        }
    }
}
