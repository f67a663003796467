//! J, Φ_t and γ are the derivatives of Φ.
//!
//! Derivatives are compared with central differences of fourth order, which need no more than the values
//! themselves: along retractions for J, along time for Φ_t, and for γ along the flow with constant `v`, where
//! `γ = -d/ds (J v + Φ_t)`.

use crate::sampling::{Sample, all_within, derivative, every_sample, gap};
use crate::verdict::Verdict;
use problem::Problem;
use system::{System, Terms};

/// Largest difference, relative to the size of the derivative or to one. Differences are good to some 1e-9.
const TOLERANCE: f64 = 1e-6;

/// Difference step, relative to the size of the coordinates: its fourth power is the truncation error.
pub(super) const STEP: f64 = 1e-3;

/// Number of states compared, and the number for large systems.
pub(super) const STATES: (usize, usize) = (50, 4);

/// `evaluate` and `constraint` agree, and J, Φ_t and γ are derivatives of Φ.
///
/// # Errors
/// The first derivative that differs, for each problem.
pub fn constraints_are_differentiated_rightly(problems: &[Box<dyn Problem>]) -> Verdict {
    every_sample(problems, STATES, derivatives)
}

fn derivatives(system: &dyn System, at: &Sample) -> Verdict {
    let shape = system.shape();
    let holonomic = shape.holonomic();
    let mut terms = Terms::new(shape);
    system.evaluate(at.t, &at.q, &at.v, &mut terms);
    let phi = |t: f64, q: &[f64]| {
        let mut phi = vec![f64::NAN; shape.constraints()];
        system.constraint(t, q, &mut phi);
        phi
    };

    let mut along = vec![0.0; shape.constraints()];
    shape
        .rows()
        .multiply(&terms.jacobian, &at.direction, &mut along);
    let moved = derivative(STEP, |s| {
        phi(at.t, &displaced(system, at, &at.direction, s))
    });
    let waited = derivative(STEP, |s| phi(at.t + s, &at.q));
    let s = STEP * (at.length / at.speed).min(1.0);
    let flow = derivative(s, |s| {
        let q = displaced(system, at, &at.v, s);
        let mut terms = Terms::new(shape);
        let mut w = vec![0.0; shape.constraints()];
        system.evaluate(at.t + s, &q, &at.v, &mut terms);
        terms.velocity_residual(shape, &at.v, &mut w);
        w.iter().map(|w| -w).collect()
    });
    let found = [
        ("Φ of `constraint`", gap(&phi(at.t, &at.q), &terms.phi)),
        ("J", gap(&along[..holonomic], &moved[..holonomic])),
        ("Φ_t", gap(&terms.phi_t[..holonomic], &waited[..holonomic])),
        ("γ", gap(&terms.gamma, &flow)),
    ];
    all_within(TOLERANCE, at, found)
}

/// `q` moved by `s` times a virtual displacement.
pub(super) fn displaced(system: &dyn System, at: &Sample, direction: &[f64], s: f64) -> Vec<f64> {
    let mut q = at.q.clone();
    let delta: Vec<f64> = direction.iter().map(|d| s * d).collect();
    system.shape().retract(&mut q, &delta);
    q
}
