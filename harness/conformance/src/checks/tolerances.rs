//! Adaptive variants: a smaller tolerance gives a smaller error, which stays within a factor of the tolerance.

use crate::fixtures::{double_pendulum, spherical_pendulum};
use crate::run::{adaptive, follow};
use crate::verdict::{Verdict, at_most, collect, ensure, every_variant};
use stepping::{Method, StepControl};

const TOLERANCES: [f64; 4] = [1e-4, 1e-6, 1e-8, 1e-10];

/// A tolerance bounds the local error of one step; over a second of these motions local errors may grow
/// by this factor.
const FACTOR: f64 = 300.0;

/// Over six decades of tolerance the error falls by this factor at least.
const GAIN: f64 = 1e3;

/// The error of q and v falls with the tolerance and stays within a stated factor of it.
///
/// # Errors
/// The errors that do not fall or exceed the factor.
pub fn tolerances_are_kept(method: &Method) -> Verdict {
    let fixtures = [spherical_pendulum(), double_pendulum()];
    every_variant(method, |variant| {
        if variant.card().step_control == StepControl::Fixed {
            return Ok(());
        }
        collect(fixtures.iter().map(|fixture| {
            let (mut last, mut loosest) = (f64::INFINITY, 0.0_f64);
            for tolerance in TOLERANCES {
                let errors = follow(variant, fixture, adaptive(fixture, tolerance))?;
                let error = errors.position.max(errors.velocity);
                at_most(error, FACTOR * tolerance, || {
                    format!(
                        "{}: error {error:.1e} at tolerance {tolerance:.0e}",
                        fixture.name
                    )
                })?;
                // Where one step spans an output interval already, a looser tolerance changes nothing.
                ensure(error <= last, || {
                    format!(
                        "{}: error grows from {last:.1e} to {error:.1e} at tolerance {tolerance:.0e}",
                        fixture.name
                    )
                })?;
                loosest = loosest.max(error);
                last = error;
            }
            ensure(GAIN * last < loosest, || {
                format!("{}: error {last:.1e} hardly below {loosest:.1e}", fixture.name)
            })
        }))
    })
}
