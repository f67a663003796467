//! Whether a run drifts as its local defects say, and if not, why.

use super::{Predicted, Unsampled, predict};
use crate::drift::agreement::{
    END_TO_MEAN, Reason, SHIFTS, TOLERANCE, at_rounding, left_the_motion, near,
};
use crate::drift::motion::Motion;
use results::planted::{self, Defect};
use results::{DriftModel, MissReason, PredictedDrift, Run, Sampling};
use stepping::{StepSize, Variant};
use trial::PreparedProblem;
use verification::Rms;

/// Samples that are missed by more than this part of their size explain a miss of a tenth.
const TOO_FEW: f64 = 0.1;

/// A quantity is predicted to this part of what would be there if nothing cancelled.
const OF_THE_GROSS: f64 = 0.01;

/// The drift of a run that finished, compared with the measured one.
///
/// # Errors
/// When nothing can be predicted.
pub(crate) fn judged(
    motion: &Motion,
    variant: &dyn Variant,
    prepared: &PreparedProblem,
    run: &Run,
    measured: [f64; 3],
    floors: [f64; 3],
) -> Result<PredictedDrift, Unsampled> {
    let h = StepSize::new(run.h).map_err(|_| Unsampled::NoSteps)?;
    let outputs = prepared.times.len().max(1);
    let to_output = run.steps as usize / outputs;
    let looks: Vec<usize> = (1..=outputs).map(|k| k * to_output).collect();
    let predicted = predict(motion, variant, prepared, h, &looks)?;
    let floors = [0, 1, 2].map(|q| floors[q].max(predicted.floors[q]));
    let miss = Miss {
        predicted: &predicted,
        looks: &looks,
        measured,
        floors,
        position_error: run.measured.position.unwrap_or(0.0),
        prepared,
        h: run.h,
    };
    let (reason, why) = miss.why().unzip();
    let [position, velocity, energy] = predicted.largest;
    Ok(PredictedDrift {
        by: DriftModel::LocalDefects,
        position,
        velocity,
        energy: Some(energy),
        pass: reason.is_none() || planted::is(Defect::PredictionsAlwaysHold),
        reason,
        why,
        sampling: Some(Sampling {
            steps: predicted.sampled as u64,
            evaluations: predicted.work.evaluations,
            error: Some(predicted.errors.into_iter().fold(0.0, f64::max)).filter(|e| e.is_finite()),
            rounding: floors,
        }),
        by_truncation_error: None,
    })
}

/// A run beside its prediction.
struct Miss<'a> {
    predicted: &'a Predicted,
    looks: &'a [usize],
    /// Φ, w and the energy.
    measured: [f64; 3],
    floors: [f64; 3],
    position_error: f64,
    prepared: &'a PreparedProblem,
    h: f64,
}

impl Miss<'_> {
    /// The quantities that differ from their prediction.
    fn missed(&self) -> Vec<usize> {
        let Self {
            measured,
            floors,
            predicted,
            ..
        } = self;
        let is_near = |q: &usize| near(measured[*q], predicted.largest[*q], floors[*q], TOLERANCE);
        (0..3).filter(|q| !is_near(q)).collect()
    }

    /// The reason why the run missed its prediction, the most fundamental one that a number shows; `None` if it did not.
    fn why(&self) -> Option<Reason> {
        let missed = self.missed();
        if missed.is_empty() {
            return None;
        }
        let of = |values: [f64; 3]| missed.iter().map(move |q| values[*q]);
        let scale = self.prepared.scales.position.max(f64::MIN_POSITIVE);
        let relative_error = self.position_error / scale;
        let lost = at_rounding(of(self.measured).zip(of(self.floors)), &self.floors);
        let reasons = [
            (MissReason::AtRounding, lost),
            (MissReason::LeftTheMotion, left_the_motion(relative_error)),
            (MissReason::TooFewSamples, self.too_few_samples(&missed)),
            (MissReason::EarlyOrLate, self.early_or_late(&missed)),
            (MissReason::Cancels, self.cancels(&missed)),
        ];
        let mut found = reasons
            .into_iter()
            .filter_map(|(reason, why)| Some((reason, why?)));
        Some(found.next().unwrap_or_else(|| {
            let why = format!(
                "unexplained: position error {relative_error:.1e} of the motion, samples met to {:.1e}, {:.1e} and {:.1e}",
                self.predicted.errors[0], self.predicted.errors[1], self.predicted.errors[2]
            );
            (MissReason::Unexplained, why)
        }))
    }

    fn too_few_samples(&self, missed: &[usize]) -> Option<String> {
        let errors = self.predicted.errors;
        // Φ is the integral of w, and both do work.
        let last = missed.iter().max()?;
        let error = errors[..=(*last).max(1)]
            .iter()
            .copied()
            .fold(0.0, f64::max);
        let sampled = self.predicted.sampled;
        (error > TOO_FEW).then(|| match error.is_finite() {
            true => format!(
                "{sampled} sampled steps are too few: what steps add is met to {:.0} % by polynomials between them",
                100.0 * error
            ),
            false => format!(
                "{sampled} sampled steps, a fifth of the cost of the run, leave none to see what lies between them"
            ),
        })
    }

    /// A run that is late meets the times of the outputs elsewhere on its way.
    fn early_or_late(&self, missed: &[usize]) -> Option<String> {
        let truth = self.prepared.truth.iter();
        let speed = Rms::of(truth.flat_map(|at| at.v.iter().copied())).unwrap_or(0.0);
        let shift = self.position_error / speed.max(f64::MIN_POSITIVE);
        let shifts = SHIFTS.map(|factor| factor * shift / self.h);
        let ranges = self.predicted.ranges(self.looks, &shifts);
        let covered = missed.iter().all(|&q| ranges[q].contains(self.measured[q]));
        covered.then(|| {
            let [phi, w, energy] = ranges;
            format!(
                "the run is early or late by {shift:.1e} s on average and up to about {END_TO_MEAN} times that: for outputs \
                 so far away Φ from {:.1e} to {:.1e}, Φ' from {:.1e} to {:.1e} and an energy from {:.1e} to {:.1e} are \
                 predicted",
                phi.low, phi.high, w.low, w.high, energy.low, energy.high
            )
        })
    }

    fn cancels(&self, missed: &[usize]) -> Option<String> {
        let gross = self.predicted.gross(self.looks);
        let rest = |q: usize| (self.measured[q] - self.predicted.largest[q]).abs();
        let small = missed.iter().all(|&q| rest(q) <= OF_THE_GROSS * gross[q]);
        small.then(|| {
            let [phi, w, energy] = [0, 1, 2].map(|q| 100.0 * self.predicted.largest[q] / gross[q]);
            format!(
                "what the steps add cancels: {phi:.1} % of Φ, {w:.1} % of Φ' and {energy:.1} % of the energy are left, and a \
                 hundredth of the whole may be missed"
            )
        })
    }
}
