//! Embedded Runge-Kutta pairs that choose their own steps (Hairer, Nørsett, Wanner, II.4).

use super::runge_kutta::combine;
use super::tableau::{Tableau, Terms};
use crate::StepError;
use crate::formulations::placement::Stages;
use vocabulary::planted::{self, Defect};

/// Factor by which steps are smaller than the error estimate allows.
const SAFETY: f64 = 0.9;
/// Largest factor by which a step grows.
const GROW: f64 = 5.0;
/// Smallest factor by which a step shrinks.
const SHRINK: f64 = 0.2;
/// Steps below this fraction of the time reached (or of the interval) are not tried.
const SMALLEST: f64 = 1e-13;

/// Number of steps tried in one interval before it fails.
const MOST_STEPS: u64 = 1_000_000;

/// Number of steps that one interval took.
#[derive(Clone, Copy, Default)]
pub(crate) struct Taken {
    pub(crate) accepted: u64,
    pub(crate) rejected: u64,
}

pub(crate) struct Adaptive {
    tableau: &'static Tableau,
    /// Whether the error estimates need the rate at the result.
    uses_final_rate: bool,
    tolerance: f64,
    /// The step to try next; zero before the first step.
    h: f64,
    /// Rates of the stages, followed by the rate at the result.
    k: Vec<Vec<f64>>,
    /// The state of a stage, and after the stages an error estimate.
    stage: Vec<f64>,
    result: Vec<f64>,
    /// Factor by which the error of each component is scaled.
    weights: Vec<f64>,
    zero: Vec<f64>,
    /// Time and state at which the first rate was evaluated; the time is NaN when there is no such rate.
    known: (f64, Vec<f64>),
}

impl Adaptive {
    pub(crate) fn new(tableau: &'static Tableau, tolerance: f64, dimension: usize) -> Self {
        let stages = tableau.c.len();
        let mut weights = tableau.error.iter().flat_map(|estimate| estimate.iter());
        Self {
            tableau,
            uses_final_rate: weights.any(|&(s, _)| s == stages),
            tolerance,
            h: 0.0,
            k: vec![vec![0.0; dimension]; stages + 1],
            stage: vec![0.0; dimension],
            result: vec![0.0; dimension],
            weights: vec![0.0; dimension],
            zero: vec![0.0; dimension],
            known: (f64::NAN, vec![0.0; dimension]),
        }
    }

    /// Advances `y` from `t` to exactly `t + interval`. It calls `prepare` with the size of each step before the step
    /// is tried, and `accept` with each result, which `accept` may change.
    pub(crate) fn advance<P: Stages>(
        &mut self,
        stages: &mut P,
        t: f64,
        interval: f64,
        y: &mut [f64],
        mut prepare: impl FnMut(&mut P, f64),
        mut accept: impl FnMut(&mut P, f64, f64, &mut [f64]) -> Result<(), StepError>,
    ) -> Result<Taken, StepError> {
        let mut taken = Taken::default();
        let mut done = 0.0;
        if self.h == 0.0 {
            prepare(stages, interval);
            self.first_rate(stages, t, y)?;
            self.h = self.first_step(y, interval);
        }
        while done < interval {
            let now = t + done;
            // A step that would leave less than a hundredth of itself takes the rest of the interval as well.
            let last = done + 1.01 * self.h >= interval;
            let h = if last { interval - done } else { self.h };
            let then = if last { interval } else { done + h };
            if taken.accepted + taken.rejected >= MOST_STEPS {
                return Err(StepError::StepTooSmall { t: now, h });
            }
            prepare(stages, h);
            let error = self.try_step(stages, now, t + then, h, y)?;
            let factor = SAFETY * math::powf(error, -1.0 / f64::from(self.tableau.error_order + 1));
            if error <= 1.0 {
                taken.accepted += 1;
                y.copy_from_slice(&self.result);
                if self.uses_final_rate {
                    // The rate at the result is the first rate of the next step if that starts at the result.
                    self.k.swap(0, self.tableau.c.len());
                    self.known.0 = t + then;
                    self.known.1.copy_from_slice(y);
                }
                accept(stages, now + h, h, y)?;
                done = then;
                // The last step was cut to fit the interval, so it must not shorten the next one.
                let next = h * factor.clamp(SHRINK, GROW);
                self.h = if last { self.h.max(next) } else { next };
            } else {
                taken.rejected += 1;
                // An estimate that is NaN counts as a very large one.
                self.h = h * if factor.is_finite() {
                    factor.clamp(SHRINK, 1.0)
                } else {
                    SHRINK
                };
                if !(self.h > SMALLEST * now.abs().max(interval)) {
                    return Err(StepError::StepTooSmall { t: now, h: self.h });
                }
            }
        }
        Ok(taken)
    }

    /// Evaluates the rate at the beginning of a step, unless it is known from the step before or from a rejected one.
    fn first_rate(&mut self, stages: &mut impl Stages, t: f64, y: &[f64]) -> Result<(), StepError> {
        if self.known.0 == t && self.known.1 == y && !stages.depends_on_step() {
            return Ok(());
        }
        self.known.0 = f64::NAN;
        stages.first(t, y, &mut self.k[0])?;
        self.known.0 = t;
        self.known.1.copy_from_slice(y);
        Ok(())
    }

    /// Tries one step from `y` at `t` to `end`, writes its result to `result` and returns the scaled error estimate.
    fn try_step(
        &mut self,
        stages: &mut impl Stages,
        t: f64,
        end: f64,
        h: f64,
        y: &[f64],
    ) -> Result<f64, StepError> {
        let count = self.tableau.c.len();
        self.first_rate(stages, t, y)?;
        for i in 1..count {
            let (before, rest) = self.k.split_at_mut(i);
            combine(y, h, self.tableau.a[i], before, &mut self.stage);
            stages.later(t + self.tableau.c[i] * h, &self.stage, &mut rest[0])?;
        }
        combine(y, h, self.tableau.b, &self.k, &mut self.result);
        if !self.result.iter().all(|x| x.is_finite()) {
            return Ok(f64::INFINITY);
        }
        if self.uses_final_rate {
            stages.later(end, &self.result, &mut self.k[count])?;
        }
        let sizes = y.iter().zip(&self.result);
        for (weight, (y, result)) in self.weights.iter_mut().zip(sizes) {
            let tolerance = match planted::is(Defect::LooseTolerance) {
                true => 10.0 * self.tolerance,
                false => self.tolerance,
            };
            *weight = 1.0 / (tolerance * (1.0 + y.abs().max(result.abs())));
        }
        Ok(match *self.tableau.error {
            [one] => self.estimate(h, one),
            [fifth, third] => {
                // The combination of DOP853: the fifth-order estimate, damped by the third-order one.
                let (e5, e3) = (self.estimate(h, fifth), self.estimate(h, third));
                let denominator = (e5 * e5 + 0.01 * e3 * e3).sqrt();
                if denominator > 0.0 {
                    e5 * e5 / denominator
                } else {
                    0.0
                }
            }
            _ => unreachable!("adaptive tableaux carry one or two estimates"),
        })
    }

    /// Root-mean-square of `h Σ e_k k_k`, each component scaled by its tolerance.
    fn estimate(&mut self, h: f64, terms: Terms) -> f64 {
        combine(&self.zero, h, terms, &self.k, &mut self.stage);
        let scaled = self.stage.iter().zip(&self.weights).map(|(e, w)| e * w);
        let sum: f64 = scaled.map(|x| x * x).sum();
        (sum / self.stage.len() as f64).sqrt()
    }

    /// A first step with which an Euler step moves the state by `0.1 tolerance^(1/(order + 1))` of its size, and at
    /// most the interval.
    fn first_step(&self, y: &[f64], interval: f64) -> f64 {
        let size: f64 = y.iter().map(|y| 1.0 + y.abs()).sum();
        let speed: f64 = self.k[0].iter().map(|k| k.abs()).sum();
        let careful = math::powf(self.tolerance, 1.0 / f64::from(self.tableau.order + 1));
        let h = if speed > 0.0 {
            0.1 * careful * size / speed
        } else {
            interval
        };
        h.min(interval)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tableau;
    use super::*;
    use crate::formulations::test_systems::TurningRod;
    use crate::{
        FeedbackEquations, Gain, Gains, Integrator, MultiplierForm, Placement, Resolution,
        StepSize, Stepper, Tolerance, stepper,
    };
    use system::{Auto, System};

    /// A moving constraint, so that times count as well as states.
    fn steps(system: &dyn System, integrator: Integrator, gain: Gain) -> Box<dyn Stepper + '_> {
        let form = MultiplierForm::new(system).unwrap();
        let law = Gains::new(gain, gain).unwrap().law(1).unwrap();
        let resolution = Resolution::Adaptive {
            tolerance: Tolerance::new(1e-7).unwrap(),
            interval: StepSize::new(0.3).unwrap(),
        };
        let equations = FeedbackEquations::new(form, law);
        stepper(equations, integrator, Placement::EveryPass, resolution).unwrap()
    }

    #[test]
    fn a_rate_is_evaluated_again_only_where_the_step_may_change_it() {
        let system = Auto::new(TurningRod);
        // Stages per step, and how many of them are known when the step begins where the last one ended.
        for (integrator, stages, known) in [(Integrator::Dopri5, 7, 1), (Integrator::Dop853, 12, 0)]
        {
            for gain in [Gain::Fixed(2.0), Gain::PerStep(0.1)] {
                let mut steps = steps(&system, integrator, gain);
                let mut state = system.initial();
                (0..5).for_each(|_| steps.step(&mut state).unwrap());
                let work = steps.work();
                let tried = work.steps + work.rejected;
                let expected = match gain {
                    // Without the rate at the result, only rejected steps know where the next one begins.
                    Gain::Fixed(_) if known == 0 => stages * tried - work.rejected,
                    Gain::Fixed(_) => 1 + (stages - 1) * tried,
                    Gain::PerStep(_) => 1 + stages * tried,
                };
                assert_eq!(work.evaluations, expected, "{integrator:?} {gain:?}");
            }
        }
    }

    #[test]
    fn a_state_that_somebody_changed_gets_a_rate_of_its_own() {
        let system = Auto::new(TurningRod);
        let mut steps = steps(&system, Integrator::Dopri5, Gain::Fixed(2.0));
        let mut state = system.initial();
        steps.step(&mut state).unwrap();
        for (changed, more) in [(false, 0), (true, 1)] {
            if changed {
                state.q_v_mut().1[0] += 1e-3;
            }
            let before = steps.work().evaluations;
            steps.step(&mut state).unwrap();
            assert_eq!((steps.work().evaluations - before) % 6, more);
        }
    }

    /// A mass on a spring.
    struct Oscillator;

    impl Stages for Oscillator {
        fn first(&mut self, t: f64, y: &[f64], y_dot: &mut [f64]) -> Result<(), StepError> {
            self.later(t, y, y_dot)
        }

        fn later(&mut self, _t: f64, y: &[f64], y_dot: &mut [f64]) -> Result<(), StepError> {
            y_dot.copy_from_slice(&[y[1], -y[0]]);
            Ok(())
        }

        fn depends_on_step(&self) -> bool {
            false
        }
    }

    #[test]
    fn the_error_is_measured_in_units_of_the_tolerance() {
        // Powers of two cost no rounding.
        for tableau in [&tableau::DOPRI5, &tableau::DOP853] {
            let error = |tolerance: f64| {
                let mut pair = Adaptive::new(tableau, tolerance, 2);
                let error = pair.try_step(&mut Oscillator, 0.0, 0.5, 0.5, &[0.6, 0.8]);
                error.unwrap()
            };
            let unit = error(1.0);
            assert!(unit > 0.0);
            for factor in [0.125, 32.0, 1024.0] {
                assert_eq!(error(1.0 / factor), factor * unit);
            }
        }
    }

    #[test]
    fn at_rest_there_is_no_error_and_the_first_step_is_the_interval() {
        for tableau in [&tableau::DOPRI5, &tableau::DOP853] {
            let mut pair = Adaptive::new(tableau, 1e-6, 2);
            let error = pair.try_step(&mut Oscillator, 0.0, 0.5, 0.5, &[0.0, 0.0]);
            assert_eq!(error.unwrap(), 0.0);
            assert_eq!(pair.first_step(&[0.0, 0.0], 0.5), 0.5);
        }
    }

    #[test]
    fn the_first_step_moves_the_state_by_a_part_of_its_size() {
        for tableau in [&tableau::DOPRI5, &tableau::DOP853] {
            let tolerance = math::powi(0.25, i32::try_from(tableau.order).unwrap() + 1);
            let mut pair = Adaptive::new(tableau, tolerance, 2);
            let y = [0.5, 2.0];
            pair.first_rate(&mut Oscillator, 0.0, &y).unwrap();
            // 0.1 · 0.25 of 1 + 0.5 + 1 + 2, at a speed of 2 + 0.5.
            let h = pair.first_step(&y, 1.0);
            assert!((h - 0.025 * 4.5 / 2.5).abs() < 1e-15, "{h}");
            assert_eq!(pair.first_step(&y, 0.01), 0.01);
        }
    }

    #[test]
    fn a_step_follows_from_the_error_of_the_one_before() {
        let (start, rejected) = ([0.6, 0.8], 1.0);
        for tableau in [&tableau::DOPRI5, &tableau::DOP853] {
            let error = |tolerance: f64, h: f64| {
                let mut pair = Adaptive::new(tableau, tolerance, 2);
                let error = pair.try_step(&mut Oscillator, 0.0, h, h, &start);
                error.unwrap()
            };
            // The first step has sixteen times the error that is allowed.
            let tolerance = error(1.0, rejected) / 16.0;
            let factor =
                |error: f64| 0.9 * math::powf(error, -1.0 / f64::from(tableau.error_order + 1));
            let first = rejected * factor(16.0);
            let second = first * factor(error(tolerance, first));
            let mut pair = Adaptive::new(tableau, tolerance, 2);
            pair.h = rejected;
            let mut accepted = Vec::new();
            let mut accept = |_: &mut Oscillator, _: f64, h: f64, _: &mut [f64]| {
                accepted.push(h);
                Ok(())
            };
            let mut y = start;
            let done = pair.advance(&mut Oscillator, 0.0, 10.0, &mut y, |_, _| {}, &mut accept);
            assert!(done.unwrap().rejected >= 1);
            assert!((accepted[0] / first - 1.0).abs() < 1e-12, "{accepted:?}");
            assert!((accepted[1] / second - 1.0).abs() < 1e-12, "{accepted:?}");
        }
    }
}
