//! Algebraic constraint enforcement (Welch, Hong, Trapp and Choi 2007): the constraint at the new time is expanded
//! to the order of the step and solved for the multipliers. There is nothing to tune.
//!
//! **Predictor**, from `(t, q, v)` (Eqs. 14-21). `Φ + h (J vᵖ + Φ_t) = 0` with `vᵖ = v + h a` gives
//!
//! ```text
//! M a + Jᵀ λᵖ = f,   J a = -Φ/h² - w/h,   w = J v + Φ_t
//! vᵖ = v + h a,      qᵖ = q + h vᵖ
//! ```
//!
//! **Corrector** (Eqs. 23-42), everything marked ʰ at `t + h/2`, `qʰ = (q + qᵖ)/2`, `vʰ = (v + vᵖ)/2`, and Φᵖ at
//! `(t + h, qᵖ)`. `Φᵖ + Jʰ (q⁺ - qᵖ) = 0` with `q⁺ = q + h (v + v⁺)/2` gives
//!
//! ```text
//! Mʰ a + Jʰᵀ λ = fʰ,   Jʰ a = -2 Φᵖ/h² - (2/h) Jʰ (v - vᵖ)
//! v⁺ = v + h a,        q⁺ = q + h (v + v⁺)/2
//! ```
//!
//! Unit quaternions take the closed forms of their implicit updates (Eqs. 17, 22 and 32), halfway ones are brought
//! to unit length. Moving constraints enter through Φ_t and through Φᵖ at the new time. Velocity rows `B v + b = 0`
//! have no Φ: the predictor asks for `B vᵖ + b = 0`, the corrector for `Bʰ (v + v⁺)/2 + bʰ = 0`.
//!
//! # What the published analysis does not say
//!
//! **The constraint block has the eigenvalue -1.** For linear constraints `Φ⁺ = 0` and `w⁺ = -w - 2 Φ/h`: the stability
//! limit is reached, not kept. A violation at the start becomes a normal velocity of `2 Φ/h` that changes its sign in
//! every step for ever. Two steps of the predictor alone end it, being dead-beat
//! (`Φ⁺ = 0`, then `w⁺ = -Φ/h = 0`). But where the mechanism moves, they leave `Φ = h² κ/2` and `w = h κ/2` behind,
//! with `κ = -γ`, the constraint acceleration due to v, and the corrector goes on with `w = ∓ (3/2) h κ`: the start
//! of `own/predictor-start` costs v an order unless it is at rest. Only a consistent start costs nothing.
//!
//! **The multipliers alternate too.** Even from a consistent start Φ and w settle at O(h³) and O(h²), not at zero, and
//! the difference excites the mode; a change of w by O(h²) within a step is a λ off by O(h), with alternating sign.
//! The λ of the corrector belongs to `t⁺ - h/2`. It is of second order there from rest, where nothing is excited, and
//! of first order in general. The mean of two successive ones is free of the mode and of second order at
//! `t⁺ - h`; the variants that repair the scheme give that.
//!
//! **Forces must not depend on v.** The predictor drops γ, so vᵖ is off by O(h) along the constraint normals, and
//! so is every force at vʰ that depends on velocities: gyroscopic moments, centrifugal forces of a mass matrix that
//! depends on q, drag. The printed scheme is then of first order. A second solve with the same factorization,
//! forces at `vʰ = (v + v⁺)/2` with the v⁺ of the first, restores order 2.
//!
//! **Parameters:** none.
//! **Claimed orders:** see `claims.rs`. In short: 2 in q and v, 3 in Φ, 2 in Φ'.
//! **Refuses:** redundant rows, for which λ is not unique; steps chosen by a tolerance.

mod claims;
mod kinematics;
mod steps;

use stepping::{
    BrokenSymmetry, Card, ClaimedOrders, Handles, Method, NoLaw, Prepared, Resolution, StepControl,
    StepSize, Symmetry, Tuning, Variant, ViolationLaw, citation,
};
use steps::Steps;
use system::{Shape, System};

/// Which part of the scheme a step takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Predictor and corrector, as printed.
    PredictorCorrector,
    /// The first-order predictor alone.
    Predictor,
    /// Predictor and corrector, then forces again at the corrected velocity; λ averaged.
    SecondPass,
    /// Two steps of the predictor alone, then the printed scheme; λ averaged.
    PredictorStart,
}

impl Scheme {
    fn what_differs(self) -> &'static str {
        match self {
            Self::PredictorCorrector => "",
            Self::Predictor => "predictor",
            Self::SecondPass => "second-pass",
            Self::PredictorStart => "predictor-start",
        }
    }

    fn describe(self) -> Tuning {
        let words = match self {
            Self::PredictorCorrector => "",
            Self::Predictor => "the predictor alone",
            Self::SecondPass => "forces again at the corrected velocity",
            Self::PredictorStart => "two steps of the predictor first",
        };
        let averages = if self.averages() { "λ averaged" } else { "" };
        Tuning::from(words).then(averages)
    }

    /// Whether λ is given as the mean of two steps.
    fn averages(self) -> bool {
        matches!(self, Self::SecondPass | Self::PredictorStart)
    }
}

/// The method with all its variants.
pub fn method() -> Method {
    let schemes = [
        Scheme::PredictorCorrector,
        Scheme::Predictor,
        Scheme::SecondPass,
        Scheme::PredictorStart,
    ];
    Method {
        id: "algebraic-enforcement",
        name: "Algebraic enforcement",
        kind: "own discretization",
        summary: "Expands the constraint at the new time to second order and solves for the multipliers \
                  that make it vanish, once for a predictor and once at the half step.",
        citation: citation::WELCH_2007,
        variants: schemes
            .map(|scheme| Box::new(AlgebraicEnforcement { scheme }) as Box<dyn Variant>)
            .into(),
    }
}

/// The recipe: nothing but the part of the scheme to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlgebraicEnforcement {
    /// The part of the scheme that a step takes.
    pub scheme: Scheme,
}

impl Variant for AlgebraicEnforcement {
    fn card(&self) -> Card {
        Card {
            id: Card::id_of("algebraic-enforcement", None, self.scheme.what_differs()),
            integrator: None,
            gains: self.scheme.describe(),
            claims: claims::simple(self.scheme),
            step_control: StepControl::Fixed,
            handles: Handles::INDEPENDENT_ROWS,
            breaks: vec![BrokenSymmetry::new(
                Symmetry::Reversal,
                "the predictor is not symmetric, and with it the half step",
            )],
        }
    }

    fn claims(&self, shape: &Shape) -> ClaimedOrders {
        claims::on(self.scheme, shape)
    }

    fn violation_law(&self, _shape: &Shape, _h: StepSize) -> Result<ViolationLaw, NoLaw> {
        match self.scheme {
            Scheme::PredictorStart => Err(NoLaw::Memory),
            _ => Ok(ViolationLaw::Linear),
        }
    }

    fn prepare<'a>(&'a self, system: &'a dyn System, resolution: Resolution) -> Prepared<'a> {
        StepControl::Fixed.check(resolution)?;
        Ok(Box::new(Steps::new(
            system,
            self.scheme,
            resolution.interval(),
        )?))
    }
}
