//! The vector nearest to a given one, in the mass metric, that satisfies linear constraints. It is found by penalties
//! and multipliers (Bayo and Ledesma 1996), so that redundant rows do no harm.
//!
//! ```text
//! M (x - x₀) + Jᵀ λ = 0,   J x = c
//! ```
//!
//! One sweep of the augmented Lagrangian iteration solves with `K = M + Jᵀ A J`:
//!
//! ```text
//! K δ = -M (x - x₀) - Jᵀ (λ + A r),   x += δ,   λ += A (r + J δ),   r = J x - c
//! ```
//!
//! Each sweep multiplies the component of the violation that belongs to the singular value σ by `1/(1 + κ σ²)`; the
//! singular values are those of the rows, scaled to length one in the metric of M⁻¹. The terms `M (x - x₀) + Jᵀ λ`
//! vanish in exact arithmetic. They are kept because they do not vanish in floating point: a solve with K errs by
//! `κ ε |δ|` along the constraints, these terms contain the error, and the next sweep removes it. Without them (the
//! recursions 8, 23 and 33 as printed, or in increments) the error stays, in proportion to the penalty.

use crate::{Penalty, Singular};
use system::{MassLayout, Pattern, Shape, Terms, largest};

/// Largest number of sweeps. With penalties of 1e7 two or three are enough; a hundred links in a row, whose smallest
/// σ² is 1e-4, take five. A violation that remains after six belongs to rows that the penalty treats as dependent.
const MAX_SWEEPS: u32 = 6;

/// A violation below this multiple of the size of its own terms is rounding.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Result of the sweeps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweeps {
    /// Number of sweeps.
    pub count: u32,
    /// Largest remaining `|J x - c|`, relative to the largest size that its terms had in any sweep.
    pub residual: f64,
}

/// Projects vectors onto linear constraints. Factor once, project many.
pub struct MassOrthogonal {
    penalty: Penalty,
    mass: MassLayout,
    rows: Pattern,
    /// `x - x₀`, summed up from increments: the difference itself would have the rounding of x.
    moved: Vec<f64>,
    delta: Vec<f64>,
    violation: Vec<f64>,
    /// Largest size of the terms of each row so far, because their rounding remains where the terms themselves
    /// vanish.
    size: Vec<f64>,
}

impl MassOrthogonal {
    /// Buffers for systems of this shape.
    pub fn new(shape: &Shape, penalty: Penalty) -> Self {
        Self {
            penalty,
            mass: shape.mass().clone(),
            rows: shape.rows().clone(),
            moved: vec![0.0; shape.n_v()],
            delta: vec![0.0; shape.n_v()],
            violation: vec![0.0; shape.constraints()],
            size: vec![0.0; shape.constraints()],
        }
    }

    /// The penalty matrix, so that it can be factored.
    pub fn penalty(&mut self) -> &mut Penalty {
        &mut self.penalty
    }

    /// Factors the matrix of `terms`; does nothing where there are no rows.
    ///
    /// # Errors
    /// When the mass is not positive definite, or a penalty is too large.
    pub fn factor(&mut self, terms: &Terms) -> Result<(), Singular> {
        if self.rows.rows() == 0 {
            return Ok(());
        }
        self.penalty.factor(terms)
    }

    /// Moves `x` to the nearest vector with `J x = c` and writes λ to `lambda`. It uses the matrix that was factored
    /// last and the mass and rows of `terms`.
    pub fn project(
        &mut self,
        terms: &Terms,
        c: &[f64],
        x: &mut [f64],
        lambda: &mut [f64],
    ) -> Sweeps {
        self.begin(lambda);
        if self.look(terms, c, x) {
            return self.sweeps(0);
        }
        self.delta.fill(0.0);
        self.iterate(terms, None, c, x, lambda)
    }

    /// Writes the vector nearest to `M⁻¹ f` with `J x = c` to `x`, so that `M x + Jᵀ λ = f`.
    pub fn solve(
        &mut self,
        terms: &Terms,
        f: &[f64],
        c: &[f64],
        x: &mut [f64],
        lambda: &mut [f64],
    ) -> Sweeps {
        // The first sweep gives the same result from zero as from M⁻¹ f.
        self.begin(lambda);
        x.fill(0.0);
        self.delta.copy_from_slice(f);
        for ((r, size), c) in self.violation.iter_mut().zip(&mut self.size).zip(c) {
            (*r, *size) = (-c, c.abs());
        }
        self.iterate(terms, Some(f), c, x, lambda)
    }

    fn begin(&mut self, lambda: &mut [f64]) {
        lambda.fill(0.0);
        self.moved.fill(0.0);
        self.size.fill(0.0);
    }

    /// Sweeps until the violation is rounding, from the stored violation and `f - M (x - x₀)` in `delta`.
    fn iterate(
        &mut self,
        terms: &Terms,
        f: Option<&[f64]>,
        c: &[f64],
        x: &mut [f64],
        lambda: &mut [f64],
    ) -> Sweeps {
        let mut count = 0;
        loop {
            sweep(
                (&mut self.penalty, &self.rows),
                terms,
                (&mut self.delta, &mut self.violation),
                lambda,
            );
            for ((x, moved), d) in x.iter_mut().zip(&mut self.moved).zip(&self.delta) {
                *x += d;
                *moved += d;
            }
            count += 1;
            // `sweep` already updated the violation; it is computed anew only if another sweep may follow.
            if self.is_rounding() || self.look(terms, c, x) || count == MAX_SWEEPS {
                return self.sweeps(count);
            }
            self.mass
                .multiply(&terms.mass, &self.moved, &mut self.delta);
            match f {
                Some(f) => {
                    for (d, f) in self.delta.iter_mut().zip(f) {
                        *d = f - *d;
                    }
                }
                None => {
                    for d in &mut self.delta {
                        *d = -*d;
                    }
                }
            }
        }
    }

    /// One sweep with the matrix that was factored last, for Newton iterations. On entry `delta` is `-M (x - x₀)` and
    /// `violation` that of the constraints; afterwards they are the increment of x and the remaining violation to
    /// first order. The sweep also corrects `lambda`.
    pub fn sweep(
        &mut self,
        terms: &Terms,
        delta: &mut [f64],
        violation: &mut [f64],
        lambda: &mut [f64],
    ) {
        let with = (&mut self.penalty, &self.rows);
        sweep(with, terms, (delta, violation), lambda);
    }

    /// Stores `J x - c` and the size of its terms, and returns whether all of it is rounding.
    fn look(&mut self, terms: &Terms, c: &[f64], x: &[f64]) -> bool {
        let noted = self.violation.iter_mut().zip(&mut self.size);
        for (i, ((r, size), c)) in noted.zip(c).enumerate() {
            let (mut sum, mut now) = (-c, c.abs());
            let values = &terms.jacobian[self.rows.range(i)];
            for (a, &j) in values.iter().zip(self.rows.columns(i)) {
                let term = a * x[j];
                sum += term;
                now += term.abs();
            }
            *r = sum;
            *size = size.max(now);
        }
        self.is_rounding()
    }

    /// Whether the stored violation is rounding. NaN counts as rounding too, since no sweep would remove it.
    fn is_rounding(&self) -> bool {
        let mut rows = self.violation.iter().zip(&self.size);
        !rows.any(|(r, size)| r.abs() > ROUNDING * size)
    }

    fn sweeps(&self, count: u32) -> Sweeps {
        let rows = self.violation.iter().zip(&self.size);
        let relative = rows.map(|(r, size)| if *r == 0.0 { 0.0 } else { r.abs() / size });
        Sweeps {
            count,
            residual: largest(relative),
        }
    }
}

fn sweep(
    (penalty, rows): (&mut Penalty, &Pattern),
    terms: &Terms,
    (delta, violation): (&mut [f64], &mut [f64]),
    lambda: &mut [f64],
) {
    let pushes = violation.iter().zip(penalty.penalties()).zip(&*lambda);
    for (i, ((r, a), lambda)) in pushes.enumerate() {
        let push = lambda + a * r;
        let values = &terms.jacobian[rows.range(i)];
        for (value, &j) in values.iter().zip(rows.columns(i)) {
            delta[j] -= value * push;
        }
    }
    penalty.solve(delta);
    let penalties = penalty.penalties();
    for (i, ((r, a), lambda)) in violation.iter_mut().zip(penalties).zip(lambda).enumerate() {
        let values = terms.jacobian[rows.range(i)].iter().zip(rows.columns(i));
        *r += values.map(|(value, &j)| value * delta[j]).sum::<f64>();
        // The violation to first order instead of that at the new place (Eqs. 7, 15 and 22). For linear constraints
        // they are the same; for others λ must not compensate the difference.
        *lambda += a * *r;
    }
}
