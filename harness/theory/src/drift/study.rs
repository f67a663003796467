//! Runs compared with their predictions step by step: the rotating pendulum of Yoon (1992) under Baumgarte's feedback.

use super::motion::Motion;
use super::truncation::{Observed, Predictor, Profile};
use crate::FeedbackVariant;
use crate::violations::{Oscillator, Violations};
use rayon::prelude::*;
use results::{Drift, DriftPoint, DriftStudy};
use stepping::{Gain, Gains, Integrator, Placement, Resolution, StepSize, Variant};
use trial::PreparedProblem;
use trial::Trial;
use verification::{Max, Rms};

/// β of Yoon's first example in 1/s²; α is critical.
const BETA: f64 = 40.0;

/// Duration of the runs in s: three turns.
const END: f64 = 10.0;

/// Euler is included to show a run that leaves the range of the model.
const INTEGRATORS: [Integrator; 5] = [
    Integrator::Ab2,
    Integrator::Ab3,
    Integrator::Ab4,
    Integrator::Ab5,
    Integrator::Euler,
];

/// Numbers of steps with the allowed difference of the largest violations and of the curves. It is smaller than the
/// first omitted term, so that every coefficient in use matters.
const STEPS: [(usize, f64); 4] = [(500, 0.02), (1000, 0.01), (2000, 0.0025), (4000, 0.001)];

/// Largest number of points kept of a curve.
const POINTS: usize = 200;

/// Runs of `variant` along the motion of `prepared`, compared with their predictions; empty where the motion has no
/// derivatives.
pub fn studies(prepared: &PreparedProblem, variant: FeedbackVariant) -> Vec<DriftStudy> {
    let Ok(motion) = Motion::along(prepared) else {
        return Vec::new();
    };
    let profile = Profile::along(prepared, &motion);
    let gains = Gains::critical(Gain::Fixed(BETA)).expect("β is positive");
    let runs: Vec<(Integrator, usize, f64)> = INTEGRATORS
        .into_iter()
        .flat_map(|integrator| STEPS.map(|(steps, tolerance)| (integrator, steps, tolerance)))
        .collect();
    let studies = runs
        .into_par_iter()
        .filter_map(|(integrator, steps, tolerance)| {
            let variant = variant(integrator, Placement::EveryPass, gains.clone());
            let model = Predictor::model(variant.as_ref(), prepared)?;
            let predictor = Predictor::new(variant.as_ref(), model, prepared, &profile);
            let followed = Followed::run(variant.as_ref(), prepared, steps)?;
            let mut study = followed.compare(&predictor, tolerance)?;
            if steps != STEPS[0].0 {
                study.curve.clear();
            }
            Some(study)
        });
    studies.collect()
}

/// A run observed at every step.
struct Followed {
    variant: String,
    integrator: Integrator,
    problem: &'static str,
    h: StepSize,
    feedback: Oscillator,
    /// Times of the steps after the starting steps.
    times: Vec<f64>,
    violations: Violations,
    /// max |Φ|, max |w| and the largest energy error at these times.
    largest: Drift,
    position_error: f64,
}

impl Followed {
    /// Follows a run; `None` where it fails.
    fn run(variant: &dyn Variant, prepared: &PreparedProblem, steps: usize) -> Option<Self> {
        let system = prepared.system.as_ref();
        let shape = system.shape();
        let h = StepSize::new(END / steps as f64).ok()?;
        let card = variant.card();
        let integrator = card.integrator?;
        let law = variant.violation_law(shape, h).ok()?;
        let feedback = *law.like_a_force()?.first()?;
        let start = prepared.start.as_ref().ok()?.clone();
        let mut trial = Trial::from(variant, system, Resolution::Fixed(h), start).ok()?;
        let mut energy = Max::new();
        let (mut times, mut positions) = (Vec::new(), Vec::new());
        let mut violations = Violations::default();
        for step in 1..=steps {
            trial.step().ok()?;
            if step < integrator.history() {
                continue;
            }
            let sample = trial.sample();
            energy.add(sample.energy);
            violations.phi.extend_from_slice(sample.phi);
            violations.w.extend_from_slice(sample.w);
            times.push(END * step as f64 / steps as f64);
            positions.push(sample.state.q().to_vec());
        }
        let mut error = Rms::new();
        for (truth, q) in prepared.problem.truth(&times).iter().zip(&positions) {
            error.extend(truth.q.iter().zip(q).map(|(a, b)| a - b));
        }
        Some(Self {
            variant: card.id,
            integrator,
            problem: prepared.card.id,
            h,
            feedback: Oscillator {
                alpha: feedback.alpha,
                beta: feedback.beta,
            },
            times,
            largest: Drift {
                position: Max::of(violations.phi.iter().copied())?,
                velocity: Max::of(violations.w.iter().copied())?,
                energy: energy.value()?,
            },
            violations,
            position_error: error.value()?,
        })
    }

    /// Compares with the prediction; `None` where there is none.
    fn compare(&self, predictor: &Predictor<'_>, tolerance: f64) -> Option<DriftStudy> {
        let observed = Observed {
            h: self.h,
            times: &self.times,
            measured: [self.largest.position, self.largest.velocity],
            floors: [0.0; 2],
            position_error: self.position_error,
            steps_to_output: 1,
            tolerance,
        };
        let compared = predictor.compare(&observed).ok()?;
        let (measured, predicted) = (&self.violations.phi, &compared.predicted.phi);
        let gap = Rms::of(measured.iter().zip(predicted).map(|(a, b)| a - b))?;
        let curve_error = gap / Rms::of(measured.iter().copied())?;
        let stride = self.times.len().div_ceil(POINTS).max(1);
        let rows = measured.len() / self.times.len();
        let curve = (0..self.times.len()).step_by(stride).map(|k| DriftPoint {
            t: self.times[k],
            predicted: predicted[k * rows],
            measured: measured[k * rows],
        });
        Some(DriftStudy {
            variant: self.variant.clone(),
            integrator: self.integrator.id().to_owned(),
            problem: self.problem.to_owned(),
            h: self.h.seconds(),
            alpha: self.feedback.alpha,
            beta: self.feedback.beta,
            predicted: Drift {
                position: compared.largest[0],
                velocity: compared.largest[1],
                energy: 0.0,
            },
            measured: self.largest,
            curve_error,
            pass: compared.why.is_none() && curve_error <= tolerance,
            tolerance,
            why: compared.why.map(|(_, why)| why),
            curve: curve.collect(),
        })
    }
}

#[cfg(test)]
mod tests;
