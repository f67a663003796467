//! The true motion of a problem and its derivatives, on a uniform grid of times.
//!
//! The motion is followed from its start in equal steps of high order. That is less exact than the reference, but its
//! error is smooth, as derivatives need it to be; it is held against the reference at all output times. Beyond both
//! ends it is followed as far as differences reach.

use super::model::HIGHEST;
use crate::violations::{Samples, SamplesError};
use problem::{Extrapolation, Flow};
use solvers::consistent;
use system::Shape;
use thiserror::Error;
use trial::PreparedProblem;

/// Columns of the extrapolation that follows the motion: order eight, whose error in a step that is an eighth of one
/// that resolves the motion is far below [`FOLLOWED`].
const COLUMNS: usize = 4;

/// Largest deviation of the computed motion from the reference, relative to its size.
const FOLLOWED: f64 = 1e-6;

/// Reasons why there are no derivatives along a motion.
#[derive(Clone, Debug, PartialEq, Error)]
pub(crate) enum MotionError {
    #[error("no consistent start")]
    Start,
    #[error("the motion cannot be followed beyond t = {t:.6}, as far as derivatives need it")]
    NotContinued { t: f64 },
    #[error("the motion cannot be followed: {deviation:.1e} from the reference at t = {t:.6}")]
    Strayed { t: f64, deviation: f64 },
    #[error(transparent)]
    Samples(#[from] SamplesError),
}

/// States and derivatives at equally spaced times from zero to the end.
pub(crate) struct Motion {
    pub(crate) spacing: f64,
    /// `(q, v)` at each time.
    pub(crate) states: Vec<Vec<f64>>,
    /// `(N v)^(j)` and `A^(j)` for `j = 1, 2, …`, vector after vector.
    pub(crate) derivatives: Vec<[Vec<f64>; 2]>,
    /// Estimated relative errors of the derivatives.
    pub(crate) errors: Vec<f64>,
}

impl Motion {
    /// Samples the motion at `n` intervals over the time of the problem, a multiple of its output grid.
    pub(crate) fn sampled(prepared: &PreparedProblem, n: usize) -> Result<Self, MotionError> {
        let system = prepared.system.as_ref();
        let shape = system.shape();
        let start = consistent(system).map_err(|_| MotionError::Start)?;
        let start = [start.q(), start.v()].concat();
        let spacing = prepared.card.end_time / n as f64;
        let mut flow = Flow::new(system);
        let padding = Samples::PADDING;
        let mut before = followed(&mut flow, shape, &start, -spacing, padding)?;
        before.reverse();
        let mut states = vec![start];
        states.extend(followed(
            &mut flow,
            shape,
            &states[0],
            spacing,
            n + padding,
        )?);
        check(prepared, &states, n / prepared.times.len())?;

        let (mut rates, mut accelerations) = (Vec::new(), Vec::new());
        let mut rate = vec![0.0; shape.n_q() + shape.n_v()];
        for (k, y) in before.iter().chain(&states).enumerate() {
            flow.rate((k as f64 - padding as f64) * spacing, y, &mut rate);
            rates.extend_from_slice(&rate[..shape.n_q()]);
            accelerations.extend_from_slice(&rate[shape.n_q()..]);
        }
        let rates = Samples::new(spacing, shape.n_q(), rates)?;
        let accelerations = Samples::new(spacing, shape.n_v(), accelerations)?;
        let (mut derivatives, mut errors) = (Vec::new(), Vec::new());
        for j in 1..=HIGHEST {
            let both = [rates.derivative(j), accelerations.derivative(j)];
            errors.push(both[0].error.max(both[1].error));
            derivatives.push(both.map(|derivative| derivative.values));
        }
        states.truncate(n + 1);
        Ok(Self {
            spacing,
            states,
            derivatives,
            errors,
        })
    }
}

/// States on the motion through `start` at time zero, `spacing`, `2 spacing`, … after it, or before it where the
/// spacing is negative.
fn followed(
    flow: &mut Flow<'_>,
    shape: &Shape,
    start: &[f64],
    spacing: f64,
    count: usize,
) -> Result<Vec<Vec<f64>>, MotionError> {
    // The extrapolation goes forward; backward it is given the reflected time. Every step is taken as it is.
    let (direction, step) = (spacing.signum(), spacing.abs());
    let mut extrapolation = Extrapolation::new(COLUMNS, f64::INFINITY, step);
    let mut y = start.to_vec();
    let mut states = Vec::with_capacity(count);
    for k in 0..count {
        let t = k as f64 * step;
        let rate = |t: f64, y: &[f64], out: &mut [f64]| {
            flow.rate(direction * t, y, out);
            out.iter_mut().for_each(|rate| *rate *= direction);
        };
        let taken = extrapolation.advance(rate, &mut y, t, t + step);
        shape.normalize(&mut y[..shape.n_q()]);
        if taken.is_err() || !y.iter().all(|y| y.is_finite()) {
            return Err(MotionError::NotContinued { t: direction * t });
        }
        states.push(y.clone());
    }
    Ok(states)
}

/// Checks every `stride`-th state, which belongs to an output time, against the true motion.
fn check(
    prepared: &PreparedProblem,
    states: &[Vec<f64>],
    stride: usize,
) -> Result<(), MotionError> {
    let n_q = prepared.system.shape().n_q();
    for (truth, y) in prepared
        .truth
        .iter()
        .zip(states.iter().skip(stride).step_by(stride))
    {
        let gaps = truth.q.iter().zip(&y[..n_q]).map(|(a, b)| (a - b).abs());
        let deviation = gaps.fold(0.0, f64::max) / prepared.scales.position.max(f64::MIN_POSITIVE);
        if !(deviation <= FOLLOWED) {
            return Err(MotionError::Strayed {
                t: truth.t,
                deviation,
            });
        }
    }
    Ok(())
}
