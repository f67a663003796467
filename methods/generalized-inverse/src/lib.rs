//! The generalized inverse method of Udwadia and Kalaba, stabilized (Eun, Yang & Chung 2003).
//!
//! Among all accelerations that meet `J v' = γ` the true one differs least from the free one, `M⁻¹ f`, in the mass
//! metric (Gauss). A pseudo-inverse writes that down without multipliers (Eq. 5):
//!
//! ```text
//! v' = M⁻¹ f + M^-½ (J M^-½)⁺ (b - J M⁻¹ f),   b = γ - R w - S Φ,   w = J v + Φ_t
//! ```
//!
//! It needs no independent rows: copies change nothing, contradictory rows are met in the least-squares sense. With
//! independent rows it is the same acceleration as by multipliers, and `R = S = 0` drifts as those do. With feedback
//! the violations `H = Φ` obey (Eq. 14), exactly and whatever the masses and forces are,
//!
//! ```text
//! H'' + R H' + S H = 0
//! ```
//!
//! - **Diagonal** R, S (Eqs. 15, 19): Baumgarte's feedback with one pair `(α_i, β_i)` per row, or one for all. Rows are
//!   not coupled through their gains, as the paper infers from its error plots: `H_i` does not depend on the gains
//!   of other rows. What those plots show is rounding, since Runge-Kutta methods keep linear constraints.
//! - **Full** R, S (Eq. 26): every root of `det(λ² I + λ R + S) = 0` must lie in the left half plane (Eq. 27, which
//!   leaves out the determinant). This pays where the direction of violations is known: matrices that are far from
//!   normal can damp that direction better than any diagonal choice with the same spectral radius, and others worse.
//!   Explicit matrices fit one number of rows. [`Coupling::even`] is a rule for any number, stable by construction.
//!
//! Coupled feedback does not pass through configurations in which rows become dependent. There `J v' = b` needs the
//! part of `b` across the range of J to be as small as J is. Φ and w are, and feedback row by row keeps it so if all
//! rows have the same gains; a coupling carries violations of other rows into that part, and divides them by almost
//! nothing.
//!
//! Nonholonomic rows have Φ = 0 and obey `w' + R w = 0`.
//!
//! The multipliers are those of smallest norm, rows taken with unit length in the mass metric. Rows that differ by
//! less than 1e-11 of their length count as copies; a cut-off at machine precision would let rounding decide.
//!
//! **Parameters:** R and S: none, gains `(α, β)` (default 20 1/s and 100 1/s², critical), or a [`Coupling`] (default
//! the same gains, coupled by κ = ½); placement.
//! **Claimed orders:** the integrator's, with fixed gains; with gains per step those of [`Gains::claims`].
//! **Refuses:** gains for another number of rows; matrices that are not stable on the rows of the system; a mass
//! matrix that is singular.

mod coupling;
mod variants;

pub use coupling::{Coupling, CouplingError};
pub use variants::method;

use stepping::{
    Card, ClaimedOrders, FeedbackEquations, Gains, Handles, Integrator, MultiplierForm, NoLaw,
    Placement, Prepared, Resolution, StepControl, StepSize, Tuning, Variant, ViolationLaw, broken,
    stepper,
};
use system::{Shape, System};

/// What is fed back.
#[derive(Clone, Debug, PartialEq)]
pub enum Stabilization {
    /// Nothing (Eq. 5).
    None,
    /// Each row on itself (Eq. 19).
    Rows(Gains),
    /// Rows on each other (Eq. 26).
    Coupled(Coupling),
}

/// The recipe: integrator, placement and feedback.
#[derive(Clone, Debug, PartialEq)]
pub struct GeneralizedInverse {
    id: String,
    integrator: Integrator,
    placement: Placement,
    stabilization: Stabilization,
    step_control: StepControl,
}

impl GeneralizedInverse {
    /// Accelerations by pseudo-inverse with `stabilization` acting at `placement`, by fixed steps. The id is
    /// `generalized-inverse/integrator`, with `/what_differs` behind it unless that is empty.
    pub fn new(
        integrator: Integrator,
        placement: Placement,
        stabilization: Stabilization,
        what_differs: &str,
    ) -> Self {
        Self {
            id: Card::id_of("generalized-inverse", Some(integrator), what_differs),
            integrator,
            placement,
            stabilization,
            step_control: StepControl::Fixed,
        }
    }

    /// The same with steps chosen by a tolerance; no order is claimed then.
    pub fn adaptive(mut self) -> Self {
        self.id.push_str("/adaptive");
        self.step_control = StepControl::Adaptive;
        self
    }

    fn claims(&self) -> ClaimedOrders {
        match (&self.stabilization, self.step_control) {
            (_, StepControl::Adaptive) => ClaimedOrders::default(),
            (Stabilization::Rows(gains), _) => gains.claims(self.integrator, self.placement),
            _ => ClaimedOrders::uniform(self.integrator.order()),
        }
    }
}

impl Variant for GeneralizedInverse {
    fn card(&self) -> Card {
        let (gains, breaks) = match &self.stabilization {
            Stabilization::None => (Tuning::default(), broken::by_integrator(self.integrator)),
            Stabilization::Rows(gains) => (gains.tuning(), gains.breaks(self.integrator)),
            Stabilization::Coupled(c) => (c.tuning(), c.breaks(self.integrator)),
        };
        Card {
            id: self.id.clone(),
            integrator: Some(self.integrator),
            gains: if gains.is_empty() {
                gains
            } else {
                gains.then(self.placement.describe())
            },
            claims: self.claims(),
            step_control: self.step_control,
            handles: Handles {
                redundant_rows: true,
                ..Handles::INDEPENDENT_ROWS
            },
            breaks: match self.step_control {
                StepControl::Fixed => breaks,
                StepControl::Adaptive => broken::by_adaptive_steps(breaks),
            },
        }
    }

    fn violation_law(&self, shape: &Shape, h: StepSize) -> Result<ViolationLaw, NoLaw> {
        if self.step_control == StepControl::Adaptive {
            return Err(NoLaw::Adaptive);
        }
        match &self.stabilization {
            Stabilization::None => Ok(ViolationLaw::without_feedback(shape)),
            Stabilization::Rows(gains) => {
                gains.violation_law(shape.constraints(), self.placement, h)
            }
            Stabilization::Coupled(_) => Ok(ViolationLaw::Linear),
        }
    }

    fn detuned(&self, factor: f64) -> Option<Box<dyn Variant + '_>> {
        let stabilization = match &self.stabilization {
            Stabilization::None => return None,
            Stabilization::Rows(gains) => Stabilization::Rows(gains.detuned(factor)?),
            Stabilization::Coupled(coupling) => Stabilization::Coupled(coupling.detuned(factor)?),
        };
        Some(Box::new(Self {
            stabilization,
            ..self.clone()
        }))
    }

    fn prepare<'a>(&'a self, system: &'a dyn System, resolution: Resolution) -> Prepared<'a> {
        self.step_control.check(resolution)?;
        let shape = system.shape();
        let form = MultiplierForm::minimum_norm(system)?;
        let (integrator, placement) = (self.integrator, self.placement);
        match &self.stabilization {
            Stabilization::Coupled(coupling) => {
                let equations = FeedbackEquations::new(form, coupling.law(shape)?);
                stepper(equations, integrator, placement, resolution)
            }
            Stabilization::Rows(gains) => {
                let equations = FeedbackEquations::new(form, gains.law(shape.constraints())?);
                stepper(equations, integrator, placement, resolution)
            }
            Stabilization::None => stepper(form, integrator, placement, resolution),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stepping::Gain;

    #[test]
    fn fixed_gains_leave_the_orders_of_the_integrator_and_tolerances_have_none() {
        let claims = |gains: (Gain, Gain)| {
            let gains = Gains::new(gains.0, gains.1).unwrap();
            let rows = Stabilization::Rows(gains);
            GeneralizedInverse::new(Integrator::Rk4, Placement::EveryPass, rows, "")
        };
        let fixed = claims((Gain::Fixed(20.0), Gain::Fixed(100.0)));
        assert_eq!(fixed.card().claims, ClaimedOrders::uniform(4));
        assert_eq!(fixed.adaptive().card().claims, ClaimedOrders::default());
        let per_step = claims((Gain::PerStep(2.0), Gain::PerStep(1.0)));
        assert_eq!(per_step.card().claims.velocity, Some(1.0));
        let (none, placement) = (Stabilization::None, Placement::EveryPass);
        let plain = GeneralizedInverse::new(Integrator::Ab3, placement, none, "");
        assert_eq!(plain.card().claims, ClaimedOrders::uniform(3));
    }
}
