//! Steps do not allocate.

use super::determinism::short_steps;
use crate::evaluated::Evaluated;
use crate::fixtures::{Fixture, of_every_kind};
use crate::verdict::{Verdict, at_most, collect, ensure, every_variant};
use allocations::{count, is_installed};
use stepping::{Method, Variant};
use system::System;
use trial::Trial;

/// Enough for multistep methods to leave their start-up.
const STEPS: usize = 8;

/// From the first step on, neither `step` nor `multipliers` allocates.
///
/// # Errors
/// How much was allocated where, or that the counting allocator is not installed.
pub fn steps_do_not_allocate(method: &Method) -> Verdict {
    ensure(
        is_installed(),
        "the counting allocator is not installed: a count of zero would prove nothing",
    )?;
    let fixtures = of_every_kind();
    every_variant(method, |variant| {
        collect(fixtures.iter().map(|fixture| quiet(variant, fixture)))
    })
}

fn quiet(variant: &dyn Variant, fixture: &Fixture) -> Verdict {
    let system = &*fixture.system;
    let Ok(mut trial) = Trial::new(variant, system, short_steps(variant, fixture)) else {
        return Ok(());
    };
    warm_up(system);
    let (outcome, allocations) = count(|| {
        for _ in 0..STEPS {
            trial.step()?;
            trial.multipliers()?;
        }
        Ok::<(), stepping::StepError>(())
    });
    outcome.map_err(|e| format!("{}: {e}", fixture.name))?;
    at_most(allocations as f64, 0.0, || {
        format!(
            "{}: {allocations} allocations in {STEPS} steps",
            fixture.name
        )
    })
}

/// Evaluates everything once: a system may keep buffers that grow when a thread first uses them.
pub(super) fn warm_up(system: &dyn System) {
    let state = system.initial();
    Evaluated::blank(system).fill(system, state.t, state.q(), state.v());
}
