//! Derivatives of a function that is known at equally spaced times.
//!
//! Central differences of [`POINTS`] values. Their error is the sum of a truncation error, which falls with the
//! distance of the values, and of the noise of the values, which is divided by a power of that distance. The best
//! distance is not known in advance, so several are tried, and the closer one of the two neighbours that agree best is used;
//! their disagreement is the estimate of the error.

use thiserror::Error;

/// Number of values a difference is formed of: derivatives up to the sixth with an error of order eight or more.
pub(crate) const POINTS: usize = 13;

/// Values on each side of the middle.
const HALF: usize = POINTS / 2;

/// Distances between the values of a difference, in samples. Each is compared with the next.
const STRIDES: [usize; 3] = [1, 2, 4];

/// Reasons why samples cannot be differentiated.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum SamplesError {
    /// The number of values is too small, or not a multiple of the width.
    #[error("{values} values are too few, or not a multiple of the {width} components of a vector")]
    TooFew {
        /// Number of values.
        values: usize,
        /// Components of a vector.
        width: usize,
    },
    /// The spacing is not a positive number.
    #[error("samples need a positive spacing, got {0}")]
    Spacing(f64),
}

/// A vector function at equally spaced times, with [`Samples::PADDING`] more of them on both sides of the interval
/// in which derivatives are wanted.
#[derive(Clone, Debug, PartialEq)]
pub struct Samples {
    spacing: f64,
    width: usize,
    /// One vector after the other.
    values: Vec<f64>,
}

/// A derivative at the samples of the interval, one vector after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Derivative {
    /// Components of all vectors.
    pub values: Vec<f64>,
    /// Root mean square of its error relative to that of the derivative, by the disagreement of two distances.
    /// Zero where the derivative vanishes.
    pub error: f64,
}

impl Samples {
    /// Number of samples needed beyond each end of the interval.
    pub const PADDING: usize = HALF * STRIDES[STRIDES.len() - 1];

    /// Samples `spacing` apart, vectors of `width` components one after the other.
    ///
    /// # Errors
    /// When there are fewer than two besides the padding, or the spacing is not positive.
    pub fn new(spacing: f64, width: usize, values: Vec<f64>) -> Result<Self, SamplesError> {
        if !(spacing > 0.0 && spacing.is_finite()) {
            return Err(SamplesError::Spacing(spacing));
        }
        let enough = width * (2 * Self::PADDING + 2);
        if width == 0 || values.len() < enough || !values.len().is_multiple_of(width) {
            return Err(SamplesError::TooFew {
                values: values.len(),
                width,
            });
        }
        Ok(Self {
            spacing,
            width,
            values,
        })
    }

    /// The derivative of this order, up to the twelfth, at every sample but the padding.
    pub fn derivative(&self, order: usize) -> Derivative {
        let mut estimates = STRIDES
            .map(|stride| self.at_stride(order, stride))
            .into_iter();
        let mut best: Option<Derivative> = None;
        let mut near = estimates.next().unwrap_or_default();
        for wide in estimates {
            let error = disagreement(&near, &wide);
            // The closer pair of values errs less as long as truncation decides, which is where the search begins.
            if best.as_ref().is_none_or(|best| error < best.error) {
                best = Some(Derivative {
                    values: near,
                    error,
                });
            }
            near = wide;
        }
        best.expect("there are at least two strides")
    }

    fn at_stride(&self, order: usize, stride: usize) -> Vec<f64> {
        let nodes: Vec<f64> = (0..POINTS).map(|k| k as f64 - HALF as f64).collect();
        let scale = math::powi(self.spacing * stride as f64, order as i32);
        let weights = weights(&nodes, order);
        let width = self.width;
        let samples = self.values.len() / width;
        let mut derivative = Vec::with_capacity(self.values.len());
        for middle in Self::PADDING..samples - Self::PADDING {
            let first = (middle - HALF * stride) * width;
            let at = derivative.len();
            derivative.resize(at + width, 0.0);
            for (k, weight) in weights.iter().enumerate() {
                let values = &self.values[first + k * stride * width..][..width];
                for (sum, value) in derivative[at..].iter_mut().zip(values) {
                    *sum += weight / scale * value;
                }
            }
        }
        derivative
    }
}

/// Root mean square of the difference, relative to that of `near`.
fn disagreement(near: &[f64], wide: &[f64]) -> f64 {
    let size: f64 = near.iter().map(|x| x * x).sum();
    let gap: f64 = near
        .iter()
        .zip(wide)
        .map(|(a, b)| math::powi(a - b, 2))
        .sum();
    if gap == 0.0 { 0.0 } else { (gap / size).sqrt() }
}

/// Weights of the values at `nodes` in the derivative of the given order at zero (Fornberg, Math. Comp. 51, 1988).
pub(crate) fn weights(nodes: &[f64], order: usize) -> Vec<f64> {
    // table[k][m]: weight of node k in the derivative of order m, over the nodes seen so far.
    let mut table = vec![vec![0.0; order + 1]; nodes.len()];
    table[0][0] = 1.0;
    let mut product = 1.0;
    for i in 1..nodes.len() {
        let mut next_product = 1.0;
        for j in 0..i {
            let gap = nodes[i] - nodes[j];
            next_product *= gap;
            let last = table[i - 1].clone();
            let old = table[j].clone();
            if j == i - 1 {
                for m in (0..=order.min(i)).rev() {
                    let lower = if m > 0 { m as f64 * last[m - 1] } else { 0.0 };
                    table[i][m] = product / next_product * (lower - nodes[i - 1] * last[m]);
                }
            }
            for m in (0..=order.min(i)).rev() {
                let lower = if m > 0 { m as f64 * old[m - 1] } else { 0.0 };
                table[j][m] = (nodes[i] * old[m] - lower) / gap;
            }
        }
        product = next_product;
    }
    table.into_iter().map(|of_node| of_node[order]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;
    use proptest::prelude::*;

    /// Samples of `f` on `[0, 1]` with their padding.
    fn samples(n: usize, f: impl Fn(f64) -> f64) -> Samples {
        let spacing = 1.0 / n as f64;
        let at = |k: usize| (k as f64 - Samples::PADDING as f64) * spacing;
        let values = (0..=n + 2 * Samples::PADDING).map(|k| f(at(k)));
        Samples::new(spacing, 1, values.collect()).unwrap()
    }

    #[test]
    fn weights_are_those_of_the_textbooks() {
        assert_eq!(weights(&[-1.0, 0.0, 1.0], 1), [-0.5, 0.0, 0.5]);
        assert_eq!(weights(&[-1.0, 0.0, 1.0], 2), [1.0, -2.0, 1.0]);
        let second = weights(&[-2.0, -1.0, 0.0, 1.0, 2.0], 2);
        for (got, twelfths) in second.iter().zip([-1.0, 16.0, -30.0, 16.0, -1.0]) {
            assert_relative_eq!(*got, twelfths / 12.0, epsilon = 1e-15);
        }
        assert_eq!(weights(&[0.0, 1.0], 0), [1.0, 0.0]);
    }

    proptest! {
        /// `d/dt` multiplies `sin ωt` by ω and turns it by a quarter.
        #[test]
        fn derivatives_of_oscillations_are_known(
            omega in 1.0..20.0_f64,
            phase in 0.0..6.0_f64,
            order in 1_usize..=6,
        ) {
            let derivative = samples(60, |t| math::sin(omega * t + phase)).derivative(order);
            let quarter = order as f64 * std::f64::consts::FRAC_PI_2;
            let scale = math::powi(omega, order as i32);
            prop_assert!(derivative.error < 1e-3, "{}", derivative.error);
            for (k, got) in derivative.values.iter().enumerate() {
                let exact = scale * math::sin(omega * k as f64 / 60.0 + phase + quarter);
                // An estimate of a mean says little about each value: ten times as much is allowed.
                let allowed = (10.0 * derivative.error + 1e-9) * scale;
                prop_assert!((got - exact).abs() < allowed, "{got} is not {exact}");
            }
        }

        #[test]
        fn polynomials_are_differentiated_exactly(a in -3.0..3.0_f64, b in -3.0..3.0_f64) {
            let derivative = samples(8, |t| a * math::powi(t, 3) + b * t).derivative(1);
            for (k, got) in derivative.values.iter().enumerate() {
                let t = k as f64 / 8.0;
                prop_assert!((got - (3.0 * a * t * t + b)).abs() < 1e-10);
            }
        }
    }

    /// Ten digits of noise in the values ask for wider strides, and for a larger estimate of the error.
    #[test]
    fn noise_shows_in_the_estimate() {
        let noise = |t: f64| 1e-10 * math::sin(1e6 * t);
        let clean = samples(200, |t| math::sin(3.0 * t)).derivative(5);
        let noisy = samples(200, |t| math::sin(3.0 * t) + noise(t)).derivative(5);
        let (less, more) = (clean.error, noisy.error);
        assert!(less < 1e-2 * more, "{less} {more}");
        let exact = |k: usize| 243.0 * math::cos(3.0 * k as f64 / 200.0);
        for (k, x) in noisy.values.iter().enumerate() {
            assert!((x - exact(k)).abs() < 10.0 * 243.0 * more);
        }
    }

    #[test]
    fn a_constant_has_derivatives_zero_without_an_error() {
        let derivative = samples(4, |_| 0.0).derivative(3);
        assert_eq!((derivative.error, derivative.values), (0.0, vec![0.0; 5]));
    }

    #[test]
    fn samples_that_cannot_be_differentiated_are_refused() {
        assert!(Samples::new(0.0, 1, vec![0.0; 99]).is_err());
        assert!(Samples::new(0.1, 1, vec![0.0; 2 * Samples::PADDING + 1]).is_err());
        assert!(Samples::new(0.1, 2, vec![0.0; 199]).is_err());
        assert!(Samples::new(0.1, 0, vec![]).is_err());
    }
}
