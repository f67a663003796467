//! Errors and drifts of a run, collected sample by sample.

use crate::Sample;
use problem::Truth;
use stepping::Multipliers;
use system::State;
use verification::{Max, Rms};
use vocabulary::planted::{self, Defect};
use vocabulary::{Group, Measured, PerQuantity, Quantity};

/// Collects samples: errors as root mean squares, drifts as maxima.
pub struct Meter {
    norms: PerQuantity<Norm>,
    /// Multipliers with the times they hold for, compared with the truth at the end.
    multipliers: Vec<(f64, Vec<f64>)>,
}

/// The end of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// The last state.
    pub state: State,
    /// The last λ of the method.
    pub lambda: Vec<f64>,
}

enum Norm {
    Rms(Rms),
    Max(Max),
}

impl Norm {
    fn extend(&mut self, values: impl IntoIterator<Item = f64>) {
        match self {
            Self::Rms(rms) => rms.extend(values),
            Self::Max(max) => max.extend(values),
        }
    }

    fn value(&self) -> Option<f64> {
        match self {
            Self::Rms(rms) => rms.value(),
            Self::Max(max) => max.value(),
        }
    }
}

impl Default for Meter {
    fn default() -> Self {
        Self {
            norms: PerQuantity::from_fn(|quantity| match quantity.group() {
                Group::Error => Norm::Rms(Rms::new()),
                Group::Drift if planted::is(Defect::MeanForMaximum) => Norm::Rms(Rms::new()),
                Group::Drift => Norm::Max(Max::new()),
            }),
            multipliers: Vec::new(),
        }
    }
}

impl Meter {
    /// Adds one sample, compared with the truth at its time where that is known.
    pub fn add(&mut self, sample: &Sample<'_>, truth: Option<&Truth>) {
        let Sample {
            state,
            phi,
            w,
            energy,
            ..
        } = *sample;
        let norms = &mut self.norms;
        if let Some(truth) = truth {
            let shift = match () {
                () if planted::is(Defect::TruthShifted) => 1e-9,
                () if planted::is(Defect::Unrepeatable) => unrepeatable(),
                () => 0.0,
            };
            let errors = differences(state.q(), &truth.q);
            norms.position.extend(errors.map(|error| error + shift));
            norms.velocity.extend(differences(state.v(), &truth.v));
        }
        norms.drift_position.extend(phi.iter().copied());
        norms.drift_velocity.extend(w.iter().copied());
        norms.energy.extend([energy]);
    }

    /// Adds the λ of the last sample.
    pub fn add_multipliers(&mut self, lambda: Multipliers<'_>) {
        self.multipliers
            .push((lambda.at_time, lambda.values.to_vec()));
    }

    /// The errors and drifts; `truths` are those of the samples, `truth_at` gives the truth at other times.
    pub fn finish(
        self,
        end: &State,
        truths: &[Truth],
        truth_at: &dyn Fn(&[f64]) -> Vec<Truth>,
    ) -> (Measured, End) {
        let multiplier = self.multiplier_error(truths, truth_at);
        let measured = PerQuantity::from_fn(|quantity| match quantity {
            Quantity::Multiplier => multiplier,
            quantity => match (quantity.group(), self.norms[quantity].value()) {
                (Group::Error, error) => error,
                // Without rows nothing is violated.
                (Group::Drift, drift) => Some(drift.unwrap_or(0.0)),
            },
        });
        let last = self.multipliers.into_iter().next_back();
        let end = End {
            state: end.clone(),
            lambda: last.map_or(Vec::new(), |(_, lambda)| lambda),
        };
        (Measured(measured), end)
    }

    /// Methods that give λ between output times are compared with the truth at that very time.
    fn multiplier_error(
        &self,
        truths: &[Truth],
        truth_at: &dyn Fn(&[f64]) -> Vec<Truth>,
    ) -> Option<f64> {
        if truths.is_empty() {
            return None;
        }
        let on_grid = |((t, _), truth): (&(f64, Vec<f64>), &Truth)| *t == truth.t;
        let elsewhere;
        let truths = if self.multipliers.iter().zip(truths).all(on_grid) {
            truths
        } else {
            let times: Vec<f64> = self.multipliers.iter().map(|(t, _)| *t).collect();
            elsewhere = truth_at(&times);
            &elsewhere
        };
        let mut error = Rms::new();
        for ((_, values), truth) in self.multipliers.iter().zip(truths) {
            if let Some(lambda) = &truth.lambda {
                error.extend(differences(values, lambda));
            }
        }
        error.value()
    }
}

fn differences(a: &[f64], b: &[f64]) -> impl Iterator<Item = f64> {
    a.iter().zip(b).map(|(a, b)| a - b)
}

/// A number that is another one at every call, for the defect of that name.
fn unrepeatable() -> f64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static CALLS: AtomicU64 = AtomicU64::new(0);
    1e-6 * CALLS.fetch_add(1, Ordering::Relaxed) as f64
}
