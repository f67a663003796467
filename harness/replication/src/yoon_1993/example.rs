//! The six cases of Example 1, run step by step.

use super::DATA;
use super::angle::Angle;
use crate::steps::steps;
use crate::{Result, setup};
use baumgarte::Baumgarte;
use baumgarte_energy::BaumgarteEnergy;
use gradient_feedback::GradientFeedback;
use pendulum::{Parameters, Pendulum, PendulumKernel};
use std::f64::consts::FRAC_PI_2;
use stepping::{
    AtRest, EnergyFeedback, Gain, Gains, Integrator, Levels, Metric, Placement, StepControl,
    Variant,
};
use system::{Auto, State, System, largest};
use trial::Trial;
use unstabilized::Unstabilized;

/// The two readings of the gains of gradient feedback and energy: the printed gain, and the eigenvalue of Baumgarte's
/// feedback, which the paper says is the same.
pub(super) fn readings() -> [f64; 2] {
    let printed = |row, column| DATA.get("Example 1", row, column).value;
    [
        printed("gradient feedback", "alpha"),
        printed("Baumgarte", "beta").sqrt(),
    ]
}

setup! {
    /// Set-up of Example 1, by default that of the paper.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) struct Example {
        pub(super) integrator: Integrator = Integrator::Ab3,
        /// Step in s.
        pub(super) h: f64 = 0.01,
        /// End of the run in s.
        pub(super) end: f64 = 20.0,
        /// Gain on Φ of Baumgarte's feedback, which is critically damped.
        pub(super) beta: f64 = DATA.get("Example 1", "Baumgarte", "beta").value,
        /// Gain of gradient feedback and of the energy, in 1/s.
        pub(super) rate: f64 = readings()[0],
        /// Speed at the start; at 2 the pendulum turns over.
        pub(super) speed: f64 = 2.0,
        /// The divisor of the feedback of the energy, by default the bare one of Eq. 65.
        pub(super) at_rest: AtRest = AtRest::AsPrinted,
    }
}

/// A case of Figs. 3 to 5. The text names five cases clearly; the sixth is one of the last three here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    NoControl,
    Baumgarte(Placement),
    /// Baumgarte's feedback with feedback of the energy (Eq. 53).
    BaumgarteWithEnergy(Placement),
    /// Gradient feedback with feedback of the energy (Eq. 51).
    Gradient(Placement),
    /// Gradient feedback without the energy (Eq. 28).
    GradientWithoutEnergy(Placement),
    /// The angle as the only coordinate, without control (Eq. 68).
    Angle,
    AngleWithEnergy,
}

/// The cases with the placements of the paper.
pub(super) const CASES: [Case; 7] = [
    Case::NoControl,
    Case::Baumgarte(Placement::EveryPass),
    Case::BaumgarteWithEnergy(Placement::EveryPass),
    Case::Gradient(Placement::ForwardEuler),
    Case::GradientWithoutEnergy(Placement::ForwardEuler),
    Case::Angle,
    Case::AngleWithEnergy,
];

impl Case {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::NoControl => "no control",
            Self::Baumgarte(_) => "Baumgarte",
            Self::BaumgarteWithEnergy(_) => "Baumgarte + energy",
            Self::Gradient(_) => "CVSGF",
            Self::GradientWithoutEnergy(_) => "CVSGF without energy",
            Self::Angle => "angle",
            Self::AngleWithEnergy => "angle + energy",
        }
    }
}

/// The violations and the motion after one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Seen {
    pub(super) t: f64,
    pub(super) phi: f64,
    pub(super) phi_dot: f64,
    pub(super) psi: f64,
    /// The squared speed |v|².
    pub(super) speed_squared: f64,
    /// The coordinate x of the run; its error is formed where the exact motion is known.
    pub(super) x: f64,
}

impl Seen {
    /// The entry that marks a run that has broken off.
    pub(super) const GONE: Self = Self {
        t: f64::INFINITY,
        phi: f64::INFINITY,
        phi_dot: f64::INFINITY,
        psi: f64::INFINITY,
        speed_squared: f64::INFINITY,
        x: f64::INFINITY,
    };

    /// Evaluates a state in Cartesian coordinates of a run that started with the energy `start`.
    fn in_plane(state: &State, start: f64) -> Self {
        let ([x, y], [vx, vy]) = ([state.q()[0], state.q()[1]], [state.v()[0], state.v()[1]]);
        let speed_squared = vx * vx + vy * vy;
        Self {
            t: state.t,
            phi: 0.5 * (x * x + y * y - 1.0),
            phi_dot: x * vx + y * vy,
            psi: 0.5 * speed_squared + y - start,
            speed_squared,
            x,
        }
    }

    /// Evaluates a state of the angle, which has no constraint to violate, of a run that started with the energy
    /// `start`.
    fn by_angle(state: &State, start: f64) -> Self {
        let ((sin, cos), rate) = (math::sin_cos(state.q()[0]), state.v()[0]);
        Self {
            t: state.t,
            psi: 0.5 * rate * rate + sin - start,
            speed_squared: rate * rate,
            x: cos,
            ..Self::default()
        }
    }
}

impl Example {
    fn pendulum(&self) -> Result<Pendulum> {
        Ok(Pendulum::new(Parameters {
            gravity: 1.0,
            angle: FRAC_PI_2,
            rate: self.speed,
            ..Parameters::default()
        })?)
    }

    fn energy_feedback(&self) -> Result<EnergyFeedback> {
        // ρ follows from the rate, Eq. 65; with unit masses the metric makes no difference.
        let rate = Gain::Fixed(self.rate);
        let feedback = EnergyFeedback::new(rate, Levels::Velocity, Metric::Euclidean)?;
        Ok(feedback.at_rest(self.at_rest))
    }

    fn variant(&self, case: Case) -> Result<Box<dyn Variant>> {
        let (integrator, rate) = (self.integrator, Gain::Fixed(self.rate));
        let gains = Gains::critical(Gain::Fixed(self.beta))?;
        let gradient = |placement| GradientFeedback::new(integrator, placement, rate, "");
        Ok(match case {
            Case::NoControl | Case::Angle => Box::new(Unstabilized {
                integrator,
                step_control: StepControl::Fixed,
            }),
            Case::Baumgarte(placement) => {
                Box::new(Baumgarte::with_gains(integrator, placement, gains, ""))
            }
            Case::BaumgarteWithEnergy(placement) => {
                let pair = (Gain::Fixed(2.0 * self.beta.sqrt()), Gain::Fixed(self.beta));
                let energy = self.energy_feedback()?;
                Box::new(BaumgarteEnergy::new(
                    integrator, placement, pair, energy, "",
                )?)
            }
            Case::Gradient(placement) => {
                Box::new(gradient(placement)?.with_energy(self.energy_feedback()?))
            }
            Case::GradientWithoutEnergy(placement) => Box::new(gradient(placement)?),
            Case::AngleWithEnergy => {
                // There are no rows, so that the gains of the constraints act on nothing.
                let pair = (Gain::Fixed(0.0), Gain::Fixed(0.0));
                let (energy, placement) = (self.energy_feedback()?, Placement::EveryPass);
                Box::new(BaumgarteEnergy::new(
                    integrator, placement, pair, energy, "",
                )?)
            }
        })
    }

    /// Runs a case and calls `see` after every step, until a step fails or `see` returns false. Returns whether the run
    /// came to its end.
    pub(super) fn follow(&self, case: Case, mut see: impl FnMut(Seen) -> bool) -> Result<bool> {
        let variant = self.variant(case)?;
        let start = 0.5 * self.speed * self.speed;
        let by_angle = matches!(case, Case::Angle | Case::AngleWithEnergy);
        let system: Box<dyn System> = match by_angle {
            true => Box::new(Auto::new(Angle { speed: self.speed })),
            false => Box::new(PendulumKernel::new(self.pendulum()?)),
        };
        let look = if by_angle {
            Seen::by_angle
        } else {
            Seen::in_plane
        };
        let mut run = Trial::fixed(&*variant, &*system, self.h)?;
        for _ in 0..steps(self.end, self.h) {
            if !run.step().is_ok_and(|state| see(look(state, start))) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The entries of a case after every step. A run that breaks off ends with [`Seen::GONE`], so that its violations
    /// never count as small.
    pub(super) fn history(&self, case: Case) -> Result<Vec<Seen>> {
        let mut all = Vec::new();
        let ended = self.follow(case, |seen| {
            all.push(seen);
            true
        })?;
        if !ended {
            all.push(Seen::GONE);
        }
        Ok(all)
    }

    /// The exact x after every step, by elliptic functions.
    pub(super) fn exact(&self) -> Result<Vec<f64>> {
        let motion = self.pendulum()?.motion();
        let at = |k: usize| motion.at(self.h * k as f64).q[0];
        Ok((1..=steps(self.end, self.h)).map(at).collect())
    }
}

/// The largest violations of a run, and its largest error of x.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Largest {
    pub(super) phi: f64,
    pub(super) phi_dot: f64,
    pub(super) psi: f64,
    pub(super) error: f64,
}

impl Largest {
    pub(super) fn of(history: &[Seen], exact: &[f64]) -> Self {
        let of = |value: fn(&Seen) -> f64| largest(history.iter().map(value));
        let errors = history.iter().zip(exact).map(|(seen, x)| seen.x - x);
        Self {
            phi: of(|seen| seen.phi),
            phi_dot: of(|seen| seen.phi_dot),
            psi: of(|seen| seen.psi),
            error: largest(errors),
        }
    }
}

#[cfg(test)]
mod tests;
