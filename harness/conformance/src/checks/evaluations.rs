//! A method counts every evaluation of the system that it makes.

use super::determinism::short_steps;
use crate::fixtures::{Fixture, of_every_kind};
use crate::verdict::{Verdict, collect, ensure, every_variant};
use std::sync::atomic::{AtomicU64, Ordering};
use stepping::{Method, Variant};
use system::{ForceJacobian, Shape, State, System, Terms};
use trial::Trial;

/// Enough for multistep methods to leave their start-up and adaptive ones to change their step.
const STEPS: usize = 20;

/// A system that knows how often it was evaluated.
struct Counted<'a> {
    system: &'a dyn System,
    evaluations: AtomicU64,
}

impl System for Counted<'_> {
    fn shape(&self) -> &Shape {
        self.system.shape()
    }

    fn initial(&self) -> State {
        self.system.initial()
    }

    fn evaluate(&self, t: f64, q: &[f64], v: &[f64], out: &mut Terms) {
        self.evaluations.fetch_add(1, Ordering::Relaxed);
        self.system.evaluate(t, q, v, out);
    }

    fn constraint(&self, t: f64, q: &[f64], out: &mut [f64]) {
        self.system.constraint(t, q, out);
    }

    fn energy(&self, t: f64, q: &[f64], v: &[f64]) -> f64 {
        self.system.energy(t, q, v)
    }

    fn energy_gradient(&self, t: f64, q: &[f64], v: &[f64], by_q: &mut [f64], by_v: &mut [f64]) {
        self.system.energy_gradient(t, q, v, by_q, by_v);
    }

    fn power(&self, t: f64, q: &[f64], v: &[f64]) -> f64 {
        self.system.power(t, q, v)
    }

    fn force_jacobian(&self, t: f64, q: &[f64], v: &[f64], out: &mut ForceJacobian) {
        self.system.force_jacobian(t, q, v, out);
    }
}

/// The evaluations that a method counts are those that the system has seen: without clocks they are what a method costs.
///
/// # Errors
/// Both numbers where they differ.
pub fn evaluations_are_counted(method: &Method) -> Verdict {
    let fixtures = of_every_kind();
    every_variant(method, |variant| {
        collect(fixtures.iter().map(|fixture| counted(variant, fixture)))
    })
}

fn counted(variant: &dyn Variant, fixture: &Fixture) -> Verdict {
    let system = Counted {
        system: &*fixture.system,
        evaluations: AtomicU64::new(0),
    };
    let Ok(mut trial) = Trial::new(variant, &system, short_steps(variant, fixture)) else {
        return Ok(());
    };
    let before = system.evaluations.load(Ordering::Relaxed);
    let outcome = trial.steps(STEPS).map(|_| ());
    outcome.map_err(|e| format!("{}: {e}", fixture.name))?;
    let made = system.evaluations.load(Ordering::Relaxed) - before;
    let said = trial.work().evaluations;
    ensure(said == made, || {
        format!(
            "{}: counts {said} evaluations of {made} in {STEPS} steps",
            fixture.name
        )
    })
}
