//! Mechanisms that can be drawn.

use crate::Sketch;

/// A mechanism with a picture that an engineer recognizes.
///
/// Each point follows from the coordinates of one body, so that a joint that opens in a run that drifts stretches the rod
/// behind it.
pub trait Drawn {
    /// What does not change while it moves: the number of points, the links between them, and the ground.
    fn sketch(&self) -> Sketch;

    /// The coordinates of all moving points at time `t`, point after point.
    fn points(&self, t: f64, q: &[f64]) -> Vec<f64>;
}
