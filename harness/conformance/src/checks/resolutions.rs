//! A variant with fixed steps refuses a tolerance, and the other way round.

use crate::fixtures::spherical_pendulum;
use crate::run::{adaptive, fixed};
use crate::verdict::{Verdict, ensure, every_variant};
use stepping::{Method, Refusal, StepControl};

/// The resolution a card does not ask for is refused, and the refusal says which one is needed.
///
/// # Errors
/// What happened instead.
pub fn refuses_the_other_resolution(method: &Method) -> Verdict {
    let fixture = spherical_pendulum();
    every_variant(method, |variant| {
        let kind = variant.card().step_control;
        let wrong = match kind {
            StepControl::Fixed => adaptive(&fixture, 1e-6),
            StepControl::Adaptive => fixed(&fixture, 100),
        };
        let answer = variant.prepare(&*fixture.system, wrong).map(|_| ());
        ensure(answer == Err(Refusal::Resolution { needs: kind }), || {
            format!("asks for {kind} steps but answers the other kind with {answer:?}")
        })
    })
}
