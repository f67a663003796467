//! Where along the motion steps are sampled, and how many of them.

use crate::drift::motion::Motion;
use crate::violations::{STENCIL, between};
use stepping::{Integrator, StepSize, Variant};

/// A run has to go through so many periods of its motion before only one of them is sampled.
const PERIODS: f64 = 3.0;

/// Fewest and most samples to begin with.
const FIRST: [usize; 2] = [16, 32];

/// Samples of a period to begin with.
const OF_A_PERIOD: usize = 20;

/// Largest number of times places get twice as dense.
const DENSER: u32 = 6;

/// Largest number of steps that are taken for a prediction.
const MOST: usize = 400;

/// A prediction may take this part of the evaluations of the run, that of a short run as many steps as any.
const PART: f64 = 0.19;
const SHORT: usize = 1000;

/// Places at equal distances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Places {
    /// At every n-th step of the run, the last one at its end or beyond it.
    AlongTheRun {
        /// Steps from one to the next.
        stride: usize,
        /// Their number.
        count: usize,
        /// How often the stride may be halved.
        denser: u32,
        /// Size of a step in seconds.
        h: f64,
    },
    /// Over one period of the motion, after which they come again.
    OverAPeriod {
        /// The period in seconds.
        period: f64,
        /// Their number.
        count: usize,
        /// How often the distance may be halved.
        denser: u32,
        /// Size of a step in seconds.
        h: f64,
    },
}

/// Steps at equal distances, at which the violations of a run are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Nodes {
    /// Steps from one to the next.
    pub(crate) stride: usize,
    /// Their number, the last one at the end of the run or beyond it.
    pub(crate) count: usize,
}

impl Places {
    /// The first places for a run of `steps` steps of `h`.
    pub(crate) fn first(steps: usize, h: StepSize, motion: &Motion) -> Self {
        let h = h.seconds();
        let [fewest, most] = FIRST;
        let periodic = motion.period.filter(|period| {
            steps as f64 * h >= PERIODS * period && h * OF_A_PERIOD as f64 <= *period
        });
        if let Some(period) = periodic {
            return Self::OverAPeriod {
                period,
                count: OF_A_PERIOD,
                denser: DENSER,
                h,
            };
        }
        let denser = (steps / fewest).max(1).ilog2().min(DENSER);
        let finest = steps.div_ceil(most << denser).max(1);
        let stride = finest << denser;
        Self::AlongTheRun {
            stride,
            count: steps.div_ceil(stride) + 1,
            denser,
            h,
        }
    }

    /// Twice as many of them; `None` where they are as dense as they may be.
    pub(crate) fn denser(self) -> Option<Self> {
        match self {
            Self::AlongTheRun { denser: 0, .. } | Self::OverAPeriod { denser: 0, .. } => None,
            Self::AlongTheRun {
                stride,
                count,
                denser,
                h,
            } => Some(Self::AlongTheRun {
                stride: stride / 2,
                count: 2 * count - 1,
                denser: denser - 1,
                h,
            }),
            Self::OverAPeriod {
                period,
                count,
                denser,
                h,
            } => Some(Self::OverAPeriod {
                period,
                count: 2 * count,
                denser: denser - 1,
                h,
            }),
        }
    }

    /// Their number.
    pub(crate) fn count(self) -> usize {
        match self {
            Self::AlongTheRun { count, .. } | Self::OverAPeriod { count, .. } => count,
        }
    }

    /// The time of one of them.
    pub(crate) fn time(self, k: usize) -> f64 {
        match self {
            Self::AlongTheRun { stride, h, .. } => (k * stride) as f64 * h,
            Self::OverAPeriod { period, count, .. } => k as f64 / count as f64 * period,
        }
    }

    /// Their times.
    pub(crate) fn times(self) -> impl Iterator<Item = f64> {
        (0..self.count()).map(move |k| self.time(k))
    }

    /// The place itself, or after a period the one that comes again.
    pub(crate) fn wrapped(self, k: usize) -> usize {
        match self {
            Self::AlongTheRun { .. } => k,
            Self::OverAPeriod { count, .. } => k % count,
        }
    }

    /// Whether violations pass the same places again and again.
    pub(crate) fn period(self) -> Option<f64> {
        match self {
            Self::AlongTheRun { .. } => None,
            Self::OverAPeriod { period, .. } => Some(period),
        }
    }

    /// The steps of a run of `steps` steps at which its violations are followed.
    pub(crate) fn nodes(self, steps: usize) -> Nodes {
        match self {
            Self::AlongTheRun { stride, count, .. } => Nodes { stride, count },
            Self::OverAPeriod {
                period, count, h, ..
            } => {
                let stride = ((period / count as f64 / h) as usize).max(1);
                let count = steps.div_ceil(stride) + 1;
                Nodes { stride, count }
            }
        }
    }

    /// What is known here, at the steps at which a run of `steps` steps is followed.
    pub(crate) fn spread(self, values: &[f64], steps: usize) -> Vec<f64> {
        match self {
            Self::AlongTheRun { .. } => values.to_vec(),
            Self::OverAPeriod { period, h, .. } => {
                let Nodes { stride, count } = self.nodes(steps);
                let known = self.with_neighbours(values);
                let before = (known.len() - values.len()) / 2;
                let at = |k: usize| {
                    let periods = (k * stride) as f64 * h / period;
                    let phase = periods - periods.floor();
                    between(&known, STENCIL, before as f64 + phase * values.len() as f64)
                };
                (0..count).map(at).collect()
            }
        }
    }

    /// What is known here, with the same number of what comes before a period and after it.
    pub(crate) fn with_neighbours<T: Clone>(self, values: &[T]) -> Vec<T> {
        match self {
            Self::AlongTheRun { .. } => values.to_vec(),
            Self::OverAPeriod { .. } => {
                let few = STENCIL.min(values.len());
                [&values[values.len() - few..], values, &values[..few]].concat()
            }
        }
    }
}

/// Largest number of steps that are taken to predict a run of this many steps.
pub(crate) fn most(variant: &dyn Variant, steps: usize) -> usize {
    if steps < SHORT {
        return MOST;
    }
    let tableau = variant.card().integrator.and_then(Integrator::tableau);
    // Implicit steps take some iterations.
    let stages = tableau.map_or(4, |tableau| tableau.c.len()) as f64;
    // A sample evaluates before and after its step.
    let part = PART * steps as f64 * stages / (stages + 2.0);
    (part as usize).min(MOST)
}
