//! The buffers that automatic differentiation works in.

use crate::{Scalar, Shape, Taylor};
use std::cell::Cell;

/// Buffers for one evaluation over the base `S`. They grow to the largest system a thread has seen and
/// are then reused, so that evaluations allocate nothing.
pub struct Scratch<S> {
    pub(super) q: Vec<Taylor<S, 2>>,
    pub(super) v: Vec<Taylor<S, 2>>,
    pub(super) p: Vec<Taylor<S, 2>>,
    pub(super) out: Vec<Taylor<S, 2>>,
    pub(super) curve: Vec<Taylor<S, 3>>,
    pub(super) curve_out: Vec<Taylor<S, 3>>,
    pub(super) q_dot: Vec<S>,
    pub(super) q_ddot: Vec<S>,
    pub(super) force: Vec<S>,
    /// Coordinates, velocities and forces, for use where forces are themselves differentiated.
    pub(super) lifted: [Vec<S>; 3],
}

impl<S: Scalar> Default for Scratch<S> {
    fn default() -> Self {
        Self {
            q: Vec::new(),
            v: Vec::new(),
            p: Vec::new(),
            out: Vec::new(),
            curve: Vec::new(),
            curve_out: Vec::new(),
            q_dot: Vec::new(),
            q_ddot: Vec::new(),
            force: Vec::new(),
            lifted: Default::default(),
        }
    }
}

impl<S: Scalar> Scratch<S> {
    pub(super) fn resize(&mut self, shape: &Shape) {
        let (n_q, n_v, m) = (shape.n_q(), shape.n_v(), shape.constraints());
        let zero = S::from(0.0);
        self.q.resize(n_q, Taylor::constant(zero));
        self.v.resize(n_v, Taylor::constant(zero));
        self.p.resize(n_v, Taylor::constant(zero));
        self.out
            .resize(m.max(shape.mass().len(n_v)), Taylor::constant(zero));
        self.curve.resize(n_q, Taylor::constant(zero));
        self.curve_out.resize(m, Taylor::constant(zero));
        self.q_dot.resize(n_q, zero);
        self.q_ddot.resize(n_q, zero);
        self.force.resize(n_v, zero);
    }
}

pub(super) type Slot<S> = Cell<Option<Box<Scratch<S>>>>;

thread_local! {
    pub(super) static REAL: Slot<f64> = const { Cell::new(None) };
    pub(super) static DUAL: Slot<Taylor<f64, 2>> = const { Cell::new(None) };
}

/// Lends the buffers of the thread to `work`. They are taken out meanwhile, so that a mechanism that evaluates
/// another one finds an empty slot and works with buffers of its own.
pub(super) fn with_scratch<S: Scalar, R>(
    slot: &'static std::thread::LocalKey<Slot<S>>,
    work: impl FnOnce(&mut Scratch<S>) -> R,
) -> R {
    let mut scratch = slot.take().unwrap_or_else(|| Box::new(Scratch::default()));
    let result = work(&mut scratch);
    slot.set(Some(scratch));
    result
}
