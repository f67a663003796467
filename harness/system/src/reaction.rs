//! Input of a solver for accelerations, and its results for each row.

use crate::{Shape, Terms};

/// Linear feedback on the constraints: `J a = γ - α (J v + Φ_t) - β Φ`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Feedback {
    /// Gain on the velocity residual, in 1/s.
    pub alpha: f64,
    /// Gain on the constraint, in 1/s².
    pub beta: f64,
}

/// Results of an acceleration for each row.
#[derive(Clone, Debug, PartialEq)]
pub struct Reaction {
    /// Velocity residual `J v + Φ_t` of each row.
    pub w: Vec<f64>,
    /// Multiplier of each row.
    pub lambda: Vec<f64>,
    /// Right-hand side of `J a`, which is γ and the feedback.
    pub aim: Vec<f64>,
}

/// Input of an acceleration.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The terms of the equations of motion.
    pub terms: &'a Terms,
    /// Velocities.
    pub v: &'a [f64],
    /// Feedback on the rows.
    pub feedback: Feedback,
}

impl Reaction {
    /// Buffers for `rows` rows.
    pub fn new(rows: usize) -> Self {
        Self {
            w: vec![0.0; rows],
            lambda: vec![0.0; rows],
            aim: vec![0.0; rows],
        }
    }

    /// Writes `w` and the right-hand side of `J a` under linear feedback.
    #[inline]
    pub fn aim(&mut self, shape: &Shape, terms: &Terms, v: &[f64], feedback: Feedback) {
        let Feedback { alpha, beta } = feedback;
        terms.velocity_residual(shape, v, &mut self.w);
        for (i, aim) in self.aim.iter_mut().enumerate() {
            *aim = terms.gamma[i] - alpha * self.w[i] - beta * terms.phi[i];
        }
    }
}
