//! Drift over the plane of gains on one mechanism, predicted from samples, and the gains to use.

use super::Drifts;
use super::defects::{Predicted, Unsampled, predict};
use super::motion::Motion;
use crate::gain_maps::{extent, radius, rounded};
use crate::stability::critical_stability_limit;
use crate::{Discretization, FeedbackVariant, NoModel, discretization};
use rayon::prelude::*;
use results::{Drift, MechanismGains, RecommendedGains};
use stepping::{Gain, Gains, Integrator, Placement, Resolution, StepError, StepSize};
use thiserror::Error;
use trial::{PreparedProblem, Trial};

/// Gains are recommended that stay stable with a time constant that is shorter by this factor.
pub const MARGIN: f64 = 1.25;

/// How often the search around the best gains of the plane halves its distance.
const HALVINGS: usize = 4;

/// Digits of what is predicted.
const DIGITS: i32 = 4;

/// The question: which gains for this mechanism, integrator, placement and step?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GainQuestion {
    /// The integrator.
    pub integrator: Integrator,
    /// The place of the feedback in its steps.
    pub placement: Placement,
    /// The step.
    pub h: StepSize,
    /// Columns and rows of the plane.
    pub size: [usize; 2],
}

/// Reasons why there are no gains for a mechanism.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum NoGains {
    /// The integrator has no stable gains that are known.
    #[error(transparent)]
    Integrator(#[from] NoModel),
    /// The motion cannot be followed.
    #[error("{0}")]
    Motion(String),
    /// The drift cannot be predicted.
    #[error("{0}")]
    Drift(String),
    /// The step is longer than the motion.
    #[error("the step of {h} s is longer than the motion of {end} s")]
    Step {
        /// The step in seconds.
        h: f64,
        /// The end of the motion in seconds.
        end: f64,
    },
}

impl From<Unsampled> for NoGains {
    fn from(reason: Unsampled) -> Self {
        Self::Drift(reason.to_string())
    }
}

/// Answers for one problem; `variant` makes variants with the gains that are asked about.
///
/// # Errors
/// When the drift on this mechanism cannot be predicted.
pub fn mechanism_gains(
    drifts: &Drifts,
    prepared: &PreparedProblem,
    variant: FeedbackVariant,
    question: GainQuestion,
) -> Result<MechanismGains, NoGains> {
    let motion = drifts.motion(prepared);
    let motion = motion.map_err(|reason| NoGains::Motion(reason.to_string()))?;
    let plane = Plane::new(motion, prepared, variant, question)?;
    plane.map()
}

/// The plane of the gains `c₁ = αh` and `c₂ = βh²`.
struct Plane<'a> {
    motion: &'a Motion,
    prepared: &'a PreparedProblem,
    variant: FeedbackVariant,
    question: GainQuestion,
    theory: Discretization,
    /// Numbers of steps after which runs are looked at.
    looks: Vec<usize>,
    without: Drift,
}

impl<'a> Plane<'a> {
    fn new(
        motion: &'a Motion,
        prepared: &'a PreparedProblem,
        variant: FeedbackVariant,
        question: GainQuestion,
    ) -> Result<Self, NoGains> {
        let h = question.h.seconds();
        let end = prepared.card.end_time;
        if !(h <= end) {
            return Err(NoGains::Step { h, end });
        }
        let outputs = prepared.outputs_near_grid(h);
        let looks = outputs.steps.iter().scan(0, |sum, steps| {
            *sum += *steps as usize;
            Some(*sum)
        });
        let mut plane = Self {
            motion,
            prepared,
            variant,
            question,
            theory: discretization(question.integrator)?,
            looks: looks.collect(),
            without: Drift::default(),
        };
        plane.without = drift(&plane.predict([0.0; 2])?);
        Ok(plane)
    }

    /// The drift with these gains.
    fn predict(&self, [c1, c2]: [f64; 2]) -> Result<Predicted, Unsampled> {
        let GainQuestion {
            integrator,
            placement,
            h,
            ..
        } = self.question;
        // The axes of the plane hold no negative numbers.
        let gains =
            Gains::new(Gain::PerStep(c1), Gain::PerStep(c2)).map_err(|_| Unsampled::NoSteps)?;
        let variant = (self.variant)(integrator, placement, gains);
        predict(self.motion, variant.as_ref(), self.prepared, h, &self.looks)
    }

    fn radius(&self, [c1, c2]: [f64; 2]) -> f64 {
        radius(&self.theory, self.question.placement, c1, c2)
    }

    /// Whether violations would still decay with a time constant that is shorter by the margin.
    fn is_safe(&self, [c1, c2]: [f64; 2]) -> bool {
        let shorter = [MARGIN * c1, MARGIN * MARGIN * c2];
        self.radius([c1, c2]) < 1.0 && self.radius(shorter) < 1.0
    }

    /// The drift with stable gains.
    fn stable(&self, c: [f64; 2]) -> Option<Drift> {
        (self.radius(c) < 1.0).then(|| self.predict(c).ok().map(|p| drift(&p)))?
    }

    /// The least Φ among gains that do no harm: where feedback in the stages of a step is strong, Φ may be small and Φ' large. A
    /// step with that Φ' must not lead further away than a whole run without feedback.
    fn least(&self, all: impl Iterator<Item = Found>) -> Option<Found> {
        let h = self.question.h.seconds();
        let harmless = |found: &Found| h * found.drift.velocity <= self.without.position;
        let by_phi = |a: &Found, b: &Found| a.drift.position.total_cmp(&b.drift.position);
        all.filter(harmless).min_by(by_phi)
    }

    fn map(&self) -> Result<MechanismGains, NoGains> {
        let GainQuestion {
            integrator,
            placement,
            h,
            size: [columns, rows],
        } = self.question;
        let limit = critical_stability_limit(&self.theory, placement);
        let (width, height) = extent(&self.theory, placement, limit);
        let axis = |end: f64, n: usize| -> Vec<f64> {
            (0..n)
                .map(|k| rounded(end * (k as f64 + 0.5) / n as f64, DIGITS))
                .collect()
        };
        let (c1, c2) = (axis(width, columns), axis(height, rows));
        let cells: Vec<[f64; 2]> = c2
            .iter()
            .flat_map(|c2| c1.iter().map(move |c1| [*c1, *c2]))
            .collect();
        let drifts: Vec<Option<Drift>> = cells.par_iter().map(|c| self.stable(*c)).collect();
        let safe = cells.iter().zip(&drifts).filter(|(c, _)| self.is_safe(**c));
        let best = self.least(safe.filter_map(|(&c, drift)| {
            Some(Found {
                c,
                drift: (*drift)?,
            })
        }));
        let spacing = [width / columns as f64, height / rows as f64];
        let recommended = best.map(|best| self.recommend(self.search(best, spacing)));
        let table = |of: fn(&Drift) -> f64| -> Vec<Vec<Option<f64>>> {
            let value = |drift: &Option<Drift>| drift.as_ref().map(|d| rounded(of(d), DIGITS));
            drifts
                .chunks(columns)
                .map(|row| row.iter().map(value).collect())
                .collect()
        };
        Ok(MechanismGains {
            problem: self.prepared.card.id.to_owned(),
            integrator: integrator.id().to_owned(),
            placement: placement.describe().to_owned(),
            h: h.seconds(),
            position: table(|d| d.position),
            velocity: table(|d| d.velocity),
            energy: table(|d| d.energy),
            c1,
            c2,
            without: self.without,
            recommended,
        })
    }

    /// Goes to the best of the neighbours at half the distance, again and again.
    fn search(&self, mut best: Found, mut spacing: [f64; 2]) -> Found {
        for _ in 0..HALVINGS {
            spacing = spacing.map(|x| 0.5 * x);
            let around: Vec<[f64; 2]> = (0..9)
                .filter(|k| *k != 4)
                .map(|k| [k % 3, k / 3].map(|k: i32| f64::from(k - 1)))
                .map(|to| [0, 1].map(|k| best.c[k] + to[k] * spacing[k]))
                .filter(|c| c.iter().all(|c| *c > 0.0) && self.is_safe(*c))
                .collect();
            let found: Vec<Option<Found>> = around
                .par_iter()
                .map(|&c| {
                    Some(Found {
                        c,
                        drift: self.stable(c)?,
                    })
                })
                .collect();
            let all = found.into_iter().flatten().chain([best]);
            best = self.least(all).unwrap_or(best);
        }
        best
    }

    fn recommend(&self, Found { c, drift }: Found) -> RecommendedGains {
        let h = self.question.h.seconds();
        RecommendedGains {
            c1: c[0],
            c2: c[1],
            alpha: c[0] / h,
            beta: c[1] / (h * h),
            radius: self.radius(c),
            predicted: drift,
            measured: self.run(c).ok().flatten(),
        }
    }

    /// The drift of a run with these gains; `None` where it cannot be formed.
    fn run(&self, [c1, c2]: [f64; 2]) -> Result<Option<Drift>, StepError> {
        let GainQuestion {
            integrator,
            placement,
            h,
            ..
        } = self.question;
        let (Ok(gains), Ok(start)) = (
            Gains::new(Gain::PerStep(c1), Gain::PerStep(c2)),
            self.prepared.start.clone(),
        ) else {
            return Ok(None);
        };
        let variant = (self.variant)(integrator, placement, gains);
        let system = self.prepared.system.as_ref();
        let Ok(mut trial) = Trial::from(variant.as_ref(), system, Resolution::Fixed(h), start)
        else {
            return Ok(None);
        };
        let outputs = self.prepared.outputs_near_grid(h.seconds());
        let truth_at = |times: &[f64]| self.prepared.problem.truth(times);
        let followed = trial.over::<StepError>(&outputs, &truth_at, |_, _| Ok(()))?;
        let measured = followed.measured;
        let of = |value: Option<f64>| value.filter(|x| x.is_finite());
        let all = (
            of(measured.drift_position),
            of(measured.drift_velocity),
            of(measured.energy),
        );
        Ok(match all {
            (Some(position), Some(velocity), Some(energy)) => Some(Drift {
                position,
                velocity,
                energy,
            }),
            _ => None,
        })
    }
}

/// Gains with the drift they leave.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Found {
    c: [f64; 2],
    drift: Drift,
}

fn drift(predicted: &Predicted) -> Drift {
    let [position, velocity, energy] = predicted.largest;
    Drift {
        position,
        velocity,
        energy,
    }
}

#[cfg(test)]
mod tests;
