//! Forces, energy and their derivatives are consistent.
//!
//! With `f` made of the potential's force, the applied forces and the terms of the mass matrix,
//! `(T + V)_q · v + f · v` is the power of the applied forces: a wrong sign anywhere shows.

use super::constraint_derivatives::{STATES, STEP, displaced};
use crate::sampling::{Sample, all_within, derivative, every_sample, gap};
use crate::verdict::Verdict;
use problem::Problem;
use system::{ForceJacobian, System, Terms};

/// Largest difference, relative to the size of the derivative or to one. Differences are good to some 1e-9.
const TOLERANCE: f64 = 1e-6;

/// Energy gradient and force Jacobians are derivatives, and forces do the work that the energy says.
///
/// # Errors
/// The first derivative that differs, for each problem.
pub fn forces_and_energy_agree(problems: &[Box<dyn Problem>]) -> Verdict {
    every_sample(problems, STATES, agree)
}

fn agree(system: &dyn System, at: &Sample) -> Verdict {
    let shape = system.shape();
    let n = shape.n_v();
    let (t, q, v) = (at.t, &at.q[..], &at.v[..]);
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let forces = |q: &[f64], v: &[f64]| {
        let mut terms = Terms::new(shape);
        system.evaluate(t, q, v, &mut terms);
        terms
    };
    let faster = |s: f64| -> Vec<f64> {
        v.iter()
            .zip(&at.direction)
            .map(|(v, d)| v + s * d)
            .collect()
    };
    let moved = |s: f64| displaced(system, at, &at.direction, s);

    let (mut by_position, mut by_velocity) = (vec![f64::NAN; n], vec![f64::NAN; n]);
    system.energy_gradient(t, q, v, &mut by_position, &mut by_velocity);
    let terms = forces(q, v);
    let mut momentum = vec![0.0; n];
    shape.mass().multiply(&terms.mass, v, &mut momentum);
    let slope = derivative(STEP, |s| vec![system.energy(t, &moved(s), v)]);
    let drift = derivative(STEP, |s| vec![system.energy(t + s, q, v)]);
    let applied = system.power(t, q, v) - drift[0];
    // Large shares cancel in the balance, so it is compared with them.
    let (stored, driven) = (dot(&by_position, v), dot(&terms.force, v));
    let share = stored.abs().max(driven.abs()).max(1.0);

    let mut jacobian = ForceJacobian::new(shape);
    system.force_jacobian(t, q, v, &mut jacobian);
    let times = |values: &[f64]| {
        let mut out = vec![0.0; n];
        shape.force_rows().multiply(values, &at.direction, &mut out);
        out
    };
    let by_q = derivative(STEP, |s| forces(&moved(s), v).force);
    let by_v = derivative(STEP, |s| forces(q, &faster(s)).force);
    let found = [
        (
            "the energy gradient by q",
            gap(&[dot(&by_position, &at.direction)], &slope),
        ),
        ("the energy gradient by v", gap(&by_velocity, &momentum)),
        (
            "the power balance",
            (stored + driven - applied).abs() / share,
        ),
        (
            "the force Jacobian by q",
            gap(&times(&jacobian.by_position), &by_q),
        ),
        (
            "the force Jacobian by v",
            gap(&times(&jacobian.by_velocity), &by_v),
        ),
    ];
    all_within(TOLERANCE, at, found)
}
