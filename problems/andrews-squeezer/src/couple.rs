//! Two bodies that follow each other, a double pendulum: mass, centrifugal forces and their derivatives.
//!
//! With the rates `ψ'` of the first body and `χ'` of the second one relative to it, and the coupling `c(χ)`,
//! `T = ½ (a ψ'² + 2 c ψ' (ψ' + χ') + b (ψ' + χ')²)`. What depends on χ is `c = κ r·s` between the vectors `r` and `s`
//! of the bodies, so that `dc/dχ = κ r·s⊥` and `d²c/dχ² = -c`.

use crate::inertia::Pair;
use crate::planar::{Planar, dot, turned};

/// A couple at one instant: rates of the first and of the relative angle, the coupling and its derivative.
#[derive(Clone, Copy)]
pub(crate) struct Coupled {
    pub(crate) rate: f64,
    pub(crate) relative: f64,
    pub(crate) c: f64,
    pub(crate) dc: f64,
}

impl Pair<f64> {
    /// With the coupling per product of the vectors of the bodies, which have these lengths.
    pub(crate) fn per_product(self, first: f64, second: f64) -> Self {
        Self {
            coupling: self.coupling / (first * second),
            ..self
        }
    }

    #[inline(always)]
    pub(crate) fn at(&self, first: Planar, second: Planar, rate: f64, relative: f64) -> Coupled {
        Coupled {
            rate,
            relative,
            c: self.coupling * dot(first, second),
            dc: self.coupling * dot(first, turned(second)),
        }
    }

    /// Momenta of the first and of the relative angle.
    #[inline(always)]
    pub(crate) fn momenta(&self, at: Coupled) -> [f64; 2] {
        let [first, mixed, second] = self.mass(at.c);
        [
            first * at.rate + mixed * at.relative,
            mixed * at.rate + second * at.relative,
        ]
    }

    #[inline(always)]
    pub(crate) fn kinetic(&self, at: Coupled) -> f64 {
        let [first, relative] = self.momenta(at);
        0.5 * (at.rate * first + at.relative * relative)
    }
}

impl Coupled {
    /// Centrifugal forces on the first and on the relative angle.
    #[inline(always)]
    pub(crate) fn forces(self) -> [f64; 2] {
        [
            -self.dc * self.relative * (2.0 * self.rate + self.relative),
            self.dc * self.rate * self.rate,
        ]
    }

    /// ∂T by the relative angle.
    #[inline(always)]
    pub(crate) fn slope(self) -> f64 {
        self.dc * self.rate * (self.rate + self.relative)
    }

    /// Derivatives of both forces by the relative angle.
    pub(crate) fn by_angle(self) -> [f64; 2] {
        // The second derivative of the coupling is -c.
        [
            self.c * self.relative * (2.0 * self.rate + self.relative),
            -self.c * self.rate * self.rate,
        ]
    }

    /// Derivatives of both forces by both rates, row by row.
    pub(crate) fn by_rates(self) -> [[f64; 2]; 2] {
        let turning = 2.0 * self.dc * self.rate;
        [
            [
                -2.0 * self.dc * self.relative,
                -turning - 2.0 * self.dc * self.relative,
            ],
            [turning, 0.0],
        ]
    }
}
