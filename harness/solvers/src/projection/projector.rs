//! Consistent states: `Φ = 0`, then `J v + Φ_t = 0`, by the smallest change in the mass metric.
//!
//! Both projections are written for increments: `M δ + Jᵀ μ = 0`, `J δ = -Φ` (or `-(J v + Φ_t)`), so that
//! rounding does not grow with the size of the state.
//!
//! A factorization is kept as long as it contracts well. Near the constraints one is enough: with the J and M of the
//! first iterate each iteration gains about as many digits as the first, needs only Φ, and moves along the same
//! normals.

use crate::{MinNorm, Singular};
use system::{State, System, Terms, largest};
use thiserror::Error;
use vocabulary::Work;
use vocabulary::planted::{self, Defect};

/// Newton iterations after which a projection gives up.
const MAX_ITERATIONS: usize = 40;

/// A projection has converged when the violation is below this multiple of the rounding of its terms.
const ROUNDING_MULTIPLE: f64 = 8.0;

/// The matrix is factored anew when a correction shrinks by less than this factor. Sizes are taken in the mass metric:
/// like the corrections they depend neither on the scale of a row nor on directions.
const SLOW: f64 = 0.1;

/// Below this violation the matrix is not factored again, since only rounding is left.
const NEARLY: f64 = 1e-12;

/// A state that cannot be made consistent.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ProjectionError {
    /// Newton's iteration did not converge.
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
    /// The solver, for rows that may be redundant.
    solver: MinNorm,
    residual: Vec<f64>,
    delta: Vec<f64>,
    multipliers: Vec<f64>,
    work: Work,
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
            work: Work::default(),
        }
    }

    /// Work done so far.
    pub fn work(&self) -> Work {
        self.work
    }

    /// Moves `q` and then `v` until both constraints hold to rounding, with as few factorizations as possible: one
    /// for a state near the constraints, none for one that satisfies them.
    ///
    /// # Errors
    /// When an iteration does not converge.
    pub fn project(
        &mut self,
        system: &dyn System,
        state: &mut State,
    ) -> Result<(), ProjectionError> {
        let shape = system.shape();
        if shape.constraints() == 0 {
            return Ok(());
        }
        // The factorization left by the positions belongs to coordinates nearby.
        let factored = self.positions(system, state)? > 0;
        if factored {
            self.evaluate(system, state);
        }
        let (mut factored_here, mut slow) = (false, !factored);
        let (mut last, mut size) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..MAX_ITERATIONS {
            self.terms
                .velocity_residual(shape, state.v(), &mut self.residual);
            let violation = largest(&self.residual);
            let rounding = self.rounding(state.v()).max(self.rounding_of_time());
            if !(violation.is_finite() && rounding.is_finite()) {
                break;
            }
            // The equation is linear: one correction with the matrix of this place leaves only rounding, and nothing
            // is gained once that no longer shrinks.
            if violation <= rounding || (factored_here && violation > 0.5 * last) {
                return Ok(());
            }
            if slow && !factored_here {
                self.factor()?;
                factored_here = true;
            }
            let before = size;
            size = self.correct_velocities(state);
            slow = size > SLOW * before;
            last = violation;
        }
        Err(ProjectionError::NotConverged {
            iterations: MAX_ITERATIONS,
            residual: last,
        })
    }

    /// Moves `q` until `Φ(t, q) = 0` to rounding and returns the number of iterations.
    ///
    /// # Errors
    /// When Newton's iteration does not converge.
    pub fn positions(
        &mut self,
        system: &dyn System,
        state: &mut State,
    ) -> Result<usize, ProjectionError> {
        self.evaluate(system, state);
        self.residual.copy_from_slice(&self.terms.phi);
        let mut slow = false;
        let (mut last, mut size) = (f64::INFINITY, f64::INFINITY);
        for iteration in 0..MAX_ITERATIONS {
            let violation = largest(&self.residual);
            let rounding = self.rounding(state.q());
            if !(violation.is_finite() && rounding.is_finite()) {
                break;
            }
            // The iteration has arrived when it stops halving near rounding level.
            if violation <= rounding || (violation < NEARLY && violation > 0.5 * last) {
                return Ok(iteration);
            }
            if iteration == 0 {
                self.factor()?;
            } else if slow && violation >= NEARLY {
                self.evaluate(system, state);
                self.factor()?;
            }
            let before = size;
            size = self.correct();
            slow = size > SLOW * before;
            last = violation;
            system.shape().retract(state.q_v_mut().0, &self.delta);
            system.constraint(state.t, state.q(), &mut self.residual);
        }
        Err(ProjectionError::NotConverged {
            iterations: MAX_ITERATIONS,
            residual: last,
        })
    }

    /// Moves `v` until `J v + Φ_t = 0`. The equation is linear, so a second sweep only removes rounding.
    ///
    /// # Errors
    /// When the mass is singular on the constraint surface, or a value is not finite.
    pub fn velocities(
        &mut self,
        system: &dyn System,
        state: &mut State,
    ) -> Result<(), ProjectionError> {
        self.evaluate(system, state);
        self.factor()?;
        for _ in 0..2 {
            self.terms
                .velocity_residual(system.shape(), state.v(), &mut self.residual);
            self.correct_velocities(state);
        }
        Ok(())
    }

    fn evaluate(&mut self, system: &dyn System, state: &State) {
        self.work.evaluations += 1;
        system.evaluate(state.t, state.q(), state.v(), &mut self.terms);
    }

    fn factor(&mut self) -> Result<(), Singular> {
        self.work.factorizations += 1;
        if planted::is(Defect::StaleFactorization) && self.work.factorizations > 1 {
            return Ok(());
        }
        self.solver.factor(&self.terms)
    }

    /// Writes the smallest change that removes the residual into `delta` and returns its size: `M δ = -Jᵀ μ`, so that
    /// `δᵀ M δ = -μᵀ J δ`.
    fn correct(&mut self) -> f64 {
        self.work.solves += 1;
        self.work.iterations += u64::from(!planted::is(Defect::IterationsNotCounted));
        for r in &mut self.residual {
            *r = -*r;
        }
        let (r, d, l) = (&self.residual, &mut self.delta, &mut self.multipliers);
        self.solver.correct(r, d, l);
        let square: f64 = self
            .residual
            .iter()
            .zip(&self.multipliers)
            .map(|(r, l)| r * l)
            .sum();
        square.abs().sqrt()
    }

    fn correct_velocities(&mut self, state: &mut State) -> f64 {
        let size = self.correct();
        for (v, d) in state.q_v_mut().1.iter_mut().zip(&self.delta) {
            *v += d;
        }
        size
    }

    /// Rounding of Φ at `q`, whose terms are of the size of `J q`; with `v` in place of `q`, rounding of `J v`.
    fn rounding(&self, q: &[f64]) -> f64 {
        rounding_multiple()
            * f64::EPSILON
            * (largest(&self.terms.jacobian) * largest(q)).max(f64::MIN_POSITIVE)
    }

    /// Rounding of Φ_t.
    fn rounding_of_time(&self) -> f64 {
        rounding_multiple() * f64::EPSILON * largest(&self.terms.phi_t)
    }
}

fn rounding_multiple() -> f64 {
    match planted::is(Defect::ProjectionStopsEarly) {
        true => 1e6,
        false => ROUNDING_MULTIPLE,
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

#[cfg(test)]
mod tests {
    use super::*;
    use system::{Auto, Mechanism, Scalar, Shape, widen};

    /// Two unequal masses on unit rods, one below the other, off their constraints by `off` or so.
    struct Pendulum {
        off: f64,
    }

    const MASSES: [f64; 4] = [1.0, 1.0, 5.0, 5.0];

    impl Mechanism for Pendulum {
        fn shape(&self) -> Shape {
            Shape::new(4, 2)
        }

        fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
            let off = self.off;
            (
                widen([0.6 + off, -0.8, 1.4 - 2.0 * off, -1.4 + off]),
                widen([0.8 - off, 0.6, 1.4, 1.4 + 3.0 * off]),
            )
        }

        fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
            let half = S::from(0.5);
            out[0] = (q[0].square() + q[1].square() - S::from(1.0)) * half;
            out[1] = ((q[2] - q[0]).square() + (q[3] - q[1]).square() - S::from(1.0)) * half;
        }

        fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
            out.copy_from_slice(&MASSES.map(S::from));
        }
    }

    /// The state projected, and the projector.
    fn projected(off: f64) -> (Auto<Pendulum>, State, Projector) {
        let system = Auto::new(Pendulum { off });
        let (mut state, mut projector) = (system.initial(), Projector::new(&system));
        projector
            .project(&system, &mut state)
            .expect("a regular place");
        (system, state, projector)
    }

    #[test]
    fn near_the_constraints_one_factorization_leads_to_rounding() {
        for (off, factorizations) in [(0.0, 0), (1e-9, 1), (1e-6, 1), (1e-3, 1), (0.1, 3)] {
            let (system, state, projector) = projected(off);
            let mut terms = Terms::new(system.shape());
            system.evaluate(0.0, state.q(), state.v(), &mut terms);
            let mut w = [0.0; 2];
            terms.velocity_residual(system.shape(), state.v(), &mut w);
            assert!(largest(&terms.phi) < 3e-15, "{off}: {:?}", terms.phi);
            assert!(largest(w) < 3e-15, "{off}: {w:?}");
            let work = projector.work();
            assert!(work.factorizations <= factorizations, "{off}: {work:?}");
            assert!(work.evaluations <= 1 + factorizations, "{off}: {work:?}");
        }
    }

    #[test]
    fn the_change_is_orthogonal_to_the_constraints_in_the_mass_metric() {
        // M δ lies in the range of Jᵀ at the start, so that every tangent there is orthogonal to it. The two tangents
        // turn both rods, or the outer one alone.
        let off = 1e-4;
        let (system, state, _) = projected(off);
        let start = system.initial();
        let q = start.q();
        let (inner, outer) = ([-q[1], q[0]], [q[1] - q[3], q[2] - q[0]]);
        let tangents = [
            [inner[0], inner[1], inner[0], inner[1]],
            [0.0, 0.0, outer[0], outer[1]],
        ];
        for (after, before) in [(state.q(), q), (state.v(), start.v())] {
            let change: Vec<f64> = after.iter().zip(before).map(|(a, b)| a - b).collect();
            assert!(largest(&change) > 0.1 * off);
            for tangent in tangents {
                let product: f64 = (0..4).map(|k| tangent[k] * MASSES[k] * change[k]).sum();
                // Velocities are changed along the normals at the start too, next to those at the end.
                assert!(product.abs() < 1e-14, "{product:e}");
            }
        }
    }

    /// A point on a line that is asked for twice, the second time with another speed.
    struct AskedTwice;

    const SPEED: f64 = 1e-6;

    impl Mechanism for AskedTwice {
        fn shape(&self) -> Shape {
            Shape::new(2, 2).with_time_dependence()
        }

        fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
            (widen([0.0, 1.0]), widen([-0.25 * SPEED, 1.0]))
        }

        fn constraint<S: Scalar>(&self, t: S, q: &[S], out: &mut [S]) {
            out[0] = q[0];
            out[1] = q[0] - S::from(SPEED) * t;
        }

        fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
            out.fill(S::from(1.0));
        }
    }

    #[test]
    fn rows_that_contradict_each_other_get_the_velocity_in_between() {
        let system = Auto::new(AskedTwice);
        let (mut state, mut projector) = (system.initial(), Projector::new(&system));
        projector
            .project(&system, &mut state)
            .expect("what no velocity can satisfy is not asked for again");
        let [x, y] = [state.v()[0], state.v()[1]];
        assert!((x - 0.5 * SPEED).abs() < 1e-20 && y == 1.0, "{x} {y}");
        // One correction, and one more that shows that nothing is gained.
        assert!(projector.work().iterations <= 2);
    }
}
