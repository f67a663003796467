//! Energy control added to another formulation (Yoon 1992 Eqs. 44, 52 and 53).

use crate::formulations::vectors::add;
use crate::{
    ControlUse, EnergyControl, EnergyFeedback, Formulation, OnMultiplierForm, Point, StepError,
    Work,
};
use std::ops::Range;
use system::System;

/// A formulation with the gradient feedback of the energy in addition to its own control. With a bare
/// [`crate::MultiplierForm`] only the energy is controlled.
pub struct EnergyControlled<'a, F> {
    inner: F,
    energy: EnergyControl<'a>,
    /// Range of the velocities in a rate.
    velocities: Range<usize>,
}

impl<'a, F: OnMultiplierForm<'a>> EnergyControlled<'a, F> {
    /// Adds `feedback` to `inner`.
    pub fn new(inner: F, feedback: EnergyFeedback) -> Self {
        let system = inner.form().system();
        let shape = system.shape();
        Self {
            inner,
            energy: EnergyControl::new(system, feedback),
            velocities: shape.n_q()..shape.n_q() + shape.n_v(),
        }
    }

    /// The rate of the inner formulation, whose accelerations the energy control remembers.
    #[inline(always)]
    fn inner_rate(
        &mut self,
        at: Point<'_>,
        control: ControlUse<'_>,
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        self.inner.rate(at, control, y_dot)?;
        self.energy.accelerates(&y_dot[self.velocities.clone()]);
        Ok(())
    }

    /// Writes the feedback of the energy into `overlay` and adds it to the rate.
    fn overlay(
        &mut self,
        at: Point<'_>,
        overlay: &mut [f64],
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        overlay.fill(0.0);
        self.add_energy(at, overlay)?;
        add(overlay, y_dot);
        Ok(())
    }

    /// Adds the feedback of the energy at the point of the last evaluation.
    fn add_energy(&mut self, at: Point<'_>, y_dot: &mut [f64]) -> Result<(), StepError> {
        let form = self.inner.form();
        self.energy
            .add(form.unit(at), form.terms(), y_dot)
            .map_err(|cause| StepError::singular(at, cause))
    }
}

impl<'a, F: OnMultiplierForm<'a>> Formulation for EnergyControlled<'a, F> {
    fn system(&self) -> &dyn System {
        self.inner.system()
    }

    /// Quaternions are unit between steps, and so also at the start.
    fn start(&mut self, at: Point<'_>) {
        self.inner.start(at);
        self.energy.start(at);
    }

    fn set_step(&mut self, h: f64) -> bool {
        self.inner.set_step(h);
        self.energy.set_step(h);
        // Where the feedback fades it depends on accelerations of the evaluation before.
        false
    }

    #[inline(always)]
    fn rate(
        &mut self,
        at: Point<'_>,
        control: ControlUse<'_>,
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        match control {
            ControlUse::Off => self.inner_rate(at, ControlUse::Off, y_dot),
            ControlUse::Added(sample) => {
                self.inner_rate(at, ControlUse::Added(sample), y_dot)?;
                self.overlay(at, &mut sample.overlay, y_dot)
            }
            ControlUse::Sampled(sample) => {
                self.inner_rate(at, ControlUse::Sampled(sample), y_dot)?;
                self.overlay(at, &mut sample.overlay, y_dot)
            }
            ControlUse::Held(sample) => {
                self.inner.rate(at, ControlUse::Held(sample), y_dot)?;
                add(&sample.overlay, y_dot);
                Ok(())
            }
            ControlUse::Beside(control) => {
                self.inner_rate(at, ControlUse::Beside(control), y_dot)?;
                self.add_energy(at, control)
            }
            ControlUse::Alone => {
                self.inner.rate(at, ControlUse::Alone, y_dot)?;
                self.add_energy(at, y_dot)
            }
        }
    }

    fn multipliers(&mut self, at: Point<'_>) -> Result<&[f64], StepError> {
        self.inner.multipliers(at)
    }

    fn work(&self) -> Work {
        self.inner.work()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulations::test_systems::{self, Parts, TurningRod};
    use crate::{FeedbackEquations, Gain, Gains, Levels, Metric, MultiplierForm};
    use system::Auto;

    /// Off the constraint, off its rate and off the energy.
    const OFF: Point<'static> = Point {
        work: 0.4,
        ..test_systems::OFF
    };

    /// Faster than the velocities change, so that nothing fades.
    fn feedback(levels: Levels) -> EnergyFeedback {
        EnergyFeedback::new(Gain::PerStep(4.0), levels, Metric::Mass).unwrap()
    }

    /// The control is the same together with the rate, beside it, alone or held.
    #[test]
    fn rate_and_control_add_up_to_the_controlled_rate() {
        let system = Auto::new(TurningRod);
        for levels in [
            Levels::Velocity,
            Levels::PositionAndVelocity {
                rate: Gain::Fixed(10.0),
            },
        ] {
            let form = MultiplierForm::new(&system).unwrap();
            let gains = Gains::new(Gain::Fixed(3.0), Gain::PerStep(0.5)).unwrap();
            let inner = FeedbackEquations::new(form, gains.law(1).unwrap());
            let mut controlled = EnergyControlled::new(inner, feedback(levels));
            controlled.set_step(0.1);
            controlled.start((&system.initial()).into());
            Parts::at(OFF, &system, &mut controlled).check();
        }
    }

    /// Over the bare form nothing but the energy is controlled, along the velocities here.
    #[test]
    fn over_the_bare_form_the_control_is_that_of_the_energy() {
        let system = Auto::new(TurningRod);
        let form = MultiplierForm::new(&system).unwrap();
        let mut controlled = EnergyControlled::new(form, feedback(Levels::Velocity));
        controlled.set_step(0.1);
        controlled.start((&system.initial()).into());
        let mut control = [0.0; 5];
        controlled
            .rate(OFF, ControlUse::Alone, &mut control)
            .unwrap();
        let energy = |v: &[f64]| 0.65 * (v[0] * v[0] + v[1] * v[1]);
        let psi = energy(OFF.v) - energy(&[0.5, 2.0]) - OFF.work;
        let factor = -40.0 * psi / (2.0 * energy(OFF.v));
        let expected = [0.0, 0.0, factor * OFF.v[0], factor * OFF.v[1], 0.0];
        for k in 0..5 {
            assert!((control[k] - expected[k]).abs() < 1e-13, "component {k}");
        }
        let work = controlled.work();
        assert_eq!((work.evaluations, work.factorizations), (1, 0));
    }
}
