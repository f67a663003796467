//! The equations of motion in all coordinates, `M a + Jᵀ λ = f`, `J a = γ`, in double-double precision.

use super::{Precise, RouteError, Settings};
use crate::{Auto, DoubleDouble, Mechanism, Scalar, Scratch, Shape, System, Terms};
use numerics::eliminate;

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
        let (n, m) = (shape.n_v(), shape.constraints());
        let size = n + m;
        self.matrix.fill(S::from(0.0));
        dense_mass(shape, &self.terms.mass, |i, j, value| {
            self.matrix[i * size + j] = value;
        });
        for row in 0..m {
            let range = shape.rows().range(row);
            for (&c, &value) in shape
                .rows()
                .columns(row)
                .iter()
                .zip(&self.terms.jacobian[range])
            {
                self.matrix[c * size + n + row] = value;
                self.matrix[(n + row) * size + c] = value;
            }
        }
    }

    /// Projects a start that violates the constraints onto them in the mass metric, as [`crate::consistent`] does in
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
        for (row, r) in residual.iter_mut().enumerate() {
            let range = shape.rows().range(row);
            for (&c, &j) in shape
                .rows()
                .columns(row)
                .iter()
                .zip(&self.terms.jacobian[range])
            {
                *r += j * v[c];
            }
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

/// Follows the motion through `times`.
pub(super) fn run<M: Mechanism>(
    auto: &Auto<M>,
    settings: Settings,
    times: &[f64],
) -> Result<Vec<Precise>, RouteError> {
    type S = DoubleDouble;
    let shape = auto.shape();
    let (n_q, n) = (shape.n_q(), shape.n_v());
    let (mut q, mut v) = auto.mechanism().initial::<S>();
    let mut solver = Solver::<M, S>::new(auto);
    solver
        .make_consistent(&mut q, &mut v)
        .ok_or(RouteError::Singular { t: 0.0 })?;
    let mut y = [q, v, vec![S::ZERO]].concat();
    let mut scratch = Scratch::default();
    let energy_at = |y: &[S], t: S, scratch: &mut Scratch<S>| {
        auto.energy_in(t, &y[..n_q], &y[n_q..n_q + n], scratch)
    };
    let start = energy_at(&y, S::ZERO, &mut scratch);
    let mut gbs = settings.extrapolation::<S>();
    let mut t = S::ZERO;
    let mut states = Vec::with_capacity(times.len());
    for &time in times {
        let end = S::decimal(time);
        let mut singular = None;
        let rhs = |t: S, y: &[S], out: &mut [S]| {
            let (q, v) = (&y[..n_q], &y[n_q..n_q + n]);
            shape.kinematics(q, v, &mut out[..n_q]);
            if solver.accelerate(t, q, v).is_none() {
                singular.get_or_insert(t.value());
                solver.solution.fill(S::from(f64::NAN));
            }
            out[n_q..n_q + n].copy_from_slice(&solver.solution[..n]);
            out[n_q + n] = if shape.tracks_work() {
                solver.power(t, q, v)
            } else {
                S::ZERO
            };
        };
        gbs.advance(rhs, &mut y, t, end)
            .map_err(|stopped| RouteError::because(singular, stopped))?;
        t = end;
        let (q, v) = (y[..n_q].to_vec(), y[n_q..n_q + n].to_vec());
        if solver.accelerate(t, &q, &v).is_none() {
            return Err(RouteError::Singular { t: time });
        }
        let energy = energy_at(&y, t, &mut scratch);
        let kinetic: f64 = {
            let potential = auto.energy_in(t, &q, &vec![S::ZERO; n], &mut scratch);
            (energy - potential).value()
        };
        states.push(Precise {
            t: time,
            a: solver.solution[..n].to_vec(),
            lambda: Some(solver.solution[n..].to_vec()),
            energy_defect: (energy - start - y[n_q + n]).value(),
            energy_scale: kinetic.abs().max(energy.value().abs()),
            q,
            v,
        });
    }
    Ok(states)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widen;

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
        let error = run(&Auto::new(Twice), Settings::coarse(0.1), &[1.0]).unwrap_err();
        assert_eq!(error, RouteError::Singular { t: 0.0 });
    }
}
