//! States around the true motion of a problem, at which systems are compared and differentiated.

use crate::verdict::{Verdict, at_most, collect, every_problem};
use numerics::SplitMix64;
use problem::{Problem, Truth};
use system::{Shape, System, largest};

/// True states around which samples lie.
const PLACES: usize = 10;

/// Distance of samples from the motion, relative to the size of its coordinates and velocities: far enough to
/// leave the constraints, near enough to keep the meaning of the coordinates.
const DISTANCE: f64 = 0.1;

/// Systems with more velocities than this get fewer samples.
const LARGE: usize = 100;

/// A state that need not be consistent.
pub(crate) struct Sample {
    pub(crate) t: f64,
    pub(crate) q: Vec<f64>,
    pub(crate) v: Vec<f64>,
    /// A virtual displacement of the size of the coordinates.
    pub(crate) direction: Vec<f64>,
    /// Size of the coordinates, at most one.
    pub(crate) length: f64,
    /// Size of the velocities.
    pub(crate) speed: f64,
}

/// Runs `check` at samples of every problem, up to the first that fails.
pub(crate) fn every_sample(
    problems: &[Box<dyn Problem>],
    states: (usize, usize),
    check: fn(&dyn System, &Sample) -> Verdict,
) -> Verdict {
    every_problem(problems, |problem| {
        let system = problem.system();
        let samples = samples(problem, system.shape(), states);
        samples.iter().try_for_each(|at| check(&*system, at))
    })
}

/// Requires all of these differences, each under the name of what is compared, to be at most `tolerance`.
pub(crate) fn all_within<const N: usize>(
    tolerance: f64,
    at: &Sample,
    found: [(&str, f64); N],
) -> Verdict {
    collect(found.map(|(what, difference)| {
        at_most(difference, tolerance, || {
            format!("{what} is off by {difference:.1e} near t = {:.3}", at.t)
        })
    }))
}

/// `many` samples of the problem, or `few` if it is large.
pub(crate) fn samples(
    problem: &dyn Problem,
    shape: &Shape,
    (many, few): (usize, usize),
) -> Vec<Sample> {
    let count = if shape.n_v() > LARGE { few } else { many };
    let end = problem.card().end_time;
    let times: Vec<f64> = (0..PLACES)
        .map(|k| end * k as f64 / (PLACES - 1) as f64)
        .collect();
    let truths = problem.truth(&times);
    if truths.is_empty() {
        return Vec::new();
    }
    let mut generator = SplitMix64::new(0x0d21_f7be_9c41);
    (0..count)
        .map(|k| near(&truths[k % truths.len()], shape, &mut generator))
        .collect()
}

fn near(truth: &Truth, shape: &Shape, generator: &mut SplitMix64) -> Sample {
    // A system at the origin or at rest still has to be moved a little, and a long one whose coordinates
    // include angles by no more than about one.
    let length = largest(&truth.q).clamp(1e-3, 1.0);
    let speed = largest(&truth.v).max(length);
    let mut random = |size: f64| -> Vec<f64> {
        (0..shape.n_v())
            .map(|_| size * generator.symmetric())
            .collect()
    };
    let (offset, change) = (random(DISTANCE * length), random(DISTANCE * speed));
    let direction = random(length);
    let mut q = truth.q.clone();
    shape.retract(&mut q, &offset);
    Sample {
        t: truth.t,
        q,
        v: truth.v.iter().zip(change).map(|(v, c)| v + c).collect(),
        direction,
        length,
        speed,
    }
}

/// Largest difference of two vectors, relative to the larger one's size or to one.
pub(crate) fn gap(a: &[f64], b: &[f64]) -> f64 {
    let scale = largest(a).max(largest(b)).max(1.0);
    let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    if a.len() != b.len() || !scale.is_finite() {
        return f64::INFINITY;
    }
    largest(&differences) / scale
}

/// The derivative at zero of `curve`, to fourth order in the step `s`.
pub(crate) fn derivative(s: f64, mut curve: impl FnMut(f64) -> Vec<f64>) -> Vec<f64> {
    let [a, b, c, d] = [-2.0 * s, -s, s, 2.0 * s].map(&mut curve);
    (0..a.len())
        .map(|i| (8.0 * (c[i] - b[i]) - (d[i] - a[i])) / (12.0 * s))
        .collect()
}
