//! The same inputs give the same bits.

use crate::fixtures::{Fixture, double_pendulum, heavy_top, long_chain};
use crate::run::suited;
use crate::verdict::{Verdict, collect, ensure, every_variant};
use stepping::{Method, Resolution, Variant, Work};
use trial::Trial;

/// Enough for multistep methods to leave their start-up and adaptive ones to change their step.
const STEPS: usize = 20;

/// Everything a run produces, as bits.
#[derive(PartialEq)]
struct Trace {
    bits: Vec<u64>,
    work: Work,
}

/// Two runs with fresh steppers agree in every bit, and so does a run on another thread.
///
/// # Errors
/// Where they differ.
pub fn same_bits_every_time(method: &Method) -> Verdict {
    let fixtures = [double_pendulum(), heavy_top(), long_chain()];
    every_variant(method, |variant| {
        collect(fixtures.iter().map(|fixture| {
            let once = trace(variant, fixture)?;
            let again = trace(variant, fixture)?;
            let elsewhere = std::thread::scope(|scope| {
                let run = scope.spawn(|| trace(variant, fixture));
                run.join()
                    .map_err(|_| format!("{}: panicked on another thread", fixture.name))
            })??;
            ensure(once == again, || {
                format!("{}: two runs differ", fixture.name)
            })?;
            ensure(once == elsewhere, || {
                format!("{}: a run on another thread differs", fixture.name)
            })
        }))
    })
}

fn trace(variant: &dyn Variant, fixture: &Fixture) -> Result<Trace, String> {
    let resolution = short_steps(variant, fixture);
    let named = |e: &dyn std::fmt::Display| format!("{}: {e}", fixture.name);
    let Ok(mut trial) = Trial::new(variant, &*fixture.system, resolution) else {
        // What a method refuses it refuses every time; `refusals` looks at that.
        return Ok(Trace {
            bits: Vec::new(),
            work: Work::default(),
        });
    };
    let mut bits = Vec::new();
    for _ in 0..STEPS {
        let state = trial.step().map_err(|e| named(&e))?;
        bits.push(state.t.to_bits());
        bits.extend(state.y().iter().map(|x| x.to_bits()));
        let found = trial.multipliers().map_err(|e| named(&e))?;
        bits.push(found.at_time.to_bits());
        bits.extend(found.values.iter().map(|x| x.to_bits()));
    }
    Ok(Trace {
        bits,
        work: trial.work(),
    })
}

/// A resolution at which every method can step on every fixture.
pub(super) fn short_steps(variant: &dyn Variant, fixture: &Fixture) -> Resolution {
    suited(variant, fixture.end / 400.0, 1e-8)
}
