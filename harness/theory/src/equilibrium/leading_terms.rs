//! Steady states predicted by the leading terms of the truncation error.
//!
//! **Multistep methods.** On a turning motion `1 + Σ a_j (iωh)^j = 1 + E + i o` with the even terms in E and the odd
//! ones in o, and `μ = iω/(1 + E + i o)`. Only the odd terms have a part in `Re μ = ω o/((1 + E)² + o²)`; with m the
//! first odd index with `a_m ≠ 0`
//!
//! ```text
//! Re μ ≈ (-1)^((m-1)/2) a_m h^m,   Φ' ≈ Re μ,   Φ ≈ -(α/β) Re μ,   ψ ≈ -Re μ/ρ
//! ```
//!
//! which are the paper's Eqs. 62-67 for m = 1 and m = 3. So a method of odd order p has violations by its own leading
//! term and one of even order by the next. The equation for ω gives the following term,
//!
//! ```text
//! Re μ ≈ (leading) · (1 - ((m-1) a_2 + a_{m+2}/a_m) h² + (m+1) (α/β - 1/ρ) (leading))
//! ```
//!
//! **Runge-Kutta methods** with gains per step in every stage: [`small_step_violations`]. With fixed gains other terms of the same
//! order contribute, and the prediction is off by about a percent at any step.

use super::{NoSteadyState, SteadyViolations, Tuning, small_step_violations};
use crate::truncation::{Discretization, ErrorModel, LinearMultistep, RungeKutta};

/// The steady state that the truncation error predicts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// From the leading term alone.
    pub leading: SteadyViolations,
    /// With the next term, where there is a formula.
    pub two_terms: Option<SteadyViolations>,
    /// The modified frequency with which the motion turns, where there is a formula; 1 for the true motion.
    pub frequency: Option<f64>,
}

/// Coefficients that enter the formulas above: up to `a_{m+2}` with m at most two above the order.
const EXTRA_TERMS: usize = 6;

/// The predicted steady state. For Runge-Kutta methods the prediction is that of gains tied to the step.
///
/// # Errors
/// When a gain is not a valid number, or when nothing can settle.
pub fn predict(
    discretization: &Discretization,
    tuning: Tuning,
) -> Result<Prediction, NoSteadyState> {
    let tuning = tuning.checked()?;
    let predicted = match discretization {
        Discretization::Multistep(method) => multistep(method, &tuning)?,
        Discretization::RungeKutta(method) => runge_kutta(method, &tuning)?,
    };
    // Steps and gains near the largest numbers there are.
    let finite = |v: &SteadyViolations| v.each().iter().all(|x| x.is_finite());
    if !finite(&predicted.leading) {
        return Err(NoSteadyState::NotFound);
    }
    Ok(Prediction {
        leading: predicted.leading,
        two_terms: predicted.two_terms.filter(finite),
        frequency: predicted.frequency.filter(|f| f.is_finite()),
    })
}

fn runge_kutta(method: &RungeKutta, tuning: &Tuning) -> Result<Prediction, NoSteadyState> {
    tuning.keeps_speed()?;
    let ((c1, c2), h) = (tuning.dimensionless(), tuning.h);
    let small =
        small_step_violations(method, c1, c2, tuning.rho * h).ok_or(NoSteadyState::NotFound)?;
    Ok(Prediction {
        leading: SteadyViolations {
            phi: small.phi * h * h,
            phi_dot: small.p * h,
            psi: small.psi * h * h,
        },
        two_terms: None,
        frequency: None,
    })
}

fn multistep(method: &LinearMultistep, tuning: &Tuning) -> Result<Prediction, NoSteadyState> {
    let h = tuning.h;
    let model = method.model(2 * method.steps() + EXTRA_TERMS);
    let Some(damping) = model.damping().filter(|_| !method.is_symmetric()) else {
        return Ok(Prediction {
            leading: SteadyViolations::NONE,
            two_terms: Some(SteadyViolations::NONE),
            frequency: Some(frequency(&model, h, 1.0)),
        });
    };
    tuning.keeps_speed()?;
    let ratio = tuning.alpha / tuning.beta;
    let m = f64::from(damping.index);
    let leading = damping.sign() * damping.leading * math::powi(h, damping.index as i32);
    let of_step = ((m - 1.0) * model.a(2) + damping.next / damping.leading) * h * h;
    let of_gains = (m + 1.0) * (ratio - 1.0 / tuning.rho) * leading;
    let two_terms = leading * (1.0 - of_step + of_gains);
    // Exact once Re μ is known; Eqs. 62-67 leave the radius at one.
    let radius = 1.0 / (1.0 + 2.0 * ratio * two_terms);
    let given = |re: f64, phi_dot: f64| SteadyViolations {
        phi: -ratio * phi_dot,
        phi_dot,
        psi: -re / tuning.rho,
    };
    let second = given(two_terms, radius * two_terms);
    let pull = (1.0 + 2.0 * second.psi) / (1.0 + 2.0 * second.phi);
    Ok(Prediction {
        leading: given(leading, leading),
        two_terms: Some(second),
        frequency: Some(frequency(&model, h, pull)),
    })
}

/// The modified frequency (Eq. 52, generalized): `ω² = C ((1 + E)² + o²)` with the series at ω itself and
/// `C = |μ|²`.
fn frequency(model: &ErrorModel, h: f64, pull: f64) -> f64 {
    let terms = model.coefficients().len();
    let mut omega = 1.0_f64;
    // The series change little with ω: each pass gains two powers of h.
    for _ in 0..20 {
        let x = omega * h;
        let part = |first: usize| -> f64 {
            let indices = (first..=terms).step_by(2);
            // i^j = ±1 for even j and ±i for odd ones, the sign changing every second time.
            let sign = |j: usize| if (j / 2).is_multiple_of(2) { 1.0 } else { -1.0 };
            indices
                .map(|j| sign(j) * model.a(j) * math::powi(x, j as i32))
                .sum()
        };
        let (even, odd) = (1.0 + part(2), part(1));
        omega = (pull * (even * even + odd * odd)).sqrt();
    }
    omega
}

/// With which powers of h the predicted Φ, Φ' and ψ fall from the step `coarse` to the step `fine`, for gains per step
/// `α = c₁/h`, `β = c₂/h²` and a law for ρ. `None` for a violation that is predicted to vanish, or to be a mixture of
/// powers between these steps.
///
/// # Errors
/// As [`predict`].
pub fn predicted_orders(
    discretization: &Discretization,
    (c1, c2): (f64, f64),
    rho: impl Fn(f64) -> f64,
    (coarse, fine): (f64, f64),
) -> Result<[Option<f64>; 3], NoSteadyState> {
    let at = |h: f64| {
        let found = predict(discretization, Tuning::per_step(h, c1, c2, rho(h)))?;
        Ok::<_, NoSteadyState>(found.leading.each())
    };
    let (large, small) = (at(coarse)?, at(fine)?);
    Ok(std::array::from_fn(|k| {
        let slope = math::ln((large[k] / small[k]).abs()) / math::ln(coarse / fine);
        let power = slope.round();
        ((slope - power).abs() < PURE).then_some(power)
    }))
}

/// Slopes nearer to a whole number than this are those of a single power.
const PURE: f64 = 0.01;
