//! The same motion in minimal coordinates `u` with `q = X(u)`.
//!
//! `v = T u'`, `T = ∂X/∂u`, and `v' = T u'' + c` with `c` the second derivative of X along constant `u'`. Projected
//! onto the columns of T the constraint forces vanish:
//!
//! ```text
//! Tᵀ M T u'' = Tᵀ (f - M c)
//! ```
//!
//! Neither Φ nor its derivatives enter. Multipliers follow from what the motion leaves over, `Jᵀ λ = f - M v'`, in the
//! least-squares sense.

use super::redundant::{dense_mass, jacobian};
use super::{Computation, Equations, Moving, Precise, RouteError, Settings, Wide, follow};
use numerics::eliminate;
use system::{Auto, Mechanism, Scalar, Scratch, System, Taylor, Terms};

/// Minimal coordinates of a mechanism without quaternions, written once for every scalar.
pub trait Embedding: Sync + Send {
    /// Minimal coordinates and their rates at the start.
    fn start<S: Scalar>(&self) -> (Vec<S>, Vec<S>);

    /// Places the coordinates `q` of the mechanism.
    fn place<S: Scalar>(&self, u: &[S], q: &mut [S]);
}

/// One evaluation of the reduced equations.
struct Reduced<'a, M, E, S> {
    auto: &'a Auto<M>,
    embedding: &'a E,
    terms: Terms<S>,
    scratch: Scratch<S>,
    q: Vec<S>,
    v: Vec<S>,
    bias: Vec<S>,
    /// T, column after column.
    tangents: Vec<Vec<S>>,
    /// v' after a call of `accelerate`.
    a: Vec<S>,
}

impl<'a, M: Mechanism, E: Embedding, S: Scalar> Reduced<'a, M, E, S> {
    fn new(auto: &'a Auto<M>, embedding: &'a E, freedoms: usize) -> Self {
        let shape = auto.shape();
        let zeros = vec![S::from(0.0); shape.n_v()];
        Self {
            auto,
            embedding,
            terms: Terms::zeros(shape),
            scratch: Scratch::default(),
            q: zeros.clone(),
            v: zeros.clone(),
            bias: zeros.clone(),
            tangents: vec![zeros.clone(); freedoms],
            a: zeros,
        }
    }

    /// `u''`; `None` where the reduced mass is singular.
    fn accelerate(&mut self, t: S, u: &[S], rate: &[S], out: &mut [S]) -> Option<()> {
        let n = self.q.len();
        let d = u.len();
        // q, v and c from one curve with constant u'.
        let line: Vec<Taylor<S, 3>> = u
            .iter()
            .zip(rate)
            .map(|(&u, &r)| Taylor::line(u, r))
            .collect();
        let mut curve = vec![Taylor::<S, 3>::from(0.0); n];
        self.embedding.place(&line, &mut curve);
        for (k, c) in curve.iter().enumerate() {
            self.q[k] = c.0[0];
            self.v[k] = c.0[1];
            self.bias[k] = c.0[2] + c.0[2];
        }
        let mut moved = vec![Taylor::<S, 2>::from(0.0); n];
        for (i, tangent) in self.tangents.iter_mut().enumerate() {
            let push: Vec<Taylor<S, 2>> = u
                .iter()
                .enumerate()
                .map(|(k, &u)| Taylor::line(u, S::from(if k == i { 1.0 } else { 0.0 })))
                .collect();
            self.embedding.place(&push, &mut moved);
            for (x, m) in tangent.iter_mut().zip(&moved) {
                *x = m.0[1];
            }
        }
        self.auto
            .evaluate_in(t, &self.q, &self.v, &mut self.terms, &mut self.scratch);
        let layout = self.auto.shape().mass();
        let mut product = vec![S::from(0.0); n];
        layout.multiply(&self.terms.mass, &self.bias, &mut product);
        let rest: Vec<S> = self
            .terms
            .force
            .iter()
            .zip(&product)
            .map(|(&f, &p)| f - p)
            .collect();
        let mut matrix = vec![S::from(0.0); d * d];
        for i in 0..d {
            layout.multiply(&self.terms.mass, &self.tangents[i], &mut product);
            for j in 0..d {
                matrix[j * d + i] = dot(&self.tangents[j], &product);
            }
            out[i] = dot(&self.tangents[i], &rest);
        }
        eliminate(&mut matrix, out)?;
        self.a.copy_from_slice(&self.bias);
        for (tangent, &u) in self.tangents.iter().zip(out.iter()) {
            for (a, &x) in self.a.iter_mut().zip(tangent) {
                *a += x * u;
            }
        }
        Some(())
    }

    /// The multipliers of the last acceleration, `J Jᵀ λ = J (f - M a)`; `None` where rows are redundant.
    fn multipliers(&self) -> Option<Vec<S>> {
        let shape = self.auto.shape();
        let (n, m) = (shape.n_v(), shape.constraints());
        let mut rest = self.terms.force.clone();
        dense_mass(shape, &self.terms.mass, |i, j, value| {
            rest[i] -= value * self.a[j];
        });
        let mut rows = vec![vec![S::from(0.0); n]; m];
        for (row, column, value) in jacobian(shape, &self.terms) {
            rows[row][column] = value;
        }
        let mut matrix: Vec<S> = (0..m * m)
            .map(|k| dot(&rows[k / m], &rows[k % m]))
            .collect();
        let mut lambda: Vec<S> = rows.iter().map(|row| dot(row, &rest)).collect();
        eliminate(&mut matrix, &mut lambda)?;
        Some(lambda)
    }
}

fn dot<S: Scalar>(a: &[S], b: &[S]) -> S {
    a.iter()
        .zip(b)
        .fold(S::from(0.0), |sum, (&a, &b)| sum + a * b)
}

/// `y = (u, u', W)`.
impl<M: Mechanism, E: Embedding> Equations for Reduced<'_, M, E, Wide> {
    fn rate(&mut self, t: Wide, y: &[Wide], out: &mut [Wide]) -> Option<()> {
        let d = self.tangents.len();
        let (u, rate) = y[..2 * d].split_at(d);
        out[..d].copy_from_slice(rate);
        self.accelerate(t, u, rate, &mut out[d..2 * d])?;
        if self.auto.shape().tracks_work() {
            out[2 * d] = self.auto.power_in(t, &self.q, &self.v, &mut self.scratch);
        }
        Some(())
    }

    fn own<'y>(&self, y: &'y [Wide]) -> (&'y [Wide], &'y [Wide]) {
        let d = self.tangents.len();
        y[..2 * d].split_at(d)
    }

    fn state(&mut self, t: Wide, y: &[Wide]) -> Option<Moving> {
        let (u, rate) = self.own(y);
        self.accelerate(t, u, rate, &mut vec![Wide::ZERO; u.len()])?;
        Some(Moving {
            q: self.q.clone(),
            v: self.v.clone(),
            a: self.a.clone(),
            lambda: self.multipliers(),
        })
    }
}

/// Minimal coordinates of a mechanism.
pub(super) struct MinimalCoordinates<M, E> {
    auto: Auto<M>,
    embedding: E,
    settings: Settings,
}

impl<M: Mechanism, E: Embedding> MinimalCoordinates<M, E> {
    pub(super) fn new(mechanism: M, embedding: E, settings: Settings) -> Self {
        Self {
            auto: Auto::new(mechanism),
            embedding,
            settings,
        }
    }
}

impl<M: Mechanism, E: Embedding> Computation for MinimalCoordinates<M, E> {
    fn run(&self, times: &[f64]) -> Result<Vec<Precise>, RouteError> {
        let (u, rate) = self.embedding.start();
        let reduced = Reduced::new(&self.auto, &self.embedding, u.len());
        let start = [u, rate].concat();
        follow(&self.auto, reduced, start, self.settings, times)
    }

    fn state(&self, t: Wide, u: &[Wide], rate: &[Wide]) -> Option<Moving> {
        let mut reduced = Reduced::new(&self.auto, &self.embedding, u.len());
        Equations::state(&mut reduced, t, &[u, rate].concat())
    }
}
