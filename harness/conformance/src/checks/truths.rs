//! The true motion solves the equations of motion.
//!
//! It starts where the system starts, satisfies the constraints and their rates, has the multipliers of its
//! states, conserves the energy where nothing does work, and the equations of motion carry one of its states
//! into the next. The digits that the card claims decide how closely.

use crate::sampling::gap;
use crate::verdict::{Verdict, at_most, collect, ensure, every_problem};
use problem::{Flow, Problem, Start, Truth};
use solvers::consistent;
use system::{State, System, Terms, largest};

/// Places along the motion at which it is examined.
const PLACES: usize = 8;

/// Length of the stretches over which the equations of motion are followed, relative to the whole.
const STRETCH: f64 = 0.01;

/// Allowed error in units of the last claimed digit.
const LAST_DIGIT: f64 = 10.0;
/// The same for what is derived from the state or carried along a stretch.
const DERIVED: f64 = 1000.0;

/// Smallest error that is required: rounding of the evaluation itself.
const ROUNDING: f64 = 1e-13;

/// The truth solves the equations of motion, to the digits that the card claims.
///
/// # Errors
/// Every violation with its time and size.
pub fn truths_solve_the_equations(problems: &[Box<dyn Problem>]) -> Verdict {
    every_problem(problems, solves)
}

fn solves(problem: &dyn Problem) -> Verdict {
    let card = problem.card();
    let system = problem.system();
    let digit = math::powi(0.1, card.reference.digits as i32).max(ROUNDING / LAST_DIGIT);
    let times: Vec<f64> = (0..PLACES)
        .flat_map(|k| {
            let t = card.end_time * (1.0 - STRETCH) * k as f64 / (PLACES - 1) as f64;
            [t, t + STRETCH * card.end_time]
        })
        .collect();
    let truths = problem.truth(&times);
    ensure(truths.len() == times.len(), || {
        format!("{} truths for {} times", truths.len(), times.len())
    })?;
    let start = match card.start {
        Start::Consistent => system.initial(),
        Start::AsStated => consistent(&*system).map_err(|e| format!("no consistent start: {e}"))?,
    };
    let starts = gap(start.q(), &truths[0].q).max(gap(start.v(), &truths[0].v));
    let mut examined = vec![at_most(starts, LAST_DIGIT * digit, || {
        format!("the truth starts {starts:.1e} away from the initial state")
    })];
    for (&t, truth) in times.iter().zip(&truths) {
        examined.push(ensure(truth.t == t, || {
            format!("asked for t = {t}, the truth answers for {}", truth.t)
        }));
        examined.push(on_the_constraints(&*system, truth, LAST_DIGIT * digit));
        examined.push(energy_is_kept(&*system, &start, truth, LAST_DIGIT * digit));
    }
    let mut flow = Flow::new(&*system);
    for pair in truths.chunks_exact(2) {
        examined.push(moves_on(&mut flow, &pair[0], &pair[1], DERIVED * digit));
        examined.push(multipliers(&mut flow, &pair[0], DERIVED * digit));
    }
    collect(examined)
}

fn on_the_constraints(system: &dyn System, truth: &Truth, tolerance: f64) -> Verdict {
    let shape = system.shape();
    let mut terms = Terms::new(shape);
    system.evaluate(truth.t, &truth.q, &truth.v, &mut terms);
    let mut residual = vec![0.0; shape.constraints()];
    terms.velocity_residual(shape, &truth.v, &mut residual);
    let steepness = largest(&terms.jacobian).max(1.0);
    let size = largest(&truth.q).max(largest(&truth.v)).max(1.0);
    let bound = tolerance * steepness * size;
    let (phi, phi_dot) = (largest(&terms.phi), largest(&residual));
    let off = || {
        format!(
            "t = {:.3}: the truth has |Φ| = {phi:.1e}, |J v + Φ_t| = {phi_dot:.1e}",
            truth.t
        )
    };
    at_most(phi, bound, off).and_then(|()| at_most(phi_dot, bound, off))
}

fn energy_is_kept(system: &dyn System, start: &State, truth: &Truth, tolerance: f64) -> Verdict {
    let shape = system.shape();
    if shape.tracks_work() {
        return Ok(());
    }
    let before = system.energy(start.t, start.q(), start.v());
    let change = system.energy(truth.t, &truth.q, &truth.v) - before;
    // What errors in the last digit of every coordinate and velocity amount to.
    let (mut by_q, mut by_v) = (vec![0.0; shape.n_v()], vec![0.0; shape.n_v()]);
    system.energy_gradient(truth.t, &truth.q, &truth.v, &mut by_q, &mut by_v);
    let sum = |x: &[f64]| x.iter().map(|x| x.abs()).sum::<f64>();
    let (length, speed) = (largest(&truth.q).max(1.0), largest(&truth.v).max(1.0));
    let bound = tolerance * (length * sum(&by_q) + speed * sum(&by_v)).max(1.0);
    at_most(change.abs(), bound, || {
        format!(
            "t = {:.3}: the truth's energy is off by {change:.1e}",
            truth.t
        )
    })
}

fn moves_on(flow: &mut Flow<'_>, from: &Truth, to: &Truth, tolerance: f64) -> Verdict {
    let (q, v) = flow
        .advance(from.t, &from.q, &from.v, to.t)
        .map_err(|e| format!("the equations of motion could not be followed: {e}"))?;
    let miss = gap(&q, &to.q).max(gap(&v, &to.v));
    at_most(miss, tolerance, || {
        format!(
            "t = {:.3}: the equations of motion lead {miss:.1e} away from the truth",
            to.t
        )
    })
}

fn multipliers(flow: &mut Flow<'_>, truth: &Truth, tolerance: f64) -> Verdict {
    let Some(expected) = &truth.lambda else {
        return Ok(());
    };
    let found = flow
        .multipliers(truth)
        .ok_or_else(|| format!("t = {:.3}: the equations are singular", truth.t))?;
    let miss = gap(&found, expected);
    at_most(miss, tolerance, || {
        format!("t = {:.3}: the truth's λ is off by {miss:.1e}", truth.t)
    })
}
