//! The sensitivity of the motion is the one that the card states.

use super::SINGULAR;
use crate::verdict::{Verdict, at_most, every_problem};
use problem::{Flow, Problem};
use solvers::{ProjectionError, Projector};
use system::{State, System, largest};

/// Largest relative difference between the stated number, which has two digits, and the measured one.
const TOLERANCE: f64 = 0.06;

/// Size of a push relative to the largest velocity: well above rounding, well below where it would matter that the
/// motion is not linear.
const PUSH: f64 = 1e-6;

/// The largest |δq(T)|/|δv(0)| over all consistent pushes is the one that the card states.
///
/// # Errors
/// The number measured where it differs from the stated one.
pub fn sensitivities_are_as_stated(problems: &[Box<dyn Problem>]) -> Verdict {
    every_problem(problems, as_stated)
}

fn as_stated(problem: &dyn Problem) -> Verdict {
    let card = problem.card();
    if card.tags.contains(&SINGULAR) {
        // Perturbed motions leave the branch where it crosses another one.
        return Ok(());
    }
    let system = problem.system();
    let measured = sensitivity(&*system, card.end_time)?;
    let stated = card.sensitivity;
    at_most((measured / stated - 1.0).abs(), TOLERANCE, || {
        format!("the card states a sensitivity of {stated} s, measured are {measured:.3e} s")
    })
}

/// The largest |δq(T)|/|δv(0)| found.
fn sensitivity(system: &dyn System, end: f64) -> Result<f64, String> {
    let fails = |e: &dyn std::fmt::Display| format!("the sensitivity cannot be measured: {e}");
    let mut projector = Projector::new(system);
    let mut start = system.initial();
    projector
        .positions(system, &mut start)
        .and_then(|_| projector.velocities(system, &mut start))
        .map_err(|e| fails(&e))?;
    let mut flow = Flow::new(system);
    let mut end_of = |state: &State| {
        flow.advance(0.0, state.q(), state.v(), end)
            .map(|(q, _)| q)
            .map_err(|e| fails(&e))
    };
    let undisturbed = end_of(&start)?;
    let size = PUSH * largest(start.v()).max(1.0);
    let mut responses = Vec::new();
    for direction in tangents(system, &mut projector, &start).map_err(|e| fails(&e))? {
        let mut pushed = start.clone();
        for (v, d) in pushed.q_v_mut().1.iter_mut().zip(&direction) {
            *v += size * d;
        }
        let end = end_of(&pushed)?;
        let response = end.iter().zip(&undisturbed).map(|(a, b)| (a - b) / size);
        responses.push(response.collect::<Vec<f64>>());
    }
    Ok(norm_of_columns(&responses))
}

/// An orthonormal basis of the velocities that the constraints allow.
fn tangents(
    system: &dyn System,
    projector: &mut Projector,
    start: &State,
) -> Result<Vec<Vec<f64>>, ProjectionError> {
    let n = system.shape().n_v();
    let mut basis: Vec<Vec<f64>> = Vec::new();
    for k in 0..n {
        let mut pushed = start.clone();
        pushed.q_v_mut().1[k] += 1.0;
        projector.velocities(system, &mut pushed)?;
        let mut x: Vec<f64> = pushed
            .v()
            .iter()
            .zip(start.v())
            .map(|(a, b)| a - b)
            .collect();
        // Twice, so that rounding leaves nothing of the directions already there.
        for _ in 0..2 {
            for b in &basis {
                let along = dot(b, &x);
                x.iter_mut().zip(b).for_each(|(x, b)| *x -= along * b);
            }
        }
        let length = dot(&x, &x).sqrt();
        if length > 1e-6 {
            basis.push(x.iter().map(|x| x / length).collect());
        }
    }
    Ok(basis)
}

/// The largest singular value of the matrix with these columns, by power iteration on their products.
fn norm_of_columns(columns: &[Vec<f64>]) -> f64 {
    let gram: Vec<Vec<f64>> = columns
        .iter()
        .map(|a| columns.iter().map(|b| dot(a, b)).collect())
        .collect();
    let mut x: Vec<f64> = (0..columns.len()).map(|k| 1.0 + 0.1 * k as f64).collect();
    let mut norm = 0.0;
    for _ in 0..200 {
        let length = dot(&x, &x).sqrt();
        if length == 0.0 {
            break;
        }
        x.iter_mut().for_each(|x| *x /= length);
        x = gram.iter().map(|row| dot(row, &x)).collect();
        norm = dot(&x, &x).sqrt();
    }
    norm.sqrt()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
