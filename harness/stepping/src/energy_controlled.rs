//! Energy control laid over another formulation (Yoon 1993 Eqs. 44, 52 and 53).

use crate::formulation::add;
use crate::{EnergyControl, EnergyFeedback, Formulation, OnMultiplierForm, Point, StepError, Work};
use mechanics::System;
use std::ops::Range;

/// A formulation with the gradient feedback of the energy on top of its own control. Over a bare
/// [`crate::MultiplierForm`] the energy is the only thing controlled.
pub struct EnergyControlled<'a, F> {
    inner: F,
    energy: EnergyControl<'a>,
    /// The feedback that a held control uses again, as a rate.
    held: Vec<f64>,
    /// Where the velocities are in a rate.
    velocities: Range<usize>,
}

impl<'a, F: OnMultiplierForm<'a>> EnergyControlled<'a, F> {
    /// Lays `feedback` over `inner`.
    pub fn new(inner: F, feedback: EnergyFeedback) -> Self {
        let system = inner.form().system();
        let shape = system.shape();
        let dimension = shape.n_q() + shape.n_v() + usize::from(shape.tracks_work());
        Self {
            inner,
            energy: EnergyControl::new(system, feedback),
            held: vec![0.0; dimension],
            velocities: shape.n_q()..shape.n_q() + shape.n_v(),
        }
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

    fn set_step(&mut self, h: f64) {
        self.inner.set_step(h);
        self.energy.set_step(h);
    }

    /// Quaternions are unit between steps, so this one is too.
    fn start(&mut self, at: Point<'_>) {
        self.inner.start(at);
        self.energy.start(at);
    }

    fn rate(&mut self, at: Point<'_>, y_dot: &mut [f64]) -> Result<(), StepError> {
        self.inner.rate(at, y_dot)?;
        self.energy.accelerates(&y_dot[self.velocities.clone()]);
        Ok(())
    }

    fn control(&mut self, at: Point<'_>, y_dot: &mut [f64]) -> Result<(), StepError> {
        self.inner.control(at, y_dot)?;
        self.add_energy(at, y_dot)
    }

    fn control_at(&mut self, at: Point<'_>, y_dot: &mut [f64]) -> Result<(), StepError> {
        self.inner.control_at(at, y_dot)?;
        self.add_energy(at, y_dot)
    }

    fn controlled_rate(
        &mut self,
        at: Point<'_>,
        control: &mut [f64],
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        self.inner.controlled_rate(at, control, y_dot)?;
        self.energy.accelerates(&y_dot[self.velocities.clone()]);
        let mut held = std::mem::take(&mut self.held);
        held.fill(0.0);
        let added = self.add_energy(at, &mut held);
        add(&held, y_dot);
        self.held = held;
        added
    }

    fn held_rate(
        &mut self,
        at: Point<'_>,
        control: &[f64],
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        self.inner.held_rate(at, control, y_dot)?;
        add(&self.held, y_dot);
        Ok(())
    }

    fn multipliers(&mut self, at: Point<'_>) -> Result<&[f64], StepError> {
        self.inner.multipliers(at)
    }

    fn work(&self) -> Work {
        self.inner.work()
    }
}
