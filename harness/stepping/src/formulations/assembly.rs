//! Makes a stepper from a formulation, an integrator and a placement.

use crate::formulations::placement::Placed;
use crate::integrators::{
    AdamsBashforth, Adaptive, Aligned, Implicit, Rule, RungeKutta, Scheme, tableau,
};
use crate::{
    Clock, Formulation, Integrator, Multipliers, Placement, Refusal, Resolution, StepControl,
    StepError, Stepper, Work,
};
use system::State;

/// Largest number of stages for which vectors of fixed size pay; longer sums are evaluated in loops over the vectors.
const FEW_STAGES: usize = 4;

/// A stepper that integrates `formulation` with `integrator` and lets the control act at `placement`.
///
/// Multistep methods evaluate once per step, so for them a control held over the step is the same as one integrated by
/// forward Euler.
///
/// # Errors
/// When the resolution does not fit the integrator. Adaptive steps need an error estimate, and a control inside the
/// stages, so that the estimate contains its error.
pub fn stepper<'a, F: Formulation + 'a>(
    formulation: F,
    integrator: Integrator,
    placement: Placement,
    resolution: Resolution,
) -> Result<Box<dyn Stepper + 'a>, Refusal> {
    let h = match resolution {
        Resolution::Fixed(h) => h.seconds(),
        Resolution::Adaptive {
            tolerance,
            interval,
        } => {
            let tableau = match integrator {
                Integrator::Dopri5 => &tableau::DOPRI5,
                Integrator::Dop853 => &tableau::DOP853,
                other => return Err(Refusal::NoErrorEstimate(other.id())),
            };
            if placement != Placement::EveryPass {
                return Err(Refusal::Resolution {
                    needs: StepControl::Fixed,
                });
            }
            let stages = Placed::new(formulation, placement);
            return Ok(Box::new(AdaptiveSteps {
                scheme: Adaptive::new(tableau, tolerance.value(), stages.dimension()),
                stages,
                interval: interval.seconds(),
                counts: Work::default(),
            }));
        }
    };
    let placement = match placement {
        Placement::Held if integrator.history() > 0 => Placement::ForwardEuler,
        other => other,
    };
    let stages = Placed::new(formulation, placement);
    let d = stages.dimension();
    if let Some(tableau) = integrator.tableau() {
        return Ok(explicit(stages, tableau, h));
    }
    Ok(match integrator {
        Integrator::Trapezoid => fixed(stages, Implicit::new(Rule::Trapezoid, d), h),
        Integrator::ImplicitMidpoint => fixed(stages, Implicit::new(Rule::Midpoint, d), h),
        adams => fixed(stages, AdamsBashforth::new(adams.history(), d), h),
    })
}

/// An explicit Runge-Kutta method. Vectors have a fixed size where they are short, stages are few, and the vector
/// fills whole vector registers or all but one place of them.
fn explicit<'a, F: Formulation + 'a>(
    stages: Placed<F>,
    tableau: &'static tableau::Tableau,
    h: f64,
) -> Box<dyn Stepper + 'a> {
    macro_rules! sizes {
        ($($size:literal)+) => {
            match stages.dimension() {
                $($size if tableau.c.len() <= FEW_STAGES => {
                    fixed(stages, RungeKutta::new(tableau, Aligned([0.0; $size])), h)
                })+
                d => fixed(stages, RungeKutta::new(tableau, vec![0.0; d]), h),
            }
        };
    }
    sizes!(4 7 8 11 12 15 16)
}

fn fixed<'a, F: Formulation + 'a, S: Scheme + 'a>(
    mut stages: Placed<F>,
    scheme: S,
    h: f64,
) -> Box<dyn Stepper + 'a> {
    stages.set_step(h);
    Box::new(FixedSteps {
        stages,
        scheme,
        h,
        clock: Clock::default(),
        counts: Work::default(),
    })
}

struct FixedSteps<F, S> {
    stages: Placed<F>,
    scheme: S,
    h: f64,
    clock: Clock,
    counts: Work,
}

impl<F: Formulation, S: Scheme> Stepper for FixedSteps<F, S> {
    fn step(&mut self, state: &mut State) -> Result<(), StepError> {
        let (t, h) = (state.t, self.h);
        if self.counts.steps == 0 {
            self.stages.start(state);
        }
        self.counts.iterations += self.scheme.advance(&mut self.stages, t, h, state.y_mut())?;
        self.stages.finish(t + h, h, state.y_mut())?;
        self.counts.steps += 1;
        state.t = self.clock.after(t, h);
        StepError::unless_finite(state)
    }

    fn multipliers(&mut self, state: &State) -> Result<Multipliers<'_>, StepError> {
        self.stages.multipliers(state)
    }

    fn work(&self) -> Work {
        self.stages.work_and(self.counts)
    }
}

struct AdaptiveSteps<F> {
    stages: Placed<F>,
    scheme: Adaptive,
    interval: f64,
    counts: Work,
}

impl<F: Formulation> Stepper for AdaptiveSteps<F> {
    fn step(&mut self, state: &mut State) -> Result<(), StepError> {
        let (t, interval) = (state.t, self.interval);
        if self.counts.steps == 0 {
            self.stages.start(state);
        }
        let taken = self.scheme.advance(
            &mut self.stages,
            t,
            interval,
            state.y_mut(),
            |stages, h| stages.set_step(h),
            |stages, t, h, y| stages.finish(t, h, y),
        )?;
        self.counts.steps += taken.accepted;
        self.counts.rejected += taken.rejected;
        state.t = t + interval;
        StepError::unless_finite(state)
    }

    fn multipliers(&mut self, state: &State) -> Result<Multipliers<'_>, StepError> {
        self.stages.multipliers(state)
    }

    fn work(&self) -> Work {
        self.stages.work_and(self.counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulations::test_systems::Pendulum;
    use crate::{FeedbackEquations, Gain, Gains, MultiplierForm, StepSize};
    use system::{Auto, System};

    #[test]
    fn implicit_rules_evaluate_once_per_step_and_once_per_iteration() {
        let system = Auto::new(Pendulum);
        let resolution = Resolution::Fixed(StepSize::new(0.01).unwrap());
        for (integrator, implicit) in [
            (Integrator::Trapezoid, true),
            (Integrator::ImplicitMidpoint, true),
            (Integrator::Rk4, false),
        ] {
            let form = MultiplierForm::new(&system).unwrap();
            let gain = Gain::Fixed(1.0);
            let law = Gains::new(gain, gain).unwrap().law(1).unwrap();
            let equations = FeedbackEquations::new(form, law);
            let mut steps =
                stepper(equations, integrator, Placement::EveryPass, resolution).unwrap();
            let mut state = system.initial();
            (0..5).for_each(|_| steps.step(&mut state).unwrap());
            let work = steps.work();
            let stages = if implicit { 1 } else { 4 };
            assert_eq!(work.evaluations, stages * work.steps + work.iterations);
            assert_eq!(work.iterations > 0, implicit, "{integrator:?}");
        }
    }
}
