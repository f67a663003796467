//! One run: one variant, one problem, one resolution.

use crate::prepared::Prepared;
use mechanics::{State, System, Terms, Truth};
use results::{Drift, EndState, Errors, Run, Work};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use stepping::{Method, Refusal, Resolution, StepError, Stepper};
use verification::{Max, Rms};

/// Most evaluations times velocities that one run may take; a count, so that it does not depend on the
/// machine. It corresponds to about a minute.
const BUDGET: u64 = 2_000_000_000;

/// How a run ended.
pub(crate) enum Ended {
    /// At its end time.
    Finished(Run),
    /// Before: why, and how far it came.
    Stopped { run: Run, why: String },
    /// It needed more work than the budget allows.
    OverBudget { run: Run, why: String },
    /// It did not begin.
    Refused(Refusal),
}

enum Stop {
    Refused(Refusal),
    Step(StepError),
    OverBudget { t: f64 },
}

impl From<StepError> for Stop {
    fn from(error: StepError) -> Self {
        Self::Step(error)
    }
}

/// Runs `method` on a problem with `steps` fixed steps, or adaptively with a tolerance.
pub(crate) fn run(
    method: &dyn Method,
    prepared: &Prepared,
    resolution: Resolution,
    start: &State,
) -> Ended {
    let reached = Cell::new(start.t);
    let work = Cell::new(stepping::Work::default());
    // A panic inside of a method is that cell's failure, not the end of the matrix.
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        follow(method, prepared, resolution, start, &reached, &work)
    }));
    let counts = work.get();
    let unfinished = |why: String| Run {
        h: mean_step(&prepared.card, resolution, counts.steps, reached.get()),
        tolerance: tolerance(resolution),
        steps: counts.steps,
        errors: None,
        drift: None,
        predicted_drift: None,
        work: convert(counts),
        end_state: None,
        stopped: Some(why),
    };
    match attempt {
        Ok(Ok((errors, drift, _))) if !all_finite(&errors, &drift) => {
            let why = format!(
                "t = {:.6}: an error is too large for a number",
                reached.get()
            );
            Ended::Stopped {
                run: unfinished(why.clone()),
                why,
            }
        }
        Ok(Ok((errors, drift, end_state))) => Ended::Finished(Run {
            h: mean_step(&prepared.card, resolution, counts.steps, reached.get()),
            tolerance: tolerance(resolution),
            steps: counts.steps,
            errors: Some(errors),
            drift: Some(drift),
            predicted_drift: None,
            work: convert(counts),
            end_state: Some(end_state),
            stopped: None,
        }),
        Ok(Err(Stop::Refused(refusal))) => Ended::Refused(refusal),
        Ok(Err(Stop::Step(error))) => {
            let why = error.to_string();
            Ended::Stopped {
                run: unfinished(why.clone()),
                why,
            }
        }
        Ok(Err(Stop::OverBudget { t })) => {
            let why = format!(
                "t = {t:.6}: over the budget of {BUDGET:.1e} evaluations times velocities",
                BUDGET = BUDGET as f64
            );
            Ended::OverBudget {
                run: unfinished(why.clone()),
                why,
            }
        }
        Err(panic) => {
            let message = panic
                .downcast_ref::<&str>()
                .map(|s| (*s).to_owned())
                .or_else(|| panic.downcast_ref::<String>().cloned())
                .unwrap_or_else(|| "no message".to_owned());
            let why = format!("t = {:.6}: panicked: {message}", reached.get());
            Ended::Stopped {
                run: unfinished(why.clone()),
                why,
            }
        }
    }
}

fn follow(
    method: &dyn Method,
    prepared: &Prepared,
    resolution: Resolution,
    start: &State,
    reached: &Cell<f64>,
    work: &Cell<stepping::Work>,
) -> Result<(Errors, Drift, EndState), Stop> {
    let system = prepared.system.as_ref();
    let mut stepper = method.prepare(system, resolution).map_err(Stop::Refused)?;
    let mut state = start.clone();
    let mut observed = Observed::new(system, start);
    let spacing = prepared.card.end_time / prepared.times.len() as f64;
    let per_point = (spacing / resolution.interval()).round().max(1.0) as u64;
    let size = system.shape().n_v().max(1) as u64;
    for (&time, truth) in prepared.times.iter().zip(&prepared.truth) {
        for _ in 0..per_point {
            let step = stepper.step(&mut state);
            reached.set(state.t);
            work.set(stepper.work());
            step?;
            if stepper.work().evaluations * size > BUDGET {
                return Err(Stop::OverBudget { t: state.t });
            }
        }
        // Adding up steps leaves rounding in the time; the grid is exact.
        state.t = time;
        observed.compare(system, stepper.as_mut(), &state, truth)?;
    }
    Ok(observed.summary(prepared, &state))
}

/// What is collected on the output grid.
struct Observed {
    position: Rms,
    velocity: Rms,
    phi: Max,
    w: Max,
    energy: Max,
    start_energy: f64,
    terms: Terms,
    residual: Vec<f64>,
    /// Multipliers with the times they hold for.
    multipliers: Vec<(f64, Vec<f64>)>,
}

impl Observed {
    fn new(system: &dyn System, start: &State) -> Self {
        let shape = system.shape();
        Self {
            position: Rms::new(),
            velocity: Rms::new(),
            phi: Max::new(),
            w: Max::new(),
            energy: Max::new(),
            start_energy: system.energy(start.t, start.q(), start.v()) - start.work(),
            terms: Terms::new(shape),
            residual: vec![0.0; shape.constraints()],
            multipliers: Vec::new(),
        }
    }

    fn compare(
        &mut self,
        system: &dyn System,
        stepper: &mut dyn Stepper,
        state: &State,
        truth: &Truth,
    ) -> Result<(), StepError> {
        self.position
            .extend(state.q().iter().zip(&truth.q).map(|(a, b)| a - b));
        self.velocity
            .extend(state.v().iter().zip(&truth.v).map(|(a, b)| a - b));
        system.evaluate(state.t, state.q(), state.v(), &mut self.terms);
        self.terms
            .velocity_residual(system.shape(), state.v(), &mut self.residual);
        self.phi.extend(self.terms.phi.iter().copied());
        self.w.extend(self.residual.iter().copied());
        let energy = system.energy(state.t, state.q(), state.v()) - state.work();
        self.energy.add(energy - self.start_energy);
        let lambda = stepper.multipliers(state)?;
        self.multipliers
            .push((lambda.at_time, lambda.values.to_vec()));
        Ok(())
    }

    fn summary(self, prepared: &Prepared, end: &State) -> (Errors, Drift, EndState) {
        // Methods that give λ between grid points are compared with the truth at that very time.
        let on_grid = self
            .multipliers
            .iter()
            .zip(&prepared.truth)
            .all(|((t, _), truth)| *t == truth.t);
        let elsewhere;
        let truth = if on_grid {
            &prepared.truth
        } else {
            let times: Vec<f64> = self.multipliers.iter().map(|(t, _)| *t).collect();
            elsewhere = prepared.problem.truth(&times);
            &elsewhere
        };
        let mut multiplier = Rms::new();
        for ((_, values), truth) in self.multipliers.iter().zip(truth) {
            if let Some(lambda) = &truth.lambda {
                multiplier.extend(values.iter().zip(lambda).map(|(a, b)| a - b));
            }
        }
        let lambda = self
            .multipliers
            .into_iter()
            .next_back()
            .map_or(Vec::new(), |(_, l)| l);
        (
            Errors {
                position: self.position.value().unwrap_or(0.0),
                velocity: self.velocity.value().unwrap_or(0.0),
                multiplier: multiplier.value(),
            },
            Drift {
                position: self.phi.value().unwrap_or(0.0),
                velocity: self.w.value().unwrap_or(0.0),
                energy: self.energy.value().unwrap_or(0.0),
            },
            EndState {
                t: end.t,
                q: end.q().to_vec(),
                v: end.v().to_vec(),
                lambda,
            },
        )
    }
}

fn all_finite(errors: &Errors, drift: &Drift) -> bool {
    [
        errors.position,
        errors.velocity,
        errors.multiplier.unwrap_or(0.0),
    ]
    .into_iter()
    .chain([drift.position, drift.velocity, drift.energy])
    .all(f64::is_finite)
}

fn tolerance(resolution: Resolution) -> Option<f64> {
    match resolution {
        Resolution::Fixed(_) => None,
        Resolution::Adaptive { tolerance, .. } => Some(tolerance.value()),
    }
}

fn mean_step(
    card: &mechanics::ProblemCard,
    resolution: Resolution,
    steps: u64,
    reached: f64,
) -> f64 {
    match resolution {
        Resolution::Fixed(h) => h.seconds(),
        Resolution::Adaptive { .. } if steps > 0 => reached / steps as f64,
        Resolution::Adaptive { .. } => card.end_time,
    }
}

fn convert(work: stepping::Work) -> Work {
    Work {
        evaluations: work.evaluations,
        factorizations: work.factorizations,
        solves: work.solves,
        iterations: work.iterations,
        rejected: work.rejected,
    }
}
