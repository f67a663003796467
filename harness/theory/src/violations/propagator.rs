//! The exact step of a damped oscillator under polynomial forcing.
//!
//! ```text
//! x' = B x + Σ c_k (t/τ)^k,  B = (0 1; -β -α)    x(τ) = φ₀(Bτ) x(0) + τ Σ k! φ_{k+1}(Bτ) c_k
//! ```
//!
//! with `φ_k(z) = Σ zⁿ/(n+k)!`. The series is summed where its argument is small and doubled from there, so that no
//! gains are special: neither none at all, where dividing by B is impossible, nor very large ones.

/// Number of coefficients of the forcing.
pub(crate) const COEFFICIENTS: usize = 6;

/// Largest norm for which the series is summed directly; the terms left out are less than rounding then.
const DIRECT: f64 = 0.5;

/// Terms of the series.
const TERMS: usize = 16;

/// `Φ'' + α Φ' + β Φ = 0`, the feedback on one row.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Oscillator {
    /// The gain α in 1/s.
    pub alpha: f64,
    /// The gain β in 1/s².
    pub beta: f64,
}

type Matrix = [[f64; 2]; 2];

/// One step of length τ.
#[derive(Clone, Debug)]
pub(crate) struct Propagator {
    homogeneous: Matrix,
    /// For the coefficients of the forcing.
    forced: [Matrix; COEFFICIENTS],
}

impl Propagator {
    pub(crate) fn new(oscillator: Oscillator, tau: f64) -> Self {
        let Oscillator { alpha, beta } = oscillator;
        // Position in units of τ·velocity would balance B; gains of mechanisms are small enough without.
        let z = [[0.0, tau], [-beta * tau, -alpha * tau]];
        let norm = (beta * tau).abs() + (alpha * tau).abs() + tau.abs();
        let mut doublings = 0;
        while norm > DIRECT * f64::from(1_u32 << doublings) && doublings < 30 {
            doublings += 1;
        }
        let z = scaled(&z, 1.0 / f64::from(1_u32 << doublings));
        let mut phi: [Matrix; COEFFICIENTS + 1] = std::array::from_fn(|k| series(&z, k));
        for _ in 0..doublings {
            phi = std::array::from_fn(|k| doubled(&phi, k));
        }
        Self {
            homogeneous: phi[0],
            forced: std::array::from_fn(|k| scaled(&phi[k + 1], tau * factorial(k))),
        }
    }

    /// `x` after the step, with the forcing `Σ c_k (t/τ)^k`.
    pub(crate) fn step(&self, x: [f64; 2], forcing: &[[f64; 2]; COEFFICIENTS]) -> [f64; 2] {
        let mut after = times(&self.homogeneous, x);
        for (matrix, c) in self.forced.iter().zip(forcing) {
            let push = times(matrix, *c);
            after = [after[0] + push[0], after[1] + push[1]];
        }
        after
    }
}

fn factorial(k: usize) -> f64 {
    (1..=k).map(|n| n as f64).product()
}

/// `φ_k(z)` by its series.
fn series(z: &Matrix, k: usize) -> Matrix {
    let mut term = scaled(&[[1.0, 0.0], [0.0, 1.0]], 1.0 / factorial(k));
    let mut sum = term;
    for n in 1..=TERMS {
        term = scaled(&product(&term, z), 1.0 / (n + k) as f64);
        sum = added(&sum, &term);
    }
    sum
}

/// `φ_k(2z) = 2^-k (φ₀(z) φ_k(z) + Σ_{j=1..k} φ_j(z)/(k-j)!)`.
fn doubled(phi: &[Matrix; COEFFICIENTS + 1], k: usize) -> Matrix {
    let mut sum = product(&phi[0], &phi[k]);
    for (j, phi) in phi.iter().enumerate().take(k + 1).skip(1) {
        sum = added(&sum, &scaled(phi, 1.0 / factorial(k - j)));
    }
    scaled(&sum, math::powi(0.5, k as i32))
}

fn scaled(a: &Matrix, factor: f64) -> Matrix {
    a.map(|row| row.map(|x| factor * x))
}

fn added(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|i| std::array::from_fn(|j| a[i][j] + b[i][j]))
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|i| std::array::from_fn(|j| a[i][0] * b[0][j] + a[i][1] * b[1][j]))
}

fn times(a: &Matrix, x: [f64; 2]) -> [f64; 2] {
    a.map(|row| row[0] * x[0] + row[1] * x[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;
    use proptest::prelude::*;

    const NO_FORCING: [[f64; 2]; COEFFICIENTS] = [[0.0; 2]; COEFFICIENTS];

    #[test]
    fn critical_damping_decays_as_in_the_textbook() {
        let (rate, tau) = (10.0_f64, 0.37);
        let oscillator = Oscillator {
            alpha: 2.0 * rate,
            beta: rate * rate,
        };
        let [phi, w] = Propagator::new(oscillator, tau).step([1.0, 0.0], &NO_FORCING);
        let decay = math::exp(-rate * tau);
        assert_relative_eq!(phi, (1.0 + rate * tau) * decay, max_relative = 1e-12);
        assert_relative_eq!(w, -rate * rate * tau * decay, max_relative = 1e-12);
    }

    #[test]
    fn without_gains_the_forcing_is_integrated_twice() {
        let mut forcing = NO_FORCING;
        forcing[2] = [3.0, 12.0];
        // w' = 12 (t/τ)², Φ' = w + 3 (t/τ)².
        let tau = 2.0;
        let [phi, w] = Propagator::new(Oscillator::default(), tau).step([1.0, 0.5], &forcing);
        assert_relative_eq!(w, 0.5 + 4.0 * tau, max_relative = 1e-14);
        assert_relative_eq!(phi, 1.0 + 0.5 * tau + tau * tau + tau, max_relative = 1e-14);
    }

    proptest! {
        /// Two steps are one step, with the forcing moved along.
        #[test]
        fn a_step_is_the_sum_of_its_parts(
            alpha in 0.0..50.0_f64, beta in 0.0..900.0_f64, tau in 1e-3..2.0_f64,
            c in prop::array::uniform6(prop::array::uniform2(-1.0..1.0_f64)),
        ) {
            let oscillator = Oscillator { alpha, beta };
            let whole = Propagator::new(oscillator, tau).step([0.3, -0.2], &c);
            let half = Propagator::new(oscillator, 0.5 * tau);
            // Σ c_k s^k over s = x/2 and over s = (1 + x)/2.
            let first = std::array::from_fn(|k| c[k].map(|c| c / math::powi(2.0, k as i32)));
            let second = std::array::from_fn(|k| {
                let binomial = |n: usize| factorial(n) / (factorial(k) * factorial(n - k));
                let sum = |i: usize| (k..COEFFICIENTS).map(|n| binomial(n) * first[n][i]).sum::<f64>();
                [sum(0), sum(1)]
            });
            let halves = half.step(half.step([0.3, -0.2], &first), &second);
            for (a, b) in whole.iter().zip(halves) {
                prop_assert!((a - b).abs() < 1e-12 * (1.0 + beta * tau), "{a} {b}");
            }
        }
    }
}
