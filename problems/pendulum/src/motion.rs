//! The exact motion of the pendulum.
//!
//! With the angle ϑ from the hanging position, `ω² = g/L`, and `w = ϑ'/(2ω)`, energy conservation reads
//! `w² + sin²(ϑ/2) = κ`. Below κ = 1 the pendulum swings, above it turns over:
//!
//! ```text
//! κ ≤ 1   sin(ϑ/2) = √κ sn(u | κ)   cos(ϑ/2) = dn(u | κ)     ϑ' = 2 ω √κ cn(u | κ)     u = ω t + u₀
//! κ > 1   sin(ϑ/2) = sn(u | 1/κ)    cos(ϑ/2) = cn(u | 1/κ)   ϑ' = 2 ω √κ dn(u | 1/κ)   u = √κ ω t + u₀
//! ```
//!
//! The mirror image of a motion is a motion, so that `ϑ'(0) ≥ 0` may be assumed, and `1 - κ` is computed as
//! `cos²(ϑ₀/2) - w₀²`, without cancellation near the separatrix at the top.

use crate::elliptic::{Jacobi, complete, incomplete_at, jacobi};
use crate::{Pendulum, PendulumError};
use mechanics::Truth;

/// The motion of one pendulum from its initial state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    pendulum: Pendulum,
    regime: Regime,
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

impl Motion {
    /// The motion of `pendulum`.
    pub(crate) fn new(pendulum: Pendulum) -> Result<Self, PendulumError> {
        let p = pendulum.parameters();
        let natural = (p.gravity / p.length).sqrt();
        let w = (0.5 * p.rate / natural).abs();
        let mirror = 1.0_f64.copysign(p.rate);
        let (sin, cos) = (0.5 * p.angle).sin_cos();
        // Half a turn more of ϑ/2 is the same place: choose the one with cos(ϑ/2) ≥ 0.
        let (sin, cos) = (mirror * sin.copysign(sin * cos), cos.abs());
        let ratio = w * w + sin * sin;
        if !(natural.is_normal() && ratio.is_finite()) {
            return Err(PendulumError::Overflow { natural, ratio });
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
                pendulum,
                regime: Regime::Swinging,
                mirror,
                amplitude,
                m1: rest.min(1.0),
                frequency: natural,
                phase: incomplete_at(sn, cn * cn, cos * cos),
            }
        } else {
            Self {
                pendulum,
                regime: Regime::Turning,
                mirror,
                amplitude,
                m1: (-rest / ratio).min(1.0),
                frequency: amplitude * natural,
                phase: incomplete_at(sin, cos * cos, w * w / ratio),
            }
        };
        Ok(motion)
    }

    /// Time after which the mass is back with the same velocity; infinite on the separatrix.
    pub fn period(&self) -> f64 {
        let quarters = match self.regime {
            Regime::Swinging => 4.0,
            Regime::Turning => 2.0,
        };
        quarters * complete(self.m1) / self.frequency
    }

    /// The state and the multiplier at time `t`.
    pub fn at(&self, t: f64) -> Truth {
        let p = self.pendulum.parameters();
        let Jacobi { sn, cn, dn } = jacobi(self.frequency * t + self.phase, self.m1);
        let (sin, cos, speed) = match self.regime {
            Regime::Swinging => (self.amplitude * sn, dn, cn),
            Regime::Turning => (sn, cn, dn),
        };
        let natural = (p.gravity / p.length).sqrt();
        let rate = self.mirror * 2.0 * natural * self.amplitude * speed;
        let x = self.mirror * 2.0 * p.length * sin * cos;
        let y = p.length * (sin * sin - cos * cos);
        let square = rate * rate * p.length * p.length;
        Truth {
            t,
            q: vec![x, y],
            v: vec![-rate * y, rate * x],
            lambda: Some(vec![
                p.mass * (square - p.gravity * y) / (p.length * p.length),
            ]),
        }
    }
}

#[cfg(test)]
mod tests;
