//! Steady states of explicit Runge-Kutta methods with the feedback in every stage.
//!
//! In the rotating frame a state is its radius `r` and `μ = w/z`. A step maps `(r, μ)` to the next pair,
//! and a steady state is a fixed point of that map: three equations, solved by Newton's method in 31 digits, with
//! derivatives by dual numbers. Their Jacobian is the amplification of disturbances, with shifts along the circle
//! left out already.
//!
//! With gains per step, `α = c₁/h`, `β = c₂/h²`, violations tend to `Φ = φ h²`, `Φ' = p h` and `ψ = π h²` *for every
//! order of the method*: stages lie off the motion by O(h²), and a gain of 1/h² makes that a force of order one.
//! [`small_step_violations`] has the linear equations for φ, p and π.

use super::motion::{Motion, violations};
use super::{Equilibrium, NoSteadyState, Tuning};
use crate::truncation::RungeKutta;
use numerics::{Complex, DoubleDouble, Scalar, Taylor, eliminate, spectral_radius};

const NEWTON_STEPS: usize = 60;

type Slope = Taylor<DoubleDouble, 2>;
/// `(r, Re μ, Im μ)`.
type Reduced<S> = [S; 3];

pub(super) fn equilibrium(
    method: &RungeKutta,
    tuning: &Tuning,
) -> Result<Equilibrium, NoSteadyState> {
    tuning.keeps_speed()?;
    let (c1, c2) = tuning.dimensionless();
    let h = tuning.h;
    let (mut r, mut rate) = (1.0, 0.0);
    if let Some(small) = small_step_violations(method, c1, c2, tuning.rho * h) {
        let square = 1.0 + 2.0 * small.phi * h * h;
        if square > 0.1 {
            (r, rate) = (square.sqrt(), small.p * h);
        }
    }
    let mut x: Reduced<DoubleDouble> = [r, rate / (r * r), 1.0 / r].map(DoubleDouble::from);
    for _ in 0..NEWTON_STEPS {
        let (next, jacobian) = step_with_jacobian(method, tuning, x);
        // (I - J) δ = next - x.
        let mut delta: [DoubleDouble; 3] = std::array::from_fn(|i| next[i] - x[i]);
        let mut matrix: [DoubleDouble; 9] = std::array::from_fn(|k| {
            let unit = DoubleDouble::from(if k % 4 == 0 { 1.0 } else { 0.0 });
            unit - jacobian[k / 3][k % 3]
        });
        eliminate(&mut matrix, &mut delta).ok_or(NoSteadyState::NotFound)?;
        let size = delta.iter().fold(0.0_f64, |s, d| s.max(d.value().abs()));
        if !size.is_finite() {
            return Err(NoSteadyState::NotFound);
        }
        for (x, delta) in x.iter_mut().zip(delta) {
            *x += delta;
        }
        if size < 1e-26 {
            return settled(method, tuning, x);
        }
    }
    Err(NoSteadyState::NotFound)
}

fn settled(
    method: &RungeKutta,
    tuning: &Tuning,
    x: Reduced<DoubleDouble>,
) -> Result<Equilibrium, NoSteadyState> {
    let [r, re, im] = x;
    // Far from the motion there are other fixed points, of no interest.
    if !(r.value() > 0.5 && r.value() < 2.0 && im.value() > 0.0) {
        return Err(NoSteadyState::NotFound);
    }
    let state = [r, DoubleDouble::from(0.0), r * re, r * im];
    let [x1, y1, ..] = step(method, tuning, state, |x| x);
    let angle = math::atan2(y1.value(), x1.value());
    let (_, jacobian) = step_with_jacobian(method, tuning, x);
    let flat: Vec<f64> = jacobian.iter().flatten().map(|x| x.value()).collect();
    Ok(Equilibrium {
        violations: violations(state),
        frequency: angle / tuning.h,
        spectral_radius: spectral_radius(3, &flat),
    })
}

fn step<S: Scalar>(
    method: &RungeKutta,
    tuning: &Tuning,
    state: [S; 4],
    widen: impl Fn(DoubleDouble) -> S,
) -> [S; 4] {
    let motion = Motion::new(tuning);
    method.step(S::from(tuning.h), state, |y| motion.rate(y), widen)
}

/// One step of `(r, μ)` and its derivatives, row by row.
fn step_with_jacobian(
    method: &RungeKutta,
    tuning: &Tuning,
    x: Reduced<DoubleDouble>,
) -> (Reduced<DoubleDouble>, [[DoubleDouble; 3]; 3]) {
    let columns: [Reduced<Slope>; 3] = std::array::from_fn(|c| {
        let [r, re, im] = std::array::from_fn(|i| {
            let slope = DoubleDouble::from(if i == c { 1.0 } else { 0.0 });
            Slope::line(x[i], slope)
        });
        let start = [r, Slope::from(0.0), r * re, r * im];
        let [x, y, vx, vy] = step(method, tuning, start, Slope::constant);
        let (z, w) = (Complex::new(x, y), Complex::new(vx, vy));
        let mu = w / z;
        [z.norm_squared().sqrt(), mu.re, mu.im]
    });
    let next = columns[0].map(|x| x.0[0]);
    let jacobian = std::array::from_fn(|i| std::array::from_fn(|c| columns[c][i].0[1]));
    (next, jacobian)
}

/// Violations in the limit of small steps, for gains per step in every stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SmallStepViolations {
    /// The limit of `Φ/h²`.
    pub phi: f64,
    /// The limit of `Φ'/h`.
    pub p: f64,
    /// The limit of `ψ/h²` for the given `ρ h`.
    pub psi: f64,
}

/// The limits for `α = c₁/h`, `β = c₂/h²`, `ρ = c_ρ/h`; `None` where their equations are singular.
///
/// With the defects `d_i` of the stages, in units of h, h² and 1:
///
/// ```text
/// u_i = -c₂ φ_i - c₁ p_i,   φ_i = φ + c_i p + d_i + Σ a_ij a_jk u_k,   p_i = p + Σ a_ij u_j
/// Σ b_j u_j = 0,            p = -Σ b_j a_jk u_k
/// ```
///
/// The stages pull with `1 - u_i` towards the centre from where they are, which is off the centre's line by
/// `p + c_i`. What that does to the speed the energy feedback has to undo:
///
/// ```text
/// g_i = -Σ a_ij (1 - u_j)(p + c_j) + (Σ a_ij (1 - u_j))²/2,   G likewise with b: G = Σ b_i c_i u_i - p
/// π_i = π + g_i - 2 c_ρ Σ a_ij π_j,   2 c_ρ Σ b_j π_j = G
/// ```
///
/// Methods with Butcher's D(1) have `G = 0`.
pub fn small_step_violations(
    method: &RungeKutta,
    c1: f64,
    c2: f64,
    c_rho: f64,
) -> Option<SmallStepViolations> {
    let s = method.stages();
    let a = |i: usize, j: usize| method.row(i).get(j).map_or(0.0, |a| a.value());
    let b: Vec<f64> = method.weights().iter().map(|b| b.value()).collect();
    let (c, d) = (method.abscissae(), method.stage_defects());
    // Everything is linear in (1, φ, p): run through the stages with these three, one after the other.
    let stages = |one: f64, phi: f64, p: f64| -> Vec<f64> {
        let mut u: Vec<f64> = Vec::with_capacity(s);
        for i in 0..s {
            let p_i = p + (0..i).map(|j| a(i, j) * u[j]).sum::<f64>();
            let twice: f64 = (0..i)
                .map(|j| a(i, j) * (0..j).map(|k| a(j, k) * u[k]).sum::<f64>())
                .sum();
            let phi_i = phi + c[i] * p + d[i] * one + twice;
            u.push(-c2 * phi_i - c1 * p_i);
        }
        u
    };
    let sum = |u: &[f64]| -> f64 { b.iter().zip(u).map(|(b, u)| b * u).sum() };
    let moved = |u: &[f64]| -> f64 {
        (0..s)
            .map(|j| b[j] * (0..j).map(|k| a(j, k) * u[k]).sum::<f64>())
            .sum()
    };
    let (by_one, by_phi, by_p) = (
        stages(1.0, 0.0, 0.0),
        stages(0.0, 1.0, 0.0),
        stages(0.0, 0.0, 1.0),
    );
    // Σ b u = 0 and p + Σ b a u = 0 for (φ, p).
    let (m11, m12, r1) = (sum(&by_phi), sum(&by_p), -sum(&by_one));
    let (m21, m22, r2) = (moved(&by_phi), 1.0 + moved(&by_p), -moved(&by_one));
    let determinant = m11 * m22 - m12 * m21;
    let phi = (r1 * m22 - m12 * r2) / determinant;
    let p = (m11 * r2 - r1 * m21) / determinant;
    let u = stages(1.0, phi, p);
    // π: linear in (1, π) in the same way.
    let pull = |j: usize| 1.0 - u[j];
    let speeds = |one: f64, psi: f64| -> Vec<f64> {
        let mut psis: Vec<f64> = Vec::with_capacity(s);
        for i in 0..s {
            let aside: f64 = (0..i).map(|j| a(i, j) * pull(j) * (p + c[j])).sum();
            let along: f64 = (0..i).map(|j| a(i, j) * pull(j)).sum();
            let fed: f64 = (0..i).map(|j| a(i, j) * psis[j]).sum();
            psis.push(psi + one * (0.5 * along * along - aside) - 2.0 * c_rho * fed);
        }
        psis
    };
    let given = (0..s).map(|i| b[i] * c[i] * u[i]).sum::<f64>() - p;
    let psi = (given / (2.0 * c_rho) - sum(&speeds(1.0, 0.0))) / sum(&speeds(0.0, 1.0));
    let small = SmallStepViolations { phi, p, psi };
    [phi, p, psi].iter().all(|x| x.is_finite()).then_some(small)
}
