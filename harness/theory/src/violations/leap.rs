//! Many steps of a one-step method at once: what they make of violations, with local defects known at the ends only.
//!
//! A step from a state that is off by `e = (Φ, w)` ends at a state that is off by
//!
//! ```text
//! e⁺ = A e + δ(t)
//! ```
//!
//! where δ is what the step adds to a state without violations, its local defect. Meanwhile the forces of constraint, λ, do
//! the work `-λ ((A e)_Φ - Φ)` on what is propagated; the energy that δ brings along is sampled with it.
//!
//! δ is smooth. It is known at every n-th step and interpolated between, so that n steps are a linear map of the
//! violation before them and of the samples around: a [`Leap`], which is found once and holds for every row with this A.

use super::polynomial::{Window, coefficients};

/// Samples that a polynomial goes through, where there are so many.
pub const STENCIL: usize = 8;

/// What a leap gives: Φ, w, and `Σ ((A e)_Φ - Φ)` with the weights that λ has at both ends.
const OUTPUTS: usize = 4;

/// By which factors a step multiplies the violation `(Φ, w)` of a row.
pub type Step = [[f64; 2]; 2];

/// A number of steps at once.
pub struct Leap {
    /// For each place of the leap among the samples of its polynomial: outputs from `(Φ, w)` and from the samples of
    /// both components of δ.
    maps: Vec<[Vec<f64>; OUTPUTS]>,
}

/// Local defects of one row at every n-th step.
#[derive(Clone, Copy)]
pub struct RowSamples<'a> {
    /// What a step adds to Φ and to w.
    pub delta: [&'a [f64]; 2],
    /// λ at the same times.
    pub lambda: &'a [f64],
}

impl Leap {
    /// `steps` steps of `step` after one of this number of `samples`, which are `stride` steps apart.
    ///
    /// # Panics
    /// When there are fewer than two samples, or they are no steps apart.
    pub fn new(step: Step, steps: usize, stride: usize, samples: usize) -> Self {
        assert!(stride > 0 && samples > 1, "a leap has two ends");
        let powers = Powers::new(step, steps, stride);
        let count = samples.min(STENCIL);
        let map = |place: usize| {
            std::array::from_fn(|out| {
                let free = powers.free[out].into_iter();
                let forced = powers.forced.iter();
                free.chain(forced.flat_map(|of| of_samples(&of[out], count, place)))
                    .collect()
            })
        };
        Self {
            maps: (0..count - 1).map(map).collect(),
        }
    }

    /// `(Φ, w)` at the end of the leap that begins at sample `k`, and the work of λ on what was propagated.
    pub fn advance(&self, k: usize, row: RowSamples<'_>, e: [f64; 2]) -> ([f64; 2], f64) {
        let Window { first, count } = Window::around(k, row.lambda.len(), STENCIL);
        let of_phi = &row.delta[0][first..first + count];
        let of_w = &row.delta[1][first..first + count];
        let out = |map: &[f64]| -> f64 {
            let (free, forced) = map.split_at(2);
            let (by_phi, by_w) = forced.split_at(count);
            dot(free, &e) + dot(by_phi, of_phi) + dot(by_w, of_w)
        };
        let [phi, w, begin, end] = &self.maps[k - first];
        let work = -(row.lambda[k] * out(begin) + row.lambda[k + 1] * out(end));
        ([out(phi), out(w)], work)
    }
}

/// Sums over a number of steps of what is known at samples.
pub struct Sum {
    /// For each place among the samples of a polynomial the weights of these.
    weights: Vec<Vec<f64>>,
}

impl Sum {
    /// Over `steps` steps after one of this number of `samples`, which are `stride` steps apart.
    ///
    /// # Panics
    /// When there are fewer than two samples.
    pub fn new(steps: usize, stride: usize, samples: usize) -> Self {
        let mut sums = [0.0; STENCIL];
        for j in 0..steps {
            let powers = powers(j as f64 / stride as f64);
            sums.iter_mut().zip(powers).for_each(|(sum, x)| *sum += x);
        }
        let count = samples.min(STENCIL);
        let weights = (0..count - 1).map(|place| of_samples(&sums, count, place));
        Self {
            weights: weights.collect(),
        }
    }

    /// The sum over the steps that begin at sample `k`.
    pub fn over(&self, k: usize, samples: &[f64]) -> f64 {
        let Window { first, count } = Window::around(k, samples.len(), STENCIL);
        dot(&self.weights[k - first], &samples[first..first + count])
    }
}

/// The outputs for δ that is a power of the time, which is counted in samples.
struct Powers {
    /// From Φ and w at the beginning.
    free: [[f64; 2]; OUTPUTS],
    /// From the powers of each component of δ.
    forced: [[[f64; STENCIL]; OUTPUTS]; 2],
}

impl Powers {
    /// Takes the steps one after the other: for violations of one at the beginning, and for δ that is a power.
    fn new(step: Step, steps: usize, stride: usize) -> Self {
        let mut free = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]];
        let mut forced = [[[0.0; OUTPUTS]; STENCIL]; 2];
        for j in 0..steps {
            let x = j as f64 / stride as f64;
            let middle = (j as f64 + 0.5) / stride as f64;
            let powers = powers(x);
            for e in free.iter_mut().chain(forced.iter_mut().flatten()) {
                let [phi, w] = step.map(|row| row[0] * e[0] + row[1] * e[1]);
                let propagated = phi - e[0];
                *e = [
                    phi,
                    w,
                    e[2] + (1.0 - middle) * propagated,
                    e[3] + middle * propagated,
                ];
            }
            for (component, forced) in forced.iter_mut().enumerate() {
                for (e, x) in forced.iter_mut().zip(powers) {
                    e[component] += x;
                }
            }
        }
        Self {
            free: std::array::from_fn(|out| free.map(|e| e[out])),
            forced: forced.map(|of| std::array::from_fn(|out| of.map(|e| e[out]))),
        }
    }
}

/// `1, x, x², …`.
fn powers(x: f64) -> [f64; STENCIL] {
    let mut power = 1.0;
    std::array::from_fn(|_| {
        let now = power;
        power *= x;
        now
    })
}

/// Weights of `count` samples, from weights of the powers of the time after the one at `place`.
fn of_samples(of_powers: &[f64; STENCIL], count: usize, place: usize) -> Vec<f64> {
    let mut weights = vec![0.0; count];
    for (of_power, coefficients) in of_powers.iter().zip(coefficients(count, place)) {
        for (weight, coefficient) in weights.iter_mut().zip(coefficients) {
            *weight += of_power * coefficient;
        }
    }
    weights
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests;
