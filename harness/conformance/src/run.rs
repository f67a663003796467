//! One run of one method on one fixture, compared with the truth.

use crate::fixtures::Fixture;
use mechanics::{State, System, Terms, Truth};
use stepping::{Method, Resolution, StepSize, Stepper, Tolerance};
use verification::{Max, Rms};

/// Output points of every run; numbers of steps are multiples of it.
pub const OUTPUTS: usize = 10;

/// How far a run was from the truth: root mean squares of q, v and λ, largest values of the rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors {
    /// Of q.
    pub position: f64,
    /// Of v.
    pub velocity: f64,
    /// Of λ, at the times the method says they hold for; zero where λ is not unique.
    pub multiplier: f64,
    /// Largest `|Φ|`.
    pub drift_position: f64,
    /// Largest `|J v + Φ_t|`.
    pub drift_velocity: f64,
    /// Largest `|T + V - (T + V)₀ - W|`.
    pub energy: f64,
}

/// `steps` equal steps over the fixture's time.
pub fn fixed(fixture: &Fixture, steps: usize) -> Resolution {
    let h = StepSize::new(fixture.end / steps as f64).expect("fixtures last a positive time");
    Resolution::Fixed(h)
}

/// A tolerance, with a result at every output point.
pub fn adaptive(fixture: &Fixture, tolerance: f64) -> Resolution {
    Resolution::Adaptive {
        tolerance: Tolerance::new(tolerance).expect("tolerances of the checks lie in (0, 1)"),
        interval: StepSize::new(fixture.end / OUTPUTS as f64)
            .expect("fixtures last a positive time"),
    }
}

/// Runs `method` over the whole time of the fixture.
///
/// # Errors
/// When the method refuses the fixture or a step does not succeed.
pub fn follow(
    method: &dyn Method,
    fixture: &Fixture,
    resolution: Resolution,
) -> Result<Errors, String> {
    let system = &*fixture.system;
    let mut stepper = method
        .prepare(system, resolution)
        .map_err(|refusal| format!("refused {}: {refusal}", fixture.name))?;
    let steps = (fixture.end / resolution.interval()).round() as usize;
    let mut state = system.initial();
    let mut meter = Meter::new(system, &state);
    let times: Vec<f64> = (1..=OUTPUTS)
        .map(|k| fixture.end * k as f64 / OUTPUTS as f64)
        .collect();
    let truths = fixture.truth(&times);
    for truth in &truths {
        for _ in 0..steps / OUTPUTS {
            step(stepper.as_mut(), &mut state, fixture)?;
        }
        meter.state(system, &state, truth);
        if truth.lambda.is_some() {
            meter.multipliers(stepper.as_mut(), &state, fixture, truth, resolution)?;
        }
    }
    Ok(meter.errors())
}

fn step(stepper: &mut dyn Stepper, state: &mut State, fixture: &Fixture) -> Result<(), String> {
    stepper
        .step(state)
        .map_err(|e| format!("could not step on {}: {e}", fixture.name))
}

struct Meter {
    terms: Terms,
    residual: Vec<f64>,
    start_energy: f64,
    position: Rms,
    velocity: Rms,
    multiplier: Rms,
    drift_position: Max,
    drift_velocity: Max,
    energy: Max,
}

impl Meter {
    fn new(system: &dyn System, start: &State) -> Self {
        Self {
            terms: Terms::new(system.shape()),
            residual: vec![0.0; system.shape().constraints()],
            start_energy: system.energy(start.t, start.q(), start.v()),
            position: Rms::new(),
            velocity: Rms::new(),
            multiplier: Rms::new(),
            drift_position: Max::new(),
            drift_velocity: Max::new(),
            energy: Max::new(),
        }
    }

    fn state(&mut self, system: &dyn System, state: &State, truth: &Truth) {
        let differences =
            |a: &[f64], b: &[f64]| -> Vec<f64> { a.iter().zip(b).map(|(a, b)| a - b).collect() };
        self.position.extend(differences(state.q(), &truth.q));
        self.velocity.extend(differences(state.v(), &truth.v));
        system.evaluate(state.t, state.q(), state.v(), &mut self.terms);
        self.terms
            .velocity_residual(system.shape(), state.v(), &mut self.residual);
        self.drift_position.extend(self.terms.phi.iter().copied());
        self.drift_velocity.extend(self.residual.iter().copied());
        let energy = system.energy(state.t, state.q(), state.v());
        self.energy.add(energy - self.start_energy - state.work());
    }

    fn multipliers(
        &mut self,
        stepper: &mut dyn Stepper,
        state: &State,
        fixture: &Fixture,
        truth: &Truth,
        resolution: Resolution,
    ) -> Result<(), String> {
        let found = stepper
            .multipliers(state)
            .map_err(|e| format!("no multipliers on {}: {e}", fixture.name))?;
        // Times add up with rounding; a method that means another time means a fraction of the step.
        let elsewhere = (found.at_time - truth.t).abs() > 1e-3 * resolution.interval();
        let expected = if elsewhere {
            fixture.truth(&[found.at_time]).remove(0).lambda
        } else {
            truth.lambda.clone()
        };
        let expected = expected.unwrap_or_default();
        if expected.len() != found.values.len() {
            let (got, rows) = (found.values.len(), expected.len());
            return Err(format!(
                "{got} multipliers for {rows} rows on {}",
                fixture.name
            ));
        }
        let errors = found.values.iter().zip(&expected).map(|(a, b)| a - b);
        self.multiplier.extend(errors);
        Ok(())
    }

    fn errors(&self) -> Errors {
        Errors {
            position: self.position.value().unwrap_or(0.0),
            velocity: self.velocity.value().unwrap_or(0.0),
            multiplier: self.multiplier.value().unwrap_or(0.0),
            drift_position: self.drift_position.value().unwrap_or(0.0),
            drift_velocity: self.drift_velocity.value().unwrap_or(0.0),
            energy: self.energy.value().unwrap_or(0.0),
        }
    }
}
