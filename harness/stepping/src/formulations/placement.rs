//! The places in a step at which the control can act.

use crate::{ControlSample, ControlUse, Formulation, Multipliers, Point, StepError, Work};
use system::State;

/// The place in a step at which the control acts (Yoon 1992 Eqs. 55-59).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Placement {
    /// In every stage of the integrator, like any other force.
    EveryPass,
    /// `x⁺ = x̂ + h U(x)`: the uncontrolled motion is integrated, then the control at the old state is
    /// added by one Euler step.
    ForwardEuler,
    /// `x⁺ = x̂ + h U(x̂)`: as forward Euler, but with the control at the uncontrolled result.
    BackwardEuler,
    /// The control is sampled at the beginning of the step and held in all its stages.
    Held,
}

impl Placement {
    /// A phrase for reports.
    pub fn describe(self) -> &'static str {
        match self {
            Self::EveryPass => "in every stage",
            Self::ForwardEuler => "added by forward Euler after the step",
            Self::BackwardEuler => "added by backward Euler after the step",
            Self::Held => "held over the step",
        }
    }
}

/// The right-hand side as an integrator uses it; the first stage of a step is at its beginning.
pub(crate) trait Stages {
    /// The stage at the beginning of the step.
    fn first(&mut self, t: f64, y: &[f64], y_dot: &mut [f64]) -> Result<(), StepError>;
    /// Any later stage.
    fn later(&mut self, t: f64, y: &[f64], y_dot: &mut [f64]) -> Result<(), StepError>;
    /// Whether the rate at the same time and state depends on the step size or on the place in the step.
    fn depends_on_step(&self) -> bool;
}

/// A formulation with the placement of its control.
pub(crate) struct Placed<F> {
    formulation: F,
    placement: Placement,
    /// The control of this step.
    sample: ControlSample,
    /// Whether rates that were evaluated in a step of another size still hold.
    keeps_rates: bool,
    n_q: usize,
    n_v: usize,
}

impl<F: Formulation> Placed<F> {
    pub(crate) fn new(formulation: F, placement: Placement) -> Self {
        let shape = formulation.system().shape();
        let (n_q, n_v) = (shape.n_q(), shape.n_v());
        Self {
            sample: ControlSample::new(shape),
            formulation,
            placement,
            keeps_rates: false,
            n_q,
            n_v,
        }
    }

    pub(crate) fn dimension(&self) -> usize {
        self.sample.rate.len()
    }

    pub(crate) fn set_step(&mut self, h: f64) {
        self.keeps_rates = self.formulation.set_step(h);
    }

    /// Tells the formulation where the run starts.
    #[cold]
    pub(crate) fn start(&mut self, state: &State) {
        let at = point(self.n_q, self.n_v, state.t, state.y());
        self.formulation.start(at);
    }

    /// The work of the formulation plus the counts of the stepper.
    pub(crate) fn work_and(&self, counts: Work) -> Work {
        let mut work = self.formulation.work();
        work += counts;
        work
    }

    /// Adds the control of Euler placements to the uncontrolled result `y` and brings quaternions back to
    /// unit length.
    #[inline]
    pub(crate) fn finish(&mut self, t: f64, h: f64, y: &mut [f64]) -> Result<(), StepError> {
        match self.placement {
            Placement::EveryPass | Placement::Held => {}
            Placement::ForwardEuler => self.add_control(h, y),
            Placement::BackwardEuler => {
                let at = point(self.n_q, self.n_v, t, y);
                self.formulation
                    .rate(at, ControlUse::Alone, &mut self.sample.rate)?;
                self.add_control(h, y);
            }
        }
        self.formulation
            .system()
            .shape()
            .normalize(&mut y[..self.n_q]);
        Ok(())
    }

    fn add_control(&self, h: f64, y: &mut [f64]) {
        for (y, u) in y.iter_mut().zip(&self.sample.rate) {
            *y += h * u;
        }
    }

    pub(crate) fn multipliers(&mut self, state: &State) -> Result<Multipliers<'_>, StepError> {
        let at = point(self.n_q, self.n_v, state.t, state.y());
        Ok(Multipliers {
            values: self.formulation.multipliers(at)?,
            at_time: state.t,
        })
    }
}

#[inline(always)]
fn point(n_q: usize, n_v: usize, t: f64, y: &[f64]) -> Point<'_> {
    let (q, rest) = y.split_at(n_q);
    Point {
        t,
        q,
        v: &rest[..n_v],
        work: rest.get(n_v).copied().unwrap_or(0.0),
    }
}

impl<F: Formulation> Stages for Placed<F> {
    #[inline(always)]
    fn first(&mut self, t: f64, y: &[f64], y_dot: &mut [f64]) -> Result<(), StepError> {
        let at = point(self.n_q, self.n_v, t, y);
        let control = match self.placement {
            Placement::EveryPass => ControlUse::Added(&mut self.sample),
            Placement::Held => ControlUse::Sampled(&mut self.sample),
            Placement::ForwardEuler => ControlUse::Beside(&mut self.sample.rate),
            Placement::BackwardEuler => ControlUse::Off,
        };
        self.formulation.rate(at, control, y_dot)
    }

    #[inline(always)]
    fn later(&mut self, t: f64, y: &[f64], y_dot: &mut [f64]) -> Result<(), StepError> {
        let at = point(self.n_q, self.n_v, t, y);
        let control = match self.placement {
            Placement::EveryPass => ControlUse::Added(&mut self.sample),
            Placement::Held => ControlUse::Held(&self.sample),
            Placement::ForwardEuler | Placement::BackwardEuler => ControlUse::Off,
        };
        self.formulation.rate(at, control, y_dot)
    }

    fn depends_on_step(&self) -> bool {
        self.placement != Placement::EveryPass || !self.keeps_rates
    }
}
