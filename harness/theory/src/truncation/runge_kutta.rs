//! Explicit Runge-Kutta methods, and the distance of their stages from a smooth motion.

use numerics::{DoubleDouble, Scalar};
use thiserror::Error;

/// An explicit Runge-Kutta method. Coefficients have the digits of a double-double, so that thirds are thirds.
#[derive(Clone, Debug, PartialEq)]
pub struct RungeKutta {
    /// Stage sums: row `i` has the `i` stages before.
    a: Vec<Vec<DoubleDouble>>,
    b: Vec<DoubleDouble>,
}

/// Reasons why coefficients are not a method.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RungeKuttaError {
    /// A stage sum does not have one coefficient for every stage before it.
    #[error("stage {stage} has {given} coefficients, one for every stage before it is needed")]
    Stage {
        /// Index of the stage, from zero.
        stage: usize,
        /// Number of coefficients given.
        given: usize,
    },
    /// There is not one weight per stage, or the weights do not add up to one.
    #[error("one weight per stage is needed, and the weights must add up to one")]
    Weights,
}

impl RungeKutta {
    /// The method of given stage sums and weights.
    ///
    /// # Errors
    /// When their numbers do not fit, or the weights do not add up to one.
    pub fn new(a: &[&[f64]], b: &[f64]) -> Result<Self, RungeKuttaError> {
        let doubles = |x: &[f64]| x.iter().map(|&x| DoubleDouble::from(x)).collect();
        Self::checked(a.iter().map(|row| doubles(row)).collect(), doubles(b))
    }

    pub(super) fn checked(
        a: Vec<Vec<DoubleDouble>>,
        b: Vec<DoubleDouble>,
    ) -> Result<Self, RungeKuttaError> {
        if let Some((stage, row)) = a.iter().enumerate().find(|(i, row)| row.len() != *i) {
            let given = row.len();
            return Err(RungeKuttaError::Stage { stage, given });
        }
        let total: f64 = b.iter().map(|b| b.value()).sum();
        if a.is_empty() || a.len() != b.len() || !((total - 1.0).abs() < 1e-12) {
            return Err(RungeKuttaError::Weights);
        }
        Ok(Self { a, b })
    }

    /// From fractions `(numerator, denominator)`.
    pub(super) fn exact(a: &[&[(i32, i32)]], b: &[(i32, i32)]) -> Self {
        let fraction = |&(n, d): &(i32, i32)| {
            DoubleDouble::from(f64::from(n)) / DoubleDouble::from(f64::from(d))
        };
        let row = |row: &&[(i32, i32)]| row.iter().map(fraction).collect();
        Self::checked(
            a.iter().map(row).collect(),
            b.iter().map(fraction).collect(),
        )
        .expect("the methods below are complete")
    }

    /// The explicit Euler method.
    pub fn euler() -> Self {
        Self::exact(&[&[]], &[(1, 1)])
    }

    /// The explicit midpoint rule.
    pub fn midpoint() -> Self {
        Self::exact(&[&[], &[(1, 2)]], &[(0, 1), (1, 1)])
    }

    /// Heun's rule, the explicit trapezoidal rule.
    pub fn heun() -> Self {
        Self::exact(&[&[], &[(1, 1)]], &[(1, 2), (1, 2)])
    }

    /// The classical fourth-order method.
    pub fn rk4() -> Self {
        Self::exact(
            &[&[], &[(1, 2)], &[(0, 1), (1, 2)], &[(0, 1), (0, 1), (1, 1)]],
            &[(1, 6), (1, 3), (1, 3), (1, 6)],
        )
    }

    /// Number of stages.
    pub fn stages(&self) -> usize {
        self.b.len()
    }

    /// Coefficients of the stages before stage `i`.
    pub(crate) fn row(&self, i: usize) -> &[DoubleDouble] {
        &self.a[i]
    }

    /// Weights of the stages.
    pub(crate) fn weights(&self) -> &[DoubleDouble] {
        &self.b
    }

    /// Abscissae, the sums of the rows.
    pub fn abscissae(&self) -> Vec<f64> {
        let sum = |row: &Vec<DoubleDouble>| row.iter().fold(DoubleDouble::ZERO, |s, &a| s + a);
        self.a.iter().map(|row| sum(row).value()).collect()
    }

    /// Defects of stage order two, `d_i = c_i²/2 - Σ a_ij c_j`: how far, in units of `h²` times the acceleration,
    /// the position of a stage lies off the motion. A method of stage order two would have none; explicit ones do.
    pub fn stage_defects(&self) -> Vec<f64> {
        let c = self.abscissae();
        let defect = |(i, row): (usize, &Vec<DoubleDouble>)| {
            let sum: f64 = row.iter().zip(&c).map(|(a, c)| a.value() * c).sum();
            0.5 * c[i] * c[i] - sum
        };
        self.a.iter().enumerate().map(defect).collect()
    }

    /// `Σ b_i c_i`: the displacement by an acceleration that is held over a step, in units of `h²`.
    pub fn mean_abscissa(&self) -> f64 {
        self.b
            .iter()
            .zip(self.abscissae())
            .map(|(b, c)| b.value() * c)
            .sum()
    }

    /// `Σ |b_i|`: the factor by which errors of the stages can add up in the result.
    pub fn absolute_weight(&self) -> f64 {
        self.b.iter().map(|b| b.value().abs()).sum()
    }

    /// One step of `x' = f(x)` with the step `h`, for every scalar type.
    pub(crate) fn step<S: Scalar, const N: usize>(
        &self,
        h: S,
        x: [S; N],
        mut f: impl FnMut([S; N]) -> [S; N],
        widen: impl Fn(DoubleDouble) -> S,
    ) -> [S; N] {
        let mut rates: Vec<[S; N]> = Vec::with_capacity(self.stages());
        let advance = |weights: &[DoubleDouble], rates: &[[S; N]]| -> [S; N] {
            let mut y = x;
            for (&weight, rate) in weights.iter().zip(rates) {
                let weight = h * widen(weight);
                for (y, &rate) in y.iter_mut().zip(rate) {
                    *y += weight * rate;
                }
            }
            y
        };
        for i in 0..self.stages() {
            let stage = advance(&self.a[i], &rates);
            rates.push(f(stage));
        }
        advance(&self.b, &rates)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_abs_diff_eq;

    #[test]
    fn stages_of_explicit_methods_lie_off_by_the_square_of_the_step() {
        assert_eq!(RungeKutta::heun().stage_defects(), [0.0, 0.5]);
        assert_eq!(RungeKutta::midpoint().stage_defects(), [0.0, 0.125]);
        assert_eq!(RungeKutta::rk4().stage_defects(), [0.0, 0.125, -0.125, 0.0]);
    }

    #[test]
    fn a_step_of_the_classical_method_is_the_exponential_to_fourth_order() {
        let [y] = RungeKutta::rk4().step(0.5, [1.0], |[y]| [y], |x| x.value());
        let expected = 1.0 + 0.5 + 0.125 + 0.125 / 6.0 + 0.0625 / 24.0;
        assert_abs_diff_eq!(y, expected, epsilon = 1e-15);
    }

    #[test]
    fn incomplete_methods_are_refused() {
        let stage = RungeKutta::new(&[&[], &[]], &[0.5, 0.5]);
        assert_eq!(stage, Err(RungeKuttaError::Stage { stage: 1, given: 0 }));
        assert_eq!(
            RungeKutta::new(&[&[]], &[0.9]),
            Err(RungeKuttaError::Weights)
        );
        assert_eq!(RungeKutta::new(&[], &[]), Err(RungeKuttaError::Weights));
        assert!(RungeKutta::new(&[&[]], &[1.0]).is_ok());
    }
}
