//! Augmented Lagrangian with mass-orthogonal projections (Bayo and Ledesma 1996).
//!
//! Constraints act through stiff penalties, and multipliers take over what the penalties have to bear, sweep
//! by sweep. The matrix `K = M + Jᵀ A J` is positive definite whether rows are redundant or not; copies of a row
//! share its reaction evenly.
//!
//! **ALF** (Eqs. 5-8) finds the acceleration that is nearest, in the mass metric, to the free one:
//!
//! ```text
//! M a + Jᵀ λ = f,   J a = γ - α w - β Φ,   α = 2 Ω μ,   β = Ω²
//! K δ = f - M a - Jᵀ λ - Jᵀ A r,   a += δ,   λ += A (r + J δ),   r = J a - γ + α w + β Φ
//! ```
//!
//! from `a = M⁻¹ f`, `λ = 0`, by one factorization and sweeps until `r` is rounding, at most six. Eq. 8 prints
//! the same recursion for `a` itself, which adds up the rounding of K, seven digits of sixteen, in every sweep.
//!
//! **Index 1** projects positions and velocities after every k-th step (Eqs. 9-25, with the term `Jᵀ A Φ` that
//! Eq. 14 lacks): [`solvers::PenaltyProjector`]. The variants here have no feedback then. With k = 1 it has
//! nothing to act on, and with larger k it can do harm: the midpoint rule with `Ω = 10 1/s` and k = 100 is off by
//! seventy times as much as without, after 1000 s of a pendulum. (Table 1 of the paper has both, see the tests.)
//!
//! **Index 3** (Eqs. 35-40) has positions as unknowns, solved for by Newton's iteration with the trapezoidal
//! rule, and projects velocities and accelerations (Eqs. 17-34). The mass matrix is that of each iterate. What
//! Eq. 40 lacks is `-2/h ∂f/∂v`, and Eq. 38 the minus sign. Multipliers come from the projected state; those of
//! the iteration are of first order only.
//!
//! **Parameters.** The penalty κ (default 1e7) has no unit: `A_i = κ / (J_i M⁻¹ J_iᵀ)` at the start. Ω (default
//! 10 1/s) and μ (default 1). The projections of index 3 may have a smaller penalty of their own: with 1e3 they
//! leave alone what two rows that are dependent up to an angle of 1/30 disagree about, and so do not magnify it near
//! singular configurations.
//!
//! **Claimed orders.** Those of the integrator, for Φ and Φ' as well; after a projection they are at rounding. An
//! interval of k steps adds an error of `k h³`, which takes steps well below `1/k` of the time scale of the motion to
//! be the smaller one.
//!
//! **Refuses** rows that are nearly dependent at the start, by an angle below `1/√κ`, for which six sweeps do
//! not find multipliers: the method takes them for redundant ones, which it ought not to do. It cannot tell the
//! same thing happening later. Index 3 refuses quaternions, for which q' is not v, and nonholonomic rows, which
//! have no Φ.

mod equations;
mod index3;
mod projection;
mod tuning;
mod variants;

pub use variants::method;

use equations::Equations;
use index3::{Index3, Options, PostStep, ReactionBy, Stiffness};
use projection::AfterSteps;
use solvers::{PenaltyError, RelativePenalty};
use std::num::NonZeroU32;
use stepping::{
    BrokenSymmetry, Card, ClaimedOrders, Gain, GainError, Handles, Integrator, NoLaw, Placement,
    Prepared, Resolution, StepControl, StepSize, Symmetry, Variant, ViolationLaw, broken,
    projected, stepper,
};
use system::{Feedback, Shape, System};
use thiserror::Error;

/// A parameter that is out of its range.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ParameterError {
    /// The penalty κ is not positive and finite.
    #[error(transparent)]
    Penalty(#[from] PenaltyError),
    /// Ω or μ is negative or not finite.
    #[error(transparent)]
    Gain(#[from] GainError),
    /// The number of steps between projections is zero.
    #[error("projection interval must be at least one step, got 0")]
    Interval,
}

/// The recipe: what is solved for, with which penalty, and what is projected when.
#[derive(Clone, Debug, PartialEq)]
pub struct AugmentedLagrangian {
    integrator: Integrator,
    what_differs: String,
    kappa: RelativePenalty,
    unknowns: Unknowns,
}

#[derive(Clone, Debug, PartialEq)]
enum Unknowns {
    /// Index 1, with feedback and optional projections after every `projected` steps.
    Accelerations {
        omega: f64,
        mu: f64,
        projected: Option<NonZeroU32>,
    },
    /// Index 3, with projections of velocities and accelerations.
    Positions(Options),
}

/// A part of index 3 that can be left out, to show what it is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Omitted {
    /// λ stays zero: penalties alone carry the reactions and leave a violation.
    Multipliers,
    /// Velocities and accelerations stay as the trapezoidal rule has them.
    Projections,
}

impl AugmentedLagrangian {
    /// ALF: accelerations by the penalty `kappa`, with feedback `α = 2 Ω μ` and `β = Ω²`.
    ///
    /// # Errors
    /// When the penalty is not positive and finite, or Ω or μ is negative or not finite.
    pub fn new(
        integrator: Integrator,
        kappa: f64,
        (omega, mu): (f64, f64),
    ) -> Result<Self, ParameterError> {
        Gain::Fixed(omega).checked("omega")?;
        Gain::Fixed(mu).checked("mu")?;
        Ok(Self {
            integrator,
            what_differs: String::new(),
            kappa: RelativePenalty::new(kappa)?,
            unknowns: Unknowns::Accelerations {
                omega,
                mu,
                projected: None,
            },
        })
    }

    /// The same with a projection of positions and velocities after every `every` steps. Positions as
    /// unknowns (index 3) are projected in every step anyway.
    ///
    /// # Errors
    /// When `every` is zero.
    pub fn projected(mut self, every: u32) -> Result<Self, ParameterError> {
        let every = NonZeroU32::new(every).ok_or(ParameterError::Interval)?;
        if let Unknowns::Accelerations { projected, .. } = &mut self.unknowns {
            *projected = Some(every);
            self.what_differs = match every.get() {
                1 => "index1".to_owned(),
                every => format!("index1-every-{every}"),
            };
        }
        Ok(self)
    }

    /// Positions by the penalty `kappa` and the trapezoidal rule; velocities and accelerations are projected
    /// with the penalty `projection`.
    ///
    /// # Errors
    /// When a penalty is not positive and finite.
    pub fn index3(kappa: f64, projection: f64) -> Result<Self, ParameterError> {
        let kappa = RelativePenalty::new(kappa)?;
        let projection = RelativePenalty::new(projection)?;
        Ok(Self::positions(kappa, Stiffness::Relative(kappa), projection).named("index3"))
    }

    /// Positions by the penalty `alpha` of Eq. 35 as printed, the same for every row whatever it moves. Beside the
    /// mass it is worth `h² α/4`, so that short steps take many iterations. Projections as above.
    ///
    /// # Errors
    /// When a penalty is not positive and finite.
    pub fn index3_printed(alpha: f64, projection: f64) -> Result<Self, ParameterError> {
        let alpha = RelativePenalty::new(alpha)?.value();
        let projection = RelativePenalty::new(projection)?;
        let stiffness = Stiffness::Printed(alpha);
        Ok(Self::positions(projection, stiffness, projection).named("index3-printed-penalty"))
    }

    fn positions(
        kappa: RelativePenalty,
        stiffness: Stiffness,
        projection: RelativePenalty,
    ) -> Self {
        Self {
            integrator: Integrator::Trapezoid,
            what_differs: String::new(),
            kappa,
            unknowns: Unknowns::Positions(Options {
                stiffness,
                reaction_by: ReactionBy::Multipliers,
                post_step: PostStep::Project(projection),
            }),
        }
    }

    /// Index 3 without one of its parts; other variants stay as they are.
    pub fn without(mut self, what: Omitted) -> Self {
        if let Unknowns::Positions(options) = &mut self.unknowns {
            let id = match what {
                Omitted::Multipliers => {
                    options.reaction_by = ReactionBy::Penalties;
                    "without-multipliers"
                }
                Omitted::Projections => {
                    options.post_step = PostStep::Skip;
                    "without-projections"
                }
            };
            self.what_differs = format!("{}-{id}", self.what_differs);
        }
        self
    }

    /// The same with another last segment of its id.
    pub fn named(mut self, what_differs: &str) -> Self {
        what_differs.clone_into(&mut self.what_differs);
        self
    }

    /// What it does not share with the equations of motion.
    fn breaks(&self) -> Vec<BrokenSymmetry> {
        const PROJECTION: BrokenSymmetry = BrokenSymmetry::new(
            Symmetry::Reversal,
            "a projection forgets how far off the state was",
        );
        match self.unknowns {
            Unknowns::Accelerations {
                omega,
                mu,
                projected,
            } => {
                let Feedback { alpha, beta } = feedback(omega, mu);
                let gains = [Gain::Fixed(alpha), Gain::Fixed(beta)];
                let mut broken = broken::by_feedback(self.integrator, &gains);
                let symmetric = broken.iter().all(|b| b.symmetry != Symmetry::Reversal);
                if projected.is_some() && symmetric {
                    broken.push(PROJECTION);
                }
                broken
            }
            Unknowns::Positions(_) => vec![
                PROJECTION,
                BrokenSymmetry::new(
                    Symmetry::FreeMotion,
                    "Newton's iteration for positions rounds otherwise than fixed points for rates",
                ),
            ],
        }
    }
}

/// The gains of the paper in our convention.
fn feedback(omega: f64, mu: f64) -> Feedback {
    Feedback {
        alpha: 2.0 * omega * mu,
        beta: omega * omega,
    }
}

impl Variant for AugmentedLagrangian {
    fn card(&self) -> Card {
        let any_rows = Handles {
            redundant_rows: true,
            nearly_dependent_rows: false,
            ..Handles::INDEPENDENT_ROWS
        };
        let handles = match self.unknowns {
            Unknowns::Accelerations { .. } => any_rows,
            Unknowns::Positions(_) => Handles {
                nonholonomic: false,
                quaternions: false,
                ..any_rows
            },
        };
        Card {
            id: Card::id_of(
                "augmented-lagrangian",
                Some(self.integrator),
                &self.what_differs,
            ),
            integrator: Some(self.integrator),
            gains: self.tuning(),
            claims: ClaimedOrders::uniform(self.integrator.order()),
            step_control: StepControl::Fixed,
            handles,
            breaks: self.breaks(),
        }
    }

    fn violation_law(&self, shape: &Shape, _h: StepSize) -> Result<ViolationLaw, NoLaw> {
        match self.unknowns {
            Unknowns::Accelerations {
                omega,
                mu,
                projected: None,
            } => Ok(ViolationLaw::Feedback {
                gains: vec![feedback(omega, mu); shape.constraints()],
                placement: Placement::EveryPass,
            }),
            Unknowns::Accelerations {
                projected: Some(NonZeroU32::MIN),
                ..
            } => Ok(ViolationLaw::Projection),
            // The number of steps since the last projection, or the accelerations of the last step.
            _ => Err(NoLaw::Memory),
        }
    }

    fn detuned(&self, factor: f64) -> Option<Box<dyn Variant + '_>> {
        Some(Box::new(self.with_time_constant_over(factor)?))
    }

    fn prepare<'a>(&'a self, system: &'a dyn System, resolution: Resolution) -> Prepared<'a> {
        StepControl::Fixed.check(resolution)?;
        match self.unknowns {
            Unknowns::Accelerations {
                omega,
                mu,
                projected: every,
            } => {
                let equations = Equations::new(system, self.kappa, feedback(omega, mu))?;
                let steps = stepper(equations, self.integrator, Placement::EveryPass, resolution)?;
                Ok(match every {
                    Some(every) => projected(steps, AfterSteps::new(system, self.kappa)?, every),
                    None => steps,
                })
            }
            Unknowns::Positions(options) => {
                let h = resolution.interval();
                Ok(Box::new(Index3::new(system, h, self.kappa, options)?))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_shows_in_id_and_gains() {
        let card = |variant: AugmentedLagrangian| {
            let Card { id, gains, .. } = variant.card();
            (id, gains.to_string())
        };
        let printed = AugmentedLagrangian::index3_printed(1e7, 1e3).unwrap();
        let (id, gains) = card(printed.clone());
        assert!(id.ends_with("/index3-printed-penalty"), "{id}");
        assert_eq!(
            gains,
            "A = 1e7, positions as unknowns, projections with κ_p = 1000"
        );
        let (id, gains) = card(printed.without(Omitted::Multipliers));
        assert!(id.ends_with("-without-multipliers"), "{id}");
        assert_eq!(
            gains,
            "A = 1e7, positions as unknowns, no multipliers, projections with κ_p = 1000"
        );
        let index3 = AugmentedLagrangian::index3(1e7, 1e3).unwrap();
        let (id, gains) = card(index3.without(Omitted::Projections));
        assert!(id.ends_with("/index3-without-projections"), "{id}");
        assert_eq!(gains, "κ = 1e7, positions as unknowns, no projections");
        let index1 = AugmentedLagrangian::new(Integrator::Rk4, 1e7, (0.0, 0.0)).unwrap();
        assert_eq!(index1.clone().without(Omitted::Projections), index1);
        for bad in [0.0, f64::NAN] {
            assert!(AugmentedLagrangian::index3_printed(bad, 1e3).is_err());
        }
    }

    #[test]
    fn parameters_that_make_no_sense_are_named() {
        let message = |made: Result<AugmentedLagrangian, ParameterError>| {
            made.expect_err("it makes no sense").to_string()
        };
        let alf = |kappa, gains| AugmentedLagrangian::new(Integrator::Trapezoid, kappa, gains);
        for bad in [0.0, -1e7, f64::NAN, f64::INFINITY] {
            let expected = format!("penalty must be positive and finite, got {bad}");
            assert_eq!(message(alf(bad, (10.0, 1.0))), expected);
            assert_eq!(message(AugmentedLagrangian::index3(bad, 1e3)), expected);
            assert_eq!(message(AugmentedLagrangian::index3(1e7, bad)), expected);
        }
        for bad in [-1.0, f64::NAN, f64::INFINITY] {
            let must = "must be zero or positive and finite, got";
            assert_eq!(message(alf(1e7, (bad, 1.0))), format!("omega {must} {bad}"));
            assert_eq!(message(alf(1e7, (10.0, bad))), format!("mu {must} {bad}"));
        }
        let never = alf(1e7, (0.0, 0.0)).and_then(|alf| alf.projected(0));
        assert_eq!(
            message(never),
            "projection interval must be at least one step, got 0"
        );
    }

    #[test]
    fn a_wrong_time_constant_changes_omega_by_its_factor_and_penalties_by_its_square() {
        let alf = |kappa, omega| {
            let alf = AugmentedLagrangian::new(Integrator::Rk4, kappa, (omega, 0.7)).unwrap();
            alf.projected(4).unwrap()
        };
        let wrong = alf(1e3, 10.0).with_time_constant_over(3.0);
        assert_eq!(wrong, Some(alf(9e3, 30.0)));
        let index3 = |kappa, projection| AugmentedLagrangian::index3(kappa, projection).unwrap();
        let wrong = index3(1e7, 1e3).with_time_constant_over(3.0);
        assert_eq!(wrong, Some(index3(9e7, 9e3)));
        let printed =
            |alpha, projection| AugmentedLagrangian::index3_printed(alpha, projection).unwrap();
        let wrong = printed(1e7, 1e3).with_time_constant_over(3.0);
        assert_eq!(wrong, Some(printed(9e7, 9e3)));
    }
}
