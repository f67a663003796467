//! Adams-Bashforth methods of orders 2 to 5, started with RK-4.
//!
//! The history holds the rate of the first stage of each step. With the control outside the stages this is the
//! uncontrolled rate at the controlled states, as the method needs it.

use super::runge_kutta::RungeKutta;
use super::{Scheme, tableau};
use crate::StepError;
use crate::formulations::placement::Stages;
use vocabulary::planted::{self, Defect};

/// Weights, newest rate first.
const WEIGHTS: [&[f64]; 4] = [
    &[3.0 / 2.0, -1.0 / 2.0],
    &[23.0 / 12.0, -16.0 / 12.0, 5.0 / 12.0],
    &[55.0 / 24.0, -59.0 / 24.0, 37.0 / 24.0, -9.0 / 24.0],
    &[
        1901.0 / 720.0,
        -2774.0 / 720.0,
        2616.0 / 720.0,
        -1274.0 / 720.0,
        251.0 / 720.0,
    ],
];

pub(crate) struct AdamsBashforth {
    weights: &'static [f64],
    /// Rates, newest first, of which the first `filled` are valid.
    history: Vec<Vec<f64>>,
    filled: usize,
    start: RungeKutta<Vec<f64>>,
}

impl AdamsBashforth {
    /// The method that combines `steps` rates, 2 to 5.
    pub(crate) fn new(steps: usize, dimension: usize) -> Self {
        Self {
            weights: WEIGHTS[steps - 2],
            history: vec![vec![0.0; dimension]; steps],
            filled: 0,
            start: RungeKutta::new(&tableau::RK4, vec![0.0; dimension]),
        }
    }
}

impl Scheme for AdamsBashforth {
    fn advance(
        &mut self,
        stages: &mut impl Stages,
        t: f64,
        h: f64,
        y: &mut [f64],
    ) -> Result<u64, StepError> {
        self.history.rotate_right(1);
        stages.first(t, y, &mut self.history[0])?;
        self.filled = (self.filled + 1).min(self.weights.len());
        if self.filled < self.weights.len() {
            self.start.first_rate().copy_from_slice(&self.history[0]);
            self.start.continue_from_first(stages, t, h, y)?;
            return Ok(0);
        }
        for (age, (weight, rate)) in self.weights.iter().zip(&self.history).enumerate() {
            let weight = match planted::is(Defect::AdamsCoefficient) && age == 0 {
                true => 1.0001 * h * weight,
                false => h * weight,
            };
            for (y, rate) in y.iter_mut().zip(rate) {
                *y += weight * rate;
            }
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_integrate_polynomials_below_their_order_exactly() {
        for weights in WEIGHTS {
            for degree in 0..weights.len() as i32 {
                // ∫₀¹ x^degree dx from the values at x = 0, -1, -2, …
                let sum: f64 = (0..)
                    .zip(weights)
                    .map(|(j, w)| w * math::powi(f64::from(-j), degree))
                    .sum();
                assert!((sum - 1.0 / f64::from(degree + 1)).abs() < 1e-13);
            }
        }
    }
}
