//! Feedback of the energy balance along its own gradient (Yoon 1992 Eqs. 20, 27 and 44).
//!
//! ```text
//! Ψ = T + V - (T + V)₀ - W
//! q' = N (v - 2 ρ_q Ψ G ∂Ψ/∂q),   v' = A - 2 ρ_v Ψ G ∂Ψ/∂v,   ∂Ψ/∂v = M v
//! ```
//!
//! The gains follow from the rate α at which Ψ is to decay (Eq. 27):
//! `α = 2 (ρ_q ∂Ψ/∂qᵀ G ∂Ψ/∂q + ρ_v ∂Ψ/∂vᵀ G ∂Ψ/∂v)`.
//! The printed equations have the identity for the metric G, which is right for equal masses. In general `G = M⁻¹` is
//! right: the feedback on the velocities is then `-α Ψ v / (vᵀ M v)`, which only rescales them and so keeps `J v = 0`,
//! while `-2 ρ Ψ M v` pushes v off the constraint. Where constraints move, `J v = -Φ_t`, no multiple of v is tangent,
//! and both push v off.
//!
//! A constant ρ_v instead ([`EnergyFeedback::constant`], as in the truncation-error paper's Eq. 10) divides by nothing,
//! but Ψ then decays at a rate that changes along the motion, and ρ_v has a unit that depends on the mechanism.
//!
//! The gain of Eq. 27 is singular where the mechanism stands still. [`AtRest`] says what happens there: by default the
//! feedback fades, which is a repair of ours; [`AtRest::AsPrinted`] is the law of the paper. With feedback on
//! coordinates and velocities the square also contains the forces, which do not vanish at a turning point.

use crate::formulations::vectors::dot;
use crate::{
    AtRest, BrokenSymmetry, EnergyBalance, Gain, GainError, Integrator, Parameter, Point, Symmetry,
    Tuning, broken,
};
use solvers::{Mass, Singular};
use std::fmt;
use system::{System, Terms};

/// The variables on which the feedback acts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Levels {
    /// The velocities only (Eq. 44), so that the correction does not violate the position constraints.
    Velocity,
    /// Coordinates and velocities (Eq. 20), with `ρ_q = ρ_v / rate²`.
    PositionAndVelocity {
        /// The rate between velocities and coordinates. Tied to the step like the gains, it leaves the feedback without a
        /// time of its own.
        rate: Gain,
    },
}

impl Levels {
    /// The ratio `ρ_q / ρ_v` in s² at step `h`, where coordinates are fed back.
    pub fn ratio(self, h: f64) -> Option<f64> {
        match self {
            Self::Velocity => None,
            Self::PositionAndVelocity { rate } => Some(math::powi(rate.first_order(h), -2)),
        }
    }
}

/// The metric that defines the direction of steepest ascent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// The metric M⁻¹, with which the feedback does not depend on units and coordinates and is tangent to the velocity
    /// constraints.
    Mass,
    /// The identity, as printed in the paper.
    Euclidean,
}

/// The meaning of the gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strength {
    /// The gain is the rate at which Ψ decays.
    Rate,
    /// The gain is ρ_v itself.
    Constant,
}

/// Settings of the feedback: the gain of Ψ, the variables it acts on, and the metric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnergyFeedback {
    alpha: Gain,
    strength: Strength,
    levels: Levels,
    metric: Metric,
    at_rest: AtRest,
}

impl EnergyFeedback {
    /// Lets Ψ decay at the rate `alpha` along its gradient by the variables of `levels`, in `metric`. It fades where the
    /// mechanism stands still.
    ///
    /// # Errors
    /// When the gain is negative or not finite, or the rate between velocities and coordinates is not positive and
    /// finite.
    pub fn new(alpha: Gain, levels: Levels, metric: Metric) -> Result<Self, GainError> {
        if let Levels::PositionAndVelocity {
            rate: Gain::Fixed(value) | Gain::PerStep(value),
        } = levels
            && !(value > 0.0 && value.is_finite())
        {
            return Err(GainError {
                name: "rate between velocities and coordinates",
                value,
            });
        }
        Ok(Self {
            alpha: alpha.checked("energy gain")?,
            strength: Strength::Rate,
            levels,
            metric,
            at_rest: AtRest::Fades,
        })
    }

    /// The same with another behaviour where the mechanism stands still.
    pub fn at_rest(self, at_rest: AtRest) -> Self {
        Self { at_rest, ..self }
    }

    /// `v' = A - 2 ρ Ψ G ∂Ψ/∂v` with a constant gain `rho`, in 1/(J s) for the mass metric. It divides by
    /// nothing, so that it is as printed at any speed.
    ///
    /// # Errors
    /// When the gain is negative or not finite.
    pub fn constant(rho: Gain, metric: Metric) -> Result<Self, GainError> {
        Ok(Self {
            strength: Strength::Constant,
            ..Self::new(rho, Levels::Velocity, metric)?.at_rest(AtRest::AsPrinted)
        })
    }

    /// The rate at which Ψ decays, or the constant gain.
    pub fn alpha(&self) -> Gain {
        self.alpha
    }

    /// The variables on which the feedback acts.
    pub fn levels(&self) -> Levels {
        self.levels
    }

    /// The metric that defines the direction of steepest ascent.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The gains as parameters, with the options around them in words.
    pub fn tuning(&self) -> Tuning {
        let rho = |rho| Parameter::new("ρ", rho, "1/(J s)");
        let gain = match (self.strength, self.alpha) {
            (Strength::Rate, alpha) => Tuning::from(alpha.of_first_order("α_e")),
            (Strength::Constant, Gain::Fixed(value)) => Tuning::from(rho(value)),
            (Strength::Constant, Gain::PerStep(value)) => {
                Tuning::from(rho(value).times_step(-1)).with(" 1/J")
            }
        };
        let ratio = |value: f64| Parameter::new("ρ_q/ρ_v", math::powi(value, -2), "s²");
        let levels = match self.levels {
            Levels::Velocity => Tuning::from(" on v"),
            Levels::PositionAndVelocity { rate } => {
                Tuning::from(" on q and v with ").with(match rate {
                    Gain::Fixed(value) => ratio(value),
                    Gain::PerStep(value) => ratio(value).times_step(2),
                })
            }
        };
        let metric = match self.metric {
            Metric::Mass => "",
            Metric::Euclidean => " in the Euclidean metric",
        };
        let tuning = gain.with(levels).with(metric);
        match self.strength {
            Strength::Rate => tuning.then(self.at_rest.to_string()),
            Strength::Constant => tuning,
        }
    }

    /// The same with a time constant that is wrong: the gain times `factor`, and the rate between velocities and
    /// coordinates with it. `None` where these are no gains.
    pub fn detuned(&self, factor: f64) -> Option<Self> {
        let levels = match self.levels {
            Levels::Velocity => Levels::Velocity,
            Levels::PositionAndVelocity { rate } => Levels::PositionAndVelocity {
                rate: rate.times(factor),
            },
        };
        let detuned = Self::new(self.alpha.times(factor), levels, self.metric).ok()?;
        Some(Self {
            strength: self.strength,
            at_rest: self.at_rest,
            ..detuned
        })
    }

    /// The symmetries that an integrator breaks under this feedback and feedback with `gains`.
    pub fn breaks(&self, integrator: Integrator, gains: &[Gain]) -> Vec<BrokenSymmetry> {
        let mut all = gains.to_vec();
        all.push(self.alpha);
        let mut broken = broken::by_energy_control(broken::by_feedback(integrator, &all));
        let scales = |b: &BrokenSymmetry| b.symmetry == Symmetry::TimeScaling;
        let fixed = matches!(
            self.levels,
            Levels::PositionAndVelocity {
                rate: Gain::Fixed(_)
            }
        );
        if fixed && !broken.iter().any(scales) {
            broken.push(BrokenSymmetry::new(
                Symmetry::TimeScaling,
                "a ratio of gains in s² is a time scale of its own",
            ));
        }
        if self.strength == Strength::Constant {
            broken.retain(|b| !scales(b));
            for symmetry in [Symmetry::MassScaling, Symmetry::TimeScaling] {
                broken.push(BrokenSymmetry::new(
                    symmetry,
                    "a constant gain per energy and time is a scale of its own",
                ));
            }
        }
        broken
    }
}

impl fmt::Display for EnergyFeedback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tuning().fmt(f)
    }
}

/// The feedback for one system, with every buffer.
pub struct EnergyControl<'a> {
    balance: EnergyBalance<'a>,
    feedback: EnergyFeedback,
    /// The gain at the present step.
    alpha: f64,
    /// `ρ_q / ρ_v` at the present step, where coordinates are fed back.
    ratio: Option<f64>,
    mass: Mass,
    by_position: Vec<f64>,
    by_velocity: Vec<f64>,
    along: Vec<f64>,
}

impl<'a> EnergyControl<'a> {
    /// Buffers for `system`.
    pub fn new(system: &'a dyn System, feedback: EnergyFeedback) -> Self {
        let n = system.shape().n_v();
        Self {
            balance: EnergyBalance::new(system, feedback.at_rest),
            feedback,
            alpha: 0.0,
            ratio: None,
            mass: Mass::new(system.shape()),
            by_position: vec![0.0; n],
            by_velocity: vec![0.0; n],
            along: vec![0.0; n],
        }
    }

    /// Sets the step size, for gains that depend on it.
    pub fn set_step(&mut self, h: f64) {
        self.alpha = self.feedback.alpha.first_order(h);
        self.ratio = self.feedback.levels.ratio(h);
    }

    /// Remembers the energy that the run starts with.
    pub fn start(&mut self, at: Point<'_>) {
        self.balance.start(at);
    }

    /// Ψ at a point whose quaternions are unit.
    pub fn violation(&self, at: Point<'_>) -> f64 {
        self.balance.violation(at)
    }

    /// Stores the acceleration v' of the last evaluation: where velocities change too fast, the feedback fades.
    pub fn accelerates(&mut self, v_dot: &[f64]) {
        self.balance.accelerates(v_dot);
    }

    /// Adds the feedback to the rate at a point whose quaternions are unit. The system must have been evaluated there
    /// last, with the result in `terms`.
    ///
    /// # Errors
    /// When the mass matrix is singular.
    pub fn add(&mut self, at: Point<'_>, terms: &Terms, y_dot: &mut [f64]) -> Result<(), Singular> {
        let system = self.balance.system();
        let shape = system.shape();
        let push = self.alpha * self.violation(at);
        let (q_dot, rest) = y_dot.split_at_mut(shape.n_q());
        let v_dot = &mut rest[..shape.n_v()];
        // ∂Ψ/∂v is needed in both cases, ∂Ψ/∂q only where it is fed back.
        let ratio = self.ratio;
        if ratio.is_some() {
            let (by_q, by_v) = (&mut self.by_position, &mut self.by_velocity);
            system.energy_gradient(at.t, at.q, at.v, by_q, by_v);
        } else {
            let layout = shape.mass();
            layout.multiply(&terms.mass, at.v, &mut self.by_velocity);
        }
        // M⁻¹ ∂Ψ/∂v is v itself.
        let along_v: &[f64] = match self.feedback.metric {
            Metric::Mass => at.v,
            Metric::Euclidean => &self.by_velocity,
        };
        if self.feedback.strength == Strength::Constant {
            for (rate, along) in v_dot.iter_mut().zip(along_v) {
                *rate -= 2.0 * push * along;
            }
            return Ok(());
        }
        let mut square = dot(&self.by_velocity, along_v);
        let twice_kinetic = dot(&self.by_velocity, at.v);
        let by_speed = square;
        if let Some(ratio) = ratio {
            self.along.copy_from_slice(&self.by_position);
            if self.feedback.metric == Metric::Mass {
                self.mass.factor(terms)?;
                self.mass.solve(&mut self.along);
            }
            square += ratio * dot(&self.by_position, &self.along);
        }
        let alpha = self.alpha;
        let becomes =
            |b: &mut EnergyBalance<'_>| by_speed * b.swiftness(alpha, terms, twice_kinetic);
        if let Some(divisor) = self.balance.divisor(square, becomes) {
            let factor = -push / divisor;
            for (rate, along) in v_dot.iter_mut().zip(along_v) {
                *rate += factor * along;
            }
            if let Some(ratio) = ratio {
                shape.push(at.q, &self.along, factor * ratio, q_dot);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
