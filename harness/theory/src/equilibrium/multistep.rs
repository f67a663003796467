//! Steady states of linear multistep methods: one equation for one angle.
//!
//! With `z = x + iy = r e^{iΩk}` and `w = v_x + i v_y` a method (ρ_L, σ_L) gives `w = μ z` with
//! `μ = ρ_L(e^{iΩ}) / (h σ_L(e^{iΩ}))`. The coefficients of `w' = -C z - 2ρψ w` are real and constant, so that μ and
//! its conjugate are the roots of `μ² + 2ρψ μ + C = 0`. Hence, exactly,
//!
//! ```text
//! C = |μ|²,   U = 0,   ψ = -Re μ/ρ,   Φ' = r² Re μ,   Φ = -(α/β) Φ',   r² = 1/(1 + 2 (α/β) Re μ)
//! r² |μ|² = 1 + 2ψ                                                    the equation for Ω
//! ```
//!
//! `Re μ` is of the order of the violations while μ is of order one: in double precision a violation of 1e-9 would
//! have seven digits, hence 31.

use super::motion::Motion;
use super::{Equilibrium, NoSteadyState, SteadyViolations, Tuning};
use crate::companion::{Block, companion};
use crate::truncation::{LinearMultistep, double, precise};
use numerics::{Complex, DoubleDouble, Scalar, Taylor, eigenvalues};

/// A number with its derivative by Ω.
type Slope = Taylor<DoubleDouble, 2>;

const NEWTON_STEPS: usize = 60;

pub(super) fn equilibrium(
    method: &LinearMultistep,
    tuning: &Tuning,
) -> Result<Equilibrium, NoSteadyState> {
    let symmetric = method.is_symmetric();
    if !symmetric {
        tuning.keeps_speed()?;
    }
    let balance = Balance::new(method, tuning);
    let omega = balance.solve().ok_or(NoSteadyState::NotFound)?;
    let [re, im] = balance.mu(Slope::constant(omega)).map(|part| part.0[0]);
    let ratio = balance.ratio.0[0];
    let one = DoubleDouble::from(1.0);
    let radius = one / (one + (ratio + ratio) * re);
    if !(radius.value() > 0.0 && radius.value().is_finite()) {
        return Err(NoSteadyState::NotFound);
    }
    let phi_dot = radius * re;
    let violations = if symmetric {
        // Re μ vanishes for every Ω.
        SteadyViolations::NONE
    } else {
        SteadyViolations {
            phi: (-ratio * phi_dot).value(),
            phi_dot: phi_dot.value(),
            psi: (-re * balance.per_rho.0[0]).value(),
        }
    };
    let r = radius.sqrt();
    let state = [r, DoubleDouble::from(0.0), r * re, r * im].map(|x| x.value());
    Ok(Equilibrium {
        violations,
        frequency: omega.value() / tuning.h,
        spectral_radius: spectral_radius(method, tuning, omega.value(), state),
    })
}

/// The equation for Ω.
struct Balance {
    rho: Vec<Slope>,
    sigma: Vec<Slope>,
    h: f64,
    /// α/β.
    ratio: Slope,
    /// 1/ρ, or zero where ψ vanishes because `Re μ = 0`.
    per_rho: Slope,
}

impl Balance {
    fn new(method: &LinearMultistep, tuning: &Tuning) -> Self {
        let constants = |x: &[_]| x.iter().map(|x| Slope::constant(precise(x))).collect();
        let exact = DoubleDouble::from;
        let per_rho = if tuning.rho > 0.0 {
            exact(1.0) / exact(tuning.rho)
        } else {
            exact(0.0)
        };
        Self {
            rho: constants(method.rho()),
            sigma: constants(method.sigma()),
            h: tuning.h,
            ratio: Slope::constant(exact(tuning.alpha) / exact(tuning.beta)),
            per_rho: Slope::constant(per_rho),
        }
    }

    fn mu(&self, omega: Slope) -> [Slope; 2] {
        let z = Complex::turn(omega);
        let at = |coefficients: &[Slope]| z.polynomial(coefficients.iter().copied());
        let mu = at(&self.rho) / at(&self.sigma).scale(Slope::from(self.h));
        [mu.re, mu.im]
    }

    /// `|μ|² - (1 - 2 Re μ/ρ)(1 + 2 (α/β) Re μ)`.
    fn gap(&self, omega: DoubleDouble) -> Slope {
        let [re, im] = self.mu(Slope::line(omega, DoubleDouble::from(1.0)));
        let (one, twice) = (Slope::from(1.0), re + re);
        re.square() + im.square() - (one - twice * self.per_rho) * (one + twice * self.ratio)
    }

    /// Newton from the true angle; a step never leaves the interval in which the motion is resolved.
    fn solve(&self) -> Option<DoubleDouble> {
        let mut omega = DoubleDouble::from(self.h);
        for _ in 0..NEWTON_STEPS {
            let Taylor([gap, slope]) = self.gap(omega);
            let step = gap / slope;
            if !step.value().is_finite() {
                return None;
            }
            omega -= step;
            if !(omega.value() > 0.0 && omega.value() < std::f64::consts::PI) {
                return None;
            }
            if step.value().abs() <= 1e-26 * omega.value() {
                return Some(omega);
            }
        }
        None
    }
}

/// Disturbances `R^k x_k` of the turning state, `R` the rotation by Ω, obey
/// `Σ_j R^j (α_j - h β_j A) x_{k+j} = 0` with the derivative A of the rate at the state.
fn spectral_radius(
    method: &LinearMultistep,
    tuning: &Tuning,
    omega: f64,
    state: [f64; 4],
) -> Option<f64> {
    let a = derivative(tuning, state);
    let block = |j: usize| -> Block<4> {
        let (alpha, beta) = (double(&method.rho()[j]), double(&method.sigma()[j]));
        let (sin, cos) = math::sin_cos(j as f64 * omega);
        let plain = |r: usize, c: usize| {
            let unit = if r == c { alpha } else { 0.0 };
            unit - tuning.h * beta * a[r][c]
        };
        std::array::from_fn(|r| {
            std::array::from_fn(|c| {
                // Rows 0, 1 and 2, 3 turn together.
                let (first, second) = (r & !1, r | 1);
                if r % 2 == 0 {
                    cos * plain(first, c) - sin * plain(second, c)
                } else {
                    sin * plain(first, c) + cos * plain(second, c)
                }
            })
        })
    };
    let blocks: Vec<Block<4>> = (0..=method.steps()).map(block).collect();
    let (n, matrix) = companion(&blocks)?;
    let mut factors = eigenvalues(n, &matrix)?;
    // The one that belongs to shifts along the circle is one.
    let distance = |z: &numerics::Eigenvalue| math::hypot(z.re - 1.0, z.im);
    let shift = (0..factors.len())
        .min_by(|&i, &j| distance(&factors[i]).total_cmp(&distance(&factors[j])))?;
    factors.swap_remove(shift);
    Some(
        factors
            .iter()
            .fold(0.0, |r, z| math::hypot(z.re, z.im).max(r)),
    )
}

/// Columns by dual numbers.
fn derivative(tuning: &Tuning, state: [f64; 4]) -> Block<4> {
    let motion = Motion::<Taylor<f64, 2>>::new(tuning);
    let columns: [[f64; 4]; 4] = std::array::from_fn(|c| {
        let along = std::array::from_fn(|i| {
            let slope = if i == c { 1.0 } else { 0.0 };
            Taylor::line(state[i], slope)
        });
        motion.rate(along).map(|x| x.0[1])
    });
    std::array::from_fn(|r| std::array::from_fn(|c| columns[c][r]))
}
