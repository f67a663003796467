//! Consistent states: `Φ = 0`, then `J v + Φ_t = 0`, by the smallest change in the mass metric.
//!
//! Both projections are written for increments: `M δ + Jᵀ μ = 0`, `J δ = -Φ` (or `-(J v + Φ_t)`), so that
//! rounding does not grow with the size of the state.

use crate::{MinNorm, Singular, State, System, Terms};
use thiserror::Error;

/// Newton iterations after which a projection gives up.
const MAX_ITERATIONS: usize = 40;

/// A projection has arrived when the violation is below this multiple of the rounding of its terms.
const ROUNDING_MULTIPLE: f64 = 8.0;

/// A state that cannot be made consistent.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ProjectionError {
    /// Newton's iteration did not arrive.
    #[error("projection stopped after {iterations} iterations, residual {residual:.1e}")]
    NotConverged {
        /// Iterations done.
        iterations: usize,
        /// Largest violation left.
        residual: f64,
    },
    /// The projection equations are singular.
    #[error("projection: {0}")]
    Singular(#[from] Singular),
}

/// Projects states onto the constraints; owns every buffer.
pub struct Projector {
    terms: Terms,
    /// Rows may be redundant.
    solver: MinNorm,
    residual: Vec<f64>,
    delta: Vec<f64>,
    multipliers: Vec<f64>,
}

impl Projector {
    /// Buffers for `system`.
    pub fn new(system: &dyn System) -> Self {
        let shape = system.shape();
        Self {
            terms: Terms::new(shape),
            solver: MinNorm::new(shape),
            residual: vec![0.0; shape.constraints()],
            delta: vec![0.0; shape.n_v()],
            multipliers: vec![0.0; shape.constraints()],
        }
    }

    /// Moves `q` until `Φ(t, q) = 0` to rounding; gives the number of iterations.
    ///
    /// # Errors
    /// When Newton's iteration does not arrive.
    pub fn positions(
        &mut self,
        system: &dyn System,
        state: &mut State,
    ) -> Result<usize, ProjectionError> {
        let mut last = f64::INFINITY;
        for iteration in 0..MAX_ITERATIONS {
            system.evaluate(state.t, state.q(), state.v(), &mut self.terms);
            let violation = largest(&self.terms.phi);
            // Newton converges quadratically: when halving stops near rounding level it has arrived.
            if violation <= self.rounding(state.q())
                || (violation < 1e-12 && violation > 0.5 * last)
            {
                return Ok(iteration);
            }
            if !violation.is_finite() {
                break;
            }
            last = violation;
            self.solver.factor(&self.terms)?;
            for (r, phi) in self.residual.iter_mut().zip(&self.terms.phi) {
                *r = -phi;
            }
            self.correct();
            system.shape().retract(state.q_v_mut().0, &self.delta);
        }
        Err(ProjectionError::NotConverged {
            iterations: MAX_ITERATIONS,
            residual: last,
        })
    }

    /// Moves `v` until `J v + Φ_t = 0`, which is linear: a second sweep only removes rounding.
    ///
    /// # Errors
    /// When the equations are singular in a way that no pseudo-inverse mends.
    pub fn velocities(
        &mut self,
        system: &dyn System,
        state: &mut State,
    ) -> Result<(), ProjectionError> {
        system.evaluate(state.t, state.q(), state.v(), &mut self.terms);
        self.solver.factor(&self.terms)?;
        for _ in 0..2 {
            self.terms
                .velocity_residual(system.shape(), state.v(), &mut self.residual);
            for r in &mut self.residual {
                *r = -*r;
            }
            self.correct();
            for (v, d) in state.q_v_mut().1.iter_mut().zip(&self.delta) {
                *v += d;
            }
        }
        Ok(())
    }

    fn correct(&mut self) {
        let (r, d, l) = (&self.residual, &mut self.delta, &mut self.multipliers);
        self.solver.correct(r, d, l);
    }

    /// Rounding of Φ at `q`: it is made of terms of the size of `J q`.
    fn rounding(&self, q: &[f64]) -> f64 {
        ROUNDING_MULTIPLE
            * f64::EPSILON
            * (largest(&self.terms.jacobian) * largest(q)).max(f64::MIN_POSITIVE)
    }
}

/// The system's initial state, made consistent.
///
/// # Errors
/// When the initial state is too far from the constraints.
pub fn consistent(system: &dyn System) -> Result<State, ProjectionError> {
    let mut state = system.initial();
    let mut projector = Projector::new(system);
    projector.positions(system, &mut state)?;
    projector.velocities(system, &mut state)?;
    Ok(state)
}

fn largest(x: &[f64]) -> f64 {
    // A NaN must not be lost, as it would be in `f64::max`.
    x.iter().fold(
        0.0,
        |a, x| if x.is_nan() { f64::NAN } else { x.abs().max(a) },
    )
}
