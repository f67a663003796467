//! Mass-orthogonal projection after each step (Bayo and Ledesma 1996), in its classical form with multipliers.
//!
//! The differentiated equations are integrated as they are, `M v' + Jᵀ λ = f`, `J v' = γ`. Then the result
//! `(q̂, v̂)` is moved to the nearest state that satisfies the constraints, nearest in the metric of the mass matrix: first the
//! positions, then the velocities at the new positions (Remarks I and II, Eqs. 16 and 25):
//!
//! ```text
//! M δ + Jᵀ μ = 0,   J δ = -Φ(t, q),          q ← q + δ     until Φ = 0
//! M δ + Jᵀ μ = 0,   J δ = -(J v + Φ_t),      v ← v + δ
//! ```
//!
//! Both are written for increments. As printed, the right-hand side of Eq. 16 is `(-γ; 0)` and never sees Φ; that of
//! Eq. 25 holds `-Jᵀ α Φ_t` instead of `-Φ_t` and leaves a violation of the size of Φ_t. The third projection of the
//! paper, of accelerations, has nothing to do here: those of the equations above satisfy `J v' = γ`
//! to rounding, at every state, and the first of the next step are those of the projected state.
//!
//! The violation after a step is of the order of its local error, so J and M at q̂ serve all corrections of the step:
//! at most two evaluations (at q̂ and at the projected q), one factorization, and Φ alone for each further iteration
//! of the positions, of which there are one or two. That takes the positions along the normals at q̂, which
//! is the nearest point up to the square of the violation. Should a correction have more than a tenth of the size of
//! the one before, the next is factored anew; near singular positions that happens.
//!
//! Moving a state by its local error changes nothing in the order of the integrator, but everything in its
//! symmetry: the projected trapezoidal rule does not run backwards, and over a given time its energy drifts like h³.
//!
//! Velocity rows `B v + b = 0` take part in the second projection.
//!
//! **Parameters:** none.
//! **Claimed orders:** the integrator's in q, v and λ. Φ and Φ' are rounding after every step, which meets any order.
//! **Refuses:** redundant rows, for which λ is not unique; steps chosen by a tolerance.

mod projection;

use projection::Nearest;
use std::num::NonZeroU32;
use stepping::{
    BrokenSymmetry, Card, ClaimedOrders, Handles, Integrator, Method, MultiplierForm, NoLaw,
    Placement, Prepared, Resolution, StepControl, StepSize, Symmetry, Tuning, Variant,
    ViolationLaw, broken, citation, projected, stepper,
};
use system::{Shape, System};

/// Integrators that take part in the matrix.
const INTEGRATORS: [Integrator; 7] = [
    Integrator::Rk4,
    Integrator::Ab3,
    Integrator::Trapezoid,
    Integrator::ImplicitMidpoint,
    Integrator::Heun,
    Integrator::Dopri5,
    Integrator::Dop853,
];

/// The method with all its variants.
pub fn method() -> Method {
    Method {
        id: "mass-projection",
        name: "Mass-orthogonal projection",
        kind: "projection",
        summary: "Integrates the twice differentiated constraints and then moves positions and velocities \
                  back onto the constraints, by the smallest change in the mass metric.",
        citation: citation::BAYO_1996,
        variants: INTEGRATORS
            .map(|integrator| Box::new(MassProjection { integrator }) as Box<dyn Variant>)
            .into(),
    }
}

/// The recipe: nothing but the integrator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MassProjection {
    /// The integrator whose steps are projected.
    pub integrator: Integrator,
}

impl Variant for MassProjection {
    fn card(&self) -> Card {
        let mut breaks = broken::by_integrator(self.integrator);
        if breaks.is_empty() {
            breaks.push(BrokenSymmetry::new(
                Symmetry::Reversal,
                "a projection cannot be undone: many states have the same nearest one",
            ));
        }
        Card {
            id: Card::id_of("mass-projection", Some(self.integrator), ""),
            integrator: Some(self.integrator),
            gains: Tuning::default(),
            claims: ClaimedOrders::uniform(self.integrator.order()),
            step_control: StepControl::Fixed,
            handles: Handles::INDEPENDENT_ROWS,
            breaks,
        }
    }

    fn violation_law(&self, _shape: &Shape, _h: StepSize) -> Result<ViolationLaw, NoLaw> {
        Ok(ViolationLaw::Projection)
    }

    fn prepare<'a>(&'a self, system: &'a dyn System, resolution: Resolution) -> Prepared<'a> {
        StepControl::Fixed.check(resolution)?;
        let equations = MultiplierForm::new(system)?;
        let steps = stepper(equations, self.integrator, Placement::EveryPass, resolution)?;
        let every_step = NonZeroU32::MIN;
        Ok(projected(steps, Nearest::new(system), every_step))
    }
}
