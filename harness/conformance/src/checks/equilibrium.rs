//! A pendulum that hangs at rest stays at rest.

use crate::fixtures::hanging_pendulum;
use crate::run::{adaptive, fixed, follow};
use crate::verdict::{Verdict, at_most, every_variant};
use stepping::{Method, StepControl};

/// Rounding of numbers of order one, and of g.
const ROUNDING: f64 = 1e-14;

/// A pendulum at rest in its lowest position stays there, and its rod carries its weight.
///
/// # Errors
/// How far it strayed.
pub fn equilibrium_stays_put(method: &Method) -> Verdict {
    let fixture = hanging_pendulum();
    every_variant(method, |variant| {
        let resolution = match variant.card().step_control {
            StepControl::Fixed => fixed(&fixture, 200),
            StepControl::Adaptive => adaptive(&fixture, 1e-6),
        };
        let errors = follow(variant, &fixture, resolution)?;
        let strayed = errors
            .position
            .max(errors.velocity)
            .max(errors.multiplier)
            .max(errors.energy);
        at_most(strayed, ROUNDING, || {
            format!("strays from rest by {strayed:.1e}")
        })
    })
}
