//! States that are not finite lead to errors, not to panics or results.

use super::determinism::short_steps;
use crate::fixtures::{
    Fixture, double_pendulum, heavy_top, long_chain, nearly_parallel, oscillator, turning_rod,
};
use crate::verdict::{Verdict, collect, ensure, every_variant};
use std::panic::{AssertUnwindSafe, catch_unwind};
use stepping::{Method, Variant};
use system::State;
use trial::Trial;

/// Enough for multistep methods to leave their start-up.
const STEPS: usize = 6;

/// A way to break a state.
type Breakage = (&'static str, fn(&mut State));

const BREAKAGES: [Breakage; 7] = [
    ("NaN in q", |s| s.q_v_mut().0[0] = f64::NAN),
    ("NaN in every q", |s| s.q_v_mut().0.fill(f64::NAN)),
    ("NaN in v", |s| s.q_v_mut().1[0] = f64::NAN),
    ("infinite v", |s| s.q_v_mut().1[0] = f64::INFINITY),
    ("huge v", |s| s.q_v_mut().1.fill(1e300)),
    ("huge q", |s| s.q_v_mut().0.fill(1e300)),
    ("zero q", |s| s.q_v_mut().0.fill(0.0)),
];

/// Steps from a broken state end in an `Err` or in finite numbers.
///
/// # Errors
/// Panics, and results that are not numbers.
pub fn broken_states_are_errors(method: &Method) -> Verdict {
    let fixtures = [
        double_pendulum(),
        long_chain(),
        nearly_parallel(),
        heavy_top(),
        turning_rod(),
        oscillator(),
    ];
    every_variant(method, |variant| {
        collect(
            fixtures
                .iter()
                .flat_map(|fixture| BREAKAGES.map(|breakage| survives(variant, fixture, breakage))),
        )
    })
}

fn survives(variant: &dyn Variant, fixture: &Fixture, (what, break_it): Breakage) -> Verdict {
    let (system, resolution) = (&*fixture.system, short_steps(variant, fixture));
    let mut start = system.initial();
    break_it(&mut start);
    let Ok(mut trial) = Trial::from(variant, system, resolution, start) else {
        return Ok(());
    };
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        for _ in 0..STEPS {
            match trial.step() {
                Err(_) => return true,
                Ok(state) if !state.is_finite() => return false,
                Ok(_) => {}
            }
        }
        true
    }));
    let name = fixture.name;
    match outcome {
        Ok(sound) => ensure(sound, || {
            format!("{name}, {what}: a step succeeds with a state that is not finite")
        }),
        Err(_) => Err(format!("{name}, {what}: panics")),
    }
}
