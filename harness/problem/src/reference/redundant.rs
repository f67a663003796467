//! The equations of motion in all coordinates, `M a + Jᵀ λ = f`, `J a = γ`, in double-double precision.

use super::{Computation, Equations, Moving, Precise, RouteError, Settings, Wide, follow};
use numerics::eliminate;
use system::{Auto, Mechanism, Scalar, Scratch, Shape, System, Terms};

/// One evaluation with its linear solve.
pub(super) struct Solver<'a, M, S> {
    auto: &'a Auto<M>,
    terms: Terms<S>,
    scratch: Scratch<S>,
    matrix: Vec<S>,
    /// Accelerations, then multipliers.
    pub(super) solution: Vec<S>,
}

impl<'a, M: Mechanism, S: Scalar> Solver<'a, M, S> {
    pub(super) fn new(auto: &'a Auto<M>) -> Self {
        let shape = auto.shape();
        let size = shape.n_v() + shape.constraints();
        Self {
            auto,
            terms: Terms::zeros(shape),
            scratch: Scratch::default(),
            matrix: vec![S::from(0.0); size * size],
            solution: vec![S::from(0.0); size],
        }
    }

    /// Acceleration and multipliers at one state; `None` where they are not determined.
    pub(super) fn accelerate(&mut self, t: S, q: &[S], v: &[S]) -> Option<()> {
        self.evaluate(t, q, v);
        let n = self.auto.shape().n_v();
        self.solution[..n].copy_from_slice(&self.terms.force);
        self.solution[n..].copy_from_slice(&self.terms.gamma);
        eliminate(&mut self.matrix, &mut self.solution)
    }

    /// Fills the matrix `[[M, Jᵀ], [J, 0]]`.
    fn evaluate(&mut self, t: S, q: &[S], v: &[S]) {
        let shape = self.auto.shape();
        self.auto
            .evaluate_in(t, q, v, &mut self.terms, &mut self.scratch);
        let n = shape.n_v();
        let size = n + shape.constraints();
        self.matrix.fill(S::from(0.0));
        dense_mass(shape, &self.terms.mass, |i, j, value| {
            self.matrix[i * size + j] = value;
        });
        for (row, c, value) in jacobian(shape, &self.terms) {
            self.matrix[c * size + n + row] = value;
            self.matrix[(n + row) * size + c] = value;
        }
    }

    /// Projects a start that violates the constraints onto them in the mass metric, as [`solvers::consistent`] does in
    /// double precision; a consistent one stays what it is.
    fn make_consistent(&mut self, q: &mut [S], v: &mut [S]) -> Option<()> {
        let shape = self.auto.shape();
        let n = shape.n_v();
        let largest = |x: &[S]| x.iter().fold(0.0, |a: f64, x| a.max(x.value().abs()));
        let rounding = 1e-28 * largest(q).max(largest(v)).max(1.0);
        for _ in 0..10 {
            self.evaluate(S::from(0.0), q, v);
            if largest(&self.terms.phi) <= rounding {
                break;
            }
            self.solution[..n].fill(S::from(0.0));
            for (x, &phi) in self.solution[n..].iter_mut().zip(&self.terms.phi) {
                *x = -phi;
            }
            eliminate(&mut self.matrix, &mut self.solution)?;
            let mut q_dot = vec![S::from(0.0); q.len()];
            shape.kinematics(q, &self.solution[..n], &mut q_dot);
            for (q, &d) in q.iter_mut().zip(&q_dot) {
                *q += d;
            }
        }
        let mut residual = self.terms.phi_t.clone();
        for (row, c, j) in jacobian(shape, &self.terms) {
            residual[row] += j * v[c];
        }
        if largest(&residual) > rounding {
            self.evaluate(S::from(0.0), q, v);
            self.solution[..n].fill(S::from(0.0));
            for (x, &r) in self.solution[n..].iter_mut().zip(&residual) {
                *x = -r;
            }
            eliminate(&mut self.matrix, &mut self.solution)?;
            for (v, &d) in v.iter_mut().zip(&self.solution) {
                *v += d;
            }
        }
        Some(())
    }

    /// Power of everything that does work, the moving constraints with the multipliers found last.
    fn power(&mut self, t: S, q: &[S], v: &[S]) -> S {
        let n = self.auto.shape().n_v();
        let mut power = self.auto.power_in(t, q, v, &mut self.scratch);
        for (&lambda, &phi_t) in self.solution[n..].iter().zip(&self.terms.phi_t) {
            power += lambda * phi_t;
        }
        power
    }
}

/// Visits every entry of the mass matrix.
pub(super) fn dense_mass<S: Scalar>(
    shape: &Shape,
    mass: &[S],
    mut visit: impl FnMut(usize, usize, S),
) {
    shape
        .mass()
        .each_entry(shape.n_v(), |at, i, j| visit(i, j, mass[at]));
}

/// The entries of J with their rows and columns.
pub(super) fn jacobian<'a, S: Scalar>(
    shape: &'a Shape,
    terms: &'a Terms<S>,
) -> impl Iterator<Item = (usize, usize, S)> + 'a {
    let rows = shape.rows();
    (0..shape.constraints()).flat_map(move |row| {
        let entries = rows
            .columns(row)
            .iter()
            .zip(&terms.jacobian[rows.range(row)]);
        entries.map(move |(&column, &value)| (row, column, value))
    })
}

/// `y = (q, v, W)`.
impl<M: Mechanism> Equations for Solver<'_, M, Wide> {
    fn rate(&mut self, t: Wide, y: &[Wide], out: &mut [Wide]) -> Option<()> {
        let shape = self.auto.shape();
        let (n_q, n) = (shape.n_q(), shape.n_v());
        let (q, v) = (&y[..n_q], &y[n_q..n_q + n]);
        shape.kinematics(q, v, &mut out[..n_q]);
        self.accelerate(t, q, v)?;
        out[n_q..n_q + n].copy_from_slice(&self.solution[..n]);
        if shape.tracks_work() {
            out[n_q + n] = self.power(t, q, v);
        }
        Some(())
    }

    fn own<'y>(&self, y: &'y [Wide]) -> (&'y [Wide], &'y [Wide]) {
        let shape = self.auto.shape();
        let (q, rest) = y.split_at(shape.n_q());
        (q, &rest[..shape.n_v()])
    }

    fn state(&mut self, t: Wide, y: &[Wide]) -> Option<Moving> {
        let (q, v) = self.own(y);
        self.accelerate(t, q, v)?;
        let (a, lambda) = self.solution.split_at(v.len());
        Some(Moving {
            q: q.to_vec(),
            v: v.to_vec(),
            a: a.to_vec(),
            lambda: Some(lambda.to_vec()),
        })
    }
}

/// All coordinates of a mechanism, with their multipliers.
pub(super) struct AllCoordinates<M> {
    auto: Auto<M>,
    settings: Settings,
}

impl<M: Mechanism> AllCoordinates<M> {
    pub(super) fn new(mechanism: M, settings: Settings) -> Self {
        let auto = Auto::new(mechanism);
        Self { auto, settings }
    }
}

impl<M: Mechanism> Computation for AllCoordinates<M> {
    fn run(&self, times: &[f64]) -> Result<Vec<Precise>, RouteError> {
        let (mut q, mut v) = self.auto.mechanism().initial();
        let mut solver = Solver::new(&self.auto);
        solver
            .make_consistent(&mut q, &mut v)
            .ok_or(RouteError::Singular { t: 0.0 })?;
        let start = [q, v].concat();
        follow(&self.auto, solver, start, self.settings, times)
    }

    fn state(&self, t: Wide, q: &[Wide], v: &[Wide]) -> Option<Moving> {
        Equations::state(&mut Solver::new(&self.auto), t, &[q, v].concat())
    }

    fn rates(&self, q: &[Wide], v: &[Wide]) -> Vec<Wide> {
        let mut rates = vec![Wide::ZERO; q.len()];
        self.auto.shape().kinematics(q, v, &mut rates);
        rates
    }

    fn velocities(&self, q: &[Wide], rates: &[Wide]) -> Vec<Wide> {
        let shape = self.auto.shape();
        let mut v = vec![Wide::ZERO; shape.n_v()];
        shape.velocities(q, rates, &mut v);
        v
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::widen;

    /// A point on the unit circle whose one row is written twice.
    struct Twice;

    impl Mechanism for Twice {
        fn shape(&self) -> Shape {
            Shape::new(2, 2)
        }
        fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
            (widen([1.0, 0.0]), widen([0.0, 1.0]))
        }
        fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
            out.fill(q[0].square() + q[1].square() - S::from(1.0));
        }
        fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
            out.fill(S::from(1.0));
        }
    }

    #[test]
    fn redundant_rows_are_named_as_the_reason_and_not_the_step_that_shrank() {
        let twice = AllCoordinates::new(Twice, Settings::coarse(0.1));
        let error = twice.run(&[1.0]).unwrap_err();
        assert_eq!(error, RouteError::Singular { t: 0.0 });
    }
}
