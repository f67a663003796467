//! The state of a system: time, coordinates, velocities and the work done on it.

use crate::Shape;

/// Time and the flat vector `y = (q, v, W)` that integrators advance.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Time in seconds.
    pub t: f64,
    y: Vec<f64>,
    n_q: usize,
    n_v: usize,
}

impl State {
    /// A state at time `t`. The work starts at zero where the shape says that it is tracked.
    ///
    /// # Panics
    /// When `q` or `v` does not have the length that `shape` states.
    pub fn new(shape: &Shape, t: f64, q: &[f64], v: &[f64]) -> Self {
        assert_eq!(q.len(), shape.n_q(), "coordinates");
        assert_eq!(v.len(), shape.n_v(), "velocities");
        let mut y = Vec::with_capacity(q.len() + v.len() + 1);
        y.extend_from_slice(q);
        y.extend_from_slice(v);
        if shape.tracks_work() {
            y.push(0.0);
        }
        Self {
            t,
            y,
            n_q: q.len(),
            n_v: v.len(),
        }
    }

    /// Coordinates.
    #[inline]
    pub fn q(&self) -> &[f64] {
        &self.y[..self.n_q]
    }

    /// Velocities.
    #[inline]
    pub fn v(&self) -> &[f64] {
        &self.y[self.n_q..self.n_q + self.n_v]
    }

    /// Coordinates and velocities, mutable.
    #[inline]
    pub fn q_v_mut(&mut self) -> (&mut [f64], &mut [f64]) {
        let (q, rest) = self.y.split_at_mut(self.n_q);
        (q, &mut rest[..self.n_v])
    }

    /// Work done by non-conservative forces and moving constraints since the start; zero where not tracked.
    #[inline]
    pub fn work_done(&self) -> f64 {
        self.y.get(self.n_q + self.n_v).copied().unwrap_or(0.0)
    }

    /// The whole vector `(q, v, W)`; `W` exists only where the work is tracked.
    #[inline]
    pub fn y(&self) -> &[f64] {
        &self.y
    }

    /// The whole vector, mutable.
    #[inline]
    pub fn y_mut(&mut self) -> &mut [f64] {
        &mut self.y
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        self.t.is_finite() && self.y.iter().all(|x| x.is_finite())
    }
}
