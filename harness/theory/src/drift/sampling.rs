//! How a prediction improves with the number of sampled steps.

use super::Drifts;
use super::defects::predict_with;
use super::motion::Motion;
use crate::FeedbackVariant;
use rayon::prelude::*;
use results::{Drift, SampledDrift, SamplingStudy};
use stepping::{Gain, Gains, Integrator, Placement, Resolution, StepError, StepSize};
use trial::{PreparedProblem, Trial};

/// Baumgarte's gains in 1/s and 1/s², critical.
const GAINS: [f64; 2] = [20.0, 100.0];

const RUNS: [(Integrator, Placement); 4] = [
    (Integrator::Midpoint, Placement::EveryPass),
    (Integrator::Heun, Placement::EveryPass),
    (Integrator::Rk4, Placement::EveryPass),
    (Integrator::Rk4, Placement::Held),
];

/// Largest numbers of sampled steps.
const MOST: [usize; 6] = [30, 50, 75, 100, 200, 400];

/// Runs at the second finest step of their order, predicted from few samples and many; empty where the motion cannot be
/// followed.
pub fn sampling_studies(
    drifts: &Drifts,
    prepared: &PreparedProblem,
    variant: FeedbackVariant,
) -> Vec<SamplingStudy> {
    let Ok(motion) = drifts.motion(prepared) else {
        return Vec::new();
    };
    let runs = RUNS.into_par_iter();
    runs.filter_map(|run| study(motion, prepared, variant, run))
        .collect()
}

fn study(
    motion: &Motion,
    prepared: &PreparedProblem,
    variant: FeedbackVariant,
    (integrator, placement): (Integrator, Placement),
) -> Option<SamplingStudy> {
    let [alpha, beta] = GAINS;
    let gains = Gains::new(Gain::Fixed(alpha), Gain::Fixed(beta)).ok()?;
    let variant = variant(integrator, placement, gains);
    let steps = prepared.ladder.steps(integrator.order());
    let steps = *steps.iter().nth_back(1)?;
    let h = StepSize::new(prepared.card.end_time / steps as f64).ok()?;
    let outputs = prepared.outputs_on_grid(h.seconds());
    let per_output = steps / outputs.times.len();
    let looks: Vec<usize> = (1..=outputs.times.len()).map(|k| k * per_output).collect();

    let system = prepared.system.as_ref();
    let start = prepared.start.as_ref().ok()?.clone();
    let mut trial = Trial::from(variant.as_ref(), system, Resolution::Fixed(h), start).ok()?;
    let truth_at = |times: &[f64]| prepared.problem.truth(times);
    let followed = trial
        .over::<StepError>(&outputs, &truth_at, |_, _| Ok(()))
        .ok()?;
    let measured = followed.measured;
    let of = |value: Option<f64>| value.filter(|x| x.is_finite());
    let predictions = MOST.iter().filter_map(|&most| {
        let found = predict_with(motion, variant.as_ref(), prepared, h, &looks, most).ok()?;
        let [position, velocity, energy] = found.largest;
        Some(SampledDrift {
            steps: found.sampled as u64,
            predicted: Drift {
                position,
                velocity,
                energy,
            },
        })
    });
    let mut predictions: Vec<SampledDrift> = predictions.collect();
    predictions.dedup_by_key(|prediction| prediction.steps);
    Some(SamplingStudy {
        integrator: integrator.id().to_owned(),
        placement: placement.describe().to_owned(),
        problem: prepared.card.id.to_owned(),
        h: h.seconds(),
        alpha,
        beta,
        steps: steps as u64,
        measured: Drift {
            position: of(measured.drift_position)?,
            velocity: of(measured.drift_velocity)?,
            energy: of(measured.energy)?,
        },
        predictions,
    })
}
