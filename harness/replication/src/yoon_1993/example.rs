//! Example 1: the six cases, run step by step.

use crate::ReplicationError;
use crate::following::{Following, steps};
use baumgarte::Baumgarte;
use baumgarte_energy::BaumgarteEnergy;
use gradient_feedback::GradientFeedback;
use mechanics::{Auto, Mechanism, Scalar, Shape, State, System, widen};
use pendulum::{Parameters, Pendulum, PendulumKernel};
use std::f64::consts::FRAC_PI_2;
use stepping::{
    EnergyFeedback, Gain, Gains, Integrator, Levels, Method, Metric, Placement, StepControl,
};
use unstabilized::Unstabilized;

/// The two readings of the gains of gradient feedback and energy: the printed one, and the one that has the printed
/// eigenvalue.
pub(super) const READINGS: [f64; 2] = [40.0, 6.324_555_320_336_759];

/// What is run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Example {
    pub(super) integrator: Integrator,
    /// Step in s.
    pub(super) h: f64,
    /// Time in s.
    pub(super) end: f64,
    /// Gain on Φ of Baumgarte's feedback, critically damped.
    pub(super) beta: f64,
    /// Gains of gradient feedback and energy in 1/s.
    pub(super) rate: f64,
    /// Speed at the start; with 2 it turns over.
    pub(super) speed: f64,
}

impl Default for Example {
    fn default() -> Self {
        Self {
            integrator: Integrator::Ab3,
            h: 0.01,
            end: 20.0,
            beta: 40.0,
            rate: READINGS[0],
            speed: 2.0,
        }
    }
}

/// The cases of Figs. 3 to 5. The text names five of them clearly; the sixth is one of the last three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    NoControl,
    Baumgarte(Placement),
    /// Eq. 53.
    BaumgarteWithEnergy(Placement),
    /// Eq. 51.
    Gradient(Placement),
    /// Eq. 28.
    GradientWithoutEnergy(Placement),
    /// Eq. 68.
    Angle,
    AngleWithEnergy,
}

/// The cases as the paper runs them.
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

/// What is seen after one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Seen {
    pub(super) t: f64,
    pub(super) phi: f64,
    pub(super) phi_dot: f64,
    pub(super) psi: f64,
    /// |v|².
    pub(super) speed_squared: f64,
    /// x of the run; the error is formed where the exact motion is known.
    pub(super) x: f64,
}

/// The angle from the positive x axis as the only coordinate: `θ'' = -cos θ` (Eq. 68).
#[derive(Clone, Copy)]
struct Angle {
    speed: f64,
}

impl Mechanism for Angle {
    fn shape(&self) -> Shape {
        Shape::new(1, 0)
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        (widen([0.0]), widen([self.speed]))
    }

    fn constraint<S: Scalar>(&self, _t: S, _q: &[S], _out: &mut [S]) {}

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        out[0] = S::from(1.0);
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        q[0].sin_cos().0
    }
}

impl Example {
    fn pendulum(&self) -> Result<Pendulum, ReplicationError> {
        Ok(Pendulum::new(Parameters {
            gravity: 1.0,
            angle: FRAC_PI_2,
            rate: self.speed,
            ..Parameters::default()
        })?)
    }

    fn energy_feedback(&self) -> Result<EnergyFeedback, ReplicationError> {
        // ρ follows from the rate, Eq. 65; with unit masses the metric makes no difference.
        let rate = Gain::Fixed(self.rate);
        Ok(EnergyFeedback::new(
            rate,
            Levels::Velocity,
            Metric::Euclidean,
        )?)
    }

    fn method(&self, case: Case) -> Result<Box<dyn Method>, ReplicationError> {
        let (integrator, rate) = (self.integrator, Gain::Fixed(self.rate));
        let gains = Gains::critical(Gain::Fixed(self.beta))?;
        let gradient = |placement| GradientFeedback::new(integrator, placement, rate, "replicated");
        Ok(match case {
            Case::NoControl | Case::Angle => Box::new(Unstabilized {
                integrator,
                control: StepControl::Fixed,
            }),
            Case::Baumgarte(placement) => Box::new(Baumgarte::with_gains(
                integrator,
                placement,
                gains,
                "replicated",
            )),
            Case::BaumgarteWithEnergy(placement) => {
                let pair = (Gain::Fixed(2.0 * self.beta.sqrt()), Gain::Fixed(self.beta));
                let energy = self.energy_feedback()?;
                Box::new(BaumgarteEnergy::new(
                    integrator,
                    placement,
                    pair,
                    energy,
                    "replicated",
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
                    integrator,
                    placement,
                    pair,
                    energy,
                    "replicated",
                )?)
            }
        })
    }

    /// Follows a case, until `see` says that it has seen enough or a step cannot be taken; tells whether the run came to
    /// its end.
    pub(super) fn follow(
        &self,
        case: Case,
        mut see: impl FnMut(Seen) -> bool,
    ) -> Result<bool, ReplicationError> {
        let method = self.method(case)?;
        let start = 0.5 * self.speed * self.speed;
        let in_plane = |state: &State| {
            let ([x, y], [vx, vy]) = ([state.q()[0], state.q()[1]], [state.v()[0], state.v()[1]]);
            Seen {
                t: state.t,
                phi: 0.5 * (x * x + y * y - 1.0),
                phi_dot: x * vx + y * vy,
                psi: 0.5 * (vx * vx + vy * vy) + y - start,
                speed_squared: vx * vx + vy * vy,
                x,
            }
        };
        let by_angle = |state: &State| {
            let ((sin, cos), rate) = (state.q()[0].sin_cos(), state.v()[0]);
            Seen {
                t: state.t,
                psi: 0.5 * rate * rate + sin - start,
                speed_squared: rate * rate,
                x: cos,
                ..Seen::default()
            }
        };
        let (system, look): (Box<dyn System>, &dyn Fn(&State) -> Seen) = match case {
            Case::Angle | Case::AngleWithEnergy => {
                (Box::new(Auto::new(Angle { speed: self.speed })), &by_angle)
            }
            _ => (Box::new(PendulumKernel::new(self.pendulum()?)), &in_plane),
        };
        let mut run = Following::fixed(&*method, &*system, self.h)?;
        for _ in 0..steps(self.end, self.h) {
            match run.step() {
                Ok(state) => {
                    if !see(look(state)) {
                        return Ok(false);
                    }
                }
                Err(ReplicationError::Step(_)) => return Ok(false),
                Err(other) => return Err(other),
            }
        }
        Ok(true)
    }

    /// Everything that is seen of a case.
    pub(super) fn history(&self, case: Case) -> Result<Vec<Seen>, ReplicationError> {
        let mut all = Vec::new();
        self.follow(case, |seen| {
            all.push(seen);
            true
        })?;
        Ok(all)
    }

    /// The exact x after every step, by elliptic functions.
    pub(super) fn exact(&self) -> Result<Vec<f64>, ReplicationError> {
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
        let mut largest = Self::default();
        for (seen, exact) in history.iter().zip(exact) {
            largest.phi = largest.phi.max(seen.phi.abs());
            largest.phi_dot = largest.phi_dot.max(seen.phi_dot.abs());
            largest.psi = largest.psi.max(seen.psi.abs());
            largest.error = largest.error.max((seen.x - exact).abs());
        }
        largest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nine digits from a program that was written for the purpose, 20 s with steps of 0.01 s: Φ, Φ', Ψ, error of x.
    const INDEPENDENT: [(Case, f64, [f64; 4]); 8] = [
        (
            Case::NoControl,
            40.0,
            [1.47487842e-4, 1.76233893e-5, 3.48526618e-4, 9.82598495e-4],
        ),
        (
            Case::Baumgarte(Placement::EveryPass),
            40.0,
            [6.68078799e-6, 2.24488094e-5, 1.48707271e-3, 9.07528334e-3],
        ),
        (
            Case::BaumgarteWithEnergy(Placement::EveryPass),
            40.0,
            [6.68122291e-6, 2.24507251e-5, 8.45740086e-6, 6.79012504e-5],
        ),
        (
            Case::Gradient(Placement::ForwardEuler),
            40.0,
            [1.07232651e-6, 2.04514509e-5, 3.12042511e-6, 9.52506908e-6],
        ),
        (
            Case::Gradient(Placement::ForwardEuler),
            6.324_555_320_336_759,
            [6.34619785e-6, 2.02329226e-5, 1.75549586e-5, 2.28140133e-5],
        ),
        (
            Case::Gradient(Placement::BackwardEuler),
            40.0,
            [5.98820947e-7, 1.74802843e-5, 2.40033421e-6, 7.72076032e-6],
        ),
        (
            Case::GradientWithoutEnergy(Placement::ForwardEuler),
            40.0,
            [1.13570949e-6, 2.29956671e-5, 3.67509339e-4, 2.72969319e-3],
        ),
        (Case::Angle, 40.0, [0.0, 0.0, 2.78680698e-5, 1.41707643e-4]),
    ];

    #[test]
    fn every_case_agrees_with_an_independent_program() {
        for (case, rate, expected) in INDEPENDENT {
            let example = Example {
                rate,
                ..Example::default()
            };
            let exact = example.exact().unwrap();
            let largest = Largest::of(&example.history(case).unwrap(), &exact);
            let found = [largest.phi, largest.phi_dot, largest.psi, largest.error];
            for (found, expected) in found.into_iter().zip(expected) {
                // Eq. 40 with the actual |J|² against Eq. 64 with 1: a few parts in Φ, besides the last digit.
                let room = expected * (1e-8 + 10.0 * largest.phi) + 1e-14;
                assert!(
                    (found - expected).abs() <= room,
                    "{case:?} {rate}: {found:e}"
                );
            }
        }
    }

    #[test]
    fn the_exact_motion_has_the_known_period() {
        let exact = Example::default().pendulum().unwrap().motion();
        assert!((exact.period() - 3.313_276_340_473_188_3).abs() < 1e-14);
    }
}
