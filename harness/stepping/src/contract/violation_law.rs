//! The law by which violations develop in the steps of a variant.

use crate::Placement;
use system::{Feedback, Shape};
use thiserror::Error;

/// What a step makes of the violations `(Φ, w)` that it finds, whatever it adds of its own. A step may keep nothing from
/// the steps before it.
#[derive(Clone, Debug, PartialEq)]
pub enum ViolationLaw {
    /// `Φ' = w`, `w' = -α w - β Φ` row by row, integrated by the integrator, with the feedback acting at a place in the
    /// step; gains are zero without stabilization.
    Feedback {
        /// The gains of each row at the size of the step.
        gains: Vec<Feedback>,
        /// Where in the step it acts.
        placement: Placement,
    },
    /// Nothing is left: every step ends with a projection of Φ and w.
    Projection,
    /// A linear law that couples rows or changes along the motion. Its matrices are found by steps from states that are
    /// a little off.
    Linear,
}

impl ViolationLaw {
    /// Without stabilization violations are only integrated.
    pub fn without_feedback(shape: &Shape) -> Self {
        Self::Feedback {
            gains: vec![Feedback::default(); shape.constraints()],
            placement: Placement::EveryPass,
        }
    }

    /// The gains of each row, for feedback that acts in every stage like a force. Violations then follow from the truncation
    /// error of the integrator alone.
    pub fn like_a_force(&self) -> Option<&[Feedback]> {
        match self {
            Self::Feedback {
                gains,
                placement: Placement::EveryPass,
            } => Some(gains),
            _ => None,
        }
    }
}

/// Reasons why violations obey no linear law that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoLaw {
    /// The method says nothing about it.
    #[error("the method states no law for violations")]
    NotStated,
    /// Steps are longer or shorter from one to the next.
    #[error(
        "steps follow from a tolerance, so that violations obey no law with constant coefficients"
    )]
    Adaptive,
    /// Steps depend on earlier ones, and so does what they make of violations.
    #[error("a step depends on earlier steps, not on its beginning alone")]
    Memory,
    /// The feedback is a product of violations.
    #[error("feedback of the energy is not linear in the violations")]
    NotLinear,
    /// The gains are for another number of rows.
    #[error("the gains are for another number of rows")]
    Gains,
}
