//! What a solver is asked for, and what it leaves for each row.

use crate::{Shape, Terms};

/// Linear feedback on the constraints: `J a = γ - α (J v + Φ_t) - β Φ`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Feedback {
    /// On the velocity residual, in 1/s.
    pub alpha: f64,
    /// On the constraint, in 1/s².
    pub beta: f64,
}

/// What an acceleration leaves behind for each row.
#[derive(Clone, Debug, PartialEq)]
pub struct Reaction {
    /// The velocity residual `J v + Φ_t`.
    pub w: Vec<f64>,
    /// The multipliers.
    pub lambda: Vec<f64>,
    /// What `J a` is to be: γ and the feedback.
    pub aim: Vec<f64>,
}

/// What an acceleration is asked for.
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

    /// Writes `w` and what `J a` is to be under linear feedback.
    #[inline]
    pub fn aim(&mut self, shape: &Shape, terms: &Terms, v: &[f64], feedback: Feedback) {
        let Feedback { alpha, beta } = feedback;
        terms.velocity_residual(shape, v, &mut self.w);
        for (i, aim) in self.aim.iter_mut().enumerate() {
            *aim = terms.gamma[i] - alpha * self.w[i] - beta * terms.phi[i];
        }
    }
}
