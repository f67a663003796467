//! One RK-4 step of two pinned uniform rods with Baumgarte's feedback, fully simplified.
//!
//! Coordinates are `(x₁, y₁, θ₁, x₂, y₂, θ₂)`, gravity acts along +x, half a rod is the vector `R = (L/2) (sin θ, cos θ)`,
//! and the joints are `r₁ = R₁`, `r₂ = r₁ + R₁ + R₂`. With `Φ'' + α Φ' + β Φ = 0` for these four rows the accelerations of
//! the centres follow from those of the angles alone:
//!
//! ```text
//! r₁'' = e + θ₁'' N₁                   e = -α r₁' - β r₁ + P₁             N = (L/2) (cos θ, -sin θ)
//! r₂'' = d + 2 θ₁'' N₁ + θ₂'' N₂       d = -α r₂' - β r₂ + 2 P₁ + P₂      P = (β - θ'²) R + α θ' N
//! ```
//!
//! Multipliers do no work along the columns `(N₁, 1, 2 N₁, 0)` and `(0, 0, N₂, 1)`. What is left of the equations of
//! motion there is free of them, of the mass and of L², since the moment of inertia is `m L²/12` (g is the vector here):
//!
//! ```text
//! 16/3 θ₁'' +  2 C θ₂'' = ρ₁           ρ₁ = n₁·(3 g - e - 2 d) 2/L        C = cos (θ₁ - θ₂)
//!  2 C θ₁'' + 4/3 θ₂'' = ρ₂            ρ₂ = n₂·(g - d) 2/L                n = (cos θ, -sin θ)
//! ```
//!
//! So a stage takes two sines and cosines, one division by `16 - 9 C²` and some fifty multiplications, and no multiplier
//! appears: that is [`Limit::step`].

use crate::{Parameters, runge_kutta};

/// Coordinates `(x₁, y₁, θ₁, x₂, y₂, θ₂)` or their rates.
type Six = [f64; 6];

/// The step with its constants prepared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    gravity: f64,
    /// L/2 and 2/L.
    half: f64,
    inverse_half: f64,
    alpha: f64,
    beta: f64,
    h: f64,
}

/// The terms of a rod, `R = (L/2) (sin θ, cos θ)` and P.
struct Rod {
    r: [f64; 2],
    p: [f64; 2],
}

impl Limit {
    /// Prepares the constants.
    pub fn new(p: Parameters) -> Self {
        Self {
            gravity: p.gravity,
            half: 0.5 * p.length,
            inverse_half: 2.0 / p.length,
            alpha: p.alpha,
            beta: p.beta,
            h: p.h,
        }
    }

    #[inline(always)]
    fn rod(&self, theta: f64, omega: f64) -> Rod {
        let (sin, cos) = math::sin_cos(theta);
        let [x, y] = [self.half * sin, self.half * cos];
        let (pull, drag) = (self.beta - omega * omega, self.alpha * omega);
        Rod {
            r: [x, y],
            p: [pull * x + drag * y, pull * y - drag * x],
        }
    }

    /// The closed-form accelerations.
    #[inline(always)]
    fn acceleration(&self, q: &Six, v: &Six) -> Six {
        let (one, two) = (self.rod(q[2], v[2]), self.rod(q[5], v[5]));
        let ([x1, y1], [x2, y2]) = (one.r, two.r);
        let back = |k: usize| self.alpha * v[k] + self.beta * q[k];
        let [ex, ey] = [one.p[0] - back(0), one.p[1] - back(1)];
        let [dx, dy] = [
            2.0 * one.p[0] + two.p[0] - back(3),
            2.0 * one.p[1] + two.p[1] - back(4),
        ];
        // ρ₁ and ρ₂ times L²/4.
        let rho1 = y1 * (3.0 * self.gravity - ex - 2.0 * dx) + x1 * (ey + 2.0 * dy);
        let rho2 = y2 * (self.gravity - dx) + x2 * dy;
        let scale = self.inverse_half * self.inverse_half;
        let c = (x1 * x2 + y1 * y2) * scale;
        let inverse = scale / (16.0 - 9.0 * (c * c));
        let coupling = 4.5 * c;
        let turn1 = (3.0 * rho1 - coupling * rho2) * inverse;
        let turn2 = (12.0 * rho2 - coupling * rho1) * inverse;
        [
            ex + y1 * turn1,
            ey - x1 * turn1,
            turn1,
            dx + (2.0 * y1 * turn1 + y2 * turn2),
            dy - (2.0 * x1 * turn1 + x2 * turn2),
            turn2,
        ]
    }

    /// Advances coordinates and velocities by one step.
    #[inline(never)]
    pub fn step(&self, q: &mut Six, v: &mut Six) {
        runge_kutta::step(self.h, |q, v| self.acceleration(q, v), q, v);
    }
}

#[cfg(test)]
mod tests;
