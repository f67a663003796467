//! Drift that is predicted before a run, compared with the measured one.
//!
//! - `motion.rs`: the true motion and its derivatives, once per problem.
//! - `truncation/`: multistep methods, by the model of their truncation error.
//! - `defects/`: one-step methods, by local defects that are sampled along the motion.
//! - `agreement.rs`: when a run agrees with its prediction.
//! - `sampling.rs`: predictions from few samples and many.
//! - `gains.rs`: the drift over the plane of gains, and the gains to use.
//! - `study.rs`: runs that are followed step by step.

mod agreement;
mod defects;
mod gains;
mod motion;
mod sampling;
mod study;
mod truncation;

pub use gains::{GainQuestion, MARGIN, NoGains, mechanism_gains};
pub use sampling::sampling_studies;
pub use study::studies;

use motion::{Motion, MotionError};
use results::{Cell, PredictedDrift, Quantity, Run};
use std::sync::OnceLock;
use stepping::Variant;
use trial::{Floors, PreparedProblem};
use truncation::{Predictor, Profile};

/// Predicts the drifts on one problem. What all its cells share is found when the first of them asks.
#[derive(Default)]
pub struct Drifts {
    motion: OnceLock<Result<Motion, MotionError>>,
    profile: OnceLock<Profile>,
}

impl Drifts {
    /// The true motion.
    pub(crate) fn motion(&self, prepared: &PreparedProblem) -> Result<&Motion, &MotionError> {
        self.motion.get_or_init(|| Motion::along(prepared)).as_ref()
    }

    /// Fills in the predicted drift of a cell of this problem, where its variant states a law for violations.
    pub fn predict(&self, variant: &dyn Variant, prepared: &PreparedProblem, cell: &mut Cell) {
        let mut runs = cell.order_runs().iter();
        let Some(first) = runs.find(|run| run.measured.is_complete()) else {
            return;
        };
        let Ok(h) = stepping::StepSize::new(first.h) else {
            return;
        };
        if variant.violation_law(prepared.system.shape(), h).is_err() {
            return;
        }
        let motion = match self.motion(prepared) {
            Ok(motion) => motion,
            Err(reason) => {
                cell.unpredicted = Some(reason.to_string());
                return;
            }
        };
        let floors = Floors::of(cell.order_runs(), &variant.card(), prepared);
        let predictor = Predictor::model(variant, prepared).map(|model| {
            let profile = self
                .profile
                .get_or_init(|| Profile::along(prepared, motion));
            Predictor::new(variant, model, prepared, profile)
        });
        let orders = cell.order_runs().len();
        for run in &mut cell.runs[..orders] {
            let one = OneRun {
                variant,
                prepared,
                motion,
                predictor: predictor.as_ref(),
                floors: &floors,
            };
            match one.predicted(run) {
                Some(Ok(predicted)) => run.predicted_drift = Some(predicted),
                Some(Err(reason)) => cell.unpredicted = Some(reason),
                None => {}
            }
        }
    }
}

/// What the prediction of a run is made from.
struct OneRun<'a> {
    variant: &'a dyn Variant,
    prepared: &'a PreparedProblem,
    motion: &'a Motion,
    predictor: Option<&'a Predictor<'a>>,
    floors: &'a Floors,
}

impl OneRun<'_> {
    /// The drift by local defects, with that by the model of the truncation error beside it where both apply; `None` for a
    /// run that did not come to its end.
    fn predicted(&self, run: &Run) -> Option<Result<PredictedDrift, String>> {
        let [phi, w, energy] = [
            Quantity::DriftPosition,
            Quantity::DriftVelocity,
            Quantity::Energy,
        ];
        let measured = |quantity: Quantity| run.measured[quantity];
        let measured = [measured(phi)?, measured(w)?, measured(energy)?];
        let floors = [phi, w, energy].map(|quantity| self.floors.of_quantity(quantity));
        let by_series = self.predictor.map(|predictor| {
            let [phi, w, _] = measured;
            predictor.judged(run, [phi, w], [floors[0], floors[1]])
        });
        let by_defects = defects::judged(
            self.motion,
            self.variant,
            self.prepared,
            run,
            measured,
            floors,
        );
        Some(match (by_defects, by_series) {
            (Ok(predicted), by_series) => Ok(PredictedDrift {
                by_truncation_error: by_series
                    .and_then(Result::ok)
                    .map(|other| [other.position, other.velocity]),
                ..predicted
            }),
            (Err(_), Some(Ok(predicted))) => Ok(predicted),
            (Err(_), Some(Err(reason))) => Err(reason.to_string()),
            (Err(reason), None) => Err(reason.to_string()),
        })
    }
}
