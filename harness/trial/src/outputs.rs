//! The times at which a run is looked at.

use crate::PreparedProblem;
use problem::Truth;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

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

/// Output times by the bits of the interval of a run. All variants share them, since the true motion at them may take
/// longer to find than a run.
#[derive(Default)]
pub(crate) struct Known(Mutex<BTreeMap<u64, Arc<Outputs>>>);

impl Known {
    fn get_or_find(&self, interval: f64, find: impl FnOnce() -> Outputs) -> Arc<Outputs> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = interval.to_bits();
        if let Some(outputs) = known().get(&key) {
            return Arc::clone(outputs);
        }
        // Found without the lock: whoever comes second finds the same.
        let found = Arc::new(find());
        known().insert(key, Arc::clone(&found));
        found
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
    pub fn outputs_near_grid(&self, interval: f64) -> Arc<Outputs> {
        self.outputs
            .get_or_find(interval, || self.find_near_grid(interval))
    }

    fn find_near_grid(&self, interval: f64) -> Outputs {
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

#[cfg(test)]
mod tests {
    use super::*;
    use problem::{Embedded, Embedding, Long, ProblemCard};
    use system::{Mechanism, Scalar, Shape, widen};

    /// A free mass on a line, described by two coordinates that are equal.
    #[derive(Clone, Copy)]
    struct Line;

    impl Mechanism for Line {
        fn shape(&self) -> Shape {
            Shape::new(2, 1)
        }

        fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
            (widen([0.0, 0.0]), widen([1.0, 1.0]))
        }

        fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
            out[0] = q[0] - q[1];
        }

        fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
            out.fill(S::from(1.0));
        }
    }

    impl Embedding for Line {
        fn start<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
            (widen([0.0]), widen([1.0]))
        }

        fn place<S: Scalar>(&self, u: &[S], q: &mut [S]) {
            q.fill(u[0]);
        }
    }

    fn prepared(end_time: f64, long: Option<Long>) -> PreparedProblem {
        let card = ProblemCard {
            id: "line",
            end_time,
            sensitivity: end_time,
            long,
            ..ProblemCard::BLANK
        };
        PreparedProblem::new(Box::new(Embedded {
            mechanism: Line,
            card,
        }))
    }

    #[test]
    fn any_step_ends_where_its_steps_end_and_never_beyond_the_motion() {
        for end in [1.2, 0.5, 10.0, 2.4] {
            let prepared = prepared(end, None);
            for h in [0.05, 0.02, 1.0 / 60.0, 0.01, 0.001, 0.3] {
                let outputs = prepared.outputs_near_grid(h);
                let mut steps = 0;
                for ((t, n), truth) in outputs
                    .times
                    .iter()
                    .zip(&outputs.steps)
                    .zip(&outputs.truths)
                {
                    steps += n;
                    assert!(*n > 0 && (t - steps as f64 * h).abs() < 1e-12 && *t <= end);
                    // The true motion has unit speed.
                    assert!(truth.t == *t && (truth.q[0] - t).abs() < 1e-9);
                }
                assert!(
                    end - outputs.times.last().unwrap() < h * (1.0 - 1e-9),
                    "{end} by {h}"
                );
            }
        }
    }

    #[test]
    fn a_step_that_divides_the_grid_is_looked_at_on_the_grid() {
        let prepared = prepared(2.0, None);
        let (near, on) = (
            prepared.outputs_near_grid(0.01),
            prepared.outputs_on_grid(0.01),
        );
        assert_eq!(near.steps, on.steps);
        for (a, b) in near.times.iter().zip(&on.times) {
            assert!((a - b).abs() < 1e-12);
        }
    }

    #[test]
    fn a_long_motion_goes_beyond_what_is_known_and_then_has_no_truth() {
        let long = Long {
            end_time: 100.0,
            steps: &[0.01],
            predictable: false,
        };
        let outputs = prepared(1.0, Some(long)).outputs_near_grid(0.01);
        assert_eq!(
            (outputs.times.len(), outputs.times.last()),
            (LOOKS, Some(&100.0))
        );
        assert_eq!(outputs.steps.iter().sum::<u64>(), 10_000);
        assert!(outputs.truths.is_empty());
    }
}
