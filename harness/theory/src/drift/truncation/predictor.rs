//! The violations that the model predicts for the runs of one variant on one problem.

use super::comparison::{Compared, Observed, largest, ranges, weight};
use super::model::{Model, Term};
use super::profile::{Profile, Unpredictable};
use super::reason::{Miss, explain};
use crate::drift::agreement::{Reason, SHIFTS, TOLERANCE};
use crate::violations::{Oscillator, Row, Violations, violations};
use results::planted::{self, Defect};
use results::{DriftModel, PredictedDrift, Run};
use stepping::{Integrator, Resolution, StepSize, Variant};
use system::Feedback;
use trial::PreparedProblem;
use trial::{Sample, Trial};
use verification::Rms;

/// Predicts the drift of runs of one variant on one problem.
pub(crate) struct Predictor<'a> {
    variant: &'a dyn Variant,
    prepared: &'a PreparedProblem,
    profile: &'a Profile,
    integrator: Integrator,
    model: Model,
}

/// The time from which a run follows the model, with its violations then.
pub(crate) struct Beginning {
    pub(crate) t: f64,
    pub(crate) rows: Vec<Row>,
}

impl<'a> Predictor<'a> {
    /// The model of a variant, where there is one for the system of this problem.
    pub(crate) fn model(
        variant: &dyn Variant,
        prepared: &PreparedProblem,
    ) -> Option<(Integrator, Model)> {
        let any = StepSize::new(prepared.card.end_time).ok()?;
        let law = variant.violation_law(prepared.system.shape(), any).ok()?;
        law.like_a_force()?;
        let integrator = variant.card().integrator?;
        Some((integrator, Model::of(integrator)?))
    }

    pub(crate) fn new(
        variant: &'a dyn Variant,
        (integrator, model): (Integrator, Model),
        prepared: &'a PreparedProblem,
        profile: &'a Profile,
    ) -> Self {
        Self {
            variant,
            prepared,
            profile,
            integrator,
            model,
        }
    }

    /// The drift of a run that finished, compared with the measured one.
    ///
    /// # Errors
    /// When nothing can be predicted.
    pub(crate) fn judged(
        &self,
        run: &Run,
        measured: [f64; 2],
        floors: [f64; 2],
    ) -> Result<PredictedDrift, Unpredictable> {
        self.profile.check(self.model.predicting())?;
        let h = StepSize::new(run.h).map_err(|_| Unpredictable::NotStarted)?;
        let times = &self.prepared.times;
        let observed = Observed {
            h,
            times,
            measured,
            floors,
            position_error: run.measured.position.unwrap_or(0.0),
            steps_to_output: run.steps / times.len().max(1) as u64,
            tolerance: TOLERANCE,
        };
        let compared = self.compare(&observed)?;
        let (reason, why) = compared.why.unzip();
        Ok(PredictedDrift {
            by: DriftModel::TruncationError,
            position: compared.largest[0],
            velocity: compared.largest[1],
            energy: None,
            pass: reason.is_none() || planted::is(Defect::PredictionsAlwaysHold),
            reason,
            why,
            sampling: None,
            by_truncation_error: None,
        })
    }

    /// Predicts the violations of a run and compares them with the observed ones.
    pub(crate) fn compare(&self, observed: &Observed<'_>) -> Result<Compared, Unpredictable> {
        let beginning = self
            .beginning(observed.h)
            .ok_or(Unpredictable::NotStarted)?;
        let h = observed.h.seconds();
        let solve = |terms: &[Term], times: &[f64]| self.solve(terms, h, &beginning, times);
        let predicted = solve(self.model.predicting(), observed.times)?;
        let largest = largest(&predicted);
        if largest.iter().any(|x| !x.is_finite()) {
            return Err(Unpredictable::TooLarge);
        }
        let quantities = observed.missed(largest);
        let why = if quantities.is_empty() {
            None
        } else {
            Some(self.why(observed, quantities, &beginning, &predicted)?)
        };
        Ok(Compared {
            predicted,
            largest,
            why,
        })
    }

    /// Collects everything that can make a run miss its prediction, and names the reason.
    fn why(
        &self,
        observed: &Observed<'_>,
        quantities: Vec<usize>,
        beginning: &Beginning,
        predicted: &Violations,
    ) -> Result<Reason, Unpredictable> {
        let (h, times) = (observed.h.seconds(), observed.times);
        let solve = |terms: &[Term], times: &[f64]| self.solve(terms, h, beginning, times);
        let scales = &self.prepared.scales;
        let shift = observed.position_error / self.speed();
        let moved = |factor: &f64| {
            let end = self.prepared.card.end_time;
            let times = times
                .iter()
                .map(|t| (t + factor * shift).clamp(beginning.t, end));
            let times: Vec<f64> = times.collect();
            solve(self.model.predicting(), &times)
        };
        let moved = SHIFTS.iter().map(moved).collect::<Result<Vec<_>, _>>()?;
        let leading = solve(self.model.leading(), times)?;
        let third = match self.profile.check(self.model.with_next()) {
            Ok(()) => {
                let next = solve(self.model.with_next(), times)?;
                Some((weight(predicted, &next), largest(&next)))
            }
            Err(_) => None,
        };
        Ok(explain(&Miss {
            quantities,
            measured: observed.measured,
            predicted: largest(predicted),
            floors: observed.floors,
            position_error: observed.position_error / scales.position.max(f64::MIN_POSITIVE),
            shift,
            shifted: ranges(&moved, times.len()),
            second: weight(&leading, predicted),
            third,
            derivative_error: self.profile.error(self.model.predicting()),
            variant: &self.model.variant,
            rows: &beginning.rows,
            h,
            steps_to_output: observed.steps_to_output,
        }))
    }

    /// Violations at `times` of a run with steps of `h`, by the given terms of the model.
    pub(crate) fn solve(
        &self,
        terms: &[Term],
        h: f64,
        beginning: &Beginning,
        times: &[f64],
    ) -> Result<Violations, Unpredictable> {
        let disturbance = self.profile.disturbance(terms, h)?;
        let mut solution = violations(&disturbance, &beginning.rows, beginning.t, times);
        // Nonholonomic rows come last and have no Φ, which the equation would make the integral of w.
        let shape = self.prepared.system.shape();
        for rows in solution.phi.chunks_mut(shape.constraints().max(1)) {
            rows[shape.holonomic()..].fill(0.0);
        }
        Ok(solution)
    }

    /// The state after the starting steps. Multistep methods take these with RK-4, which the model does not cover, so the
    /// prediction begins with the violations that they leave, and with those of an inconsistent start.
    pub(crate) fn beginning(&self, h: StepSize) -> Option<Beginning> {
        let system = self.prepared.system.as_ref();
        let shape = system.shape();
        let start = self.prepared.start.as_ref().ok()?.clone();
        let law = self.variant.violation_law(shape, h).ok()?;
        let feedback = law.like_a_force()?.iter().copied();
        let mut trial = Trial::from(self.variant, system, Resolution::Fixed(h), start).ok()?;
        trial
            .steps(self.integrator.history().saturating_sub(1))
            .ok()?;
        let Sample { state, phi, w, .. } = trial.sample();
        let rows = feedback.zip(phi).zip(w).enumerate();
        let rows = rows.map(|(row, ((Feedback { alpha, beta }, &phi), &w))| Row {
            oscillator: Oscillator {
                alpha,
                // Nonholonomic rows have no Φ to feed back.
                beta: if row < shape.holonomic() { beta } else { 0.0 },
            },
            phi,
            w,
        });
        Some(Beginning {
            t: state.t,
            rows: rows.collect(),
        })
    }

    /// Root mean square of the velocities along the motion.
    fn speed(&self) -> f64 {
        let truth = self.prepared.truth.iter();
        let speed = Rms::of(truth.flat_map(|at| at.v.iter().copied()));
        speed.unwrap_or(0.0).max(f64::MIN_POSITIVE)
    }
}
