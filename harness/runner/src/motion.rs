//! The first part of a motion as frames: the true motion, and a run that drifts beside it.
//!
//! An animation shows it within seconds, so that it ends after [`SHOWN`] of a mechanism of human size, or with the known
//! motion. The run beside it is the most visible drift that has not lost the motion ([`most_visible`]).

use crate::Failure;
use crate::trajectory::kind_of;
use problem::Drawn;
use results::{Cell, FailureKind, Method, Motion, Problem, Quantity, Run};
use std::panic::{AssertUnwindSafe, catch_unwind};
use stepping::{Resolution, StepError, StepSize, Variant};
use system::{Shape, State};
use trial::{PreparedProblem, Trial};

/// Shown time in seconds for mechanisms of human size: two or three swings of a pendulum of one metre.
const SHOWN: f64 = 6.0;

/// Numbers in the frames of one motion: three digits of them take some kilobytes of a page.
const NUMBERS: usize = 2000;

/// The fewest and the most frames: fewer jerk, and more are not seen.
const FRAMES: (usize, usize) = (24, 96);

/// Significant digits of times and of the largest coordinate.
const DIGITS: i32 = 5;

/// The largest |Φ| and position error of a run that has not lost the motion, relative to the sizes along the motion of what
/// each is made of.
const LOST: f64 = 0.1;

/// More steps than the shown part of any motion takes at steps of practice; those of a step that is too small would never end.
const MOST_STEPS: f64 = 1e7;

/// Orders from this one on drift little without losing the motion.
const ACCURATE: f64 = 2.0;

/// The true motion as frames; `None` where there is no picture, or none that can be drawn.
pub(crate) fn motion(prepared: &PreparedProblem) -> Option<Motion> {
    // A picture that panics costs the picture, not the problem.
    let draw = AssertUnwindSafe(|| {
        let drawn = prepared.problem.drawn()?;
        let sketch = drawn.sketch();
        sketch.check().ok()?;
        let times = times(prepared, sketch.points * sketch.dimensions);
        let truths = prepared.problem.truth(&times);
        let frames = truths.iter().map(|truth| drawn.points(truth.t, &truth.q));
        let mut motion = Motion {
            reference: frames.collect(),
            sketch,
            times,
            drifting: None,
        };
        let mut frames = motion.reference.iter();
        let whole = frames.all(|frame| motion.sketch.check_frame(frame).is_ok());
        if !whole || motion.reference.len() != motion.times.len() {
            return None;
        }
        let decimals = decimals(&motion);
        round(&mut motion.reference, decimals);
        Some(motion)
    });
    catch_unwind(draw).unwrap_or_else(|payload| {
        // Whatever the payload does when it is dropped, it must not be a second panic here.
        std::mem::forget(payload);
        None
    })
}

/// Evenly spread times from the start on.
fn times(prepared: &PreparedProblem, numbers: usize) -> Vec<f64> {
    let card = &prepared.card;
    let known = match card.predictable() {
        true => card.run_time(),
        false => card.end_time,
    };
    let end = known.min(SHOWN * card.time_scale);
    let (fewest, most) = FRAMES;
    let count = (NUMBERS / numbers.max(1)).clamp(fewest, most);
    let time = |k: usize| {
        let t = end * k as f64 / (count - 1) as f64;
        significant(t).min(end)
    };
    (0..count).map(time).collect()
}

/// The run of a method that stabilizes nothing that is drawn beside the true motion: of the runs of practice with fixed steps
/// that came to their end with a |Φ| and a position error of at most a tenth of their scales, the one with the largest |Φ|;
/// of equals the one whose integrator has an order of two or more, then the first. Where no run keeps both, as over ten
/// thousand swings, or where there is no error because the motion cannot be predicted, |Φ| alone decides.
pub(crate) fn most_visible<'a>(
    problem: &Problem,
    methods: &[Method],
    cells: &'a [Cell],
) -> Option<(&'a Cell, &'a Run)> {
    let small = |quantity: Quantity, size: f64| size <= LOST * problem.scales[quantity];
    let mut best: Option<((bool, f64, bool), &Cell, &Run)> = None;
    for cell in cells.iter().filter(|cell| cell.problem == problem.id) {
        let baseline = methods
            .iter()
            .find(|m| m.is_baseline() && m.id == cell.method);
        let variants = baseline.map_or(&[][..], |method| &method.variants);
        let variant = variants.iter().find(|variant| variant.id == cell.variant);
        let Some(variant) = variant.filter(|variant| !variant.adaptive) else {
            continue;
        };
        let accurate = variant
            .claimed_order
            .position
            .is_some_and(|p| p >= ACCURATE);
        for run in cell.practice_runs() {
            let drift = run.measured.drift_position;
            let Some(drift) = drift.filter(|d| small(Quantity::DriftPosition, *d)) else {
                continue;
            };
            let error = run.measured.position;
            let follows = error.is_none_or(|error| small(Quantity::Position, error));
            let worth = (follows, drift, accurate);
            if best.is_none_or(|(most, ..)| worth > most) {
                best = Some((worth, cell, run));
            }
        }
    }
    best.map(|(_, cell, run)| (cell, run))
}

/// A run at the times of a motion, as frames.
///
/// # Errors
/// When there is no picture, or the run does not get to the last time.
pub(crate) fn frames(
    variant: &dyn Variant,
    prepared: &PreparedProblem,
    h: f64,
) -> Result<Vec<Vec<f64>>, Failure> {
    let invalid = |why: String| Failure::new(FailureKind::Invalid, why);
    let motion = motion(prepared).ok_or_else(|| invalid("there is no picture".to_owned()))?;
    let drawn = prepared.problem.drawn();
    let drawn = drawn.ok_or_else(|| invalid("there is no picture".to_owned()))?;
    let start = prepared.start.as_ref();
    let start = start.map_err(|error| Failure::new(FailureKind::Start, error.to_string()))?;
    let step = StepSize::new(h).map_err(|error| invalid(error.to_string()))?;
    let end = motion.times.last().copied().unwrap_or_default();
    if end / h > MOST_STEPS {
        return Err(invalid(format!(
            "steps of {h:e} s are too many for {end} s"
        )));
    }
    let system = prepared.system.as_ref();
    let trial = Trial::from(variant, system, Resolution::Fixed(step), start.clone());
    let trial = trial.map_err(|refusal| invalid(refusal.to_string()))?;
    let stopped = |error: StepError| Failure::new(kind_of(error), error.to_string());
    let mut frames = follow(trial, system.shape(), h, &motion.times, drawn).map_err(stopped)?;
    for frame in &frames {
        let whole = motion.sketch.check_frame(frame);
        whole.map_err(|error| Failure::new(FailureKind::Step, error.to_string()))?;
    }
    round(&mut frames, decimals(&motion));
    Ok(frames)
}

/// Steps on to each time and draws what is there. Steps are counted: what a method makes of the time does not matter.
fn follow(
    mut trial: Trial<'_>,
    shape: &Shape,
    h: f64,
    times: &[f64],
    drawn: &dyn Drawn,
) -> Result<Vec<Vec<f64>>, StepError> {
    let mut before = trial.state().clone();
    let mut steps = 0_u64;
    let mut frames = Vec::with_capacity(times.len());
    for &t in times {
        while (steps as f64) * h < t {
            before.clone_from(trial.state());
            trial.step()?;
            steps += 1;
        }
        // The part of the last step that is over; the start when none was taken.
        let part = match steps {
            0 => 1.0,
            _ => t / h - (steps - 1) as f64,
        };
        let q = between(shape, &before, trial.state(), h, part);
        frames.push(drawn.points(t, &q));
    }
    Ok(frames)
}

/// Coordinates at a part of the step between two states, by the cubic that has their coordinates and velocities. A straight
/// line would shorten what turns, which looks like drift.
fn between(shape: &Shape, from: &State, to: &State, h: f64, s: f64) -> Vec<f64> {
    let rates = |state: &State| {
        let mut q_dot = vec![0.0; shape.n_q()];
        shape.kinematics(state.q(), state.v(), &mut q_dot);
        q_dot
    };
    let (leaving, arriving) = (rates(from), rates(to));
    let rest = 1.0 - s;
    let coordinate = |k: usize| {
        let (a, b) = (from.q()[k], to.q()[k]);
        let bend_from = h * leaving[k] - (b - a);
        let bend_to = (b - a) - h * arriving[k];
        rest * a + s * b + s * rest * (rest * bend_from + s * bend_to)
    };
    (0..shape.n_q()).map(coordinate).collect()
}

/// Decimals after the point that give the largest coordinate its digits.
fn decimals(motion: &Motion) -> usize {
    let frames = motion.reference.iter().map(Vec::as_slice);
    let size = motion.sketch.size(frames).max(f64::MIN_POSITIVE);
    let magnitude = math::log10(size).floor() as i32;
    usize::try_from(DIGITS - 1 - magnitude).unwrap_or(0)
}

fn round(frames: &mut [Vec<f64>], decimals: usize) {
    for x in frames.iter_mut().flatten() {
        // Adding zero takes the sign from a zero.
        *x = format!("{x:.decimals$}").parse().unwrap_or(*x) + 0.0;
    }
}

/// A number with few digits.
fn significant(x: f64) -> f64 {
    let after = (DIGITS - 1) as usize;
    format!("{x:.after$e}").parse().unwrap_or(x)
}

#[cfg(test)]
mod tests;
