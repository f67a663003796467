//! Penalties and gains as parameters, and the same with a wrong time constant.

use crate::index3::{Options, PostStep, ReactionBy, Stiffness};
use crate::{AugmentedLagrangian, Unknowns};
use solvers::RelativePenalty;
use stepping::{Gain, Parameter, Tuning};

impl AugmentedLagrangian {
    /// Penalties, gains and what is projected when.
    pub(crate) fn tuning(&self) -> Tuning {
        match self.unknowns {
            Unknowns::Accelerations {
                omega,
                mu,
                projected,
            } => {
                let mut tuning = Tuning::from(penalty("κ", self.kappa.value()));
                if omega > 0.0 {
                    tuning = tuning
                        .then(Gain::Fixed(omega).of_first_order("Ω"))
                        .with(", ")
                        .with(Parameter::new("μ", mu, ""));
                }
                match projected {
                    Some(every) => tuning.then(Parameter::steps("projected every", every.get())),
                    None => tuning,
                }
            }
            Unknowns::Positions(options) => of_positions(options),
        }
    }

    /// The same with a wrong time constant: Ω times `factor`, which makes α = 2Ωμ wrong by it and β = Ω² by its square.
    /// A penalty is a stiffness, whose time constant goes like `1/√κ`: it is multiplied by the square. The damping μ
    /// and the steps between projections are no time constants and stay. `None` where these are no parameters.
    pub(crate) fn with_time_constant_over(&self, factor: f64) -> Option<Self> {
        let square = factor * factor;
        let times = |kappa: RelativePenalty| RelativePenalty::new(square * kappa.value()).ok();
        let unknowns = match self.unknowns {
            Unknowns::Accelerations {
                omega,
                mu,
                projected,
            } => {
                let omega = factor * omega;
                Gain::Fixed(omega).checked("omega").ok()?;
                Unknowns::Accelerations {
                    omega,
                    mu,
                    projected,
                }
            }
            Unknowns::Positions(options) => Unknowns::Positions(Options {
                stiffness: match options.stiffness {
                    Stiffness::Relative(kappa) => Stiffness::Relative(times(kappa)?),
                    Stiffness::Printed(alpha) => {
                        Stiffness::Printed(RelativePenalty::new(square * alpha).ok()?.value())
                    }
                },
                post_step: match options.post_step {
                    PostStep::Project(kappa) => PostStep::Project(times(kappa)?),
                    PostStep::Skip => PostStep::Skip,
                },
                ..options
            }),
        };
        Some(Self {
            kappa: times(self.kappa)?,
            unknowns,
            ..self.clone()
        })
    }
}

fn penalty(name: &str, value: f64) -> Parameter {
    Parameter::new(name, value, "")
}

/// The penalties of index 3, and the parts that are left out.
fn of_positions(options: Options) -> Tuning {
    let stiffness = match options.stiffness {
        Stiffness::Relative(kappa) => penalty("κ", kappa.value()),
        Stiffness::Printed(alpha) => penalty("A", alpha),
    };
    let reaction_by = match options.reaction_by {
        ReactionBy::Multipliers => "",
        ReactionBy::Penalties => "no multipliers",
    };
    let post_step = match options.post_step {
        PostStep::Project(kappa) => {
            Tuning::from("projections with ").with(penalty("κ_p", kappa.value()))
        }
        PostStep::Skip => Tuning::from("no projections"),
    };
    Tuning::from(stiffness)
        .then("positions as unknowns")
        .then(reaction_by)
        .then(post_step)
}
