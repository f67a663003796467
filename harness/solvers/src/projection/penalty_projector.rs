//! Mass-orthogonal projections of positions, velocities and accelerations in penalty form
//! (Bayo and Ledesma 1996 Eqs. 9-34, corrected).
//!
//! Velocities and accelerations are projected by [`MassOrthogonal`] as it is, with `J v = -Φ_t` and `J a = γ`.
//! Positions take one sweep per Newton iteration, with the rows at the positions reached so far:
//!
//! ```text
//! K δ = -(M (q - q*) + Jᵀ (A Φ + λ)),   q += δ,   λ += A (Φ + J δ)
//! ```
//!
//! Eq. 14 prints the right-hand side without `A Φ`. Its first increment is zero, and the iteration that follows never
//! comes to rest, see the tests. K is factored anew for every increment. With the rows of one place in K and those of
//! another on the right (the modified Newton iteration of the paper), the iteration diverges as soon as `κ |δJ|²` is
//! more than one.

use crate::{MassOrthogonal, Penalty, ProjectionError, RelativePenalty, Singular, Sweeps};
use system::{Shape, State, System, Terms, largest};
use vocabulary::Work;

/// Newton iterations after which a projection gives up.
const MAX_ITERATIONS: usize = 40;

/// A violation below this multiple of the size of its terms is rounding.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// A violation below this size, relative to its terms, has converged when an iteration no longer halves it.
const NEARLY: f64 = 1e-12;

/// Projects states onto the constraints with penalties; owns every buffer.
pub struct PenaltyProjector {
    terms: Terms,
    nearest: MassOrthogonal,
    /// Displacement since the start of a projection, in the space of velocities.
    moved: Vec<f64>,
    delta: Vec<f64>,
    /// Φ, or the right-hand side of the linear constraints.
    rows: Vec<f64>,
    lambda: Vec<f64>,
    work: Work,
}

impl PenaltyProjector {
    /// Buffers for systems of this shape, with penalties relative to the mass that the rows move at the state
    /// of `terms`.
    ///
    /// # Errors
    /// When the mass is not positive definite there, or a row is zero.
    pub fn new(shape: &Shape, terms: &Terms, kappa: RelativePenalty) -> Result<Self, Singular> {
        let penalty = Penalty::relative(shape, terms, kappa)?;
        let (n, m) = (shape.n_v(), shape.constraints());
        Ok(Self {
            terms: Terms::new(shape),
            nearest: MassOrthogonal::new(shape, penalty),
            moved: vec![0.0; n],
            delta: vec![0.0; n],
            rows: vec![0.0; m],
            lambda: vec![0.0; m],
            work: Work::default(),
        })
    }

    /// Projects positions, then velocities. Without rows it does nothing.
    ///
    /// # Errors
    /// When Newton's iteration does not converge.
    pub fn state(&mut self, system: &dyn System, state: &mut State) -> Result<(), ProjectionError> {
        if !self.rows.is_empty() {
            self.positions(system, state)?;
            // The last iteration evaluated the rows where the positions are now.
            self.factor()?;
            self.sweep_velocities(state)?;
        }
        Ok(())
    }

    /// Moves `q` to the nearest place with `Φ(t, q) = 0` and returns the number of iterations.
    ///
    /// # Errors
    /// When Newton's iteration does not converge.
    pub fn positions(
        &mut self,
        system: &dyn System,
        state: &mut State,
    ) -> Result<usize, ProjectionError> {
        let shape = system.shape();
        self.moved.fill(0.0);
        self.delta.fill(0.0);
        self.lambda.fill(0.0);
        let mut last = f64::INFINITY;
        for iteration in 0..=MAX_ITERATIONS {
            self.evaluate(system, state);
            let reach = largest(state.q());
            let violation = self.violation(shape, reach);
            if !(violation.is_finite() && reach.is_finite()) {
                break;
            }
            // Newton's iteration converges quadratically, so it has arrived when it stops halving near rounding
            // level.
            let arrived = violation <= ROUNDING || (violation < NEARLY && violation > 0.5 * last);
            // K leaves out the change of the rows, so the remainder of M (q - q*) + Jᵀ λ only shrinks in proportion
            // to |q - q*|.
            let turned = largest(&self.delta) * largest(&self.moved);
            let nearest = turned <= f64::EPSILON * reach * reach;
            if arrived && (nearest || iteration == MAX_ITERATIONS) {
                return Ok(iteration);
            }
            if iteration == MAX_ITERATIONS {
                break;
            }
            last = violation;
            self.factor()?;
            let (mass, delta) = (&self.terms.mass, &mut self.delta);
            shape.mass().multiply(mass, &self.moved, delta);
            for d in delta.iter_mut() {
                *d = -*d;
            }
            self.rows.copy_from_slice(&self.terms.phi);
            self.nearest
                .sweep(&self.terms, delta, &mut self.rows, &mut self.lambda);
            self.work.solves += 1;
            for (moved, d) in self.moved.iter_mut().zip(&self.delta) {
                *moved += d;
            }
            shape.retract(state.q_v_mut().0, &self.delta);
        }
        Err(ProjectionError::NotConverged {
            iterations: MAX_ITERATIONS,
            residual: last,
        })
    }

    /// Moves `v` to the nearest velocity with `J v + Φ_t = 0`.
    ///
    /// # Errors
    /// When the matrix cannot be factored, or a value is not finite.
    pub fn velocities(
        &mut self,
        system: &dyn System,
        state: &mut State,
    ) -> Result<Sweeps, ProjectionError> {
        self.evaluate(system, state);
        self.factor()?;
        self.sweep_velocities(state)
    }

    /// Moves `a` to the nearest acceleration with `J a = γ` and returns the multipliers of the projection. The last
    /// projection must have been that of the velocities of this state.
    pub fn accelerations(&mut self, system: &dyn System, state: &State, a: &mut [f64]) -> &[f64] {
        // Other velocities change γ; mass and rows depend on positions alone.
        self.evaluate(system, state);
        let sweeps = self
            .nearest
            .project(&self.terms, &self.terms.gamma, a, &mut self.lambda);
        self.work.solves += u64::from(sweeps.count);
        &self.lambda
    }

    /// Terms of the last evaluation.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Work done so far.
    pub fn work(&self) -> Work {
        self.work
    }

    fn evaluate(&mut self, system: &dyn System, state: &State) {
        self.work.evaluations += 1;
        system.evaluate(state.t, state.q(), state.v(), &mut self.terms);
    }

    fn factor(&mut self) -> Result<(), Singular> {
        self.work.factorizations += 1;
        self.nearest.factor(&self.terms)
    }

    fn sweep_velocities(&mut self, state: &mut State) -> Result<Sweeps, ProjectionError> {
        for (c, phi_t) in self.rows.iter_mut().zip(&self.terms.phi_t) {
            *c = -phi_t;
        }
        let v = state.q_v_mut().1;
        let sweeps = self
            .nearest
            .project(&self.terms, &self.rows, v, &mut self.lambda);
        self.work.solves += u64::from(sweeps.count);
        if sweeps.residual.is_finite() {
            return Ok(sweeps);
        }
        Err(ProjectionError::NotConverged {
            iterations: sweeps.count as usize,
            residual: sweeps.residual,
        })
    }

    /// The largest `|Φ|` relative to the size of its terms, which is taken as that of `J q` for coordinates of size
    /// `reach`.
    fn violation(&self, shape: &Shape, reach: f64) -> f64 {
        largest(self.terms.phi.iter().enumerate().map(|(i, phi)| {
            let size = largest(&self.terms.jacobian[shape.rows().range(i)]) * reach;
            match phi / size {
                // A row that holds exactly is not violated, even if its Jacobian vanishes.
                _ if *phi == 0.0 => 0.0,
                relative if size.is_finite() => relative,
                _ => f64::INFINITY,
            }
        }))
    }
}

#[cfg(test)]
mod tests;
