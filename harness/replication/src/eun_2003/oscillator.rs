//! Three masses whose displacements obey linear constraints, and the measures of their violations (Eqs. 20-25).

use crate::Result;
use crate::steps::steps;
use generalized_inverse::{GeneralizedInverse, Stabilization};
use stepping::{Gain, Gains, Integrator, Placement};
use system::State;
use three_mass_oscillator::{Parameters, Rows, ThreeMassKernel, ThreeMassOscillator};
use trial::Trial;

/// Set-up of one run. The paper states neither the start nor the order of its Runge-Kutta scheme; a start at zero and
/// the order 5(4) are the plain reading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Oscillator {
    pub(super) rows: Rows,
    /// Displacement of the first mass at the start, which violates both rows unless it is zero.
    pub(super) displacement: f64,
    pub(super) steps: Steps,
    /// The integrator that keeps a tolerance.
    pub(super) scheme: Integrator,
    /// End of the run in s.
    pub(super) end: f64,
}

/// How the steps are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Steps {
    /// By a scheme with an error estimate and this local tolerance.
    Tolerance(f64),
    /// By RK-4 with this fixed step in s, so that two runs differ only by their feedback.
    Fixed(f64),
}

/// The local tolerance of the paper.
pub(super) const TOLERANCE: f64 = 1e-6;

/// Time in s between the points at which integrands are evaluated, which is about two steps of the integrator.
const INTERVAL: f64 = 0.05;

impl Oscillator {
    pub(super) fn new(rows: Rows) -> Self {
        Self {
            rows,
            displacement: 0.0,
            steps: Steps::Tolerance(TOLERANCE),
            scheme: Integrator::Dopri5,
            end: 30.0,
        }
    }

    pub(super) fn kernel(&self) -> Result<ThreeMassKernel> {
        let oscillator = ThreeMassOscillator::new(Parameters {
            rows: self.rows,
            displacement: self.displacement,
            ..Parameters::default()
        })?;
        Ok(ThreeMassKernel::new(oscillator))
    }

    /// Time between two outputs of a run, in s.
    fn interval(&self) -> f64 {
        match self.steps {
            Steps::Tolerance(_) => INTERVAL,
            Steps::Fixed(h) => h,
        }
    }

    /// Runs the method of the paper with this feedback, and calls `see` with the time and the violations at every
    /// output, including the start.
    pub(super) fn follow(
        &self,
        stabilization: Stabilization,
        mut see: impl FnMut(f64, [f64; 4]),
    ) -> Result<()> {
        let (system, placement) = (self.kernel()?, Placement::EveryPass);
        let by = |integrator| GeneralizedInverse::new(integrator, placement, stabilization, "");
        let variant = match self.steps {
            Steps::Tolerance(_) => by(self.scheme).adaptive(),
            Steps::Fixed(_) => by(Integrator::Rk4),
        };
        let mut run = match self.steps {
            Steps::Tolerance(tolerance) => Trial::adaptive(&variant, &system, tolerance, INTERVAL)?,
            Steps::Fixed(h) => Trial::fixed(&variant, &system, h)?,
        };
        see(0.0, violations(run.state()));
        for _ in 0..steps(self.end, self.interval()) {
            let state = run.step()?;
            see(state.t, violations(state));
        }
        Ok(())
    }

    /// The measures `E₁` to `E₄` (Eqs. 20, 21, 24 and 25) as printed, `1/T √∫`, by the trapezoidal rule.
    pub(super) fn measures(&self, stabilization: Stabilization) -> Result<[f64; 4]> {
        let mut squares: Vec<[f64; 4]> = Vec::new();
        self.follow(stabilization, |_, violations| {
            squares.push(violations.map(|x| x * x));
        })?;
        let last = squares.len() - 1;
        let integral = |k: usize| {
            let inner: f64 = squares.iter().map(|s| s[k]).sum();
            self.interval() * (inner - 0.5 * (squares[0][k] + squares[last][k]))
        };
        Ok(std::array::from_fn(|k| integral(k).sqrt() / self.end))
    }
}

/// Feedback with the same gains on every row, or no stabilization if both are zero.
pub(super) fn uniform(alpha: f64, beta: f64) -> Result<Stabilization> {
    if alpha == 0.0 && beta == 0.0 {
        return Ok(Stabilization::None);
    }
    let gains = Gains::new(Gain::Fixed(alpha), Gain::Fixed(beta))?;
    Ok(Stabilization::Rows(gains))
}

/// The violations `q₁ - 3q₂` and `q₁ + q₂ + q₃`, each followed by its rate.
fn violations(state: &State) -> [f64; 4] {
    let rows = |x: &[f64]| [x[0] - 3.0 * x[1], x[0] + x[1] + x[2]];
    let ([phi_1, phi_2], [rate_1, rate_2]) = (rows(state.q()), rows(state.v()));
    [phi_1, rate_1, phi_2, rate_2]
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::largest;

    /// The largest error of positions and that of velocities at the end of a run.
    fn error(rows: Rows, stabilization: Stabilization, tolerance: f64, interval: f64) -> [f64; 2] {
        let oscillator = Oscillator::new(rows);
        let (integrator, placement) = (Integrator::Dopri5, Placement::EveryPass);
        let variant = GeneralizedInverse::new(integrator, placement, stabilization, "").adaptive();
        let system = oscillator.kernel().unwrap();
        let mut run = Trial::adaptive(&variant, &system, tolerance, interval).unwrap();
        let state = run.steps(steps(oscillator.end, interval)).unwrap();
        // The presets stand in the order of the rows.
        let exact = three_mass_oscillator::problems()[rows as usize].truth(&[oscillator.end]);
        let gap = |a: &[f64], b: &[f64]| largest(a.iter().zip(b).map(|(a, b)| a - b));
        [gap(state.q(), &exact[0].q), gap(state.v(), &exact[0].v)]
    }

    #[test]
    fn runs_are_as_far_from_the_exact_motion_as_their_tolerance_says() {
        // 2.5e-7 in positions after 30 s at this tolerance, by another program.
        let [error, _] = error(Rows::One, Stabilization::None, TOLERANCE, INTERVAL);
        assert!((1e-8..1e-6).contains(&error), "{error:e}");
    }

    #[test]
    fn a_fine_tolerance_gives_the_exact_motion_whether_or_not_rows_are_copied() {
        for rows in [Rows::One, Rows::Two, Rows::Duplicated] {
            let errors = error(rows, uniform(20.0, 100.0).unwrap(), 1e-11, 1.0);
            assert!(errors.iter().all(|e| *e < 1e-9), "{rows:?}: {errors:?}");
        }
    }
}
