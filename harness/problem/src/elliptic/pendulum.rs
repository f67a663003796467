//! The exact motion of the pendulum equation `ϑ'' = -ω² sin ϑ`.
//!
//! With the angle ϑ from the stable position and `w = ϑ'/(2ω)`, energy conservation reads `w² + sin²(ϑ/2) = κ`.
//! Below κ = 1 the angle swings, above it turns over:
//!
//! ```text
//! κ ≤ 1   sin(ϑ/2) = √κ sn(u | κ)   cos(ϑ/2) = dn(u | κ)     ϑ' = 2 ω √κ cn(u | κ)     u = ω t + u₀
//! κ > 1   sin(ϑ/2) = sn(u | 1/κ)    cos(ϑ/2) = cn(u | 1/κ)   ϑ' = 2 ω √κ dn(u | 1/κ)   u = √κ ω t + u₀
//! ```
//!
//! The mirror image of a motion is a motion, so that `ϑ'(0) ≥ 0` may be assumed, and `1 - κ` is computed as
//! `cos²(ϑ₀/2) - w₀²`, without cancellation near the separatrix at the top.

use super::{Jacobi, complete, incomplete_at, jacobi};
use thiserror::Error;

/// Parameters that are valid each by itself, but whose motion leaves the range of double precision.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("natural frequency {natural:e} 1/s with energy ratio {ratio:e} is out of range")]
pub struct OutOfRange {
    /// Natural frequency ω.
    pub natural: f64,
    /// Energy over the energy of the upper equilibrium, κ.
    pub ratio: f64,
}

/// Direction and rate of the angle at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Direction {
    /// The sine of ϑ.
    pub sin: f64,
    /// The cosine of ϑ.
    pub cos: f64,
    /// The rate ϑ'.
    pub rate: f64,
}

/// One solution of the pendulum equation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PendulumMotion {
    regime: Regime,
    /// ω.
    natural: f64,
    /// 1, or -1 for the mirror image.
    mirror: f64,
    /// √κ.
    amplitude: f64,
    /// One minus the parameter of the elliptic functions.
    m1: f64,
    /// du/dt.
    frequency: f64,
    /// u at the start.
    phase: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Regime {
    Swinging,
    Turning,
}

impl PendulumMotion {
    /// The motion with natural frequency ω = `natural` that starts at `angle` from the stable position with `rate`.
    ///
    /// # Errors
    /// When the frequency is not a positive normal number or the energy overflows.
    pub fn new(natural: f64, angle: f64, rate: f64) -> Result<Self, OutOfRange> {
        let (sin, cos) = math::sin_cos(0.5 * angle);
        Self::from_half_angle(natural, sin, cos, rate)
    }

    /// The motion that starts exactly at the top, at the angle π that no double is.
    ///
    /// # Errors
    /// As [`PendulumMotion::new`].
    pub fn from_top(natural: f64, rate: f64) -> Result<Self, OutOfRange> {
        Self::from_half_angle(natural, 1.0, 0.0, rate)
    }

    /// The motion from the sine and cosine of ϑ₀/2.
    fn from_half_angle(natural: f64, sin: f64, cos: f64, rate: f64) -> Result<Self, OutOfRange> {
        let w = (0.5 * rate / natural).abs();
        let mirror = 1.0_f64.copysign(rate);
        // Half a turn more of ϑ/2 is the same place: choose the one with cos(ϑ/2) ≥ 0.
        let (sin, cos) = (mirror * sin.copysign(sin * cos), cos.abs());
        let ratio = w * w + sin * sin;
        if !(natural.is_normal() && ratio.is_finite()) {
            return Err(OutOfRange { natural, ratio });
        }
        let amplitude = ratio.sqrt();
        let rest = cos * cos - w * w;
        let motion = if rest >= 0.0 {
            // At rest below, any phase will do.
            let (sn, cn) = if ratio > 0.0 {
                (sin / amplitude, w / amplitude)
            } else {
                (0.0, 1.0)
            };
            Self {
                regime: Regime::Swinging,
                natural,
                mirror,
                amplitude,
                m1: rest.min(1.0),
                frequency: natural,
                phase: incomplete_at(sn, cn * cn, cos * cos),
            }
        } else {
            Self {
                regime: Regime::Turning,
                natural,
                mirror,
                amplitude,
                m1: (-rest / ratio).min(1.0),
                frequency: amplitude * natural,
                phase: incomplete_at(sin, cos * cos, w * w / ratio),
            }
        };
        Ok(motion)
    }

    /// Time after which direction and rate are the same again; infinite on the separatrix.
    pub fn period(&self) -> f64 {
        let quarters = match self.regime {
            Regime::Swinging => 4.0,
            Regime::Turning => 2.0,
        };
        quarters * complete(self.m1) / self.frequency
    }

    /// Direction and rate at time `t`. Digits are lost only through the rounding of the phase `u`.
    pub fn at(&self, t: f64) -> Direction {
        let Jacobi { sn, cn, dn } = jacobi(self.frequency * t + self.phase, self.m1);
        let (sin, cos, speed) = match self.regime {
            Regime::Swinging => (self.amplitude * sn, dn, cn),
            Regime::Turning => (sn, cn, dn),
        };
        Direction {
            sin: self.mirror * 2.0 * sin * cos,
            cos: cos * cos - sin * sin,
            rate: self.mirror * 2.0 * self.natural * self.amplitude * speed,
        }
    }
}

#[cfg(test)]
mod tests;
