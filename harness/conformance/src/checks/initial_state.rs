//! Initial states satisfy the constraints, and the rows are as independent as declared.

use super::REDUNDANT;
use crate::verdict::{Verdict, at_most, collect, ensure, every_problem};
use problem::{Problem, Start};
use solvers::{Kkt, MinNorm, consistent as consistent_start};
use system::{Terms, largest};

/// A consistent start is consistent to rounding, relative to the size of the state.
const ROUNDING: f64 = 1e-14;

/// `Φ = 0` and `J v + Φ_t = 0` at the start, and J has full rank unless the problem is tagged `redundant`. A start that
/// is meant to violate the constraints does, and can be made consistent.
///
/// # Errors
/// The violations, and ranks that are not as declared.
pub fn initial_states_are_consistent(problems: &[Box<dyn Problem>]) -> Verdict {
    every_problem(problems, consistent)
}

fn consistent(problem: &dyn Problem) -> Verdict {
    let system = problem.system();
    let shape = system.shape();
    let mut state = system.initial();
    if problem.card().start == Start::AsStated {
        let stated = state;
        state = consistent_start(&*system).map_err(|e| format!("no consistent start: {e}"))?;
        ensure(
            stated != state,
            "the start is said to be inconsistent, but is not",
        )?;
    }
    let scale = largest(state.y()).max(1.0);
    let mut terms = Terms::new(shape);
    system.evaluate(state.t, state.q(), state.v(), &mut terms);
    let mut residual = vec![0.0; shape.constraints()];
    terms.velocity_residual(shape, state.v(), &mut residual);
    let (phi, phi_dot) = (largest(&terms.phi), largest(&residual));
    let redundant = problem.card().tags.contains(&REDUNDANT);
    let rank = if redundant {
        let mut min_norm = MinNorm::new(shape);
        let factored = min_norm.factor(&terms);
        ensure(
            factored.is_ok() && min_norm.rank() < shape.constraints(),
            "tagged redundant, but the rows are independent",
        )
    } else {
        Kkt::new(shape)
            .factor(&terms)
            .map_err(|singular| format!("the rows are not independent: {singular}"))
    };
    collect([
        ensure(state.t == 0.0, || format!("starts at t = {}", state.t)),
        at_most(phi, ROUNDING * scale, || {
            format!("starts with |Φ| = {phi:.1e}")
        }),
        at_most(phi_dot, ROUNDING * scale, || {
            format!("starts with |J v + Φ_t| = {phi_dot:.1e}")
        }),
        rank,
    ])
}
