//! Steady-state violations on the unit circle, under feedback of the constraint and of the energy.
//!
//! A unit mass turns on the unit circle without forces (Yoon, Howe and Greenwood, problem 1):
//!
//! ```text
//! x' = v,   v' = -C x - 2ρψ v,   C = (|v|² - U)/|x|²,   U = -β Φ - α Φ'
//! Φ = (|x|² - 1)/2,   Φ' = x·v,   ψ = (|v|² - 1)/2
//! ```
//!
//! A run settles where it turns by the same angle Ω in every step with constant radius and speed: a relative
//! equilibrium of the discrete map. There are three ways to it:
//!
//! | | how | holds |
//! | --- | --- | --- |
//! | [`predict`] | leading terms of the truncation error (Eqs. 62-67, generalized) | for small steps |
//! | [`equilibrium`] | the equations of the discrete map, solved in 31 digits | exactly |
//! | a run | of the method itself | to rounding, and only where the equilibrium is stable |
//!
//! `Φ'` is `x·v`, the chain derivative: it has a steady value that is not zero while Φ is constant.

mod exact;
mod leading_terms;
mod motion;
mod multistep;
mod runge_kutta;
#[cfg(test)]
mod tests;

pub use exact::{Equilibrium, equilibrium};
pub use leading_terms::{Prediction, predict, predicted_orders};
pub use runge_kutta::{SmallStepViolations, small_step_violations};

use thiserror::Error;

/// The step and the gains of both feedbacks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// Step size in s.
    pub h: f64,
    /// Gain on Φ' in 1/s.
    pub alpha: f64,
    /// Gain on Φ in 1/s².
    pub beta: f64,
    /// Gain on the energy error, in `v' = … - 2ρψ v`.
    pub rho: f64,
}

impl Tuning {
    /// Gains tied to the step: `α = c₁/h`, `β = c₂/h²`.
    pub fn per_step(h: f64, c1: f64, c2: f64, rho: f64) -> Self {
        Self {
            h,
            alpha: c1 / h,
            beta: c2 / (h * h),
            rho,
        }
    }

    /// `(α h, β h²)`.
    pub fn dimensionless(&self) -> (f64, f64) {
        (self.alpha * self.h, self.beta * self.h * self.h)
    }

    fn checked(self) -> Result<Self, NoSteadyState> {
        let Self {
            h,
            alpha,
            beta,
            rho,
        } = self;
        let positive = |x: f64| x > 0.0 && x.is_finite();
        let not_negative = |x: f64| x >= 0.0 && x.is_finite();
        for (name, value, fine) in [
            ("h", h, positive(h)),
            ("alpha", alpha, not_negative(alpha)),
            ("beta", beta, not_negative(beta)),
            ("rho", rho, not_negative(rho)),
        ] {
            if !fine {
                return Err(NoSteadyState::Gain { name, value });
            }
        }
        if beta == 0.0 {
            return Err(NoSteadyState::PositionUncontrolled);
        }
        Ok(self)
    }

    /// Refuses tunings that leave the speed to an integrator that changes it.
    fn keeps_speed(&self) -> Result<(), NoSteadyState> {
        match self.rho {
            0.0 => Err(NoSteadyState::EnergyUncontrolled),
            _ => Ok(()),
        }
    }
}

/// The three violations in a steady state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SteadyViolations {
    /// The position violation Φ.
    pub phi: f64,
    /// The velocity violation `Φ' = x·v`.
    pub phi_dot: f64,
    /// The energy error ψ.
    pub psi: f64,
}

impl SteadyViolations {
    /// No violations.
    pub const NONE: Self = Self {
        phi: 0.0,
        phi_dot: 0.0,
        psi: 0.0,
    };

    /// All three, in the order Φ, Φ', ψ.
    pub fn each(&self) -> [f64; 3] {
        [self.phi, self.phi_dot, self.psi]
    }
}

/// Reasons why there is no steady state.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum NoSteadyState {
    /// The step size or a gain is not a valid number.
    #[error("{name} = {value} is not a valid step size or gain")]
    Gain {
        /// Its name.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// There is no feedback on Φ.
    #[error("β = 0: nothing brings the radius back, so it never settles")]
    PositionUncontrolled,
    /// The integrator changes the speed, and there is no feedback on the energy.
    #[error(
        "ρ = 0: the integrator changes the speed in every step and nothing keeps it, so it never settles"
    )]
    EnergyUncontrolled,
    /// The equations have no solution near the true motion.
    #[error("with these gains no steady state was found near the true motion")]
    NotFound,
}
