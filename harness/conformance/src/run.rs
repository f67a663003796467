//! One run of one method on one fixture, compared with the truth.

use crate::fixtures::Fixture;
use stepping::{Resolution, StepControl, StepError, StepSize, Tolerance, Variant};
use trial::{Followed, Outputs, Trial};
use vocabulary::PerQuantity;

/// Output points of every run; numbers of steps are multiples of it.
pub const OUTPUTS: usize = 10;

/// `steps` equal steps over the fixture's time.
pub fn fixed(fixture: &Fixture, steps: usize) -> Resolution {
    Resolution::Fixed(seconds(fixture.end / steps as f64))
}

/// A tolerance, with a result at every output point.
pub fn adaptive(fixture: &Fixture, tolerance: f64) -> Resolution {
    with_tolerance(fixture.end / OUTPUTS as f64, tolerance)
}

/// Steps of `interval`, or with a result at every `interval`, as the card of the variant asks for.
pub(crate) fn suited(variant: &dyn Variant, interval: f64, tolerance: f64) -> Resolution {
    match variant.card().step_control {
        StepControl::Fixed => Resolution::Fixed(seconds(interval)),
        StepControl::Adaptive => with_tolerance(interval, tolerance),
    }
}

fn with_tolerance(interval: f64, tolerance: f64) -> Resolution {
    Resolution::Adaptive {
        tolerance: Tolerance::new(tolerance).expect("tolerances of the checks lie in (0, 1)"),
        interval: seconds(interval),
    }
}

fn seconds(interval: f64) -> StepSize {
    StepSize::new(interval).expect("fixtures last a positive time")
}

/// Errors and drifts of a run over the whole time of the fixture. Where λ is not unique its error is zero.
///
/// # Errors
/// When the method refuses the fixture or a step does not succeed.
pub fn follow(
    variant: &dyn Variant,
    fixture: &Fixture,
    resolution: Resolution,
) -> Result<PerQuantity<f64>, String> {
    let (system, name) = (&*fixture.system, fixture.name);
    let mut trial = Trial::new(variant, system, resolution)
        .map_err(|refusal| format!("refused {name}: {refusal}"))?;
    let steps = (fixture.end / resolution.interval()).round() as usize;
    let times: Vec<f64> = (1..=OUTPUTS)
        .map(|k| fixture.end * k as f64 / OUTPUTS as f64)
        .collect();
    let truth_at = |times: &[f64]| fixture.truth(times);
    let per_output = (steps / OUTPUTS) as u64;
    let outputs = Outputs::evenly(&fixture.truth(&times), per_output);
    let Followed { measured, end, .. } = trial
        .over(&outputs, &truth_at, |_, _| Ok(()))
        .map_err(|e: StepError| format!("could not step on {name}: {e}"))?;
    let (got, rows) = (end.lambda.len(), system.shape().constraints());
    if got != rows {
        return Err(format!("{got} multipliers for {rows} rows on {name}"));
    }
    Ok(PerQuantity::from_fn(|q| measured[q].unwrap_or(0.0)))
}
