//! The true motion of a problem and its derivatives, on a uniform grid of times.
//!
//! The motion is followed from its start in equal steps of high order. That is less exact than the reference, but its
//! error is smooth, as derivatives need it to be; it is held against the reference at all output times. Beyond both
//! ends it is followed as far as differences reach.

use super::truncation::{HIGHEST, NEEDED};
use crate::violations::{Samples, SamplesError, Window};
use problem::{Extrapolation, Flow};
use solvers::{Projector, consistent};
use system::{Shape, State, largest};
use thiserror::Error;
use trial::PreparedProblem;

/// Columns of the extrapolation that follows the motion: order eight, whose error in a step that is an eighth of one
/// that resolves the motion is far below [`FOLLOWED`].
const COLUMNS: usize = 4;

/// Samples per step of the coarsest run of order eight, whose step resolves the motion about once, to begin with.
const SAMPLES_PER_STEP: usize = 8;

/// Fewest samples to begin with: the motion is followed beyond its ends by an eighth of its time at most.
const FEWEST: usize = 200;

/// Largest number of times the samples are doubled.
const DOUBLINGS: usize = 3;

/// Derivatives are good when the estimated error of the highest one that predictions need is below this; that of
/// lower ones is smaller by orders.
const GOOD: f64 = 1e-3;

/// Largest deviation of the computed motion from the reference, relative to its size.
const FOLLOWED: f64 = 1e-6;

/// Samples from which states between them are interpolated. The samples are so dense that the ninth power of their distance
/// is far below [`FOLLOWED`].
const BETWEEN: usize = 10;

/// The motion is followed beyond its end by its time over this: samples of local defects may end after it.
const BEYOND: usize = 15;

/// A motion has left its start when v or λ differ by this part of their size, and come back where they differ by less than
/// [`AGAIN`].
const LEFT: f64 = 0.05;
const AGAIN: f64 = 1e-5;

/// Times at which a motion is compared with its first period.
const LOOKS: usize = 64;

/// Thirds by which the time of the return is narrowed, to rounding.
const HALVINGS: usize = 80;

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
    #[error("{why}; {caveat}")]
    Caveat {
        why: Box<MotionError>,
        caveat: &'static str,
    },
}

/// States and derivatives at equally spaced times from zero to the end.
pub(crate) struct Motion {
    pub(crate) spacing: f64,
    /// `(q, v)` at each time, and at some times beyond the end.
    pub(crate) states: Vec<Vec<f64>>,
    /// λ at each time.
    pub(crate) lambda: Vec<Vec<f64>>,
    /// `(N v)^(j)` and `A^(j)` for `j = 1, 2, …`, vector after vector.
    pub(crate) derivatives: Vec<[Vec<f64>; 2]>,
    /// Estimated relative errors of the derivatives.
    pub(crate) errors: Vec<f64>,
    /// The time in seconds after which v and λ come again, and again until the end.
    pub(crate) period: Option<f64>,
}

impl Motion {
    /// Follows the true motion, with as many samples as its derivatives need.
    ///
    /// # Errors
    /// When it cannot be followed.
    pub(crate) fn along(prepared: &PreparedProblem) -> Result<Self, MotionError> {
        Self::smooth(prepared).map_err(|why| match prepared.card.caveat {
            Some(caveat) => MotionError::Caveat {
                why: Box::new(why),
                caveat,
            },
            None => why,
        })
    }

    /// The motion on the coarsest grid with good derivatives, or the best there is.
    fn smooth(prepared: &PreparedProblem) -> Result<Self, MotionError> {
        // A multiple of the output grid, so that every output time is one of the samples.
        let ladder = prepared.ladder;
        let fewest = FEWEST.div_ceil(ladder.grid()) * ladder.grid();
        let mut n = (SAMPLES_PER_STEP * ladder.steps(8)[0]).max(fewest);
        let mut best: Result<Self, MotionError> = Self::sampled(prepared, n);
        for _ in 0..DOUBLINGS {
            let error = best.as_ref().map_or(f64::INFINITY, Self::worst);
            if error <= GOOD {
                break;
            }
            n *= 2;
            match Self::sampled(prepared, n) {
                Ok(finer) if finer.worst() < error => best = Ok(finer),
                // Where noise decides, more samples make things worse.
                Ok(_) => break,
                Err(_) => {}
            }
        }
        best
    }

    /// The estimated error of the worst derivative that predictions need.
    fn worst(&self) -> f64 {
        self.errors[..NEEDED].iter().copied().fold(0.0, f64::max)
    }

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
        let beyond = padding.max(n / BEYOND);
        let after = followed(&mut flow, shape, &states[0], spacing, n + beyond)?;
        states.extend(after);
        check(prepared, &states, n / prepared.times.len())?;

        let (mut rates, mut accelerations) = (Vec::new(), Vec::new());
        let mut lambda = Vec::with_capacity(n + 1);
        let mut rate = vec![0.0; shape.n_q() + shape.n_v()];
        for (k, y) in before.iter().chain(&states).enumerate() {
            flow.rate((k as f64 - padding as f64) * spacing, y, &mut rate);
            if k >= padding {
                lambda.push(flow.lambda().to_vec());
            }
            if k > n + 2 * padding {
                continue;
            }
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
        // The motion was followed up to an error, which need not leave the constraints.
        let mut projector = Projector::new(system);
        for (k, y) in states.iter_mut().enumerate() {
            let (q, v) = y.split_at(shape.n_q());
            let mut state = State::new(shape, k as f64 * spacing, q, v);
            if projector.project(system, &mut state).is_ok() {
                *y = [state.q(), state.v()].concat();
            }
        }
        let mut motion = Self {
            spacing,
            states,
            lambda,
            derivatives,
            errors,
            period: None,
        };
        motion.period = Repeating::new(&motion, prepared).period(prepared.card.end_time);
        Ok(motion)
    }

    /// Writes `(q, v)` and λ at a time between the start and the end, or a little beyond it.
    pub(crate) fn at(&self, t: f64, state: &mut [f64], lambda: &mut [f64]) {
        let place = t / self.spacing;
        let window = Window::around(place as usize, self.states.len(), BETWEEN);
        let weights = window.weights(place);
        let around = window.first..window.first + window.count;
        mean(&self.states[around.clone()], &weights, state);
        mean(&self.lambda[around], &weights, lambda);
    }
}

/// Compares v and λ of a motion at two times.
struct Repeating<'a> {
    motion: &'a Motion,
    n_q: usize,
    scales: [f64; 2],
    at: [(Vec<f64>, Vec<f64>); 2],
}

impl<'a> Repeating<'a> {
    fn new(motion: &'a Motion, prepared: &PreparedProblem) -> Self {
        let shape = prepared.system.shape();
        let (state, lambda) = (&motion.states[0], &motion.lambda[0]);
        let blank = || (vec![0.0; state.len()], vec![0.0; lambda.len()]);
        let lambdas = motion.lambda.iter().map(Vec::as_slice).map(largest);
        Self {
            motion,
            n_q: shape.n_q(),
            scales: [prepared.scales.velocity, lambdas.fold(0.0, f64::max)],
            at: [blank(), blank()],
        }
    }

    /// The largest difference of v and of λ at two times, relative to their sizes.
    fn gap(&mut self, s: f64, t: f64) -> f64 {
        let [(a, of_a), (b, of_b)] = &mut self.at;
        self.motion.at(s, a, of_a);
        self.motion.at(t, b, of_b);
        let gap = |a: &[f64], b: &[f64], scale: f64| {
            let gaps = a.iter().zip(b).map(|(a, b)| (a - b).abs());
            gaps.fold(0.0, f64::max) / scale.max(f64::MIN_POSITIVE)
        };
        let [velocity, lambda] = self.scales;
        let of_v = gap(&a[self.n_q..], &b[self.n_q..], velocity);
        of_v.max(gap(of_a, of_b, lambda))
    }

    /// The shortest period.
    fn period(mut self, end: f64) -> Option<f64> {
        let spacing = self.motion.spacing;
        let samples = (end / spacing).round() as usize;
        let gaps: Vec<f64> = (0..=samples / 2)
            .map(|k| self.gap(0.0, k as f64 * spacing))
            .collect();
        // Away from the start and back to it.
        let left = gaps.iter().position(|gap| *gap > LEFT)?;
        let nearest = |k: &usize| gaps[*k] <= gaps[k - 1] && gaps[*k] <= gaps[k + 1];
        let candidates = (left + 1..gaps.len().saturating_sub(1)).filter(nearest);
        for k in candidates {
            let (mut low, mut high) = ((k - 1) as f64 * spacing, (k + 1) as f64 * spacing);
            // The gap falls and rises in a straight line on both sides of a period.
            for _ in 0..HALVINGS {
                let [a, b] = [low + (high - low) / 3.0, high - (high - low) / 3.0];
                if self.gap(0.0, a) < self.gap(0.0, b) {
                    high = b;
                } else {
                    low = a;
                }
            }
            let period = 0.5 * (low + high);
            let again = |k: usize| {
                let t = period + (end - period) * k as f64 / LOOKS as f64;
                (t - (t / period).floor() * period, t)
            };
            if (0..=LOOKS).map(again).all(|(s, t)| self.gap(s, t) < AGAIN) {
                return Some(period);
            }
        }
        None
    }
}

/// The sum of vectors with weights.
fn mean(vectors: &[Vec<f64>], weights: &[f64], out: &mut [f64]) {
    out.fill(0.0);
    for (vector, weight) in vectors.iter().zip(weights) {
        for (out, x) in out.iter_mut().zip(vector) {
            *out += weight * x;
        }
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
